"""What one table teaches while it is played at: the empty board, the pawns' colours, the prints of board and disc."""
