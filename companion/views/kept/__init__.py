"""What was kept: games in a list, their figures, backups."""
