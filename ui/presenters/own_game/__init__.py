"""The game maker: rules of one's own, tried on an example board and saved as a game."""
