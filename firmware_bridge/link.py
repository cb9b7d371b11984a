"""The link to the wheel, without input or output: bytes and times in, news of the wheel out.

Law: state, not events.  A turn counts once, from whichever packet reports it first; the next State makes up for a lost
packet; an unseen movement stays unseen over lost packets and broken connections.  A device that is silent for a second
is lost.  Every connection needs a Hello with the wheels' magic number, and then only messages with the boot number of
that Hello count.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import MessageError, decode_message
from firmware_bridge.protocol.messages import Status
from firmware_bridge.protocol.packets import PacketDecoder

SILENCE_MS: Final = 1000


class LinkState(StrEnum):
    """`FOREIGN`: a wheel with another protocol; its messages are ignored."""

    SEARCHING = "searching"
    ONLINE = "online"
    LOST = "lost"
    FOREIGN = "foreign"


class LinkEvent(StrEnum):
    """An event that may happen to a link."""

    RECEIVED = "received"
    SILENT = "silent"
    OTHER_PROTOCOL = "other_protocol"
    OUR_PROTOCOL = "our_protocol"


#: The transitions of the link's state; a pair that is not here changes nothing.
NEXT_STATE: Final = {
    (LinkState.SEARCHING, LinkEvent.RECEIVED): LinkState.ONLINE,
    (LinkState.LOST, LinkEvent.RECEIVED): LinkState.ONLINE,
    (LinkState.ONLINE, LinkEvent.SILENT): LinkState.LOST,
    (LinkState.FOREIGN, LinkEvent.OUR_PROTOCOL): LinkState.ONLINE,
    **{(state, LinkEvent.OTHER_PROTOCOL): LinkState.FOREIGN for state in LinkState},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelRested:
    """The wheel rests on a stop.

    `net` counts clockwise quarter turns of this `boot`; `certain` is False if the way there was not seen.
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
    """A fault of the angle sensor; with a weak or strong magnet its angles are still used."""

    code: int


#: Bits of `status` that State adds to the wheel's own status.
WARNINGS: Final = (Status.MAGNET_WEAK, Status.MAGNET_STRONG, Status.NO_ZERO)
_ALL_WARNINGS: Final = sum(WARNINGS)
News = WheelRested | WheelMoving | WheelStuck | SensorFault
#: Events of the wheel between two States.
MotionMessage = msg.Move | msg.Turn | msg.Return | msg.Stuck | msg.Resync
#: All messages of a device but its Hello; any other message is an echo of the host's own.
DeviceMessage = MotionMessage | msg.State | msg.Fault | msg.Pong | msg.Ack | msg.Calibration | msg.About | msg.Errors


