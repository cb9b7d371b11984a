"""A game as a text that people read, edit and send: the record format `.pawtrack`.

Format: docs/reference/formats/pawtrack.md.
"""
