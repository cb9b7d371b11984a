"""The screen of a game on a board: what it shows, and what a tap means in each stage of a turn."""
