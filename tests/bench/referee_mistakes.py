"""Kinds of mistakes that people make with a play: each yields the boards that it leaves, legal or not by chance.

Unlike `companion.simulation.mistakes`, which makes only what the referee calls illegal, nothing is left out here.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from whole_games.whole_game import Table, WholeGame

from companion.board.files import BoardProfile, load_board
from companion.model.places import KENNEL, Place, is_track
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.players.player import Knowledge
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer
from companion.rules.rules import Rules
from companion.simulation.mistakes import moved
from companion.simulation.shifts import rotated

KINDS_OF_PLAYERS: Final[dict[str, Callable[[random.Random], RandomPlayer | SensiblePlayer]]] = {
    "random": RandomPlayer,
    "sensible": SensiblePlayer,
}


@dataclass(frozen=True, slots=True)
class Turn:
    """A position and the legal play that its player means to make."""

    profile: BoardProfile
    rules: Rules
    position: Position
    play: Play

    @property
    def before(self) -> Placement:
        return self.position.placement

    @property
    def count(self) -> int:
        return self.rules.field_count


Boards = Iterator[Placement]


def one_short_or_far(at: Turn) -> Boards:
    """A pawn stops one field too early or too late."""
    walk = _only_walk(at)
    if walk:
        for by in (-1, 1):
            yield from _walked(at, walk, walk.target + by)


def another_own_pawn(at: Turn) -> Boards:
    """Another pawn of the colour goes the right number of fields."""
    walk = _only_walk(at)
    if walk and walk.seat is not None:
        for origin in filter(is_track, at.before.pawns[walk.seat]):
            if origin != walk.origin:
                yield from _laid(at, walk.seat, origin, origin + walk.value)


def wrong_direction(at: Turn) -> Boards:
    walk = _only_walk(at)
    if walk:
        yield from _walked(at, walk, walk.origin - walk.value)


def capture_beside(at: Turn) -> Boards:
    """The captured pawn is put on the next field instead of being sent home."""
    for step in at.play.steps:
        for capture in step.captures:
            if capture.place == step.target and is_track(capture.place):
                yield from _placed_back(at, capture, capture.place + 1)


def burnt_pawn_forgotten(at: Turn) -> Boards:
    """A pawn that was passed, or bitten on the way, stays where it stood."""
    for step in at.play.steps:
        for capture in step.captures:
            if capture.place != step.target and is_track(capture.place):
                yield from _placed_back(at, capture, capture.place)


def figure_not_moved(at: Turn) -> Boards:
    """The dog stays, and bites nobody."""
    for step in at.play.steps:
        if step.kind is StepKind.DOG and not _turns(at.play):
            stayed = at.play.result
            for name in at.rules.variant.figures[:1]:
                stayed = stayed.with_extra(name, step.origin)
            for capture in step.captures:
                stayed = next(_sent_back(at, stayed, capture, capture.place), stayed)
            if not any(step.origin in row for row in stayed.pawns):
                yield stayed


def wheel_not_turned(at: Turn) -> Boards:
    for step in at.play.steps:
        if step.kind is StepKind.WHEEL:
            yield rotated(at.profile, at.rules.variant, at.play.result, -step.value)


def wheel_turned_the_other_way(at: Turn) -> Boards:
    for step in at.play.steps:
        if step.kind is StepKind.WHEEL:
            yield rotated(at.profile, at.rules.variant, at.play.result, -2 * step.value)


def split_wrongly(at: Turn) -> Boards:
    """One pawn of a divided card goes one field more or less than the points that are left for it."""
    walks = [step for step in at.play.steps if step.kind is StepKind.ADVANCE]
    if len(walks) < 2 or len(walks) != len(at.play.steps):
        return
    last = walks[-1]
    if last.seat is not None and is_track(last.target) and last.target in at.play.result.pawns[last.seat]:
        for by in (-1, 1):
            target = Place((last.target + by) % at.count)
            if _free(at, at.play.result, target):
                yield moved(at.rules, at.play.result, last.seat, last.target, target)


def two_alike_exchanged(at: Turn) -> Boards:
    """Two own pawns change places after the play, which nothing shows unless they have ranks."""
    seat = at.position.turn
    row = at.play.result.pawns[seat]
    other = next((number for number, place in enumerate(row) if place != row[0]), 0)
    exchanged = list(row)
    exchanged[0], exchanged[other] = row[other], row[0]
    pawns = list(at.play.result.pawns)
    pawns[seat] = tuple(exchanged if at.rules.variant.ranks else sorted(exchanged))
    if other:
        yield at.play.result.with_pawns(tuple(pawns))


MISTAKES: Final[dict[str, Callable[[Turn], Boards]]] = {
    "one field too few or too many": one_short_or_far,
    "another own pawn": another_own_pawn,
    "the wrong direction": wrong_direction,
    "a captured pawn put beside": capture_beside,
    "a burnt or bitten pawn forgotten": burnt_pawn_forgotten,
    "the dog not moved": figure_not_moved,
    "the wheel not turned": wheel_not_turned,
    "the wheel turned the other way": wheel_turned_the_other_way,
    "a divided card: one part wrong by one": split_wrongly,
    "two pawns of one colour exchanged": two_alike_exchanged,
}


def turns_of(table: Table, players: str, chance: random.Random) -> Iterator[Turn]:
    """Yields each turn with a play of one whole game."""
    turns: list[Turn] = []
    # only its wheel is used
    profile = load_board("black_dog")

    class Watched(KINDS_OF_PLAYERS[players]):  # type: ignore[misc]
        def play(self, knowledge: Knowledge) -> Play | None:
            play: Play | None = super().play(knowledge)
            if play is not None:
                turns.append(Turn(profile, knowledge.rules, knowledge.position, play))
            return play

    game = WholeGame(table, [Watched(chance) for _ in table.seats], chance)
    while not game.is_over:
        game.advance()
        yield from turns
        turns.clear()


def _only_walk(at: Turn) -> Step | None:
    """The one walk along the track that the play consists of."""
    steps = at.play.steps
    if len(steps) == 1 and steps[0].kind is StepKind.ADVANCE and steps[0].seat is not None:
        return steps[0] if is_track(steps[0].origin) and is_track(steps[0].target) else None
    return None


def _walked(at: Turn, walk: Step, target: int) -> Boards:
    if walk.seat is not None:
        yield from _laid(at, walk.seat, walk.origin, target)


def _laid(at: Turn, seat: int, origin: Place, target: int) -> Boards:
    """The board after one pawn went there; a rival's pawn on the field is sent home."""
    field_ = Place(target % at.count)
    placement = at.before
    if field_ == origin or field_ in placement.pawns[seat] or _figure_on(at, placement, field_):
        return
    for other, row in enumerate(placement.pawns):
        if field_ in row:
            placement = moved(at.rules, placement, other, field_, KENNEL)
    yield moved(at.rules, placement, seat, origin, field_)


def _placed_back(at: Turn, capture: Capture, target: int) -> Boards:
    if not _turns(at.play):
        yield from _sent_back(at, at.play.result, capture, target)


def _sent_back(at: Turn, placement: Placement, capture: Capture, target: int) -> Boards:
    field_ = Place(target % at.count)
    if capture.to in placement.pawns[capture.seat] and _free(at, placement, field_):
        yield moved(at.rules, placement, capture.seat, capture.to, field_)


def _turns(play: Play) -> bool:
    return any(step.kind is StepKind.WHEEL for step in play.steps)


def _free(at: Turn, placement: Placement, field_: Place) -> bool:
    return not any(field_ in row for row in placement.pawns) and not _figure_on(at, placement, field_)


def _figure_on(at: Turn, placement: Placement, field_: Place) -> bool:
    return any(placement.extra(name) == field_ for name in at.rules.variant.figures)
