"""A card being played: the player and the seats moved for (`Turn`), and a play under construction (`Draft`).

The laws of landing live here: a pawn that ends on another one sends it to its kennel at once (CORE-R15) or a partner's
on to its lane (PJ-R05), one that ends on a neutral figure goes to its own (BD-R20), and a landing on a watched field is
remembered for the after-effects.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.model.places import CENTRE, KENNEL, Place, goal_number, is_goal, is_track
from companion.model.play import Capture, Step, StepKind
from companion.model.position import Placement, Position
from companion.rules.board_rules import BoardRules
from companion.rules.moves.board import Board, board_of
from companion.rules.moves.path import Walked, figure_path, reach, walk_back

#: The (seat, field) of moved pawns that stand on watched fields.
Landed = frozenset[tuple[int, int]]

NOBODY: Landed = frozenset()


class Draft(Struct, frozen=True):
    """A board, the steps that led to it, the pawns whose landing matters to the after-effects, and cards to draw."""

    board: Board
    steps: tuple[Step, ...]
    landed: Landed
    draws: int = 0


class Stage(Struct, frozen=True):
    """A proper state between the parts of a play.  `missing` is turn_the_wheel, move_the_dog or spend_points."""

    placement: Placement
    missing: str
    steps: tuple[Step, ...]


class Turn(Struct, frozen=True, kw_only=True):
    """`actor` plays; `own` are the seats whose pawns count as his: himself, or his partner once done (CORE-R16)."""

    rules: BoardRules
    actor: int
    own: tuple[int, ...]
    start: Draft
    copied: str | None

    @property
    def board(self) -> Board:
        """The board before the play."""
        return self.start.board


def turn_of(rules: BoardRules, position: Position) -> Turn:
    """Returns the turn of the player to move."""
    board = board_of(rules, position.placement)
    actor = position.turn
    helped = tuple(mate for mate in rules.mates[actor] if not board.is_done(mate)) if board.is_done(actor) else ()
    return Turn(
        rules=rules, actor=actor, own=helped or (actor,), start=Draft(board, (), NOBODY), copied=position.copied
    )


def landed_after(board: Board, landed: Landed, seat: int, origin: Place) -> Landed:
    """Returns the remembered landings when a pawn leaves `origin`."""
    return landed if not landed or board.rules.keeps_left_fields else landed - {(seat, int(origin))}


def sent_away(board: Board, seat: int, origin: Place, target: Place, victim: int) -> tuple[Capture, ...]:
    """Returns who has to leave for a pawn of `seat` that comes from `origin` to `target`, where `victim`'s pawn stands.

    In some games a partner's pawn goes on to the entrance of its lane, and an opponent's there goes home; behind a
    pawn of its own team it goes home itself (PJ-R05, PJ-R06).
    """
    home = (Capture(seat=victim, place=target),)
    rules = board.rules
    if rules.walk.onto_mates == "own" or victim not in rules.mates[seat]:
        return home
    entrance = Place(rules.feet[victim])
    holder = None if entrance == origin else board.occupied.get(entrance)
    onward = Capture(seat=victim, place=target, to=entrance)
    if holder is None:
        return (onward,)
    if rules.teams[holder] == rules.teams[victim]:
        return home
    return (Capture(seat=holder, place=entrance), onward)


def land(draft: Draft, seat: int, index: int, target: Place, value: int) -> Draft:
    """Returns the draft with one more pawn moved forward to `target`, `value` fields, with the effects of its landing.

    On a figure the pawn goes home itself.
    """
    board = draft.board
    origin = board.pawns[seat][index]
    landed = landed_after(board, draft.landed, seat, origin)
    bitten = target in board.figures
    victim = seat if bitten else board.occupied.get(target)
    captures: tuple[Capture, ...] = ()
    if bitten or victim is None:
        after = board.moved(seat, index, KENNEL if bitten else target)
        captures = (Capture(seat=seat, place=target),) if bitten else ()
    else:
        after, captures = _taking(board, seat, index, target, victim)
        landed = landed - {(gone.seat, int(gone.place)) for gone in captures} if landed else landed
    if not bitten and target in board.rules.watched:
        landed = landed | {(seat, int(target))}
    step = Step(
        kind=StepKind.ADVANCE,
        seat=seat,
        origin=origin,
        target=target,
        value=value,
        wasted=_wasted(board, seat, origin, target, value) if board.rules.ranks else 0,
        captures=captures,
    )
    return Draft(after, (*draft.steps, step), landed)


def _taking(board: Board, seat: int, index: int, target: Place, victim: int) -> tuple[Board, tuple[Capture, ...]]:
    """Returns the board after a pawn was put where `victim`'s stands, and who had to leave."""
    origin = board.pawns[seat][index]
    captures = sent_away(board, seat, origin, target, victim)
    if captures[-1].to == KENNEL:
        return board.taken(seat, index, target, victim), captures
    return board.walked(seat, origin, target, captures), captures


