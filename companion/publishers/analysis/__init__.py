"""How likely each team is to win, for viewers: computed beside the game, from what everybody at the table knows."""
