"""Tools for work on the vision itself: scores against the truth, pictures of readings, training of the network."""
