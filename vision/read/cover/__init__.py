"""Covers and shades of the board: hands, things that were laid down, shadows."""
