"""Scores: players and their names, series and evenings, fair partners, ratings.  All is counted from the record."""
