"""An evening of several people and tables: the next games with fewest repeats, and rounds of a small tournament."""
