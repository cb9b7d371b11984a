"""The table on a broker beyond the house, by a connection of its own over TLS."""
