"""The link to the wheel, without input or output: bytes and times in, news of the wheel out.

Law: state, not events.  A turn is believed from whichever packet tells it first, and never twice; a lost packet is
healed by the next state, and a way that was not seen stays unseen over lost packets and broken connections.  A device
that is silent for a second is lost.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from firmware_bridge import messages as msg
from firmware_bridge.messages import Status
from firmware_bridge.packets import PacketDecoder

SILENCE_MS: Final = 1000


class LinkState(StrEnum):
    """`FOREIGN`: a wheel, but of another protocol; nothing that it says is believed."""

    SEARCHING = "searching"
    ONLINE = "online"
    LOST = "lost"
    FOREIGN = "foreign"


class Sign(StrEnum):
    """What may happen to a link."""

    HEARD = "heard"
    SILENT = "silent"
    OTHER_PROTOCOL = "other_protocol"
    OUR_PROTOCOL = "our_protocol"


#: How the link's state follows from what happens to it; a pair that is not here changes nothing.
NEXT_STATE: Final = {
    (LinkState.SEARCHING, Sign.HEARD): LinkState.ONLINE,
    (LinkState.LOST, Sign.HEARD): LinkState.ONLINE,
    (LinkState.ONLINE, Sign.SILENT): LinkState.LOST,
    (LinkState.FOREIGN, Sign.OUR_PROTOCOL): LinkState.ONLINE,
    **{(state, Sign.OTHER_PROTOCOL): LinkState.FOREIGN for state in LinkState},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelRested:
    """The wheel rests on a stop.

    `net` counts clockwise quarter turns of this `boot`; `certain` is False when the way there was not seen.
    """

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
_FROM_HOST: Final = (msg.AskHello, msg.Ping, msg.Zero)


class WheelLink:
    """One device, over any number of connections.  `damaged` counts broken packets; `met` is its HELLO."""

    def __init__(self) -> None:
        self.state = LinkState.SEARCHING
        self.met: msg.Hello | None = None
        self._decoder = PacketDecoder()
        self._heard_ms: int | None = None
        self._boot: int | None = None
        self._event: int | None = None
        self._net: int | None = None
        self._resyncs: int | None = None
        self._status: int = Status.RESTING

    @property
    def damaged(self) -> int:
        return self._decoder.damaged

    def reconnect(self) -> None:
        """A new connection begins.  What the device has told is kept: it may be the same one, and turned meanwhile."""
        self.state = LinkState.SEARCHING
        self.met = None
        self._heard_ms = None
        self._decoder = PacketDecoder()

    def receive(self, data: bytes, t_ms: int) -> list[News]:
        """What the bytes say; nothing for garbage, nor for an echo of what the host says."""
        news: list[News] = []
        for body in self._decoder.feed(data):
            try:
                message = msg.decode_message(body)
            except msg.MessageError:
                continue
            if isinstance(message, _FROM_HOST):
                continue
            self._heard_ms = t_ms
            self._happens(Sign.HEARD)
            if isinstance(message, msg.Hello):
                self._greet(message)
            elif self.state is not LinkState.FOREIGN:
                news += self._take(message)
        return news

    def tick(self, t_ms: int) -> None:
        """Lets time pass: after a second of silence the device is lost."""
        if self._heard_ms is not None and t_ms - self._heard_ms >= SILENCE_MS:
            self._happens(Sign.SILENT)

    def _happens(self, sign: Sign) -> None:
        self.state = NEXT_STATE.get((self.state, sign), self.state)

    def _greet(self, hello: msg.Hello) -> None:
        if hello.magic != msg.MAGIC:
            return
        ours = hello.protocol == msg.PROTOCOL
        self._happens(Sign.OUR_PROTOCOL if ours else Sign.OTHER_PROTOCOL)
        self.met = hello
        if ours:
            self._meet(hello.boot)

    def _take(self, message: msg.Message) -> list[News]:
        match message:
            case msg.State(boot=boot):
                self._meet(boot)
                return self._heal(message)
            case msg.Turn(boot=boot, event=event, net=net, quarters=quarters):
                self._meet(boot)
                return self._arrive(event, net, quarters)
            case msg.Return(boot=boot, event=event, net=net):
                self._meet(boot)
                return self._arrive(event, net, 0)
            case msg.Resync(boot=boot, event=event, net=net, resyncs=resyncs):
                self._meet(boot)
                if self._is_old(event):
                    return []
                self._resyncs = resyncs
                return self._rest(event, net, certain=False)
            case msg.Move(boot=boot, event=event):
                self._meet(boot)
                return [] if self._is_old(event) else self._leave(event, Status.MOVING)
            case msg.Stuck(boot=boot, event=event):
                self._meet(boot)
                return [] if self._is_old(event) else self._leave(event, Status.STUCK)
            case msg.Fault(boot=boot, code=code):
                self._meet(boot)
                return self._fail(code)
        return []

    def _meet(self, boot: int) -> None:
        if boot != self._boot:
            self._boot, self._event, self._net, self._resyncs = boot, None, None, None
            self._status = Status.RESTING

    def _is_old(self, event: int) -> bool:
        return event == self._event

    def _heal(self, state: msg.State) -> list[News]:
        """Whatever of the state is new was told by a packet that is lost, or happened while nobody listened."""
        if state.status >= Status.NO_SENSOR:
            return self._fail(state.status)
        seen = self._resyncs in (None, state.resyncs)
        self._resyncs = state.resyncs
        news: list[News] = []
        back = self._status != Status.RESTING and state.status == Status.RESTING
        # a wheel that is met on its way is not told as resting
        met_moving = self._net is None and state.status != Status.RESTING
        if not met_moving and (state.net != self._net or back or not seen):
            news += self._rest(state.event, state.net, certain=seen)
        if state.status not in (Status.RESTING, self._status):
            news += self._leave(state.event, state.status)
        return news

    def _arrive(self, event: int, net: int, quarters: int) -> list[News]:
        """A turn that does not join on to the last rest is left to the next state, which knows whether all was seen."""
        joined = self._net is None or (net - quarters - self._net) % 0x10000 == 0
        return self._rest(event, net, certain=True) if joined and not self._is_old(event) else []

    def _rest(self, event: int, net: int, *, certain: bool) -> list[News]:
        self._event, self._net, self._status = event, net, Status.RESTING
        return [WheelRested(boot=self._boot or 0, net=net, certain=certain)]

    def _leave(self, event: int, status: int) -> list[News]:
        self._event, self._status = event, status
        return [WheelStuck() if status == Status.STUCK else WheelMoving()]

    def _fail(self, code: int) -> list[News]:
        if self._status == code:
            return []
        self._status = code
        return [SensorFault(code)]
