"""Seats that the computer plays at a table of people: what it has to decide, and what it decides."""
