"""Locates the board: its markers, print and outline in a picture, and the pose that maps millimetres to pixels."""
