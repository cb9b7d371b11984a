"""Frozen values of the game; no behaviour beyond reading themselves, no input or output."""
