"""Read models of the tablet, the viewers and the terminal.  Pure functions of the session's state."""
