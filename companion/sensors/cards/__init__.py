"""The cards beside the board: enrolled decks, kept as files, and the sensor that proposes the top card."""
