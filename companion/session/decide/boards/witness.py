"""The witnesses of a game on a board: a camera, the wheel's encoder beside it, and the newest view.

Laws: a witness is there as a whole or not at all.  A camera's pictures count from one that showed the last accepted
position, as long as sight was kept.  The encoder reports the stop of the disc also after a time without a listener:
before the program began, in a pause, before a new game.  It is believed only from a stop on which it and the record
agree; else people get a question, or a camera that sees the disc decides.
"""

from enum import Enum, auto
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.session.commands import ReportWheel

#: A play takes less: without a board at rest for longer, a whole play may have been missed.
SIGHT_KEPT_MS: Final = 15_000
STOPS: Final = 4


class Camera(Struct, frozen=True, kw_only=True):
    """How well a camera has followed the game since the last accepted position.

    `shown` is whether a settled picture has shown that position, or a proper stage of the open play, with sight kept
    since; `seen_ms` is the time of the newest settled picture, None since the camera was lost or blind.
    """

    shown: bool = False
    seen_ms: int | None = None


class Mistrust(Enum):
    """Why the encoder's count says nothing of the turns since the last accepted position."""

    #: It restarted, lost its way or was away: it counts again from the next accepted position.
    INTERRUPTED = auto()
    #: It stands on another stop than the record, without an explanation (BD-R82).
    ELSEWHERE = auto()


class Encoder(Struct, frozen=True, kw_only=True):
    """`net` are clockwise quarter turns since the device started (`boot`), `base` those at the last accepted position.

    `away`: it is out or blind, and `net` is its last count.
    """

    boot: int
    net: int
    base: int | Mistrust
    away: bool = False

    @property
    def elsewhere(self) -> bool:
        return self.base is Mistrust.ELSEWHERE

    @property
    def turned(self) -> int | None:
        """Clockwise quarter turns since the last accepted position; None: unknown."""
        return None if self.away or isinstance(self.base, Mistrust) else self.net - self.base


class Witness(Struct, frozen=True, kw_only=True):
    """`camera` is None if only people watch, `encoder` until one is heard; `view` is the newest view that counts."""

    camera: Camera | None = None
    encoder: Encoder | None = None
    view: Observation | Seen | None = None

    @property
    def elsewhere(self) -> bool:
        return self.encoder is not None and self.encoder.elsewhere

    @property
    def turned(self) -> int | None:
        return None if self.encoder is None else self.encoder.turned

    @property
    def t_ms(self) -> int:
        """When the newest view was taken, in milliseconds; 0 without one."""
        return self.view.t_ms if self.view else 0

    def felt(self, position: Position) -> int | None:
        """Returns the stop of the disc after all turns that the encoder felt; None without a trusted encoder."""
        stood = position.placement.extra("wheel")
        return None if stood is None or self.turned is None else (stood + self.turned) % STOPS

    def disagrees(self, position: Position, view: Observation) -> bool:
        """Returns whether camera and encoder see the disc on different stops."""
        return view.wheel is not None and self.felt(position) not in (None, view.wheel)


def looked(witness: Witness, view: Observation | Seen) -> Witness:
    """Returns the witness after a view; a gap between two settled pictures ends the sight that was kept."""
    if isinstance(view, Seen):
        return replace(witness, view=view)
    camera = witness.camera or Camera()
    kept = camera.seen_ms is None or 0 <= view.t_ms - camera.seen_ms <= SIGHT_KEPT_MS
    return replace(witness, view=view, camera=Camera(shown=camera.shown and kept, seen_ms=view.t_ms))


def shown(witness: Witness, *, is_shown: bool = True) -> Witness:
    """Returns the witness after a picture of the last accepted position, or of a proper stage of the open play.

    Without `is_shown` it has to be seen again.
    """
    camera = witness.camera
    return witness if camera is None else replace(witness, camera=replace(camera, shown=is_shown))


def sight_lost(witness: Witness) -> Witness:
    """Returns the witness after the camera was lost or blind: plays meanwhile are unseen, earlier pictures void."""
    return replace(witness, camera=Camera(), view=None)


def settled(witness: Witness) -> Witness:
    """Returns the witness after an accepted position.

    The encoder counts from it, earlier views do not count, and the camera has still to see it.
    """
    encoder, unseen = witness.encoder, shown(witness, is_shown=False)
    if encoder is None:
        return unseen if unseen.view is None else replace(unseen, view=None)
    encoder = replace(encoder, base=Mistrust.INTERRUPTED if encoder.away else encoder.net)
    return replace(unseen, encoder=encoder, view=None)


def compared(position: Position | None, witness: Witness) -> Witness:
    """Returns the witness after a time without a listener: the encoder counts on, or its stop becomes a question."""
    encoder = witness.encoder
    if encoder is None or encoder.away:
        return witness
    stood = position.placement.extra("wheel") if position else None
    if stood is None:
        base = Mistrust.INTERRUPTED if encoder.elsewhere else encoder.base
    else:
        base = Mistrust.ELSEWHERE if (encoder.net - stood) % STOPS else encoder.net
    return replace(witness, encoder=replace(encoder, base=base))


def wheel_felt(position: Position | None, witness: Witness, report: ReportWheel) -> Witness:
    """Returns the witness after the encoder's report.

    After a restart or a lost way the direction is unknown: the encoder is not believed until the next accepted play.
    """
    before = witness.encoder
    known = before is not None and report.certain and before.boot == report.boot
    base = before.base if before is not None and known else Mistrust.INTERRUPTED
    after = replace(witness, encoder=Encoder(boot=report.boot, net=report.net, base=base))
    return compared(position, after) if before is None or before.elsewhere else after


def wheel_lost(witness: Witness) -> Witness:
    """Returns the witness without an encoder; the same device, back again, goes on counting from where it was.

    One that stood elsewhere is compared again when it comes back.
    """
    encoder = witness.encoder
    lost = None if encoder is None or encoder.elsewhere else replace(encoder, away=True)
    return replace(witness, encoder=lost)


def wheel_seen(position: Position, witness: Witness, view: Observation | Seen) -> Witness:
    """Answers the question about the wheel by a camera that sees the disc, or by a person.

    If the camera sees the encoder's stop, the disc was turned; else the encoder has to wait for the next play.
    """
    encoder = witness.encoder
    if encoder is None or not encoder.elsewhere or (isinstance(view, Observation) and view.wheel is None):
        return witness
    base: int | Mistrust = Mistrust.INTERRUPTED
    stood = position.placement.extra("wheel")
    if isinstance(view, Observation) and stood is not None and encoder.net % STOPS == view.wheel:
        base = encoder.net - (view.wheel - stood)
    return replace(witness, encoder=replace(encoder, base=base))


def put_back(witness: Witness, turned: int, *, again: bool) -> Witness:
    """Returns the witness after an undo or redo: the disc still stands as it did, `turned` from the wanted position.

    `again`: an undo or redo came just before, and the disc may not have been turned since.
    """
    after, before = settled(witness), witness.encoder
    if before is None or before.away or after.encoder is None:
        return after
    if before.elsewhere:
        return replace(after, encoder=before)
    counted = before.base if again and not isinstance(before.base, Mistrust) else before.net
    return replace(after, encoder=replace(before, base=counted - turned))
