"""HTTP and WebSocket for the browsers of a table, by h11 and wsproto; no sockets here."""
