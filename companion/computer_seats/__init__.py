"""Seats that the computer plays at a table of people: the decisions due, and the computer's choices."""
