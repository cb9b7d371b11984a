"""The table's pictures on their way to viewers: from the table's program to the page's server."""
