"""Rows of cards laid on top of an open one that was never judged, and of turns passed over it, judged together.

Law: as soon as a picture shows a board that only one row of legal plays explains, these plays go into the record, in
order, and the game goes on from there.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final, NamedTuple

from companion.model.observation import Observation, Seen
from companion.referee.histories import History, LaidCard, explained, explained_exactly
from companion.session import events as ev
from companion.session.decide.acceptance import accepted, hand_fault, may_hold
from companion.session.decide.rounds import aftermath
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, Declaration, OwedKind, Pass, Phase

Row = Declaration | Pass

#: So many cards are judged together, four rounds of four players; those above them wait on.
MOST_TOGETHER: Final = 16
#: For players with two laid cards, at most so many combinations of the cards played are tried.
MOST_WAYS: Final = 8


class Explained(NamedTuple):
    """The events of the plays that a board shows to have been made; `settled` rows on top are among them."""

    events: tuple[ev.Event, ...]
    settled: int


def explained_by(
    game: BoardGame, rows: tuple[Row, ...], before: Observation | Seen | None, view: Observation | Seen
) -> Explained | None:
    """Returns the plays of the open card and of the rows on top of it, if the board leaves no other; None: unknown.

    `before` is the view when the first of the rows was laid.  Of two cards of one player either may have been played,
    the last one first of all; a player who passed and then laid a card may be out of turn.
    """
    assert game.declared is not None
    laid = (game.declared, *rows)[:MOST_TOGETHER]
    found = (_explained(game, row, before, view) for row in islice(_either_card(laid), MOST_WAYS))
    return next((explanation for explanation in found if explanation is not None), None)


def _either_card(rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    """Returns the row as it was laid, then the rows with the cards and passes that other cards replaced."""
    return product(
        *((row, row.instead_of) if isinstance(row, Declaration) and row.instead_of else (row,) for row in rows)
    )


def _explained(
    game: BoardGame, rows: tuple[Row, ...], before: Observation | Seen | None, view: Observation | Seen
) -> Explained | None:
    """Returns the plays of these cards, if the board leaves no other."""
    laid = (row for row in rows if isinstance(row, Declaration))
    cards = tuple(LaidCard(seat=row.seat, card=row.card, acting_as=row.acting_as, refused=row.refused) for row in laid)
    if isinstance(view, Seen):
        history = explained_exactly(game.rules, game.position, cards, view.placement)
    else:
        earlier = before if isinstance(before, Observation) else None
        history = explained(game.rules, game.position, cards, view, earlier)
    if history is None:
        return None
    last = [number for number, row in enumerate(rows) if isinstance(row, Declaration)][len(history.plays) - 1]
    events = _recorded(game, rows[: last + 1], history, view.t_ms)
    return None if events is None else Explained(events, settled=last)


def _recorded(game: BoardGame, rows: tuple[Row, ...], history: History, t_ms: int) -> tuple[ev.Event, ...] | None:
    """Returns the events of all the plays and of the turns passed between them.

    None if the game cannot go on like that: a hand, the turn or the end object.
    """
    events: list[ev.Event] = []
    plays = iter(history.plays)
    for number, row in enumerate(rows):
        if number and not may_come(game, row):
            return None
        if isinstance(row, Pass):
            new = skipped(game, row.seat)
        else:
            play = next(plays)
            if not may_hold(game, row.seat, row.card) or hand_fault(game, game.position, play) is not None:
                return None
            new = () if row is game.declared else (declared(row),)
            new += accepted(game, row, play, t_ms, history.confidence, inferred=True)
        for event in new:
            game = evolve_board(game, event)
        events += new
    return tuple(events)


def may_come(game: BoardGame, row: Row) -> bool:
    """Returns whether the seat of this card or pass is to move; an optional draw ends with the next play (ROY-R20)."""
    if game.position.turn != row.seat or game.phase is not Phase.PLAY:
        return False
    if isinstance(row, Declaration) and not may_hold(game, row.seat, row.card):
        return False
    return game.owed is None or game.owed.kind is OwedKind.MAY_DRAW


def skipped(game: BoardGame, seat: int) -> tuple[ev.Event, ...]:
    """Returns a turn that goes by, and the end of round or game that it brings."""
    event = ev.TurnSkipped(seat=seat)
    return (event, *aftermath(evolve_board(game, event)))


def declared(card: Declaration) -> ev.PlayDeclared:
    return ev.PlayDeclared(seat=card.seat, card=card.card, acting_as=card.acting_as)
