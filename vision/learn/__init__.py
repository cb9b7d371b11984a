"""Learns one table during play: the empty board, the pawns' colours, the prints of board and disc."""
