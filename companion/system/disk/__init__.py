"""What a program meets of the disk: files that are written whole, and the room that is left."""
