#!/bin/sh
# pyserial leaves VMIN=0 at a line that it closed: a plain program that reads it afterwards sees the end of the file.
. "$(dirname "$0")/../common.sh"
packages pyserial==3.5
python - <<'END'
import os
import pty
import subprocess
import termios

import serial
from common import report


def cat(name):
    """Returns the output of a program that reads the line, or None if it still waits after 3 s."""
    try:
        return subprocess.run(["cat", name], capture_output=True, timeout=3, check=False).stdout
    except subprocess.TimeoutExpired:
        return None


def least(line):
    return termios.tcgetattr(line)[6][termios.VMIN]


wheel, line = pty.openpty()
name = os.ttyname(line)
before = least(line), cat(name)
serial.Serial(name, 115200).close()
after = least(line), cat(name)
report(
    versions=f"pyserial {serial.__version__}",
    expected="cat waits for the wheel, before and after",
    seen=f"before: VMIN {before[0]!r}, cat {'waits' if before[1] is None else 'ends'}; after pyserial opened and closed "
    f"the line: VMIN {after[0]!r}, cat {'waits' if after[1] is None else 'ends at once'}",
    matters="the simplest look at a wheel, cat, shows nothing and the cable is blamed; stty min 1 cures it",
    holds=before[1] is None and after == (0, b""),
)
END
