"""Simulated wheels: the protocol in Python, or the real firmware on an emulated board."""
