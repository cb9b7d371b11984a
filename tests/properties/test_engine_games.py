"""Laws that hold in every position of whole random games."""

import random
from collections.abc import Iterator
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_position, parse_position
from companion.model.places import KENNEL, Place, is_goal, is_track
from companion.model.play import Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.rules.apply import after_play, home, is_done, winners
from companion.rules.legal import legal_plays, stages
from companion.rules.moves.board import position_board
from companion.rules.moves.path import Walked, reach, walk
from companion.rules.schema import (
    checked_position,
    placement_from_json,
    placement_to_json,
    position_from_json,
    position_to_json,
)
from companion.rules.setup import first_position

VARIANT = SHIPPED.variant("black_dog")
WHEEL = sorted(VARIANT.wheel_fields(4))
#: Wide enough that a game of greedy players ends long before.
LONGEST_GAME = 3000

seeds = st.integers(0, 2**32 - 1)
seatings = st.sampled_from([(0, 1, 2, 3), (0, 2), (0, 1, 3)])


def game(
    seed: int, seats: tuple[int, ...] = (0, 1, 2, 3), *, greedy: bool = False
) -> Iterator[tuple[Position, str, Play]]:
    """Each ply of a random game: the position, the card drawn and the play chosen; without a play the turn passes."""
    chance = random.Random(seed)
    faces = [card for card, count in VARIANT.deck.items() for _ in range(count)]
    position = first_position(SHIPPED.variant("black_dog"), 4, seats, first=chance.randrange(len(seats)))
    position = position.with_placement(position.placement.with_extra("dog", chance.choice(WHEEL)))
    for ply in range(LONGEST_GAME):
        if winners(rules_of(position), position):
            return
        if ply % (5 * len(seats)) == 0:
            position = replace(position, copied=None)
        card = chance.choice(faces)
        plays = legal_plays(rules_of(position), position, card)
        if not plays:
            position = replace(position, turn=(position.turn + 1) % len(seats))
            continue
        play = max(plays, key=lambda play: _gain(position, play)) if greedy else chance.choice(plays)
        yield position, card, play
        position = after_play(rules_of(position), position, play)
    raise AssertionError("the game does not end")


def _gain(position: Position, play: Play) -> tuple[int, int]:
    """How much further home the mover's team is: pawns in the lane, then fields behind them."""
    team = position.teams[position.turn]
    rows = [
        (position.seats[seat] * 16, row) for seat, row in enumerate(play.result.pawns) if position.teams[seat] == team
    ]
    lane = sum(is_goal(place) for _, row in rows for place in row)
    walked = sum((place - start) % 64 for start, row in rows for place in row if is_track(place))
    return lane, walked


def some_plies(
    seed: int, seats: tuple[int, ...] = (0, 1, 2, 3), count: int = 40
) -> Iterator[tuple[Position, str, Play]]:
    """A stretch out of a random game, so that openings, middles and ends all come up."""
    skipped = random.Random(seed).randrange(250)
    yield from islice(game(seed, seats, greedy=bool(seed % 2)), skipped, skipped + count)


@settings(deadline=None, max_examples=6)
@given(seeds, seatings)
def test_every_result_is_a_valid_position(seed: int, seats: tuple[int, ...]) -> None:
    """One pawn a field, pawns conserved, the dog on no pawn and on no start field (BD-R26), whatever is played."""
    for position, card, _ in some_plies(seed, seats, count=15):
        for play in legal_plays(rules_of(position), position, card)[:60]:
            after = after_play(rules_of(position), position, play)
            assert checked_position(rules_of(after), after) == after
            assert [len(row) for row in after.placement.pawns] == [len(row) for row in position.placement.pawns]


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_plays_differ_in_their_results_and_in_their_order_never(seed: int) -> None:
    """Each result occurs once, and a second request returns the same list."""
    for position, card, _ in some_plies(seed, count=20):
        plays = legal_plays(rules_of(position), position, card)
        assert len({play.result for play in plays}) == len(plays)
        assert legal_plays(rules_of(position), position, card) == plays


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_steps_lead_to_the_result(seed: int) -> None:
    """CORE-R31: replaying the steps one by one on a bare table gives the result and nothing else has moved."""
    for position, card, play in some_plies(seed, count=40):
        rows = [list(row) for row in position.placement.pawns]
        extras = dict(position.placement.extras)
        for step in play.steps:
            _replay(rows, extras, step)
        assert tuple(tuple(sorted(row)) for row in rows) == play.result.pawns, (card, format_position(position))
        assert tuple(sorted(extras.items())) == play.result.extras


