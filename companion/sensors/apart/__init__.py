"""A table's camera in a program of its own, which begins and ends with the camera."""
