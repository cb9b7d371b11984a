"""The table's pictures on their way to viewers: sent by the table's program, received and shown by the page's
server."""
