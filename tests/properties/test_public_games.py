"""The public state of random games, of every game and number of players: its format, and what lies on the table."""

import msgspec
import pytest
from game_laws import description_of_seed, game_of_seed, tables
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.model.places import is_goal
from companion.rules.schema import position_from_json
from companion.session import events as ev
from companion.session.state import BoardGame, Phase, State
from companion.views.broadcast import topics
from companion.views.broadcast.payloads import EventMessage
from companion.views.broadcast.payloads import State as PublicState
from companion.views.table import table_view
from companion.views.view_context import ViewContext

AROUND = ViewContext(wording=WORDING, epoch=3)
SEEDS = [seed for seed, (game, _) in enumerate(tables()) if game in SHIPPED.ids]


@pytest.mark.sampled(16)
@pytest.mark.parametrize("seed", SEEDS, ids=description_of_seed)
def test_every_state_of_a_game_can_be_read_and_is_that_of_the_table(seed: int) -> None:
    game = game_of_seed(seed)
    recent: tuple[EventMessage, ...] = ()
    events = tuple(game.events)
    while game.state.phase is not Phase.OVER:
        recent = (*recent, *check(game.state, events, recent))[-topics.RECENT :]
        events = game.advance()
    check(game.state, events, recent)
    assert public(game.state, recent).result


def check(state: State, events: tuple[ev.Event, ...], recent: tuple[EventMessage, ...]) -> tuple[EventMessage, ...]:
    """The messages of these events, after every law of the state that follows them."""
    assert isinstance(state, BoardGame)
    fresh = topics.event_messages(WORDING, table_view(state, AROUND), events, 0)
    for message in fresh:
        assert msgspec.json.decode(msgspec.json.encode(message), type=EventMessage) == message
        assert not message.text or all(message.text.values())
    shown = public(state, (*recent, *fresh))
    assert shown.position is not None
    if state.rules.variant.slots.keys() <= shown.position.keys():  # the dog is placed
        assert position_from_json(SHIPPED, shown.position) == state.position
    goals = [sum(map(is_goal, row)) for row in state.position.placement.pawns]
    assert [seat.home for seat in shown.seats] == goals
    return fresh


def public(state: State, recent: tuple[EventMessage, ...]) -> PublicState:
    """The state as a viewer reads it."""
    made = topics.state(table_view(state, AROUND), 1_795_000_000_000, recent)
    assert len(msgspec.json.encode(made)) <= topics.STATE_LIMIT_BYTES
    return msgspec.json.decode(msgspec.json.encode(made), type=PublicState)
