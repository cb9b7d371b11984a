"""Read models: what the tablet, the viewers and the terminal show.  Pure functions of the session's state."""
