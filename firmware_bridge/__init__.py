"""Turns bytes of the spin wheel's serial device into wheel readings.  Knows nothing of the game's rules."""
