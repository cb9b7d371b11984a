"""Which events of a game still stand: an undo makes those before it void, a redo makes an undo void."""

from collections.abc import Sequence

from companion.session import events as ev


def standing(events: Sequence[ev.Event]) -> frozenset[int]:
    """Returns the rows (the first event is row 1) that count for the game as it ended; the rows of undos never do."""
    stand: list[int] = []
    before: dict[int, list[int]] = {}
    for row, event in enumerate(events, start=1):
        match event:
            case ev.EventsUndone(back_to=back_to):
                before[row] = stand
                stand = [kept for kept in stand if kept < back_to]
            case ev.EventsRedone(undo=undo):
                stand = list(before.get(undo, stand))
            case _:
                stand.append(row)
    return frozenset(stand)
