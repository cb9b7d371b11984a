"""From what was declared and seen to a verdict with its reason.  Pure."""
