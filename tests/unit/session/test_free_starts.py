"""When free starts are decided, in every game with one, for every number of players and every value of the switch."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, get_args, get_type_hints

import pytest
from session_driver import COLOURS, NAMES, Session, refusal

from companion.catalogue.shipped import SHIPPED
from companion.rules.deal import exchanges
from companion.rules.settings import SetupRules
from companion.rules.setup import spread_seats
from companion.rules.variant_files.file import build_variant
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve import replay
from companion.session.state import Phase
from companion.session.turns import next_to_start
from companion.store.codec import decode_event, encode_event
from companion.transcript.order import misplaced_play
from companion.transcript.text import format_game, parse_game

#: The steps of the first round, in order.
STEPS: dict[str, tuple[Phase, ...]] = {
    "at_once": (Phase.START, Phase.DEAL, Phase.FIGURE, Phase.EXCHANGE, Phase.PLAY),
    "after_deal": (Phase.DEAL, Phase.START, Phase.FIGURE, Phase.EXCHANGE, Phase.PLAY),
    "after_exchange": (Phase.DEAL, Phase.FIGURE, Phase.EXCHANGE, Phase.START, Phase.PLAY),
}
#: The moment that the rule books print: BD-R02, ROY-R31.  The fifth pawn of DOG begins on the start field (DOG-R27).
PRINTED = {"black_dog": "after_deal", "dog_royal_plain": "after_exchange", "dog_royal": "after_exchange"}


class Table(NamedTuple):
    """One table; `when` is the one of its game file or, in a house game, another."""

    variant: str
    seats: int
    duty: str
    when: str

    def __str__(self) -> str:
        return "-".join(map(str, self))

    @property
    def asks(self) -> bool:
        """Ranks leave a choice, and so does "may", but not with a fifth pawn (BD-R01, BD-R72, ROY-R30)."""
        return self.variant == "dog_royal" or (
            self.duty == "may" and not (self.variant == "black_dog" and self.seats < 4)
        )


def tables() -> Iterator[Table]:
    """Every table of a game whose free start has a switch, by its own `when` and every other one."""
    for name in SHIPPED.ids:
        game = SHIPPED.variant(name)
        for rule in game.options.values():
            for duty in rule.values if "setup.duty" in rule.sets else ():
                for seats in game.seat_counts:
                    yield from (Table(name, seats, str(duty), when) for when in STEPS)


def begun(table: Table) -> Session:
    shipped = SHIPPED.variant(table.variant)
    game = build_variant(shipped.id, {**shipped.tables, "setup": {**shipped.tables["setup"], "when": table.when}})
    switch = next(name for name, rule in game.options.items() if "setup.duty" in rule.sets)
    sectors = game.usual_sectors(table.seats)
    session = Session()
    session.do(
        cmd.StartGame(
            game="g",
            variant=game,
            names=NAMES[: table.seats],
            colours=COLOURS[: table.seats],
            board="",
            sectors=sectors,
            seats=spread_seats(table.seats, sectors),
            options=((switch, table.duty),),
            first=1,
        )
    )
    return session


def step(session: Session, used: dict[int, bool]) -> None:
    """Does what the phase asks for.  Seats 0, 2 and 4 decline their free start where they may."""
    match session.state.phase:
        case Phase.START:
            seat = next_to_start(session.state)
            assert seat is not None
            assert seat not in used
            used[seat] = seat % 2 == 1 or session.state.rules.setup.duty == "must"
            ranks = session.state.rules.variant.rank_names
            session.do(cmd.FreeStart(seat=seat, rank=ranks[-1] if ranks and used[seat] else None, use=used[seat]))
        case Phase.DEAL:
            session.do(cmd.Deal())
        case Phase.FIGURE:
            session.do(cmd.PlaceDog(field=26))
        case _:
            seat = session.state.exchanged.index(False)
            session.do(cmd.Exchange(seat=seat))


def prepared(session: Session) -> tuple[tuple[Phase, ...], dict[int, bool]]:
    """Goes on to the first card; returns the phases in their order, and by seat whether its free start was used."""
    used: dict[int, bool] = {}
    phases = [session.state.phase]
    while session.state.phase is not Phase.PLAY:
        step(session, used)
        phases.append(session.state.phase)
    return (*(before for before, after in pairwise(phases) if before is not after), phases[-1]), used


def on_start(session: Session) -> list[bool]:
    rows = zip(session.state.rules.starts, session.position.placement.pawns, strict=True)
    return [start in row for start, row in rows]


def test_the_tables_have_every_moment_of_a_free_start() -> None:
    assert set(STEPS) == set(get_args(get_type_hints(SetupRules)["when"]))
    assert {table.variant for table in tables()} == set(PRINTED)


@pytest.mark.parametrize(("variant", "when"), list(PRINTED.items()))
def test_a_free_start_comes_when_the_rule_book_says(variant: str, when: str) -> None:
    """BD-R02: deal, free start, dog, exchange; ROY-R31: deal, exchange, free start."""
    assert SHIPPED.variant(variant).setup.when == when


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_a_free_start_is_decided_once_and_in_its_place(table: Table) -> None:
    session = begun(table)
    phases, used = prepared(session)
    rules = session.state.rules
    has = {Phase.START: table.asks, Phase.FIGURE: bool(rules.figures), Phase.EXCHANGE: exchanges(rules)}
    assert phases == tuple(phase for phase in STEPS[table.when] if has.get(phase, True))
    assert set(used) == (set(range(table.seats)) if table.asks else set())
    assert on_start(session) == [used.get(seat, True) for seat in range(table.seats)]
    assert session.position.turn == session.state.first == 1
    session.do(cmd.NewRound())
    assert Phase.START not in prepared(session)[0]


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_a_record_and_a_text_lead_to_the_same_start(table: Table) -> None:
    """Also in the middle of the free starts, and with the text of a game that had them earlier."""
    session = begun(table)
    used: dict[int, bool] = {}
    while session.state.phase is not Phase.PLAY:
        stored = tuple(decode_event(SHIPPED, *encode_event(event)) for event in session.events)
        assert replay(stored) == session.state
        step(session, used)
    own = SHIPPED.variant(table.variant).setup.when
    if table.when in (own, "at_once") and not session.state.rules.ranks:
        session.play(next(iter(session.state.rules.variant.cards)))
        record = parse_game(SHIPPED, format_game(session.events, None))
        assert misplaced_play(record) is None
        assert replay(record.events).position == session.position
        asked = [event for event in record.events if isinstance(event, ev.FreeStartDecided)]
        assert len(asked) == len(used)


@pytest.mark.parametrize("table", [table for table in tables() if table.asks], ids=str)
def test_everything_else_waits_for_the_free_starts(table: Table) -> None:
    session = begun(table)
    while session.state.phase is not Phase.START:
        step(session, {})
    figure = session.state.rules.figures and session.position.placement.extra("dog") is None
    assert refusal(session, cmd.Deal()) == "start_first"
    assert refusal(session, cmd.Exchange(seat=0)) == "start_first"
    assert refusal(session, cmd.PlaceDog(field=26)) == ("start_first" if figure else "not_now")
    if table.when != "at_once":
        assert refusal(session, cmd.DeclarePlay(seat=1, card=session.state.rules.variant.cards[0])) == "start_first"
    others = [seat for seat in range(table.seats) if seat != session.state.first]
    if session.state.rules.ranks:
        assert refusal(session, cmd.FreeStart(seat=others[0], rank="king")) == "not_your_turn"
    else:
        assert session.do(cmd.FreeStart(seat=others[-1])).events
        session.do(cmd.Undo())
        assert all(session.state.phase_state.to_start)  # type: ignore[union-attr]
