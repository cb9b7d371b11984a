"""From the declared card and the seen board to a verdict with its reason.  Pure."""
