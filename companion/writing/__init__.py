"""The display of letters of every script: their order on a line, their joining, and their font."""
