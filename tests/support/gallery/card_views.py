"""Snapshots of games of cards alone for the gallery and the tests: real games, as far as they have come."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from card_games import card_game
from card_sessions import GAME
from card_tables import table

from companion.app.table_setup import with_game
from companion.catalogue.shipped import SHIPPED
from companion.model.verdict import VerdictKind
from companion.open_row.actions import format_action, parse_turn
from companion.open_row.faults import explain
from companion.open_row.players import sensible_player
from companion.open_row.position import UNKNOWN, CardPosition, rules_of, winners
from companion.session.card_game import CardGame, LastAction
from companion.settings.schema import Settings
from companion.views.card_table import card_table_view
from companion.views.table_view import Health, TableView
from companion.views.view_context import ViewContext
from gallery.views import NAMES, SEAT_COLOURS, WORDING, all_well

#: Parts that a game without a board has.
HEALTH: Final[tuple[Health, ...]] = tuple(part for part in all_well() if part.part in ("mqtt", "record"))
#: Jokers to exchange, rows to rob and cards to search for: the requirements of a table for pictures.
_ROWS: Final = {0: "1/11 2 joker 4 5|13 joker", 1: "joker 2 3 4 5 6 7 8 joker 10"}
_HAND: Final = "2 3 6 8 9 10 robber"
_DISCARD: Final = "5 8 12 joker 2 9 robber 13 14 3 6 10 4 7 1/11"


def card_settings(players: int) -> Settings:
    """Settings for a game of cards of so many."""
    return with_game(SHIPPED, Settings(motion=False, sound=False), GAME, players)


def card_view(players: int, plies: int, seed: int = 3, **changes: object) -> TableView:
    """A game of sensible players after so many actions, or at its end; `changes` replace fields of the view."""
    position, last = _played(players, plies, seed)
    return view_of(position, last, **changes)


@lru_cache(maxsize=32)
def _played(players: int, plies: int, seed: int) -> tuple[CardPosition, LastAction | None]:
    """Games take seconds, and each language shows the same ones."""
    position, last = None, None
    for ply, (before, action, after) in enumerate(card_game(seed, [sensible_player] * players), 1):
        written = format_action(action)
        last = LastAction(seq=ply, seat=before.turn, card=action.card or "", legal=True, action=written, before=before)
        position = after
        if ply >= plies:
            break
    assert position is not None
    return position, last


def view_of(position: CardPosition, last: LastAction | None = None, **changes: object) -> TableView:
    """The snapshot of a table as it lies."""
    rules, seats = rules_of(position), position.seat_count
    game = CardGame(
        seq=40,
        game="gallery",
        names=NAMES[:seats],
        colours=SEAT_COLOURS[:seats],
        rules=rules,
        position=position,
        first=0,
        ply=21,
        last=last,
        last_legal=last,
        result=winners(rules, position) or None,
    )
    view = card_table_view(game, ViewContext(wording=WORDING, epoch=1, health=HEALTH))
    return replace(view, can_undo=True, **changes)  # type: ignore[arg-type]


def refused_view(players: int, plies: int, action: str) -> TableView:
    """The same after an action that is not allowed."""
    view = card_view(players, plies)
    rules, position = view.card_rules, view.card_table
    assert rules is not None
    assert position is not None
    reasons = explain(rules, position, parse_turn(rules, action))
    card = action.split()[1]
    refused = LastAction(
        seq=41, seat=position.turn, card=card, legal=False, action=action, before=position, reasons=reasons
    )
    view = view_of(position, refused)
    assert view.verdict is not None
    assert view.verdict.kind is VerdictKind.ILLEGAL
    return view


def first_view(players: int) -> TableView:
    """Before the first turn, when nobody has named a card yet."""
    position = table(seats=players, given=" ".join(["-"] * players) if players > 3 else "")
    hidden = replace(position, open_row=(UNKNOWN,) * len(position.open_row))
    return view_of(hidden)


def rich_table(turn: int = 0, **changes: object) -> CardPosition:
    """A table with something for every card to do."""
    return table(_HAND, turn=turn, rows=_ROWS, discard=_DISCARD, **changes)  # type: ignore[arg-type]


def wrong_table() -> CardPosition:
    """A table with a card on its own number."""
    return table(_HAND, rows=_ROWS, open_row="2 3 4 5 5 7 8 9 10 12 13 14 2")
