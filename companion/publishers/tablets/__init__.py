"""Browsers as tablets of this table: the code that opens them, and what they do (docs/how-to/browser-tablet.md)."""
