"""The addresses on which a process listens, as Linux itself reports them; works without a tool for it."""

import ipaddress
import struct
from pathlib import Path
from typing import Final

_LISTENING: Final = "0A"


def listening_addresses(pid: int) -> list[str]:
    """Address and port of every TCP socket on which the process waits for others, IPv4 and IPv6 alike."""
    own = {link.readlink().name for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()}
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            columns = line.split()
            if columns[3] == _LISTENING and f"socket:[{columns[9]}]" in own:
                found.append(_address(columns[1]))
    return found


def _address(local: str) -> str:
    """The kernel writes an address as hexadecimal words in the machine's own byte order."""
    words, port = local.split(":")
    raw = b"".join(struct.pack("=I", int(words[at : at + 8], 16)) for at in range(0, len(words), 8))
    return f"{ipaddress.ip_address(raw)}:{int(port, 16)}"
