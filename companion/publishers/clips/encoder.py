"""Makes films with ffmpeg, a program beside ours: it takes the pictures unchanged and does all the work."""

import subprocess
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from companion.programs.life import Beats, Silence
from companion.system.programs import program_environment
from companion.system.threads import start_once

PROGRAM: Final = "ffmpeg"
#: Encoders of H.264, the best first; phones, browsers and messengers show it.
_ENCODERS: Final = {"libx264": ("-preset", "veryfast", "-crf", "25"), "libopenh264": ("-b:v", "2M")}
#: No film takes more than 10 MB.
_BOUNDS: Final = ("-maxrate", "4M", "-bufsize", "8M")
_ASK_S: Final = 20.0
#: A busy machine may take long; a film that takes longer fails.
_FILM_S: Final = 180.0
#: Seconds between two checks of a program that works.
_LOOK_S: Final = 0.1
_SAYS_BYTES: Final = 65536
_SIDE_PX: Final = 720


#: The program's reports of progress are its sign of life.
_PROGRESS: Final = ("-progress", "pipe:1", "-stats_period", "0.5")


class EncoderError(Exception):
    """No film was made; the message is the first line of the program's errors."""


class _HangsError(EncoderError):
    """The program gave no sign of life and was ended."""


class Encoder:
    """One encoder program of this machine; `close` ends it in the middle of its work."""

    def __init__(self, program: str, name: str) -> None:
        self._program = program
        self._name = name
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def write(self, jpegs: Sequence[bytes], per_s: int, panel: Path, film: Path) -> None:
        """Makes a film of square pictures with `panel` (a PNG) to their right.  Raises EncoderError and OSError.

        A program that hangs is ended, and another one is tried once.
        """
        try:
            self._write(jpegs, per_s, panel, film)
        except _HangsError:
            self._write(jpegs, per_s, panel, film)

    def _write(self, jpegs: Iterable[bytes], per_s: int, panel: Path, film: Path) -> None:
        if self._closed:
            raise EncoderError("closed")
        errors = film.with_suffix(".log")
        with errors.open("w+b") as said:
            process = self._process = subprocess.Popen(
                self._command(per_s, panel, film),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                env=program_environment(),
            )
            assert process.stdout
            watch = _Watch(process, process.stdout)
            try:
                assert process.stdin
                with suppress(BrokenPipeError), process.stdin:
                    for jpeg in jpegs:
                        process.stdin.write(jpeg)
                code = process.wait()
            finally:
                process.kill()
                process.wait()
                watch.join()
                process.stdout.close()
            if watch.hung:
                raise _HangsError(f"{PROGRAM} gives no sign of life")
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
            *(self._program, "-hide_banner", "-loglevel", "error", "-y", *_PROGRESS),
            *("-f", "image2pipe", "-c:v", "mjpeg", "-framerate", str(per_s), "-i", "pipe:0"),
            *("-i", str(panel)),
            *("-filter_complex", f"[0:v]{side},{filled}[b];[b][1:v]overlay={_SIDE_PX}:0,format=yuv420p"),
            *("-c:v", self._name, *_ENCODERS[self._name], *_BOUNDS, "-threads", "1", "-filter_complex_threads", "1"),
            *("-an", "-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4", str(film)),
        ]


class _Watch:
    """Ends a program that gives no sign of life, or takes too long for a film; two threads, until it has ended."""

    def __init__(self, process: subprocess.Popen[bytes], progress: IO[bytes]) -> None:
        self.hung = False
        self._process = process
        self._progress = progress
        self._beats = Beats()
        self._threads = [
            # without its watch no program may run
            start_once(f"film {name}", run, lambda _: process.kill())
            for name, run in (("progress", self._hear), ("watch", self._look))
        ]

    def join(self) -> None:
        for thread in self._threads:
            thread.join()

    def _hear(self) -> None:
        with self._progress:
            for _ in self._progress:
                self._beats.beat()

    def _look(self) -> None:
        silence, begun_s = Silence(), time.monotonic()
        looked_s = begun_s
        while self._process.poll() is None:
            time.sleep(_LOOK_S)
            now_s = time.monotonic()
            self.hung = silence.is_too_long(self._process.pid, sign=self._beats.sign(), since_s=now_s - looked_s)
            if self.hung or now_s - begun_s > _FILM_S:
                self._process.kill()
                return
            looked_s = now_s


def find_encoder(program: str | None) -> Encoder | None:
    """Finds the encoder of a program that makes H.264; None if it is missing or cannot."""
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
