"""Programs beside ours: start, input, watch and replacement, and the code that they share with their parent."""
