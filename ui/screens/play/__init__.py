"""The screen of a game on a board: its contents, and the meaning of a tap in each stage of a turn."""
