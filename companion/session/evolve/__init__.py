"""`evolve(state, event) -> state`: how each event changes the game; `replay` does so with a whole record.

One module a kind of game: `board` (with `opening` for everything before the play) and `cards`.
"""

from companion.session.evolve.game import evolve, replay

__all__ = ["evolve", "replay"]
