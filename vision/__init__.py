"""From pixels to scores: what a camera sees of a board.  Knows nothing of the game's rules."""
