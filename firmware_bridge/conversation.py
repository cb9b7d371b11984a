"""A short talk with one device: open its port, learn who it is, ask and wait for the answer.

Many gadgets carry the same USB chip, so only a Hello with the wheels' magic number tells.
"""

import time
from collections.abc import Iterator
from typing import Final, TypeVar

from firmware_bridge import messages as msg
from firmware_bridge.packets import PacketDecoder, encode_packet
from firmware_bridge.ports import SerialPort

#: A board that was reset by being opened is in its boot loader for up to two seconds.
PATIENCE_S: Final = 3.0
ASK_EVERY_S: Final = 0.5
ANSWER_S: Final = 1.5
Answer = TypeVar("Answer", bound=msg.Message)


class Conversation:
    """Use as `with Conversation(path) as talk`.  Everything raises PortError when the port fails."""

    def __init__(self, path: str) -> None:
        self._port = SerialPort(path)
        self._decoder = PacketDecoder()

    def __enter__(self) -> "Conversation":
        self._port.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()

    @property
    def damaged(self) -> int:
        """How many packets came broken."""
        return self._decoder.damaged

    def meet(self, patience_s: float = PATIENCE_S) -> msg.Hello | None:
        """The Hello of the wheel there; None for anything that gives none in time."""
        give_up_s = time.monotonic() + patience_s
        while time.monotonic() < give_up_s:
            self.say(msg.AskHello())
            for message in self.listen(ASK_EVERY_S):
                if isinstance(message, msg.Hello) and message.magic == msg.MAGIC:
                    return message
        return None

    def say(self, message: msg.Message) -> None:
        self._port.write(encode_packet(msg.encode_message(message)))

    def listen(self, seconds: float) -> Iterator[msg.Message]:
        """The messages of so many seconds, as they come."""
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            yield from decoded(self._decoder.feed(self._port.read()))

    def ask(self, question: msg.Message, kind: type[Answer], patience_s: float = ANSWER_S) -> Answer | None:
        """Says it once and waits for an answer of that kind; None when there is none in time."""
        self.say(question)
        for message in self.listen(patience_s):
            if isinstance(message, kind):
                return message
        return None


def identify(path: str, patience_s: float = PATIENCE_S) -> msg.Hello | None:
    """The Hello of the wheel at this port; None for anything that gives none in time.  Raises PortError."""
    with Conversation(path) as talk:
        return talk.meet(patience_s)


def decoded(bodies: list[bytes]) -> list[msg.Message]:
    """The messages among whole packets; what is no message of this protocol is left out."""
    messages = []
    for body in bodies:
        try:
            messages.append(msg.decode_message(body))
        except msg.MessageError:
            continue
    return messages
