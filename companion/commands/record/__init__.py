"""Commands on recorded games: list, show, export, import, sheets of the score, players."""