def _wasted(board: Board, seat: int, origin: Place, target: Place, value: int) -> int:
    """Returns the points that lapsed on the way into the lane (ROY-R26)."""
    if not is_goal(target):
        return 0
    tables = board.rules.board_tables
    distance = tables.to_foot[seat * tables.field_count + origin] if is_track(origin) else -goal_number(origin)
    return value - distance - goal_number(target)


def jump(draft: Draft, seat: int, index: int, target: Place) -> Draft:
    """Puts a pawn on the centre or on a far field without walking.

    A pawn that stands there is captured (TK-R16, ST-R07).
    """
    board = draft.board
    victim = board.in_centre() if target == CENTRE else board.occupied.get(target)
    captures: tuple[Capture, ...] = ()
    if victim is None:
        after = board.moved(seat, index, target)
    else:
        after, captures = _taking(board, seat, index, target, victim)
    step = Step(kind=StepKind.JUMP, seat=seat, origin=board.pawns[seat][index], target=target, captures=captures)
    return Draft(after, (*draft.steps, step), draft.landed, draft.draws)


def start_pawn(draft: Draft, seat: int, index: int) -> Draft:
    """Puts a pawn from the kennel on its start field; a foreign pawn there is captured (CORE-R08, CORE-R28)."""
    board = draft.board
    start = Place(board.rules.starts[seat])
    victim = board.occupied.get(start)
    captures = () if victim is None else sent_away(board, seat, KENNEL, start, victim)
    cleared = board.without(captures)
    rank = index if board.rules.ranks else None
    step = Step(kind=StepKind.START, seat=seat, origin=KENNEL, target=start, rank=rank, captures=captures)
    waiting = index if board.rules.ranks else cleared.waiting(seat)[0]
    return Draft(cleared.moved(seat, waiting, start, fresh=True), (*draft.steps, step), draft.landed)


def move_figure(draft: Draft, name: str, count: int) -> Draft:
    """Walks a neutral figure on; it sends home every pawn on the fields it counts (BD-R23)."""
    board = draft.board
    path = figure_path(board, name, count)
    bitten = tuple(Capture(seat=board.occupied[field], place=field) for field in path if field in board.occupied)
    after = board
    for capture in bitten:
        after = after.captured(capture.seat, capture.place)
    step = Step(kind=StepKind.DOG, origin=Place(board.extra(name)), target=path[-1], value=count, captures=bitten)
    landed = draft.landed - {(capture.seat, int(capture.place)) for capture in bitten}
    return Draft(after.with_extra(name, path[-1]), (*draft.steps, step), landed)


def sweep(draft: Draft, seat: int, index: int, target: Place, value: int, spared: tuple[int, ...]) -> Draft:
    """Like `land`, and every pawn on the way goes home first, but those of the `spared` seats (JK-R13)."""
    board = draft.board
    origin, occupied = board.pawns[seat][index], board.occupied
    if origin < 0:
        return land(draft, seat, index, target, value)
    tables = board.rules.board_tables
    count = tables.to_foot[seat * tables.field_count + origin] if is_goal(target) else value
    way = [field for field in tables.ahead(origin, count) if field != target and field in occupied]
    taken = tuple(Capture(seat=occupied[field], place=field) for field in way if occupied[field] not in spared)
    cleared, landed = board, draft.landed
    for capture in taken:
        cleared = cleared.captured(capture.seat, capture.place)
        landed = landed - {(capture.seat, int(capture.place))}
    mover = index if board.rules.ranks else cleared.pawns[seat].index(origin)
    after = land(Draft(cleared, draft.steps, landed), seat, mover, target, value)
    step = replace(after.steps[-1], captures=(*taken, *after.steps[-1].captures))
    return replace(after, steps=(*after.steps[:-1], step))


def advances(turn: Turn, values: tuple[int, ...], *, ignores_rank: bool = False) -> Iterator[tuple[int, Draft]]:
    """Yields every way to walk one own pawn by one of `values`, with the value taken (CORE-R29)."""
    board = turn.board
    for seat in turn.own:
        for index, place in board.movable(seat):
            for value in values:
                for target in reach(board, seat, place, value, ignores_rank=ignores_rank):
                    yield value, land(turn.start, seat, index, target, value)


def retreats(turn: Turn, values: tuple[int, ...], *, ignores_rank: bool = False) -> Iterator[Draft]:
    """Yields every way to walk one own pawn backward by one of `values` (DOG-R16..R22, TK-R11)."""
    board = turn.board
    for seat in turn.own:
        for index, place in board.movable(seat):
            for value in values:
                back = walk_back(board, seat, place, value, ignores_rank=ignores_rank)
                if isinstance(back, Walked):
                    yield land(turn.start, seat, index, back.target, -value)
