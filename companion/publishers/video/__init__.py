"""The table's pictures on their way to viewers: given by the table's program, taken and shown by the page's server."""
