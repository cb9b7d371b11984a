"""The play screen as a page for a browser: the same presenters and the same input, as values for JSON."""
