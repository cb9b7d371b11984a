"""A table that certifies itself: hard placements, how well they were read, and the grade."""
