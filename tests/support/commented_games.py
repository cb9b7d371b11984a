"""Whole games step by step with their commentary."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from card_sessions import CardSession
from msgspec import structs
from session_driver import NAMES
from whole_games.whole_game import WholeGame, usual_table
from words_for_tests import WORDING

from companion.open_row.actions import format_action
from companion.open_row.catalogue import full_deck, ruleset
from companion.open_row.legal import legal_actions
from companion.players.random_player import RandomPlayer
from companion.session import commands as cmd
from companion.session.commands import Refused
from companion.session.decide import NO_SENSES, decide
from companion.session.events import CardExchanged, Event
from companion.session.evolve import evolve
from companion.session.state import Phase, State
from companion.views.commentary.lines import Lines, commented
from companion.views.table import table_view
from companion.views.table_view import TableView
from companion.views.view_context import ViewContext

AROUND = ViewContext(wording=WORDING, epoch=3)
#: The content of a hand, or values that only its player saw.
SECRET = {"hands", "cards", "hand", "shown", "shuffled"}


@dataclass(frozen=True)
class Step:
    """One step: its events, the table after it, the sentences before and after; `state` is the session's."""

    state: State
    view: TableView
    events: tuple[Event, ...]
    before: Lines
    lines: Lines

    @property
    def fresh(self) -> Lines:
        """The sentences of this step."""
        return tuple(line for line in self.lines if line.seq > self.view.seq - len(self.events))

    def taken_back(self) -> "Step":
        """Returns the same table after an undo; the undone events are `events`.  Raises Refused."""
        events = decide(self.state, NO_SENSES, cmd.Undo()).events
        state = self.state
        for event in events:
            state = evolve(state, event)
        return _step(state, events, self.lines)


def board_game(variant: str, seed: int, names: tuple[str, ...] = NAMES) -> Iterator[Step]:
    """A whole game of random players; `names` are what the screens call them."""
    chance = random.Random(seed)
    table = usual_table(variant)
    game = WholeGame(table, [RandomPlayer(chance) for _ in table.seats], chance)
    lines: Lines = ()
    events = tuple(game.events)
    while True:
        step = _step(game.state, events, lines, names)
        yield step
        if game.state.phase is Phase.OVER:
            return
        lines, events = step.lines, game.advance()


def card_game(seats: int, seed: int, names: tuple[str, ...] = NAMES, most: int = 400) -> Iterator[Step]:
    """A game of DOG Cards in which all cards are known, by random actions; it may end before anybody has won."""
    chance = random.Random(seed)
    session = CardSession()
    deck = list(full_deck(ruleset("dog_cards", seats, ()).game))
    chance.shuffle(deck)
    session.begin(seats, tuple(deck))
    lines: Lines = ()
    events = tuple(session.events)
    for _ in range(most):
        step = _step(session.state, events, lines, names)
        yield step
        if session.table.result is not None:
            return
        count, lines = len(session.events), step.lines
        choices = [
            format_action(choice.action) for choice in legal_actions(session.table.rules, session.table.position)
        ]
        try:
            session.act(chance.choice(choices))
        except Refused:
            return
        events = tuple(session.events[count:])


def without_hands(event: Event) -> Event:
    """The event as a table stores it that knows no card of anybody."""
    known = set(event.__struct_fields__)
    changes = {name: None for name in known & SECRET if not isinstance(getattr(event, name), int)}
    if isinstance(event, CardExchanged):
        changes["card"] = None
    if getattr(event, "action", "").startswith("give "):
        return structs.replace(event, action="give ?")  # type: ignore[call-arg]
    return structs.replace(event, **changes)


def _step(state: State, events: tuple[Event, ...], lines: Lines, names: tuple[str, ...] = NAMES) -> Step:
    view = table_view(state, AROUND)
    view = replace(view, seats=tuple(replace(seat, name=names[seat.seat]) for seat in view.seats))
    return Step(state, view, events, lines, commented(WORDING, view, events, lines))
