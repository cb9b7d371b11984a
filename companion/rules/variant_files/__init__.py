"""Variant files as tables: what they may say, whether that makes a game, and the game that is built from them."""
