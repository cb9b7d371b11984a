"""Faults of the board, by the broken rule."""
