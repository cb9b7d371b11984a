"""The turn at the tablet: cards, taps on the board, plays to choose, what is shown of the last one."""
