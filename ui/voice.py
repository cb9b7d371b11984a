"""The voice of the tablet: sentences spoken by a program beside ours, the newest one only; silence if there is none.

Laws: `say` never waits and never raises; a sentence that a newer one follows is cut off; the text goes to the program's
standard input, where it can be no option of a command.
"""

import logging
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol

from companion.system.programs import SPEECH_PROGRAM, find_speech, program_environment
from companion.system.threads import RestartingThread
from companion.texts import LANGUAGES, shipped_wording
from companion.writing.speakable import SPOKEN, WORDS_A_MINUTE, speakable

log = logging.getLogger(__name__)

#: Volumes that the tablet offers, in parts of a hundred; 0 is silence.
VOLUMES: Final = (0, 40, 70, 100)
#: The program's amplitude at full volume; its own usual one is 100.
_LOUDEST: Final = 160
_END_S: Final = 1.0


class Voice(Protocol):
    """Speaks; `there` is False where nothing can."""

    @property
    def there(self) -> bool: ...

    def say(self, text: str, language: str, volume: int) -> None:
        """Speaks a sentence in a language (its code) at volume 0 to 100, in place of the one before."""

    def stop(self) -> None:
        """Falls silent, and ends."""


class Mute:
    """No voice."""

    there = False

    def say(self, text: str, language: str, volume: int) -> None:
        del text, language, volume

    def stop(self) -> None:
        pass


class Speaker:
    """A voice that runs `command` for each sentence in a thread of its own, so that no other thread waits."""

    there = True

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._changed = threading.Condition()
        self._next: tuple[tuple[str, ...], bytes] | None = None
        self._ending = False
        self._failed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = RestartingThread("voice", self._run)
        self._thread.start()

    def say(self, text: str, language: str, volume: int) -> None:
        loud = round(_LOUDEST * min(max(volume, 0), 100) / 100)
        options = ("-v", language, "-a", str(loud), "-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin")
        words = shipped_wording()[language][SPOKEN] if language in LANGUAGES else {}
        with self._changed:
            self._next = (options, speakable(text, words).encode())
            self._changed.notify()

    def stop(self) -> None:
        with self._changed:
            self._ending = True
            self._changed.notify()
        self._thread.stop(2 * _END_S)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._next is not None or self._ending)
                sentence, self._next = self._next, None
            self._cut()
            if self._ending or sentence is None:
                return
            try:
                self._speak(*sentence)
            except OSError as error:
                self._note(error.strerror or str(error))

    def _speak(self, options: tuple[str, ...], text: bytes) -> None:
        process = subprocess.Popen(
            [*self._command, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=program_environment(),
        )
        self._process = process
        assert process.stdin
        with suppress(BrokenPipeError), process.stdin:
            process.stdin.write(text)

    def _cut(self) -> None:
        """Ends the sentence that is being spoken."""
        process, self._process = self._process, None
        if process is None:
            return
        code = process.poll()
        if code is None:
            process.kill()
            process.wait()
        elif code:
            self._note(f"it ended with {code}")

    def _note(self, reason: str) -> None:
        """Once: a loudspeaker that is missing is missing for every sentence."""
        if not self._failed:
            self._failed = True
            log.warning("no voice: %s: %s", self._command[0], reason)


def open_voice() -> Voice:
    """The voice of this machine, or none; one line in the log names it."""
    program = find_speech()
    if program is None:
        log.info("no voice: %s is not installed", SPEECH_PROGRAM)
        return Mute()
    return Speaker((program,))


def next_volume(volume: int) -> int:
    """The volume that a tap on the tablet leads to: louder, and from the loudest back to silence."""
    return next((each for each in VOLUMES if each > volume), VOLUMES[0])
