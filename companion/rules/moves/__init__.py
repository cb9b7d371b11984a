"""How pawns move: the board as the engine works on it, walks, ranks, landings, a play under construction."""
