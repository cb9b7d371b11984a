"""Seats by phone: players at the table name their cards on their own phones (docs/how-to/phones.md)."""
