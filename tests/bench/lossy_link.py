"""A weak network inside this machine, for the real TCP of its system: narrow, late, and with lost packets.

It needs a network namespace of its own (`unshare --user --map-root-user --net`) and `/dev/net/tun`.
"""

import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import subprocess
import threading
import time
from typing import Final

#: This machine, and its name on the far side of the link: a connection to `FAR` arrives at `NEAR`.
NEAR, FAR = "10.9.0.1", "10.9.0.2"
#: The packets that wait at most for their turn, as in netem.
WAITING: Final = 1000
_TUNSETIFF, _TUN_WITHOUT_HEAD = 0x400454CA, 0x1001


class LossyLink:
    """Passes packets on, each way alike, in a thread of its own.

    The link swaps the two addresses of every packet, so both ends are this machine; no checksum changes by that.
    """

    def __init__(self, *, bits_per_s: float, delay_s: float, lost: float) -> None:
        """`delay_s` is the time one way, `lost` the share of packets that never arrive."""
        self._port = b""
        self._s_per_byte, self._delay_s, self._lost = 8 / bits_per_s, delay_s, lost
        self._chance = random.Random(1)
        self._tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self._tun, _TUNSETIFF, struct.pack("16sH", b"weak", _TUN_WITHOUT_HEAD))
        for line in ("link set lo up", f"address add {NEAR}/24 dev weak", "link set weak up mtu 1500"):
            subprocess.run(["ip", *line.split()], check=True)

    def start(self, port: int) -> None:
        """Passes packets on from now on; `port` is the server's."""
        self._port = struct.pack("!H", port)
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        under_way: list[tuple[float, int, bytes]] = []
        free_s, numbers = {True: 0.0, False: 0.0}, itertools.count()
        while True:
            pause_s = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
            if select.select([self._tun], [], [], pause_s)[0]:
                packet, now = os.read(self._tun, 2048), time.monotonic()
                up = packet[22:24] == self._port
                room = free_s[up] - now < WAITING * 1500 * self._s_per_byte
                if packet[0] >> 4 == 4 and room:
                    free_s[up] = max(now, free_s[up]) + len(packet) * self._s_per_byte
                    if self._chance.random() >= self._lost:
                        swapped = packet[:12] + packet[16:20] + packet[12:16] + packet[20:]
                        heapq.heappush(under_way, (free_s[up] + self._delay_s, next(numbers), swapped))
            while under_way and under_way[0][0] <= time.monotonic():
                os.write(self._tun, heapq.heappop(under_way)[2])
