"""A short client for one device: opens its port, identifies it, sends requests and waits for the answers.

Many gadgets carry the same USB chip, so only a Hello with the wheels' magic number identifies one.
"""

import time
from collections.abc import Iterator
from typing import Final, TypeVar

from firmware_bridge.ports import SerialPort
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import decode_messages, encode_message
from firmware_bridge.protocol.packets import PacketDecoder, encode_packet

#: A board that the opening reset is in its boot loader for up to two seconds.
HANDSHAKE_TIMEOUT_S: Final = 3.0
#: The wait for a Hello before the next request.
ASK_EVERY_S: Final = 0.5
ANSWER_TIMEOUT_S: Final = 1.5
#: Messages that only the host sends; a received one is an echo.
HOST_MESSAGES: Final = (msg.AskHello, msg.Ping, msg.Zero, msg.Calibrate)

Answer = TypeVar("Answer", bound=msg.Message)


class WheelClient:
    """Use as `with WheelClient(path) as client`.  Everything raises PortError when the port fails.

    `bytes_received` counts all bytes, `echo_seen`: own messages came back, `about`: firmware and reset cause, if sent.
    """

    def __init__(self, path: str) -> None:
        self.bytes_received = 0
        self.echo_seen = False
        self.about: msg.About | None = None
        self._looks_like_wheel = False
        self._port = SerialPort(path)
        self._decoder = PacketDecoder()

    def __enter__(self) -> "WheelClient":
        self._port.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()

    @property
    def damaged(self) -> int:
        """The number of broken packets."""
        return self._decoder.damaged

    def handshake(self, timeout_s: float = HANDSHAKE_TIMEOUT_S, *, unasked: bool = False) -> msg.Hello | None:
        """Returns the Hello of the wheel there; None for a device that sends none in time.

        `unasked`: nothing is written before a wheel message has come in; it may be another device.
        """
        give_up_s = time.monotonic() + timeout_s
        while time.monotonic() < give_up_s:
            if self._looks_like_wheel or not unasked:
                self.send(msg.AskHello())
            for message in self.listen(ASK_EVERY_S):
                if isinstance(message, msg.Hello) and message.magic == msg.MAGIC:
                    return message
        return None

    def send(self, message: msg.Message) -> None:
        self._port.write(encode_packet(encode_message(message)))

    def listen(self, seconds: float) -> Iterator[msg.Message]:
        """Yields the messages of this many seconds, as they come."""
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            data = self._port.read()
            self.bytes_received += len(data)
            messages = [message for message in decode_messages(self._decoder.feed(data)) if self._accept(message)]
            yield from messages

    def _accept(self, message: msg.Message) -> bool:
        """Returns False for an echo of our own messages; keeps About, which comes right behind the Hello."""
        if isinstance(message, HOST_MESSAGES):
            self.echo_seen = True
            return False
        self._looks_like_wheel = True
        if isinstance(message, msg.About):
            self.about = message
        return True

    def request(self, question: msg.Message, kind: type[Answer], timeout_s: float = ANSWER_TIMEOUT_S) -> Answer | None:
        """Sends it once and waits for an answer of that kind; None after the timeout."""
        self.send(question)
        for message in self.listen(timeout_s):
            if isinstance(message, kind):
                return message
        return None


def identify(path: str) -> msg.Hello | None:
    """Returns the Hello of the wheel at this unconfirmed port; None for any other device.  Raises PortError."""
    with WheelClient(path) as client:
        return client.handshake(unasked=True)
