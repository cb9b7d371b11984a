"""How far showing a deck to the camera has come, as a front end shows it."""

from dataclasses import dataclass

from companion.model.failed_device import FailedDevice


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckProgress:
    """`asked` is the card to be shown, None a back; `step` the result of the newest picture.

    `step` is a name of `EnrolmentStep` in small letters.  `shown` of `count` cards are known; `through` is whether no
    more cards are needed.  Then `missing` were not shown, and each group of `alike` looks alike to the camera.  `fault`
    is why it stopped, None while it goes on.
    """

    count: int
    shown: int = 0
    asked: str | None = None
    step: str = "waiting"
    through: bool = False
    missing: tuple[str, ...] = ()
    alike: tuple[tuple[str, ...], ...] = ()
    fault: FailedDevice | None = None
