"""The play screen of a game of cards alone."""
