"""From bytes to wheel readings: the spin wheel's serial device.  Knows nothing of the game's rules."""
