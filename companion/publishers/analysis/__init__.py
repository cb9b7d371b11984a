"""The winning chances of each team, for viewers: computed beside the game, from the knowledge of all players."""
