"""The table's pictures for browsers: MJPEG and WHEP."""
