"""The virtual camera: its stand, and the look of board, ground, pawns and hands from there."""
