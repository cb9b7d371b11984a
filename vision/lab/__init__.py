"""For work on the vision itself: scores against the truth, pictures of what was read, training of the network."""
