#!/bin/sh
# ser2net refuses a second client of a raw port by a sentence in place of the line's bytes, which pyserial throws away.
. "$(dirname "$0")/../common.sh"
debian ser2net ser2net
packages pyserial==3.5
python - <<'END'
import os
import pty
import socket
import subprocess
import time

import serial
from common import folder, free_port, report

wheel, line = pty.openpty()
port, settings = free_port(), folder() / "ser2net.yaml"
settings.write_text(
    f"connection: &wheel\n  accepter: tcp,127.0.0.1,{port}\n  connector: serialdev,{os.ttyname(line)},115200n81,local\n"
)
path = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"}
version = subprocess.run(["ser2net", "-v"], env=path, capture_output=True, text=True, check=True).stdout.split()[-1]
bridge = subprocess.Popen(["ser2net", "-n", "-u", "-c", str(settings)], env=path, stderr=subprocess.DEVNULL)


def first():
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            time.sleep(0.1)
    raise SystemExit(2)


def plain():
    """Returns all that a second client reads."""
    with first() as second:
        return b"".join(iter(lambda: second.recv(64), b""))


def by_pyserial():
    """Returns the bytes of a second client, and how its reading ends."""
    data = b""
    try:
        with serial.serial_for_url(f"socket://127.0.0.1:{port}", timeout=2) as second:
            while byte := second.read(1):
                data += byte
    except serial.SerialException as error:
        return data, str(error)
    return data, "silence"


held = first()
os.write(wheel, b"x")
own, words, (data, end) = held.recv(1), plain(), by_pyserial()
held.close()
bridge.kill()
report(
    versions=f"ser2net {version}, pyserial {serial.__version__}",
    expected="the second connection is refused",
    seen=f"the first client reads {own!r}; a second one connects and reads {words!r}; one of pyserial reads {data!r}, "
    f"then {end}",
    matters="a line that is taken looks like a cable that was pulled out",
    holds=own == b"x" and words == b"Port already in use\r\n" and "disconnected" in end,
)
END
