"""The cards beside the board: decks that a family showed, kept as files, and the sensor that proposes the top card."""
