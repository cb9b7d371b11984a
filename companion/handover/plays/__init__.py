"""Plays that other programs export, read and shown before any of them is taken."""