class WheelLink:
    """One device, over any number of connections.  `damaged` counts broken packets.

    `hello` is the device's; while it is None, the host requests one.  `warnings`: bits of its newest State.
    `looks_like_wheel`: wheel messages came in this connection, perhaps without a Hello.  `about` and `errors` are None
    for a firmware that does not send them.
    """

    def __init__(self) -> None:
        self.state = LinkState.SEARCHING
        self.hello: msg.Hello | None = None
        self.looks_like_wheel = False
        self.warnings = 0
        self.about: msg.About | None = None
        self.errors: msg.Errors | None = None
        self._decoder = PacketDecoder()
        self._received_ms: int | None = None
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
        """Starts a new connection.  The device's state is kept: it may be the same one, turned meanwhile."""
        self.state = LinkState.SEARCHING
        self.hello = None
        self.looks_like_wheel = False
        self._received_ms = None
        self._decoder = PacketDecoder()

    def receive(self, data: bytes, t_ms: int) -> list[News]:
        """Returns the news in the bytes; none for invalid bytes or an echo of the host's own messages."""
        news: list[News] = []
        for body in self._decoder.feed(data):
            try:
                message = decode_message(body)
            except MessageError:
                continue
            self.looks_like_wheel = self.looks_like_wheel or isinstance(message, msg.Hello | DeviceMessage)
            if isinstance(message, msg.Hello):
                self._on_hello(message, t_ms)
            elif isinstance(message, DeviceMessage) and self._accepts(message):
                self._on_received(t_ms)
                news += self._handle(message)
        return news

    def tick(self, t_ms: int) -> None:
        """Advances the time: after a second of silence the device is lost."""
        if self._received_ms is not None and t_ms - self._received_ms >= SILENCE_MS:
            self._transition(LinkEvent.SILENT)

    def _transition(self, sign: LinkEvent) -> None:
        self.state = NEXT_STATE.get((self.state, sign), self.state)

    def _accepts(self, message: msg.Message) -> bool:
        """Reports whether the message is of the device of `hello`.  Another boot number means a restart without a
        Hello."""
        if self.hello is None or self.state is LinkState.FOREIGN:
            return False
        if getattr(message, "boot", self.hello.boot) != self.hello.boot:
            self.hello = None
            return False
        return True

    def _on_received(self, t_ms: int) -> None:
        self._received_ms = t_ms
        self._transition(LinkEvent.RECEIVED)

    def _on_hello(self, hello: msg.Hello, t_ms: int) -> None:
        if hello.magic != msg.MAGIC:
            return
        self.hello = hello
        self._on_received(t_ms)
        if hello.protocol != msg.PROTOCOL:
            self._transition(LinkEvent.OTHER_PROTOCOL)
        else:
            self._transition(LinkEvent.OUR_PROTOCOL)
            self._use_device(hello)

    def _handle(self, message: DeviceMessage) -> list[News]:
        match message:
            case msg.State():
                return self._reconcile(message)
            case msg.Fault(code=code):
                return self._fail(code)
            case msg.About():
                self.about = message
            case msg.Errors():
                self.errors = message
            case msg.Pong() | msg.Ack() | msg.Calibration():
                pass  # answers to commands, which a link does not send
            case _:
                return self._on_motion(message)
        return []

    def _on_motion(self, message: MotionMessage) -> list[News]:
        """Returns no news during a sensor fault: the first State without one shows whether the way was seen."""
        if self._status >= Status.NO_SENSOR or self._is_repeated(message):
            return []
        match message:
            case msg.Turn(event=event, net=net, quarters=quarters):
                return self._arrive(event, net, quarters)
            case msg.Return(event=event, net=net):
                return self._arrive(event, net, 0)
            case msg.Resync(event=event, net=net, resyncs=resyncs):
                self._resyncs = resyncs
                return self._rest(event, net, certain=False)
            case msg.Move(event=event):
                return self._leave(event, Status.MOVING)
            case msg.Stuck(event=event):
                return self._leave(event, Status.STUCK)
            case _:
                assert_never(message)

    def _use_device(self, hello: msg.Hello) -> None:
        """Stores a device.  Two wheels may have equal boot numbers, so the serial number counts too; a new device gets
        one only soon after its first Hello."""
        before, self._device = self._device, hello
        same = before is not None and before.boot == hello.boot and before.serial in (0, hello.serial)
        if not same:
            self._boot = hello.serial << 16 | hello.boot
            self._event, self._net, self._resyncs = None, None, None
            self._status, self.warnings = Status.RESTING, 0
            self.about = self.errors = None

    def _is_repeated(self, message: MotionMessage) -> bool:
        return message.event == self._event

    def _reconcile(self, state: msg.State) -> list[News]:
        """Makes up for lost packets: a change in the State was in one of them, or happened without a connection."""
        status = state.status & ~_ALL_WARNINGS
        zero_found = self.warnings & Status.NO_ZERO and not state.status & Status.NO_ZERO
        news = self._remark(state.status & _ALL_WARNINGS)
        if status >= Status.NO_SENSOR:
            return news + self._fail(status)
        seen = self._resyncs in (None, state.resyncs)
        self._resyncs = state.resyncs
        back = self._status != Status.RESTING and status == Status.RESTING
        # a wheel first met in motion is not reported as resting
        met_moving = self._net is None and status != Status.RESTING
        if not met_moving and (state.net != self._net or back or zero_found or not seen):
            news += self._rest(state.event, state.net, certain=seen)
        if status not in (Status.RESTING, self._status):
            news += self._leave(state.event, status)
        return news

    def _arrive(self, event: int, net: int, quarters: int) -> list[News]:
        """Reports a turn; one that does not join the last rest is left to the next State, which shows whether all was
        seen."""
        joined = self._net is None or (net - quarters - self._net) % 0x10000 == 0
        return self._rest(event, net, certain=True) if joined else []

    def _rest(self, event: int, net: int, *, certain: bool) -> list[News]:
        self._event, self._net, self._status = event, net, Status.RESTING
        if self.warnings & Status.NO_ZERO:
            # The stops' positions are unknown, so the stop is not reported.
            return []
        return [WheelRested(boot=self._boot, net=net, certain=certain)]

    def _leave(self, event: int, status: int) -> list[News]:
        self._event, self._status = event, status
        return [WheelStuck() if status == Status.STUCK else WheelMoving()]

    def _fail(self, code: int) -> list[News]:
        if code in WARNINGS:
            return self._remark(self.warnings | code)
        if code == self._status:
            return []
        self._status = code
        return [SensorFault(code)]

    def _remark(self, warnings: int) -> list[News]:
        """Reports each warning once, until it has been absent."""
        fresh, self.warnings = warnings & ~self.warnings, warnings
        return [SensorFault(bit) for bit in WARNINGS if fresh & bit]
