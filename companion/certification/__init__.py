"""A table that certifies itself: hard placements, how well they were read, and what grade that is worth."""
