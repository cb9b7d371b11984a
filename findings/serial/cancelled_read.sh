#!/bin/sh
# pyserial: cancel_read() while nobody reads is kept, and ends the next read at once, without data.
. "$(dirname "$0")/../common.sh"
packages pyserial==3.5
python - <<'END'
import os
import pty
import time

import serial
from common import report

wheel, line = pty.openpty()
port = serial.Serial(os.ttyname(line), 115200, timeout=2.0)


def read():
    begun_s = time.monotonic()
    return port.read(1), time.monotonic() - begun_s


plain = read()
port.cancel_read()
first, second = read(), read()
port.cancel_read()
os.write(wheel, b"x")
waiting, then = read(), read()
port.close()
report(
    versions=f"pyserial {serial.__version__}",
    expected="without a read to cancel, the call does nothing",
    seen=f"a read with a limit of 2 s takes {plain[1]:.1f} s; after cancel_read() {first[1]:.1f} s, the one after it "
    f"{second[1]:.1f} s; with a byte waiting the next two reads return {waiting[0]!r} and {then[0]!r}",
    matters="a program that ends one wait begins the next session with an empty answer, which reads as a silent wheel",
    holds=first[0] == second[0] == b"" and first[1] < 1 < 1.9 < second[1] and plain[1] > 1.9 and then[0] == b"x",
)
END
