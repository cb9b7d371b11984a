"""The rules engine: which complete plays of a card are legal in a position.  Pure."""
