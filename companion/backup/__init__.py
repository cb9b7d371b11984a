"""Everything that a family has, in one file, and back."""
