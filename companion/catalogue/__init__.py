"""Games brought as files: found, read and checked outside the core."""
