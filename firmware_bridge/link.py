"""The link to the wheel, without input or output: bytes and times in, news of the wheel out.

Law: state, not events.  A turn is believed from whichever packet tells it first, and never twice; a lost packet is
healed by the next state, and a way that was not seen stays unseen over lost packets and broken connections.  A device
that is silent for a second is lost.  Nobody is believed before a Hello with the wheels' magic number, each time anew,
and then only under the boot number of that Hello.
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
    """The sensor cannot be believed; with a weak or strong magnet it is followed all the same."""

    code: int


#: Numbers that State adds to what the wheel does.
REMARKS: Final = (Status.MAGNET_WEAK, Status.MAGNET_STRONG, Status.NO_ZERO)
_ALL_REMARKS: Final = sum(REMARKS)
News = WheelRested | WheelMoving | WheelStuck | SensorFault
#: Whatever else may come is an echo of the host's own words.
_FROM_DEVICE: Final = (
    msg.State,
    msg.Move,
    msg.Turn,
    msg.Return,
    msg.Stuck,
    msg.Resync,
    msg.Fault,
    msg.Pong,
    msg.Ack,
    msg.Calibration,
)


class WheelLink:
    """One device, over any number of connections.  `damaged` counts broken packets.

    `met` is its Hello; while it is None, the host asks for one.  `remarks`: the REMARKS of its newest State, added up.
    """

    def __init__(self) -> None:
        self.state = LinkState.SEARCHING
        self.met: msg.Hello | None = None
        self.remarks = 0
        self._decoder = PacketDecoder()
        self._heard_ms: int | None = None
        self._device: msg.Hello | None = None
        self._boot = 0
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
            if isinstance(message, msg.Hello):
                self._greet(message, t_ms)
            elif isinstance(message, _FROM_DEVICE) and self._knows(message):
                self._hear(t_ms)
                news += self._take(message)
        return news

    def tick(self, t_ms: int) -> None:
        """Lets time pass: after a second of silence the device is lost."""
        if self._heard_ms is not None and t_ms - self._heard_ms >= SILENCE_MS:
            self._happens(Sign.SILENT)

    def _happens(self, sign: Sign) -> None:
        self.state = NEXT_STATE.get((self.state, sign), self.state)

    def _knows(self, message: msg.Message) -> bool:
        """Whether the one who said Hello says this.  Another boot number is a restart without a Hello, or damage."""
        if self.met is None or self.state is LinkState.FOREIGN:
            return False
        if getattr(message, "boot", self.met.boot) != self.met.boot:
            self.met = None
            return False
        return True

    def _hear(self, t_ms: int) -> None:
        self._heard_ms = t_ms
        self._happens(Sign.HEARD)

    def _greet(self, hello: msg.Hello, t_ms: int) -> None:
        if hello.magic != msg.MAGIC:
            return
        self.met = hello
        self._hear(t_ms)
        if hello.protocol != msg.PROTOCOL:
            self._happens(Sign.OTHER_PROTOCOL)
        else:
            self._happens(Sign.OUR_PROTOCOL)
            self._meet(hello)

    def _take(self, message: msg.Message) -> list[News]:
        match message:
            case msg.State():
                return self._heal(message)
            case msg.Turn(event=event, net=net, quarters=quarters):
                return self._arrive(event, net, quarters)
            case msg.Return(event=event, net=net):
                return self._arrive(event, net, 0)
            case msg.Resync(event=event, net=net, resyncs=resyncs) if not self._is_old(event):
                self._resyncs = resyncs
                return self._rest(event, net, certain=False)
            case msg.Move(event=event) if not self._is_old(event):
                return self._leave(event, Status.MOVING)
            case msg.Stuck(event=event) if not self._is_old(event):
                return self._leave(event, Status.STUCK)
            case msg.Fault(code=code):
                return self._fail(code)
        return []

    def _meet(self, hello: msg.Hello) -> None:
        """Two wheels may have been started equally often, so the serial number counts too; a new one has it only soon
        after its first Hello."""
        before, self._device = self._device, hello
        same = before is not None and before.boot == hello.boot and before.serial in (0, hello.serial)
        if not same:
            self._boot = hello.serial << 16 | hello.boot
            self._event, self._net, self._resyncs = None, None, None
            self._status, self.remarks = Status.RESTING, 0

    def _is_old(self, event: int) -> bool:
        return event == self._event

    def _heal(self, state: msg.State) -> list[News]:
        """Whatever of the state is new was told by a packet that is lost, or happened while nobody listened."""
        status = state.status & ~_ALL_REMARKS
        zero_found = self.remarks & Status.NO_ZERO and not state.status & Status.NO_ZERO
        news = self._remark(state.status & _ALL_REMARKS)
        if status >= Status.NO_SENSOR:
            return news + self._fail(status)
        seen = self._resyncs in (None, state.resyncs)
        self._resyncs = state.resyncs
        back = self._status != Status.RESTING and status == Status.RESTING
        # a wheel that is met on its way is not told as resting
        met_moving = self._net is None and status != Status.RESTING
        if not met_moving and (state.net != self._net or back or zero_found or not seen):
            news += self._rest(state.event, state.net, certain=seen)
        if status not in (Status.RESTING, self._status):
            news += self._leave(state.event, status)
        return news

    def _arrive(self, event: int, net: int, quarters: int) -> list[News]:
        """A turn that does not join on to the last rest is left to the next state, which knows whether all was seen."""
        joined = self._net is None or (net - quarters - self._net) % 0x10000 == 0
        return self._rest(event, net, certain=True) if joined and not self._is_old(event) else []

    def _rest(self, event: int, net: int, *, certain: bool) -> list[News]:
        self._event, self._net, self._status = event, net, Status.RESTING
        if self.remarks & Status.NO_ZERO:
            # Where the stops are is not known, so this is not to be believed.
            return []
        return [WheelRested(boot=self._boot, net=net, certain=certain)]

    def _leave(self, event: int, status: int) -> list[News]:
        self._event, self._status = event, status
        return [WheelStuck() if status == Status.STUCK else WheelMoving()]

    def _fail(self, code: int) -> list[News]:
        if code in REMARKS:
            return self._remark(self.remarks | code)
        if code == self._status:
            return []
        self._status = code
        return [SensorFault(code)]

    def _remark(self, remarks: int) -> list[News]:
        """What is worth a word though the wheel is followed; each is news once, until it has been well again."""
        fresh, self.remarks = remarks & ~self.remarks, remarks
        return [SensorFault(bit) for bit in REMARKS if fresh & bit]
