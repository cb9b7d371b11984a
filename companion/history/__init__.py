"""Games that were played: one in short, a list of them filtered, one row by row."""
