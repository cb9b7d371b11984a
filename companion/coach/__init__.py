"""What could have been played better: a game that is over, turn by turn, and how likely each team was to win."""
