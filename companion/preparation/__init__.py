"""Work with a camera before a game: an own board, a shown deck, the test of the table."""
