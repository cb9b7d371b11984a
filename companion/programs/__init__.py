"""Programs beside ours: start, input, watch and replacement, their ports, and the code that they share with us."""
