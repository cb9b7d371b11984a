"""Stored things: games in a list, their figures, backups."""