def _replay(rows: list[list[Place]], extras: dict[str, int], step: Step) -> None:
    """Does a step by hand."""
    if step.kind is StepKind.WHEEL:
        _turn_disc(rows, extras, step.value)
        return
    for capture in step.captures:
        row = rows[capture.seat]
        where = capture.place if capture.place in row else step.origin
        row[row.index(where)] = KENNEL
    if step.kind is StepKind.DOG:
        assert extras["dog"] == step.origin
        extras["dog"] = step.target
    elif step.kind is StepKind.SWAP:
        assert step.seat is not None
        assert step.other_seat is not None
        mine, other = rows[step.seat], rows[step.other_seat]
        mine[mine.index(step.origin)] = step.target
        other[other.index(step.target)] = step.origin
    elif not (step.kind is StepKind.ADVANCE and extras["dog"] == step.target):
        assert step.seat is not None
        row = rows[step.seat]
        row[row.index(step.origin)] = step.target


def _turn_disc(rows: list[list[Place]], extras: dict[str, int], quarter_turns: int) -> None:
    shift = 16 * quarter_turns
    for row in rows:
        row[:] = [Place((place + shift) % 64) if place in WHEEL else place for place in row]
    extras["dog"] = (extras["dog"] + shift) % 64 if extras["dog"] in WHEEL else extras["dog"]
    extras["wheel"] = (extras["wheel"] + quarter_turns) % 4


@settings(deadline=None, max_examples=6)
@given(seeds, seatings)
def test_games_end_with_winners(seed: int, seats: tuple[int, ...]) -> None:
    """CORE-R19: one team complete, nothing left to play."""
    for position, _, play in game(seed, seats, greedy=True):
        last = after_play(rules_of(position), position, play)
        assert legal_plays(rules_of(position), position, "8") == () or not winners(rules_of(position), position)
    won = winners(rules_of(last), last)
    assert won
    assert all(is_done(rules_of(last), last, seat) and home(last, seat) == 4 for seat in won)
    assert all(legal_plays(rules_of(last), last, card) == () for card in VARIANT.cards)


@settings(deadline=None, max_examples=15)
@given(seeds, seatings)
def test_positions_survive_both_forms(seed: int, seats: tuple[int, ...]) -> None:
    """JSON and text, there and back, without loss."""
    for position, _, play in some_plies(seed, seats, count=25):
        assert position_from_json(SHIPPED, position_to_json(rules_of(position), position)) == position
        assert parse_position(format_position(position)) == position
        placement = play.result
        assert (
            placement_from_json(rules_of(position), placement_to_json(SHIPPED.variant("black_dog"), placement))
            == placement
        )


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_stages_lie_between(seed: int) -> None:
    """A stage is not where the play began, belongs to a legal play, and lacks the wheel exactly where that turns."""
    for position, card, _ in some_plies(seed, count=12):
        found = stages(rules_of(position), position, card)
        placements = {(stage.placement, stage.missing) for stage in found}
        assert len(placements) == len(found)
        assert all(stage.placement != position.placement for stage in found)
        assert all(stage.steps for stage in found)
        if found:
            assert legal_plays(rules_of(position), position, card)
        turned = {play.result.extra("wheel") for play in legal_plays(rules_of(position), position, card)}
        turns = any(stage.missing == "turn_the_wheel" for stage in found)
        assert turns == bool(turned - {position.placement.extra("wheel")})


@settings(deadline=None, max_examples=15)
@given(seeds, st.integers(1, 13))
def test_walk_and_reach_agree(seed: int, count: int) -> None:
    """The explanation of a walk agrees with the walk that is played."""
    for position, _, _ in some_plies(seed, count=15):
        board = position_board(rules_of(position), position)
        for seat, row in enumerate(position.placement.pawns):
            for place in row:
                explained = tuple(end.target for end in walk(board, seat, place, count) if isinstance(end, Walked))
                assert explained == reach(board, seat, place, count)


@settings(deadline=None, max_examples=20)
@given(seeds, st.integers(1, 3))
def test_turning_the_board_turns_the_plays(seed: int, quarter: int) -> None:
    """No sector is special: the same position a quarter of the ring further has the same plays, turned."""
    for position, card, _ in some_plies(seed, count=10):
        turned = _turned(position, quarter)
        assert {
            _turned(after_play(rules_of(position), position, play), quarter).placement
            for play in legal_plays(rules_of(position), position, card)
        } == {play.result for play in legal_plays(rules_of(turned), turned, card)}


def _turned(position: Position, quarter: int) -> Position:
    def place(value: int) -> Place:
        return Place((value + 16 * quarter) % 64 if value >= 0 else value)

    rows = [tuple(sorted(place(value) for value in row)) for row in position.placement.pawns]
    pawns = tuple(rows[(seat - quarter) % 4] for seat in range(4))
    extras = dict(position.placement.extras)
    extras["dog"] = place(extras["dog"])
    placement = Placement(pawns, tuple(sorted(extras.items())))
    return replace(position, placement=placement, turn=(position.turn + quarter) % 4)
