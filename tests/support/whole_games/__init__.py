"""Whole games with real cards, played by computer players through the session."""
