"""Makes films with ffmpeg, a program beside ours: it takes the pictures as they are, and all work is done there."""

import subprocess
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.system.programs import program_environment

PROGRAM: Final = "ffmpeg"
#: What makes H.264, the best first: what phones, browsers and messengers show.
_ENCODERS: Final = {"libx264": ("-preset", "veryfast", "-crf", "25"), "libopenh264": ("-b:v", "2M")}
#: No film takes more than 10 MB.
_BOUNDS: Final = ("-maxrate", "4M", "-bufsize", "8M")
_ASK_S: Final = 20.0
#: A machine that is busy may take long; one that takes longer makes no film.
_FILM_S: Final = 180.0
_SAYS_BYTES: Final = 65536
_SIDE_PX: Final = 720


class EncoderError(Exception):
    """No film was made; the message is the first thing that the program said."""


class Encoder:
    """One program of this machine; `close` ends it in the middle of its work."""

    def __init__(self, program: str, name: str) -> None:
        self._program = program
        self._name = name
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def write(self, jpegs: Iterable[bytes], per_s: int, panel: Path, film: Path) -> None:
        """Makes a film of square pictures with `panel` (a PNG) to their right.  Raises EncoderError and OSError."""
        if self._closed:
            raise EncoderError("closed")
        errors = film.with_suffix(".log")
        with errors.open("w+b") as said:
            process = self._process = subprocess.Popen(
                self._command(per_s, panel, film),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env=program_environment(),
            )
            alarm = threading.Timer(_FILM_S, process.kill)
            alarm.daemon = True
            alarm.start()
            try:
                assert process.stdin
                with suppress(BrokenPipeError), process.stdin:
                    for jpeg in jpegs:
                        process.stdin.write(jpeg)
                code = process.wait()
            finally:
                alarm.cancel()
                process.kill()
                process.wait()
            said.seek(0)
            lines = said.read(_SAYS_BYTES).decode(errors="replace").split("\n")
        if code:
            words = [line.strip() for line in lines if line.strip()]
            raise EncoderError(words[0] if words else f"{PROGRAM} ended with {code}")

    def close(self) -> None:
        self._closed = True
        if self._process:
            self._process.kill()

    def _command(self, per_s: int, panel: Path, film: Path) -> Sequence[str]:
        side = f"scale={_SIDE_PX}:{_SIDE_PX}:force_original_aspect_ratio=decrease"
        filled = f"pad=1280:{_SIDE_PX}:({_SIDE_PX}-iw)/2:({_SIDE_PX}-ih)/2:0x16181c"
        return [
            *(self._program, "-hide_banner", "-loglevel", "error", "-y"),
            *("-f", "image2pipe", "-c:v", "mjpeg", "-framerate", str(per_s), "-i", "pipe:0"),
            *("-i", str(panel)),
            *("-filter_complex", f"[0:v]{side},{filled}[b];[b][1:v]overlay={_SIDE_PX}:0,format=yuv420p"),
            *("-c:v", self._name, *_ENCODERS[self._name], *_BOUNDS, "-threads", "1", "-filter_complex_threads", "1"),
            *("-an", "-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4", str(film)),
        ]


def find_encoder(program: str | None) -> Encoder | None:
    """The encoder of a program that makes H.264; None where it is not there, or cannot."""
    if program is None:
        return None
    try:
        listed = subprocess.run(
            [program, "-hide_banner", "-encoders"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ASK_S,
            env=program_environment(),
            check=False,
        ).stdout.decode(errors="replace")
    except (OSError, subprocess.TimeoutExpired):
        return None
    names = {words[1] for line in listed.splitlines() if len(words := line.split()) > 1}
    return next((Encoder(program, name) for name in _ENCODERS if name in names), None)
