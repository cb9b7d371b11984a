"""The turn at the tablet: cards, taps on the board, plays to choose, the close-up of the last play."""
