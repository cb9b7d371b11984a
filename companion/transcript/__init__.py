"""A game as a text that people read, mend and send: the record format `.pawtrack` (docs/formats/pawtrack.md)."""
