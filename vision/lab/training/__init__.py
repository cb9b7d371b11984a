"""Trains the small network of `vision/read/occupancy.py`; using the network needs none of this, and it is not
shipped."""
