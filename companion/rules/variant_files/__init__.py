"""Variant files as tables: their permitted content, whether that makes a game, and the game that is built from them."""
