"""Playouts: games played on to their end thousands of times a second, by a compiled kernel with the engine's rules."""
