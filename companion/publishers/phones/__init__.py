"""Seats by phone: whoever sits at the table names the own card on the own phone (docs/how-to/phones.md)."""
