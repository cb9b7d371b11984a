"""Cards laid on top of an open one that was never judged, and turns passed over it: they wait, and are judged together.

Law: nobody is accused while one waits.  As soon as a picture shows a board that only one row of legal plays
explains, these plays go into the record, in order, and the game goes on from there.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.histories import History, LaidCard, explained, explained_exactly
from companion.session import events as ev
from companion.session.decide.acceptance import accepted, hand_fault
from companion.session.decide.decision import Decision, may_hold
from companion.session.decide.rounds import aftermath
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, Declaration, OwedKind, Pass, Phase, Senses
from companion.session.turns import next_to_play

#: So many cards are judged together, four rounds of four players; those above them wait on.
MOST_TOGETHER: Final = 16
#: For players with two laid cards, at most so many combinations of the cards played are tried.
MOST_WAYS: Final = 8


def lies_on_top(state: BoardGame, senses: Senses, seat: int) -> bool:
    """Returns whether a card of this seat lies on top of an open one whose play a camera may have missed."""
    declared = state.declared
    if declared is None or senses.watch is None or (state.owed and state.owed.kind is OwedKind.DISCARD):
        return False
    # The seat of the open card lays another one instead, unless everybody else has had a turn since.
    return seat != declared.seat or (bool(senses.waiting) and next_to_play(state, senses.waiting[-1].seat) == seat)


def passes_on_top(state: BoardGame, senses: Senses, seat: int) -> bool:
    """Returns whether it is this seat's turn if the open card, not yet judged, and all on top of it were played."""
    return lies_on_top(state, senses, seat) and seat == next_to_play(state, _newest(state, senses).seat)


def passed_on_top(senses: Senses, seat: int) -> Decision:
    """Keeps a pass like a card on top: the player takes the open play for made."""
    waiting, before = (*senses.waiting, Pass(seat=seat)), _seen_before(senses)
    return Decision(senses=replace(senses, waiting=waiting, seen_before_waiting=before, doubtful_since=None))


def skipped(state: BoardGame, seat: int) -> tuple[ev.Event, ...]:
    """Returns a turn that goes by, and the end of round or game that it brings."""
    event = ev.TurnSkipped(seat=seat)
    return (event, *aftermath(evolve_board(state, event)))


def _newest(state: BoardGame, senses: Senses) -> Declaration | Pass:
    assert state.declared is not None
    return senses.waiting[-1] if senses.waiting else state.declared


def laid_on_top(state: BoardGame, senses: Senses, card: Declaration) -> Decision:
    """Keeps a card of the next player, or another one of the last.

    A player who lays one out of turn may know better whose turn it is.
    """
    assert state.declared is not None
    last = _newest(state, senses)
    waiting, strange = senses.waiting, False
    if waiting and card.seat == last.seat:
        waiting = (*waiting[:-1], card.after(last))
    elif card.seat == next_to_play(state, last.seat):
        waiting = (*waiting, card)
    else:
        strange = True
    after = replace(senses, waiting=waiting, seen_before_waiting=_seen_before(senses), doubtful_since=None)
    after = replace(after, asked=senses.asked or strange, turn_unknown=senses.turn_unknown or strange)
    return Decision(verdict=not_seen(state, state.declared), senses=after)


def _seen_before(senses: Senses) -> Observation | Seen | None:
    """Returns the view when the first of the waiting cards was laid."""
    return senses.seen_before_waiting if senses.waiting else senses.observation


def not_seen(state: BoardGame, declared: Declaration) -> Verdict:
    """Returns the question about the use of the open card."""
    reason = Reason(ruling="", code="play_not_seen", seat=declared.seat, params=(("name", state.names[declared.seat]),))
    return Verdict(kind=VerdictKind.UNCLEAR, reasons=(reason,), confidence=0.0)


def caught_up(state: BoardGame, position: Position, senses: Senses, observation: Observation | Seen) -> Decision | None:
    """Returns the plays of the open card and of those that wait, if the board leaves no other; None: still unknown.

    Of two cards of one player either may have been played, the last one first of all; a player who passed and then laid
    a card may be out of turn.
    """
    assert state.declared is not None
    rows = (state.declared, *senses.waiting)[:MOST_TOGETHER]
    found = (_row_seen(state, position, senses, observation, row) for row in islice(_either_card(rows), MOST_WAYS))
    return next((decision for decision in found if decision is not None), None)


