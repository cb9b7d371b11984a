"""What stands on every spot of a board whose pose is known: pawns and their colours, the disc, what hides them."""
