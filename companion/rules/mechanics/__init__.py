"""One file for each kind of card use; found by `catalogue`, not registered."""
