"""Finds a board by its printed circles alone: ellipses, the plane on which they are round, and their pattern."""
