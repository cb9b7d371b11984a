"""Rows by seat, and the known hands among them, with one entry changed."""

from typing import TypeVar

from companion.session.state import BoardGame

T = TypeVar("T")


def hand_changed(
    state: BoardGame, seat: int, *, gone: str | None = None, came: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], ...] | None:
    """The known hands after a card left one of them or others came; None where they are hidden."""
    if state.hands is None:
        return None
    hand = list(state.hands[seat])
    if gone in hand:
        hand.remove(gone)
    return with_value(state.hands, seat, tuple(sorted([*hand, *came])))


def with_value(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*row[:index], value, *row[index + 1 :])
