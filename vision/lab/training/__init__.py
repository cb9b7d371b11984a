"""How the small network of `vision/read/occupancy.py` was taught; none of this is needed, or shipped, to use it."""
