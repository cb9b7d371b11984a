#!/bin/sh
# pyserial behind rfc2217://: setting the time limit of reading sends all settings of the line and waits for the answer.
. "$(dirname "$0")/../common.sh"
packages pyserial==3.5
python - <<'END'
import contextlib
import socket
import threading
import time

import serial
import serial.rfc2217
from common import report

server, sent, answers = socket.create_server(("127.0.0.1", 0)), [], threading.Event()
answers.set()


class Line:
    def __init__(self, wire):
        self.write = wire.sendall


def bridge():
    """A bridge of pyserial's own making, at a line that loops back; it is silent while `answers` is not set."""
    wire, _ = server.accept()
    manager = serial.rfc2217.PortManager(serial.serial_for_url("loop://", timeout=0), Line(wire))
    with contextlib.suppress(OSError):
        while data := wire.recv(1024):
            sent.append(data)
            answers.wait()
            list(manager.filter(data))


threading.Thread(target=bridge, daemon=True).start()
port = serial.serial_for_url(f"rfc2217://127.0.0.1:{server.getsockname()[1]}", 115200, timeout=1)
time.sleep(0.5)
sent.clear()
port.timeout = 0.5
time.sleep(0.5)
count = len(b"".join(sent))
answers.clear()
begun_s, error = time.monotonic(), "nothing"
try:
    port.timeout = 0.2
except serial.SerialException as raised:
    error = f"{type(raised).__name__}: {str(raised).split(':')[0]}"
took_s = time.monotonic() - begun_s
answers.set()
port.close()
local = serial.serial_for_url("loop://", timeout=1)
local.timeout = 0.5
report(
    versions=f"pyserial {serial.__version__}",
    expected="a limit that only this side knows is set at once, and cannot fail",
    seen=f"{count} bytes go to the bridge; with a bridge that pauses, the assignment raises {error} after {took_s:.1f} s",
    matters="a reader that sets its limit before each read floods the bridge, and loses the wheel in a read of nothing",
    holds=count > 20 and error.startswith("SerialException") and took_s > 2,
)
END
