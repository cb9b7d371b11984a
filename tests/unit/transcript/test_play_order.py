"""A play out of turn, and a round without its exchange, are no record of a table."""

import itertools
import random

import pytest
from session_driver import Session
from session_players import RandomPlayers

from companion.catalogue.shipped import SHIPPED
from companion.transcript.order import misplaced_play
from companion.transcript.text import GameText, format_game, parse_game
from companion.transcript.words import RecordTextError

GAMES = [(name, count) for name in SHIPPED.ids for count in SHIPPED.variant(name).seat_counts]


def _lines(variant: str, seats: int) -> list[str]:
    """A game of two rounds as text."""
    session = Session().start(variant=variant, seats=seats)
    RandomPlayers(session, seed=seats).play_rounds(2)
    return format_game(session.events, 1_769_884_200_123).split("\n")


def _read(lines: list[str]) -> GameText | None:
    """Returns the record; None if it is refused as it is read."""
    try:
        return parse_game(SHIPPED, "\n".join(lines))
    except RecordTextError:
        return None


def _is_refused(lines: list[str]) -> bool:
    record = _read(lines)
    return record is None or bool(record.illegal_plays) or misplaced_play(record) is not None


def _rows(lines: list[str], kind: str) -> list[int]:
    return [number for number, line in enumerate(lines) if line.startswith(f"{kind} ")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("variant", "seats"), GAMES)
def test_plays_out_of_their_order_are_refused(variant: str, seats: int) -> None:
    lines = _lines(variant, seats)
    whole = _read(lines)
    assert whole is not None
    assert misplaced_play(whole) is None
    plays = _rows(lines, "play")
    swaps = [(here, there) for here, there in itertools.pairwise(plays) if lines[here][5] != lines[there][5]]
    for here, there in random.Random(seats).sample(swaps, min(4, len(swaps))):
        swapped = list(lines)
        swapped[here], swapped[there] = lines[there], lines[here]
        assert _is_refused(swapped), (lines[here], lines[there])
    for kind in ("deal", "exchange"):
        for number in _rows(lines, kind):
            assert _is_refused(lines[:number] + lines[number + 1 :]), lines[number]


def test_the_line_and_the_seat_are_named() -> None:
    """A seat that is not to move writes a play that is legal for it."""
    head = [
        *('[Pawtrack "1"]', '[Game "g"]', '[Result "open"]', '[Board "black_dog"]', '[First "0"]', '[Dealer "3"]'),
        *('[Player "red" "Anna"]', '[Player "yellow" "Ben"]', '[Player "green" "Carla"]', '[Player "blue" "David"]'),
        '[Cards "not counted"]',
        '[Position "v1 black_dog 4 turn=0 teams=0,1,0,1 0:k,k,k,5 1:k,k,k,18 2:k,k,k,32 3:k,k,k,48 dog=40 wheel=0"]',
    ]
    record = _read([*head, "play 1 8 1:18>26", ""])
    assert record is not None
    assert misplaced_play(record) == (len(head) + 1, "it is the turn of seat 0, not of seat 1")
    in_turn = _read([*head, "play 0 8 0:5>13", ""])
    assert in_turn is not None
    assert misplaced_play(in_turn) is None
