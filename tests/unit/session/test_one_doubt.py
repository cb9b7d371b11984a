"""One doubt silences no game: after spoiled pictures, wherever they come, the next plain board ends it."""

import random
from functools import cache
from math import log

import pytest
from msgspec.structs import replace
from session_driver import HOME, Session, position
from sharp_pictures import FIGURES, sharp_picture

from companion.model.observation import Observation
from companion.model.position import Placement, Position
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev

PLAYS = 13
UNKNOWN = (log(1 / FIGURES),) * FIGURES
Row = tuple[int, str, Placement]


@cache
def generated(seed: int) -> tuple[Position, tuple[Row, ...]]:
    """Returns a game in its middle: its first position, and plays that each change the board.

    A play is (seat, card, board after it).
    """
    chance = random.Random(seed)
    fields = chance.sample([field for field in range(64) if field % 16 not in (0, 10)], 8)
    begin = now = position([sorted([*fields[2 * seat : 2 * seat + 2], *HOME[2:]]) for seat in range(4)])
    rules, rows = Session().start(begin).state.rules, []
    while len(rows) < PLAYS:
        cards = chance.sample(sorted(rules.variant.cards), len(rules.variant.cards))
        plays = ((card, legal_plays(rules, now, card)) for card in cards)
        card, play = next((card, chance.choice(some)) for card, some in plays if some)
        if play.result == now.placement:
            continue
        rows.append((now.turn, card, play.result))
        now = after_play(rules, now, play)
    return begin, tuple(rows)


def blind(picture: Observation, before: Observation) -> Observation | None:
    """Returns the picture with every changed field unknown, and without the wheel."""
    track = zip(picture.track, before.track, strict=True)
    return replace(picture, track=tuple(UNKNOWN if now != then else now for now, then in track), wheel=None)


def strange(picture: Observation, before: Observation) -> Observation | None:
    """A thing like a pawn lies on a field."""
    field = next(field for field, row in enumerate(picture.track) if row == before.track[field] and row[0] > -1)
    track = list(picture.track)
    track[field] = tuple(log(0.995) if kind == 2 else log(0.001) for kind in range(FIGURES))
    return replace(picture, track=tuple(track))


def lost(picture: Observation, before: Observation) -> Observation | None:
    return None


def played(seed: int, spoilt: range, spoil: object) -> tuple[Session, list[bool]]:
    """The session after the game, and after which plays the record was where the board was; a spoiled one may not be
    known until later, but nothing else may ever be."""
    begin, rows = generated(seed)
    session, t_ms, known, before = Session().start(begin), 0, [], sharp_picture(begin.placement)
    session.do(cmd.ReportObservation(observation=before))
    boards = {begin.placement, *(result for _, _, result in rows)}
    for number, (seat, card, result) in enumerate(rows):
        session.do(cmd.DeclarePlay(seat=seat, card=card))
        picture = sharp_picture(result)
        shown = spoil(picture, before) if number in spoilt else picture  # type: ignore[operator]
        before = picture
        for _ in range(2):
            t_ms += 400
            if shown is not None:
                session.do(cmd.ReportObservation(observation=replace(shown, t_ms=t_ms)))
        known.append(session.position.placement == result)
        assert session.position.placement in boards
    return session, known


@pytest.mark.sampled(4)
@pytest.mark.parametrize("spoil", [blind, strange, lost])
@pytest.mark.parametrize("at", range(PLAYS - 1))
def test_the_next_plain_board_ends_a_doubt_wherever_it_comes(at: int, spoil: object) -> None:
    session, known = played(at, range(at, at + 1), spoil)
    assert [number for number, is_known in enumerate(known) if not is_known] in ([], [at])
    assert not any(isinstance(event, ev.PlayRefused) for event in session.events)


@pytest.mark.parametrize(("seed", "count"), [(1, 2), (6, 5), (1, 9), (6, 9), (1, 11), (6, 11)])
def test_a_long_row_of_doubts_ends_with_one_plain_board(seed: int, count: int) -> None:
    """Of nine and more plays most rows do not: of six generated games two are found again."""
    session, known = played(seed, range(count), lost)
    assert not any(known[:count])
    assert all(known[count:])
    assert not any(isinstance(event, ev.PlayRefused) for event in session.events)


def test_a_board_that_no_row_explains_ends_no_doubt() -> None:
    begin, rows = generated(1)
    session = Session().start(begin)
    session.do(cmd.ReportObservation(observation=sharp_picture(begin.placement)))
    for seat, card, _ in rows[:3]:
        session.do(cmd.DeclarePlay(seat=seat, card=card))
    swept = begin.placement.with_pawns(tuple(tuple(HOME) for _ in range(4)))  # type: ignore[arg-type]
    for t_ms in (1000, 2000):
        session.do(cmd.ReportObservation(observation=replace(sharp_picture(swept), t_ms=t_ms)))
    assert session.position.placement == begin.placement
    assert not any(isinstance(event, ev.PlayRefused | ev.PlayAccepted) for event in session.events)
