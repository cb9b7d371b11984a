"""The rules of one table as flat tuples of integers: what the engine looks up, and what a compiled engine is given."""
