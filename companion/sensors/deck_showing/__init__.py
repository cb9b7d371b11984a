"""The deck of a family shown to the camera of its table, beside the certification of that table."""
