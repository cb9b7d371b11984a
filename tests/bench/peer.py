"""Another engine of Brändi Dog, for comparison: the interface that a course's many student projects have in common.

It is no part of this project: the folder of a checkout is named from outside.  Its places are numbers: track 0 to 63,
then for each player four waiting places and four goal fields.
"""

import contextlib
import importlib
import os
import sys
import time
from pathlib import Path
from typing import Any

from companion.model.places import KENNEL, Place, goal_number, is_track
from companion.model.position import Position

_BEHIND_TRACK = 64
_PLACES_OF_PLAYER = 8


class Peer:
    """The engine in `folder`, which has a class `Dog` in `server/py/dog.py`."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder.resolve()))
        with _silence():
            self._dog: Any = importlib.import_module("server.py.dog")

    def took(self, position: Position, card: str) -> float | None:
        """Milliseconds for its list of actions, with this card as the only one of the hand; None where it fails."""
        with _silence():
            game = self._set_up(position, card)
            began = time.process_time()
            try:
                game.get_list_action()
            except Exception:  # noqa: BLE001 - every failure in there is counted, not fixed
                return None
            return (time.process_time() - began) * 1000

    def _set_up(self, position: Position, card: str) -> Any:
        game = self._dog.Dog()
        state = game.get_state()
        state.cnt_round = 0
        state.idx_player_started = state.idx_player_active = position.turn
        state.bool_card_exchanged = True
        for seat, player in enumerate(state.list_player):
            rank = card if seat == position.turn else "2"
            player.list_card = [self._dog.Card(suit="♣", rank=rank)]
            for index, (marble, place) in enumerate(
                zip(player.list_marble, position.placement.pawns[seat], strict=True)
            ):
                marble.pos = _number(place, seat, index)
                came_round = (position.placement.extra("touched") or 0) >> seat & 1
                marble.is_save = place == seat * 16 and not came_round
        game.set_state(state)
        return game


def _number(place: Place, seat: int, index: int) -> int:
    if is_track(place):
        return int(place)
    first = _BEHIND_TRACK + _PLACES_OF_PLAYER * seat
    return first + index if place == KENNEL else first + 3 + goal_number(place)


@contextlib.contextmanager
def _silence() -> Any:
    with Path(os.devnull).open("w", encoding="utf-8") as sink, contextlib.redirect_stdout(sink):
        yield
