"""A printed board: its profile, the boards we ship and those people own, their outlines and their prints."""
