"""Reviews a finished game turn by turn: the better plays, and each team's chance of winning."""
