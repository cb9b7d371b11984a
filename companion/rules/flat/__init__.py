"""The rules of one table as flat tuples of integers, for the engine's look-ups and for a compiled engine."""
