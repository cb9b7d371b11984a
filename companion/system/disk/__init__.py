"""The program's access to the disk: files written whole, and the free room."""
