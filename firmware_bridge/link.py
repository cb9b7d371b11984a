"""The link to the wheel, without input or output: bytes and times in, news of the wheel out.

Law: state, not events.  A turn is believed from whichever packet tells it first, and never twice; a lost packet is
healed
by the next state.  A device that is silent for a second is lost.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from firmware_bridge import messages as msg
from firmware_bridge.packets import PacketDecoder

SILENCE_MS: Final = 1000


class LinkState(StrEnum):
    SEARCHING = "searching"
    ONLINE = "online"
    LOST = "lost"


class Sign(StrEnum):
    """What may happen to a link."""

    HEARD = "heard"
    SILENT = "silent"


#: How the link's state follows from what happens to it.
NEXT_STATE: Final = {
    (LinkState.SEARCHING, Sign.HEARD): LinkState.ONLINE,
    (LinkState.SEARCHING, Sign.SILENT): LinkState.SEARCHING,
    (LinkState.ONLINE, Sign.HEARD): LinkState.ONLINE,
    (LinkState.ONLINE, Sign.SILENT): LinkState.LOST,
    (LinkState.LOST, Sign.HEARD): LinkState.ONLINE,
    (LinkState.LOST, Sign.SILENT): LinkState.LOST,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelRested:
    """The wheel rests on a stop.  `net` counts clockwise quarter turns of this `boot`; `certain` is False when the
    way there
    was not seen."""

    boot: int
    net: int
    certain: bool = True


@dataclass(frozen=True, slots=True)
class WheelMoving:
    """The wheel has left its stop."""


@dataclass(frozen=True, slots=True)
class WheelStuck:
    """The wheel stands between two stops."""


@dataclass(frozen=True, slots=True)
class SensorFault:
    """The device cannot believe its own sensor."""

    code: int


News = WheelRested | WheelMoving | WheelStuck | SensorFault


class WheelLink:
    """One device on one line.  `damaged` counts broken packets."""

    def __init__(self) -> None:
        self.state = LinkState.SEARCHING
        self._decoder = PacketDecoder()
        self._heard_ms: int | None = None
        self._boot: int | None = None
        self._event: int | None = None
        self._net: int | None = None
        self._away = False

    @property
    def damaged(self) -> int:
        return self._decoder.damaged

    def receive(self, data: bytes, t_ms: int) -> list[News]:
        """What the bytes say; nothing for garbage."""
        news: list[News] = []
        for body in self._decoder.feed(data):
            try:
                message = msg.decode_message(body)
            except msg.MessageError:
                continue
            self._heard_ms = t_ms
            self.state = NEXT_STATE[self.state, Sign.HEARD]
            news += self._take(message)
        return news

    def tick(self, t_ms: int) -> None:
        """Lets time pass: after a second of silence the device is lost."""
        if self._heard_ms is not None and t_ms - self._heard_ms >= SILENCE_MS:
            self.state = NEXT_STATE[self.state, Sign.SILENT]

    def _take(self, message: msg.Message) -> list[News]:
        match message:
            case msg.Hello(boot=boot):
                self._meet(boot)
                return []
            case msg.State(boot=boot, event=event, net=net, status=status):
                self._meet(boot)
                if status:
                    return [SensorFault(status)]
                return self._rest(event, net, certain=True) if self._is_new_rest(event, net) else []
            case msg.Turn(boot=boot, event=event, net=net):
                self._meet(boot)
                return self._rest(event, net, certain=True) if event != self._event else []
            case msg.Resync(boot=boot, event=event, net=net):
                self._meet(boot)
                return self._rest(event, net, certain=False) if event != self._event else []
            case msg.Return(boot=boot, event=event):
                self._meet(boot)
                return self._rest(event, self._net or 0, certain=True) if event != self._event else []
            case msg.Move(boot=boot, event=event):
                return self._leave(boot, event, WheelMoving())
            case msg.Stuck(boot=boot, event=event):
                return self._leave(boot, event, WheelStuck())
            case msg.Fault(code=code):
                return [SensorFault(code)]
        return []

    def _meet(self, boot: int) -> None:
        if boot != self._boot:
            self._boot, self._event, self._net, self._away = boot, None, None, False

    def _is_new_rest(self, event: int, net: int) -> bool:
        """A state speaks for itself only at first sight, or when the packet that should have told was lost."""
        return self._net is None or net != self._net or (event != self._event and not self._away)

    def _rest(self, event: int, net: int, *, certain: bool) -> list[News]:
        self._event, self._net, self._away = event, net, False
        return [WheelRested(boot=self._boot or 0, net=net, certain=certain)]

    def _leave(self, boot: int, event: int, news: News) -> list[News]:
        self._meet(boot)
        if event == self._event:
            return []
        self._event, self._away = event, True
        return [news]
