"""An entry of a record, judged again."""

from dataclasses import dataclass
from typing import Any, Final

from companion.model.position import Placement
from companion.rules.schema import placement_to_json
from companion.rules.variant import Variant
from companion.session import events as ev
from companion.views.table_view import Texts

#: The names of entries that are no plays, beside the verdicts.
REFUSED: Final = "refused"
CORRECTED: Final = "corrected"
FORFEITED: Final = "forfeited"
WON: Final = "won"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedEntry:
    """One entry judged again: `wrong` if record and rules do not agree, with the ruling and the reason if any.

    `line` is the line of the record, `next` the board afterwards, `text` the referee's sentence, `detail` further facts
    in a few English words.
    """

    line: int
    seat: int | None
    card: str | None
    verdict: str
    wrong: bool
    play: str | None = None
    next: Placement | None = None
    ruling: str | None = None
    text: Texts | None = None
    detail: str | None = None


def judged_to_json(variant: Variant | None, judged: JudgedEntry) -> dict[str, Any]:
    """Returns one line of `replay --json`; `variant` None: a game without a board."""
    return {
        "line": judged.line,
        "seat": judged.seat,
        "card": judged.card,
        "verdict": judged.verdict,
        "wrong": judged.wrong,
        "play": judged.play,
        "next": None if judged.next is None or variant is None else placement_to_json(variant, judged.next),
        "ruling": judged.ruling,
        "text": judged.text,
        "detail": judged.detail,
    }


def judged_result(event: ev.GameWon, winning: tuple[int, ...], line: int) -> JudgedEntry:
    """Judges the result: the recorded winners must be the seats that are complete (CORE-R19)."""
    fits = bool(winning) and set(event.seats) == set(winning)
    detail = None if fits else "nobody has won here" if not winning else f"the winners are {_seats(winning)}"
    return JudgedEntry(
        line=line, seat=None, card=None, verdict=WON, wrong=not fits, play=_seats(event.seats), detail=detail
    )


def _seats(seats: tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)
