"""What a family set up once and expects to find again: the settings, their file, and the devices of each game."""
