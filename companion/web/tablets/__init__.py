"""Browsers as tablets: the page of a whole table, and its requests."""
