"""The nearest legal play, kept inside a reason: what the card could have done instead.

Law: a reason carries plain values only, so a play travels as one short text; nobody but this module reads or writes it.
"""

from dataclasses import replace
from typing import Final

from companion.model.places import Place
from companion.model.play import Play, Step, StepKind
from companion.model.verdict import Reason

#: The parameter of a reason that holds the play; NO_PLAY where the card has none.
NEAREST: Final = "nearest"
NO_PLAY: Final = "-"
#: A hint that moves more pawns than this is no help.
HINTED_STEPS: Final = 3
#: Where the player moves pawns himself; the dog and the disc follow by rule.
_TOLD: Final = (StepKind.START, StepKind.ADVANCE, StepKind.SWAP, StepKind.JUMP)
_NONE: Final = "~"


def with_hint(reasons: tuple[Reason, ...], nearest: tuple[Play, ...]) -> tuple[Reason, ...]:
    """The reasons, the first one with the nearest of the card's legal plays."""
    text = _written(nearest[0]) if nearest else NO_PLAY
    if not text or (not nearest and reasons[0].origin is None):
        return reasons
    first = replace(reasons[0], params=tuple(sorted((*reasons[0].params, (NEAREST, text)))))
    return (first, *reasons[1:])


def hinted_steps(text: str) -> tuple[Step, ...]:
    """The steps of the play that `with_hint` wrote."""
    return tuple(_step(words.split(",")) for words in text.split(";"))


def _written(play: Play) -> str:
    steps = [step for step in play.steps if step.kind in _TOLD]
    if len(steps) > HINTED_STEPS:
        return ""
    return ";".join(
        f"{step.kind},{_told(step.seat)},{step.origin},{step.target},{step.value},{_told(step.other_seat)},"
        f"{step.wasted},{_told(step.rank)}"
        for step in steps
    )


def _step(words: list[str]) -> Step:
    kind, seat, origin, target, value, other, wasted, rank = words
    return Step(
        kind=StepKind(kind),
        seat=_read(seat),
        origin=Place(int(origin)),
        target=Place(int(target)),
        value=int(value),
        other_seat=_read(other),
        wasted=int(wasted),
        rank=_read(rank),
    )


def _told(value: int | None) -> str:
    return _NONE if value is None else str(value)


def _read(word: str) -> int | None:
    return None if word == _NONE else int(word)
