"""A camera that speaks RTSP (RFC 2326) over one TCP connection: a film made by ffmpeg, and faults on demand."""

import itertools
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

SDP: Final = (
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\n"
    "m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track\r\n"
)
PACKET_BYTES: Final = 65536
PICTURE_S: Final = 0.05
GROUNDS: Final = ("gray", "black")
Packets = tuple[bytes, ...]


class Fault(Enum):
    """The faults of a camera."""

    NONE = "nothing"
    SILENT = "it never answers DESCRIBE"
    NO_SETUP = "it never answers SETUP"
    NO_PICTURE = "it plays nothing"
    TRICKLE = "it sends half a message, byte by byte"
    STOPS = "its film ends, and the line stays open"
    REPORTS = "its film ends, and reports about it go on for ever"
    ENDLESS = "its film ends with a picture that never ends"


def film(path: Path, *sizes: str) -> Packets:
    """The RTP packets of a film: 20 pictures of each size, with a white box on a ground that gets darker by size."""
    parts = []
    for number, size in enumerate(sizes):
        part = path.with_suffix(f".{number}.ts")
        picture = (
            f"color=c={GROUNDS[number]}:size={size}:rate=10,drawbox=x=iw/4:y=ih/4:w=iw/4:h=ih/4:color=white:t=fill"
        )
        coder = f"-t 2 -output_ts_offset {2 * number} -c:v libx264 -g 5 -pix_fmt yuv420p -preset ultrafast -threads 1"
        command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", picture, *coder.split(), str(part)]
        subprocess.run(command, check=True)
        parts.append(part.read_bytes())
    path.write_bytes(b"".join(parts))
    return tuple(_packets(path))


class RtspCamera:
    """`address` is its address; it serves one guest after the other."""

    def __init__(self, played: Packets, fault: Fault) -> None:
        self._film = played
        self._fault = fault
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"rtsp://127.0.0.1:{self._door.getsockname()[1]}/live"
        self._ended = threading.Event()
        threading.Thread(target=self._welcome, daemon=True).start()

    def end(self) -> None:
        self._ended.set()
        self._door.close()

    def _welcome(self) -> None:
        while not self._ended.is_set():
            try:
                guest, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(guest,), daemon=True).start()

    def _serve(self, guest: socket.socket) -> None:
        with guest:
            try:
                self._answer(guest)
            except OSError:
                return

    def _answer(self, guest: socket.socket) -> None:
        lines = guest.makefile("rb")
        while request := lines.readline():
            headers = dict(line.split(b": ", 1) for line in iter(lines.readline, b"\r\n") if b": " in line)
            number, method = headers[b"CSeq"].strip().decode(), request.split()[0].decode()
            if (method, self._fault) in (("DESCRIBE", Fault.SILENT), ("SETUP", Fault.NO_SETUP)):
                self._ended.wait()
                return
            head = f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\nSession: 1\r\n"
            if method == "DESCRIBE":
                head += f"Content-Type: application/sdp\r\nContent-Length: {len(SDP)}\r\n\r\n{SDP}"
            elif method == "SETUP":
                head += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n\r\n"
            else:
                head += "Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\n\r\n"
            guest.sendall(head.encode())
            if method == "PLAY":
                self._play(guest)
                return

    def _play(self, guest: socket.socket) -> None:
        if self._fault is Fault.TRICKLE:
            self._repeat(guest, lambda _: b"R", 0.2)
        if self._fault is not Fault.NO_PICTURE:
            for packet in self._film:
                guest.sendall(_framed(0, packet))
                # the last packet of a picture carries a mark
                if packet[1] & 0x80:
                    self._ended.wait(PICTURE_S)
        if self._fault is Fault.REPORTS:
            report = struct.pack("!BBHIIIIII", 0x80, 200, 6, 7, 0, 0, 0, 0, 0)
            self._repeat(guest, lambda _: _framed(1, report), 0.05)
        if self._fault is Fault.ENDLESS:
            self._repeat(guest, lambda count: _framed(0, _next_piece(self._film[-1], count)), 0.001)
        self._ended.wait()

    def _repeat(self, guest: socket.socket, make: Callable[[int], bytes], pause_s: float) -> None:
        for count in itertools.count(1):
            if self._ended.wait(pause_s):
                return
            guest.sendall(make(count))


def _packets(played: Path) -> Iterator[bytes]:
    """Turns a film into RTP packets, by ffmpeg."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.settimeout(30.0)
        target = f"rtp://127.0.0.1:{taken.getsockname()[1]}"
        command = ["ffmpeg", "-loglevel", "error", "-i", str(played), "-c", "copy", "-f", "rtp", target]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as sender:
            try:
                while True:
                    packet = taken.recv(PACKET_BYTES)
                    taken.settimeout(1.0)
                    yield packet
            except TimeoutError:
                return
            finally:
                sender.kill()


def _framed(channel: int, packet: bytes) -> bytes:
    return b"$" + struct.pack("!BH", channel, len(packet)) + packet


def _next_piece(last: bytes, count: int) -> bytes:
    """A middle piece of one picture in many (FU-A, RFC 6184), `count` after the last packet."""
    _, kind, number, time_stamp, source = struct.unpack("!BBHII", last[:12])
    head = struct.pack("!BBHII", 0x80, kind & 0x7F, (number + count) & 0xFFFF, time_stamp + 9000, source)
    first = 0x80 if count == 1 else 0
    return head + bytes((0x7C, first | 0x01)) + b"\x55" * 1000


@contextmanager
def rtsp_camera(played: Packets, fault: Fault = Fault.NONE) -> Iterator[str]:
    """Serves a film; gives the address."""
    camera = RtspCamera(played, fault)
    try:
        yield camera.address
    finally:
        camera.end()
