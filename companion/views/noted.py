"""Sentences about the acts of players with cards beside the plays."""

from typing import assert_never

from companion.session import events as ev
from companion.views.table_view import Texts
from companion.views.wording.sentences import Wording


def noted_text(wording: Wording, event: ev.NotedEvent, name: str) -> Texts:
    """Returns the sentence about an act of the player with this name."""
    return wording.say(_code(event), (("name", name),))


def _code(event: ev.NotedEvent) -> str:
    match event:
        case ev.TurnSkipped():
            return "skipped"
        case ev.HandForfeited():
            return "forfeit_noted"
        case ev.CardDiscarded():
            return "discard_noted"
        case ev.CardsDrawn():
            return "draw_noted" if event.count else "draw_declined"
        case ev.FreeStartDecided():
            return "free_start_left" if event.pawn is None else "free_start_noted"
        case _:
            assert_never(event)