def _either_card(rows: tuple[Declaration | Pass, ...]) -> Iterator[tuple[Declaration | Pass, ...]]:
    """Returns the row as it was laid, then the rows with the cards and passes that other cards replaced."""
    return product(
        *((row, row.instead_of) if isinstance(row, Declaration) and row.instead_of else (row,) for row in rows)
    )


def _row_seen(
    state: BoardGame,
    position: Position,
    senses: Senses,
    observation: Observation | Seen,
    rows: tuple[Declaration | Pass, ...],
) -> Decision | None:
    """Returns the plays of these cards, if the board leaves no other."""
    laid = (row for row in rows if isinstance(row, Declaration))
    cards = tuple(LaidCard(seat=row.seat, card=row.card, acting_as=row.acting_as, refused=row.refused) for row in laid)
    if isinstance(observation, Seen):
        history = explained_exactly(state.rules, position, cards, observation.placement)
    else:
        before = senses.seen_before_waiting
        earlier = before if isinstance(before, Observation) else None
        history = explained(state.rules, position, cards, observation, earlier)
    if history is None:
        return None
    played = [number for number, row in enumerate(rows) if isinstance(row, Declaration)][: len(history.plays)]
    events = _recorded(state, rows[: played[-1] + 1], history, observation.t_ms)
    return (
        None
        if events is None
        else Decision(events=events, senses=replace(senses, waiting=senses.waiting[played[-1] :]))
    )


def _recorded(
    state: BoardGame, rows: tuple[Declaration | Pass, ...], history: History, t_ms: int
) -> tuple[ev.Event, ...] | None:
    """Returns the events of all the plays and of the turns passed between them.

    None if the game cannot go on like that: a hand, the turn or the end object.
    """
    events: list[ev.Event] = []
    plays = iter(history.plays)
    for number, row in enumerate(rows):
        if number and not _may_come(state, row):
            return None
        if isinstance(row, Pass):
            new = skipped(state, row.seat)
        else:
            play = next(plays)
            if not may_hold(state, row.seat, row.card) or hand_fault(state, state.position, play) is not None:
                return None
            new = () if row is state.declared else (_declared(row),)
            new += accepted(state, row, play, t_ms, history.confidence, inferred=True)
        for event in new:
            state = evolve_board(state, event)
        events += new
    return tuple(events)


def taken_up(state: BoardGame, decision: Decision) -> Decision:
    """Ends the doubts about a card that is settled, passes over the seats that passed, and opens the next waiting card.

    That needs its seat's turn; else no card waits.
    """
    senses, before = decision.senses, state
    for event in decision.events:
        state = evolve_board(state, event)
    if (state.position.turn, state.round, state.phase) != (before.position.turn, before.round, before.phase):
        # A card is against one turn: another may be the card's own.
        senses = replace(senses, against_turn=None, turn_question=None)
        decision = replace(decision, senses=senses)
    if state.declared is not None:
        return decision
    # A doubt is one about the open card, and ends with it.
    senses = replace(senses, doubtful_since=None, asked=False, seen_before_waiting=None)
    decision = replace(decision, senses=senses)
    if not senses.waiting:
        return decision
    row, *rest = senses.waiting
    if not _may_come(state, row):
        return replace(decision, senses=replace(senses, waiting=(), turn_unknown=True))
    senses = replace(senses, waiting=tuple(rest))
    if isinstance(row, Declaration):
        laid = (row.instead_of, row) if isinstance(row.instead_of, Declaration) else (row,)
        return replace(decision, events=(*decision.events, *map(_declared, laid)), senses=senses)
    events = skipped(state, row.seat)
    for event in events:
        state = evolve_board(state, event)
    after = taken_up(state, Decision(senses=senses))
    return replace(decision, events=(*decision.events, *events, *after.events), senses=after.senses)


def _may_come(state: BoardGame, row: Declaration | Pass) -> bool:
    """Returns whether the seat of this card or pass is to move; an optional draw ends with the next play (ROY-R20)."""
    if state.position is None or state.position.turn != row.seat or state.phase is not Phase.PLAY:
        return False
    if isinstance(row, Declaration) and not may_hold(state, row.seat, row.card):
        return False
    return state.owed is None or state.owed.kind is OwedKind.MAY_DRAW


def _declared(card: Declaration) -> ev.PlayDeclared:
    return ev.PlayDeclared(seat=card.seat, card=card.card, acting_as=card.acting_as)
