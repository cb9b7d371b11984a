"""The command line: commands for people with a wheel, and for its makers."""
