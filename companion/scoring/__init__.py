"""Keeping score: who is who, series and evenings, fair partners, ratings.  Everything is counted from the record."""
