"""Screens round the games: players, games step by step, figures, results to hand over, backups."""
