"""Hands a game over to other programs and to paper: BG Stats, BoardGameGeek, a spreadsheet, a protocol."""
