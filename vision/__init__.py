"""From the pixels of a camera picture of a board to scores.  Knows nothing of the game's rules."""
