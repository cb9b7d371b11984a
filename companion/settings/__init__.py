"""The permanent choices of a family: the settings, their file, and the devices of each game."""
