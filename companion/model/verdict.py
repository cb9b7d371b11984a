"""The referee's answer: a verdict, its reasons and the other possible plays."""

from enum import StrEnum

from msgspec import Struct

from companion.model.play import Play
from companion.model.position import Placement

#: Parameters of a message: plain values only, so that a record keeps them and any language can word them.
Params = tuple[tuple[str, str | int], ...]
#: A message to people before it has words: a code of the catalogues and its values.
Message = tuple[str, Params]


class VerdictKind(StrEnum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNFINISHED = "unfinished"
    UNCLEAR = "unclear"


class Reason(Struct, frozen=True, kw_only=True):
    """The ruling that was broken (or is still to be fulfilled), and the pawn that did so.

    `code` is the stable message id of `companion/texts`; `seat` and the places identify the pawn (None: no pawn in
    particular).  `origin` and `target` are in `places` coding.
    """

    ruling: str
    code: str
    seat: int | None = None
    origin: int | None = None
    target: int | None = None
    params: Params = ()


class Verdict(Struct, frozen=True, kw_only=True):
    """`play` is set when legal.

    `seen` is the placement the referee read; `candidates` are the likely legal plays, best first.

    `unchanged` is true when the board still shows the position before the play (nothing to report).
    `confidence` is the probability of the reading the verdict rests on, 0..1.
    `anomaly` is true for a question about the table rather than about the play: a pawn is missing, two changed places.
    """

    kind: VerdictKind
    play: Play | None = None
    reasons: tuple[Reason, ...] = ()
    seen: Placement | None = None
    candidates: tuple[Play, ...] = ()
    confidence: float = 1.0
    unchanged: bool = False
    anomaly: bool = False
