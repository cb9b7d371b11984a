"""A phone as the camera: its door in a program of its own, the certificate of that, and the source of its pictures."""
