"""Rows by seat, and the known hands among them, with one entry changed."""

from typing import TypeVar

from companion.session.state import BoardGame

T = TypeVar("T")


def hand_changed(
    state: BoardGame, seat: int, *, gone: str | None = None, came: tuple[str, ...] = ()
) -> tuple[tuple[str, ...] | None, ...] | None:
    """Returns the known hands after a card left one of them or others came; None if they are hidden."""
    known = None if state.hands is None else state.hands[seat]
    if state.hands is None or known is None:
        return state.hands
    hand = list(known)
    if gone in hand:
        hand.remove(gone)
    return with_value(state.hands, seat, tuple(sorted([*hand, *came])))


def hand_lost(state: BoardGame, seat: int) -> tuple[tuple[str, ...] | None, ...] | None:
    """Returns the known hands after a seat has laid all its cards down."""
    if state.hands is None or state.hands[seat] is None:
        return state.hands
    return with_value(state.hands, seat, ())


def with_value(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*row[:index], value, *row[index + 1 :])
