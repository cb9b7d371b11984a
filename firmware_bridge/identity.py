"""Who is at a serial port.  Many gadgets carry the same USB chip, so only the answer to AskHello tells."""

import time
from typing import Final

from firmware_bridge import messages as msg
from firmware_bridge.packets import PacketDecoder, encode_packet
from firmware_bridge.ports import SerialPort

#: A board that was reset by being opened is in its boot loader for up to two seconds.
PATIENCE_S: Final = 3.0
ASK_EVERY_S: Final = 0.5


def identify(path: str, patience_s: float = PATIENCE_S) -> msg.Hello | None:
    """The HELLO of the wheel at this port; None for anything that gives none in time.  Raises PortError."""
    port = SerialPort(path)
    decoder = PacketDecoder()
    port.open()
    try:
        give_up_s = time.monotonic() + patience_s
        ask_s = 0.0
        while (now_s := time.monotonic()) < give_up_s:
            if now_s >= ask_s:
                port.write(encode_packet(msg.encode_message(msg.AskHello())))
                ask_s = now_s + ASK_EVERY_S
            for message in decoded(decoder.feed(port.read())):
                if isinstance(message, msg.Hello):
                    return message
        return None
    finally:
        port.close()


def decoded(bodies: list[bytes]) -> list[msg.Message]:
    """The messages among whole packets; what is no message of this protocol is left out."""
    messages = []
    for body in bodies:
        try:
            messages.append(msg.decode_message(body))
        except msg.MessageError:
            continue
    return messages
