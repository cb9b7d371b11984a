"""The nearest legal play of the card, kept inside a reason as a hint, and whether advice holds.

Law: a reason carries plain values only, so a play travels as one short text; nobody but this module reads or writes it.
"""

from typing import Final

from msgspec.structs import replace

from companion.model.places import KENNEL, Place
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.verdict import Params, Reason

#: The parameter of a reason that holds the play; NO_PLAY if the card has none.
NEAREST: Final = "nearest"
NO_PLAY: Final = "-"
#: The parameter of a reason whose advice would lead nowhere; NO_ADVICE is its only value.
ADVICE: Final = "advice"
NO_ADVICE: Final = "-"
#: Codes whose advice is about the pawn at fault, about another one, about one on the track.
_SAME_PAWN: Final = frozenset({"exact_count", "exact_count_back", "backward", "only_backward", "centre_to_door"})
_ANOTHER_PAWN: Final = frozenset({"wrong_pawn", "king_value", "magnet_nothing_to_pull", "magnet_in_lane"})
_PAWN_ON_TRACK: Final = frozenset({"back_in_lane"})
#: A hint that moves more pawns than this is no help.
HINTED_STEPS: Final = 3
#: Steps in which the player moves pawns; the dog and the disc follow by rule.
_HINTED: Final = (StepKind.START, StepKind.ADVANCE, StepKind.SWAP, StepKind.JUMP)
_NONE: Final = "~"
_ON: Final = ">"
#: Begins the part that names the card as which the play is made.
_AS: Final = "as"
#: How many words a step has, before the places and seats of the pawns that it sends home.
_STEP_WORDS: Final = 8


def with_advice(reasons: tuple[Reason, ...], plays: tuple[Play, ...]) -> tuple[Reason, ...]:
    """Returns the reasons, each marked whose advice ("take another pawn", "count again") no legal play bears out."""
    return tuple(
        reason if _advice_holds(reason, plays) else replace(reason, params=_with(reason, ADVICE, NO_ADVICE))
        for reason in reasons
    )


def _advice_holds(reason: Reason, plays: tuple[Play, ...]) -> bool:
    if not plays:
        return False
    steps = [step for play in plays for step in play.steps if step.seat is not None]
    if reason.code in _SAME_PAWN:
        return any((step.seat, step.origin) == (reason.seat, reason.origin) for step in steps)
    if reason.code in _ANOTHER_PAWN:
        return any((step.seat, step.origin) != (reason.seat, reason.origin) for step in steps)
    if reason.code in _PAWN_ON_TRACK:
        return any(step.origin >= 0 for step in steps)
    if reason.code.startswith("swap_"):
        return any(step.kind is StepKind.SWAP for step in steps)
    return True


def _with(reason: Reason, name: str, value: str) -> Params:
    return tuple(sorted((*reason.params, (name, value))))


def with_hint(reasons: tuple[Reason, ...], nearest: tuple[Play, ...]) -> tuple[Reason, ...]:
    """Returns the reasons, the first one with the nearest of the card's legal plays."""
    text = _written(nearest[0]) if nearest else NO_PLAY
    if not text or (not nearest and reasons[0].origin is None):
        return reasons
    return (replace(reasons[0], params=_with(reasons[0], NEAREST, text)), *reasons[1:])


def hinted_play(text: str) -> tuple[tuple[Step, ...], str | None]:
    """Returns the steps of the play that `with_hint` wrote, and the face as which its card is played."""
    parts = [part.split(",") for part in text.split(";")]
    acting_as = next((words[1] for words in parts if words[0] == _AS), None)
    return tuple(_step(words) for words in parts if words[0] != _AS), acting_as


def _written(play: Play) -> str:
    """Returns the whole play, so that a player who follows it has made it; empty if that is too much for a hint."""
    if not 0 < sum(step.kind in _HINTED for step in play.steps) <= HINTED_STEPS:
        return ""
    face = [] if play.acting_as is None else [f"{_AS},{play.acting_as}"]
    return ";".join([*map(_written_step, play.steps), *face])


def _written_step(step: Step) -> str:
    words = (step.kind.value, _text(step.seat), step.origin, step.target, step.value, _text(step.other_seat))
    fallen = [word for capture in step.captures for word in (capture.seat, _way(capture))]
    return ",".join(map(str, (*words, step.wasted, _text(step.rank), *fallen)))


def _step(words: list[str]) -> Step:
    kind, seat, origin, target, value, other, wasted, rank = words[:_STEP_WORDS]
    fallen = words[_STEP_WORDS:]
    return Step(
        kind=StepKind(kind),
        seat=_read(seat),
        origin=Place(int(origin)),
        target=Place(int(target)),
        value=int(value),
        other_seat=_read(other),
        wasted=int(wasted),
        rank=_read(rank),
        captures=tuple(_capture(seat, way) for seat, way in zip(fallen[::2], fallen[1::2], strict=True)),
    )


def _way(capture: Capture) -> str:
    """Returns where a captured pawn stood, and where it goes to if that is not its kennel."""
    return str(capture.place) if capture.to == KENNEL else f"{capture.place}{_ON}{capture.to}"


def _capture(seat: str, way: str) -> Capture:
    place, _, to = way.partition(_ON)
    return Capture(seat=int(seat), place=Place(int(place)), to=Place(int(to)) if to else KENNEL)


def _text(value: int | None) -> str:
    return _NONE if value is None else str(value)


def _read(word: str) -> int | None:
    return None if word == _NONE else int(word)
