"""Screens round the games: players, games looked at again, figures, results to hand over, backups."""
