"""The tablet app: shows the table and turns taps into commands.  Knows no rules."""
