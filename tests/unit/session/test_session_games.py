"""Every game for every number of players, played through the session by people who know the rules and nothing else."""

from dataclasses import replace

import msgspec
import pytest
from phase_facts import undeclared
from session_driver import COLOURS, NAMES, Session
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import Senses, decide
from companion.session.evolve import evolve, replay
from companion.session.state import NoGame, Phase
from companion.store.codec import decode_event, encode_event
from companion.views.broadcast import topics
from companion.views.table import table_view
from companion.views.view_context import ViewContext

TABLES = [(variant, seats) for variant in sorted(SHIPPED.ids) for seats in SHIPPED.variant(variant).seat_counts]
UNDOABLE = (
    ev.PlayAccepted,
    ev.HandForfeited,
    ev.CardDiscarded,
    ev.CardsDrawn,
    ev.FreeStartDecided,
    ev.TurnSkipped,
    ev.PositionCorrected,
    ev.CardExchanged,
    ev.CardsDealt,
    ev.DogPlaced,
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_some_rounds_with_hidden_hands_replay_to_the_same_state(variant: str, seats: int) -> None:
    """All cards are somewhere after every command, and the record replays to the same state."""
    session = Session().start(variant=variant, seats=seats, first=1)
    players = RandomPlayers(session, seed=seats)
    players.play_rounds(3)
    assert session.state.hands is None
    assert players.done["play"] > 2 * seats
    assert replay(tuple(session.events)) == session.state


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_some_rounds_with_known_hands_replay_to_the_same_state(variant: str, seats: int) -> None:
    """The session knows every hand at every moment; stored and read again it is the same record."""
    session = Session().start(variant=variant, seats=seats)
    RandomPlayers(session, seed=seats, known=True).play_rounds(3)
    stored = tuple(decode_event(SHIPPED, *encode_event(event)) for event in session.events)
    assert stored == tuple(session.events)
    assert replay(stored) == session.state


@pytest.mark.sampled(9)
@pytest.mark.parametrize("variant", sorted(SHIPPED.ids))
def test_a_whole_game_to_its_end(variant: str) -> None:
    """CORE-R19: a team or a player has all pawns home, and then nothing more can be played."""
    seats = SHIPPED.variant(variant).usual_seats
    session = Session().start(variant=variant, seats=seats)
    players = RandomPlayers(session, seed=7, known=True)
    players.play_rounds(400, most=30_000)
    assert session.state.phase is Phase.OVER
    assert isinstance(session.events[-1], ev.GameWon)
    position = session.position
    assert session.state.result == tuple(
        seat for seat, team in enumerate(position.teams) if team == position.teams[session.state.result[0]]
    )
    with pytest.raises(cmd.Refused, match="game_over"):
        session.do(cmd.DeclarePlay(seat=position.turn, card=position_card(session)))


def position_card(session: Session) -> str:
    return SHIPPED.variant(session.position.variant).cards[0]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_every_step_of_a_round_can_be_taken_back(variant: str, seats: int) -> None:
    """An undo takes an open card back, and the next one the newest play, discard, draw, forfeit or free start."""
    session = Session().start(variant=variant, seats=seats)
    RandomPlayers(session, seed=3, known=True).play_rounds(2)
    state, before = NoGame(), None
    for event in session.events:
        if isinstance(event, UNDOABLE):
            before = undeclared(state)
        state = evolve(state, event)
        if before is None or state.phase is Phase.OVER:
            continue
        here = state
        if here.declared:
            (withdrawn,) = decide(here, Senses(), cmd.Undo()).events
            here = evolve(here, withdrawn)
            assert msgspec.structs.replace(here, seq=state.seq) == undeclared(state)
        (undone,) = decide(here, Senses(), cmd.Undo()).events
        assert msgspec.structs.replace(evolve(here, undone), seq=before.seq) == before


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_what_people_are_shown_at_every_step(variant: str, seats: int) -> None:
    """Every step prompts somebody to act, and the public state stays small with six players of long names."""
    session = Session().start(variant=variant, seats=seats)
    RandomPlayers(session, seed=5).play_rounds(2)
    state = NoGame()
    for event in session.events:
        state = evolve(state, event)
        view = table_view(state, ViewContext(wording=WORDING, epoch=1))
        assert (view.phase is Phase.FIGURE) == bool(view.figure)
        assert 0 <= view.turn < seats
        if view.pending and view.pending.kind not in ("may_draw", "play_or_discard"):
            assert view.turn == view.pending.seat
        topics.event_messages(WORDING, view, (event,), 0)
        named = replace(view, seats=tuple(replace(seat, name="W" * 200) for seat in view.seats))
        assert len(msgspec.json.encode(topics.state(named, 0))) <= topics.STATE_LIMIT_BYTES


def test_what_a_stuck_player_is_to_do() -> None:
    """BD-R74, TK-R21, TK-R22: each game has its own way."""
    views = {
        (variant, seats): table_view(
            Session().start(variant=variant, seats=seats).to_play().state, ViewContext(wording=WORDING, epoch=1)
        )
        for variant, seats in (("black_dog", 4), ("dog", 3), ("tock_6", 4), ("super_tock", 2))
    }
    assert [view.stuck for view in views.values()] == ["forfeit", "discard_and_draw", "lay_down", "lay_down"]
    in_play = Session().start(variant="tock_6").to_play().stand([5, -1, -1, -1], *([-1] * 4,) * 3)
    assert table_view(in_play.state, ViewContext(wording=WORDING, epoch=1)).stuck == "discard_one"
    assert views["dog", 3].shows_hand
    believed = Session().start(core__verify_forfeit=False)
    assert not table_view(believed.state, ViewContext(wording=WORDING, epoch=1)).shows_hand


def test_what_must_be_done_is_shown_and_broadcast() -> None:
    """ROY-R30: whose free start it is, and that it is a duty."""
    session = Session().start(variant="dog_royal", first=2)
    session.do(cmd.Deal())
    session.exchange()
    view = table_view(session.state, ViewContext(wording=WORDING, epoch=1))
    assert (view.phase, view.turn) == ("start", 2)
    assert msgspec.json.decode(msgspec.json.encode(topics.state(view, 0)))["pending"] == {
        "kind": "must_start",
        "seat": 2,
        "count": 1,
    }
    session.do(cmd.FreeStart(seat=2, rank="king"))
    assert table_view(session.state, ViewContext(wording=WORDING, epoch=1)).turn == 3


@pytest.mark.parametrize("variant", sorted(SHIPPED.ids))
def test_each_switch_that_differs_is_in_the_record_and_in_the_broadcast(variant: str) -> None:
    """All house rules with another supported value than their default."""
    rules = SHIPPED.variant(variant)
    others = {
        name: next((value for value in rule.values if value != rule.default), None)
        for name, rule in rules.options.items()
    }
    differ = tuple(
        sorted((name, value) for name, value in others.items() if value is not None and name != "dog.direction")
    )
    session = Session()
    seats = rules.usual_seats
    session.do(
        cmd.StartGame(
            game="g", variant=SHIPPED.variant(variant), names=NAMES[:seats], colours=COLOURS[:seats], board="",
            sectors=max(rules.sectors) if "dog.board_side" in others else rules.usual_sectors(seats),
            seats=tuple(range(seats)), options=differ,
        )
    )  # fmt: skip
    assert session.position.options == differ
    assert SHIPPED.rules(session.position)
    info = topics.info(table_view(session.state, ViewContext(wording=WORDING, epoch=1)), 0, "1")
    assert info.options == dict(differ)
    stored = decode_event(SHIPPED, *encode_event(session.events[0]))
    assert isinstance(stored, ev.GameStarted)
    assert stored.variant == session.position.variant
    assert stored.position.options == differ


@pytest.mark.parametrize("name", ["\u0001" * 500, "😀" * 500])
def test_six_players_of_endless_names_and_house_rules_fit_into_the_state(name: str) -> None:
    """The limit of docs/reference/formats/mqtt.md holds for the largest table too."""
    session = Session().start(variant="dog", seats=6)
    RandomPlayers(session, seed=4).play_rounds(1)
    rules = SHIPPED.variant("dog").options
    switches = tuple(sorted((rule, known.values[-1]) for rule, known in rules.items()))
    view = table_view(session.state, ViewContext(wording=WORDING, epoch=1))
    assert view.last_play is not None
    spoken = replace(view.last_play, play="x" * 60, text=dict.fromkeys(("de", "en", "fr", "it"), "é" * 5000))
    view = replace(
        view,
        seats=tuple(replace(seat, name=name) for seat in view.seats),
        position=msgspec.structs.replace(session.position, options=switches),
        verdict=spoken,
        last_play=spoken,
    )
    assert len(msgspec.json.encode(topics.state(view, 1_795_000_000_000))) <= topics.STATE_LIMIT_BYTES


@pytest.mark.parametrize(
    ("variant", "seats", "options"),
    [
        ("black_dog", 4, {"bd__free_start": "may", "bd__hand_cycle": "6-5-4-3-2"}),
        ("dog", 4, {"dog__turn_direction": "counter-clockwise"}),
        ("dog", 2, {"dog__swap_void": "unplayable"}),
        ("dog_royal", 5, {"roy__draw_optional": False}),
        ("dog_royal", 4, {"roy__free_start": "may"}),
        ("tock_6", 6, {"tk__exchange": True}),
        ("tock_6", 4, {"tk__seating": "alone"}),
        ("super_tock", 4, {"st__dump_hand": False}),
        ("super_tock", 5, {"st__no_move": "all", "st__deal5": "4-4"}),
        ("super_tock_advanced", 3, {"st__jack_moves_too": True}),
        ("super_tock_advanced", 4, {"st__zugzwang": False}),
    ],
)
def test_house_rules_of_the_deal_are_playable(variant: str, seats: int, options: dict[str, str]) -> None:
    session = Session().start(variant=variant, seats=seats, **options)
    RandomPlayers(session, seed=11, known=True).play_rounds(4)
    assert replay(tuple(session.events)) == session.state


def test_tock_players_who_are_all_alone() -> None:
    """TK-R28: six players, six teams."""
    session = Session().start(variant="tock_6", seats=6, teams=(0, 1, 2, 3, 4, 5))
    RandomPlayers(session, seed=2, known=True).play_rounds(6)
    assert session.position.teams == (0, 1, 2, 3, 4, 5)
