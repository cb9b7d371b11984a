"""The limits of any referee that only sees the board: mistakes of people that leave the board of another legal play.

`make measure ARGS="referee_limits 10000"` plays whole games by chance and by sensible players, takes one turn in
`EVERY`, makes each kind of mistake in its play, and writes build/figures/referee-limits.md.  It needs no camera: each
laid board is compared with the boards of all legal plays, exactly.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engine import open_position
from rules_for_tests import rules_of
from tables import write
from whole_games.whole_game import WholeGame, usual_table

from companion.board.files import BoardProfile, load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place, is_track
from companion.model.play import Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.players.player import Knowledge
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer
from companion.playout.choice import choose_lister
from companion.referee.sight import as_seen
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules
from companion.simulation.mistakes import moved
from companion.simulation.shifts import rotated

#: One turn in so many counts: neighbouring positions are alike.
EVERY: Final = 2
#: Open positions that are tried for the largest number of boards.
SEARCHED: Final = 300
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


@dataclass(slots=True)
class Tally:
    """Counts the laid boards of a kind of mistake: those that legal plays explain, and the others."""

    laid: int = 0
    same_card: int = 0
    other_card: int = 0
    nothing: int = 0

    def row(self, kind: str) -> str:
        any_card = self.same_card + self.other_card
        return f"| {kind} | {self.laid} | {_share(self.same_card, self.laid)} | {_share(any_card, self.laid)} |\n"


@dataclass(slots=True)
class Found:
    """The figures of one variant and one kind of players."""

    games: int = 0
    turns: int = 0
    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    boards: list[int] = field(default_factory=list)
    merged: int = 0
    results: int = 0
    largest: Counter[str] = field(default_factory=Counter)


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
                yield from _placed_back(at, capture.seat, capture.place + 1)


def burnt_pawn_forgotten(at: Turn) -> Boards:
    """A pawn that was passed, or bitten on the way, stays where it stood."""
    for step in at.play.steps:
        for capture in step.captures:
            if capture.place != step.target and is_track(capture.place):
                yield from _placed_back(at, capture.seat, capture.place)


def figure_not_moved(at: Turn) -> Boards:
    """The dog stays, and bites nobody."""
    for step in at.play.steps:
        if step.kind is StepKind.DOG and not _turns(at.play):
            stayed = at.play.result
            for name in at.rules.variant.figures[:1]:
                stayed = stayed.with_extra(name, step.origin)
            for capture in step.captures:
                stayed = next(_sent_back(at, stayed, capture.seat, capture.place), stayed)
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
}


def measured(variant: str, players: str, wanted: int) -> Found:
    """Plays games until `wanted` turns were taken."""
    found = Found()
    while found.turns < wanted:
        chance = random.Random(f"{variant} {players} {found.games}")
        for number, turn in enumerate(_turns_of(variant, players, chance)):
            if number % EVERY == 0 and found.turns < wanted:
                _measure(turn, found, chance)
        found.games += 1
    return found


def _measure(turn: Turn, found: Found, chance: random.Random) -> None:
    variant, found.turns = turn.rules.variant, found.turns + 1
    seen: dict[str, set[Placement]] = {}
    for card in variant.cards:
        results = {play.result for play in legal_plays(turn.rules, turn.position, card)}
        seen[card] = {as_seen(variant, result) for result in results}
        found.results += len(results)
        found.merged += len(results) - len(seen[card])
        if seen[card]:
            found.boards.append(len(seen[card]))
        found.largest[card] = max(found.largest[card], len(seen[card]))
    meant = as_seen(variant, turn.play.result)
    others = set().union(*(boards for card, boards in seen.items() if card != turn.play.card))
    for kind, mistake in MISTAKES.items():
        laid = {as_seen(variant, board) for board in mistake(turn)} - {meant}
        if laid:
            _count(found.tallies[kind], chance.choice(sorted(laid, key=repr)), seen[turn.play.card], others)


def _count(tally: Tally, board: Placement, same: set[Placement], others: set[Placement]) -> None:
    tally.laid += 1
    if board in same:
        tally.same_card += 1
    elif board in others:
        tally.other_card += 1
    else:
        tally.nothing += 1


def _turns_of(variant: str, players: str, chance: random.Random) -> Iterator[Turn]:
    """Yields each turn with a play of one whole game."""
    table = usual_table(variant)
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


def _placed_back(at: Turn, seat: int, target: int) -> Boards:
    if not _turns(at.play):
        yield from _sent_back(at, at.play.result, seat, target)


def _sent_back(at: Turn, placement: Placement, seat: int, target: int) -> Boards:
    field_ = Place(target % at.count)
    if KENNEL in placement.pawns[seat] and _free(at, placement, field_):
        yield moved(at.rules, placement, seat, KENNEL, field_)


def _turns(play: Play) -> bool:
    return any(step.kind is StepKind.WHEEL for step in play.steps)


def _free(at: Turn, placement: Placement, field_: Place) -> bool:
    return not any(field_ in row for row in placement.pawns) and not _figure_on(at, placement, field_)


def _figure_on(at: Turn, placement: Placement, field_: Place) -> bool:
    return any(placement.extra(name) == field_ for name in at.rules.variant.figures)


def _share(part: int, whole: int) -> str:
    """A share with its interval of 95 % (Wilson)."""
    if not whole:
        return "-"
    z, p = 1.96, part / whole
    middle, spread = (p + z * z / (2 * whole)), z * sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole))
    low, high = ((middle + sign * spread) / (1 + z * z / whole) for sign in (-1, 1))
    return f"{100 * p:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def searched(variant: str, card: str) -> int:
    """Returns the most boards of a card that open positions have."""
    chance, most, game = random.Random(variant), 0, SHIPPED.variant(variant)
    for _ in range(SEARCHED):
        position = open_position(chance, variant, game.usual_seats)
        results = {as_seen(game, play.result) for play in legal_plays(rules_of(position), position, card)}
        most = max(most, len(results))
    return most


def page(wanted: int) -> str:
    text = "# Limits of any referee that only sees the board\n"
    for variant in SHIPPED.ids:
        for players in KINDS_OF_PLAYERS:
            found = measured(variant, players, wanted)
            boards = sorted(found.boards)
            card, most = found.largest.most_common(1)[0]
            text += f"\n## {variant}, {players}: {found.turns} turns of {found.games} games\n\n"
            text += "| mistake | boards | same card explains, % | any card explains, % |\n|---|---|---|---|\n"
            text += "".join(found.tallies[kind].row(kind) for kind in MISTAKES if kind in found.tallies)
            text += f"\nBoards of a card: median {boards[len(boards) // 2]}, "
            text += f"95 % {boards[int(len(boards) * 0.95)]}, most {most} ({card}), "
            text += f"in open positions {searched(variant, card)}. "
            text += f"Results that look alike: {_share(found.merged, found.results)} %.\n"
            print(text[text.rindex("## ") :], flush=True)
    return text


if __name__ == "__main__":
    choose_lister()
    write("referee-limits.md", page(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
