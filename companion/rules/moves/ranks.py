"""The permissions of a pawn's rank: whom it passes, whom it captures, by which values it walks (ROY-R01..R28).

Law: only the rules of the figure itself stand here; blockers, lanes and fields are `path`'s.
"""

from collections.abc import Iterable

from companion.model.places import Place
from companion.rules.moves.board import Board
from companion.rules.settings import Rank


def rank_of(board: Board, seat: int, place: Place) -> Rank:
    """Returns the rank of the seat's pawn that stands on `place`."""
    return board.rules.ranks[board.rank(seat, place)]


def value_fault(board: Board, seat: int, origin: Place, count: int) -> str | None:
    """Returns ROY-R05 if a king would walk by another value than 1 to 7."""
    values = rank_of(board, seat, origin).values
    return "ROY-R05" if values and count not in values else None


def passing_fault(board: Board, seat: int, origin: Place, fields: Iterable[Place]) -> Place | None:
    """Returns the first of `fields` with a pawn of higher rank, which must not be passed (ROY-R01)."""
    own = board.rank(seat, origin)
    for field in fields:
        other = board.occupied.get(field)
        if other is not None and board.rank(other, field) < own:
            return field
    return None


def landing_fault(board: Board, seat: int, origin: Place, target: Place) -> str | None:
    """Returns ROY-R09 if another rank would capture a king, except on the capturer's own start field (ROY-R10)."""
    victim = board.occupied.get(target)
    if victim is None or target == board.rules.starts[seat]:
        return None
    rank = board.rank(victim, target)
    peers = rank == board.rank(seat, origin)
    return "ROY-R09" if board.rules.ranks[rank].taken_by_peers and not peers else None


def wasted_points(board: Board, seat: int, origin: Place) -> int:
    """Returns how many points the pawn may let lapse on its way into the lane (ROY-R26)."""
    return rank_of(board, seat, origin).wastes if board.rules.ranks else 0
