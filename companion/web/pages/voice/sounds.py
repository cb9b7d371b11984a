"""The sentences of the commentary as sound, made by espeak-ng beside the page's server and sent over HTTP.

Laws: a request names only a row of the commentary and a language, never a text; one sentence is made at a time, and
once for all listeners; the number of waiting requests is limited.
"""

import asyncio
import logging
import re
import subprocess
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Final

import msgspec

from companion.system.programs import program_environment
from companion.web.http import Answer, Request, refusal
from companion.web.pages.own_data import VoiceState
from companion.web.pages.pages import Page, answer
from companion.web.pages.voice.heard import HeardCommentary
from companion.writing.speakable import WORDS_A_MINUTE, speakable

log = logging.getLogger(__name__)

#: The start of all paths of the voice: its state, and the sounds by language, epoch and row.
VOICE: Final = "/voice"
_THERE: Final = "/voice.json"
_SOUND: Final = re.compile(r"/voice/([a-z]{2,3})/([0-9]{1,12})-([0-9]{1,12})\.wav")
#: Sounds kept for the next listener.
_KEPT: Final = 16
_WAITING: Final = 16
#: Seconds by which the viewer's broadcast may be ahead of ours.
_HEARD_S: Final = 3.0
_SPEAK_S: Final = 10.0
#: The longest sound that is sent: half a minute.
_LONGEST_BYTES: Final = 2 * 1024 * 1024


class Sounds:
    """Lives in one event loop, together with the server; `program` None: no speech here.

    `words` are those for signs, by language and message.
    """

    def __init__(
        self, heard: HeardCommentary, program: str | None, words: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        self._heard = heard
        self._program = program
        self._words = words or {}
        self._made: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()
        self._speaking = asyncio.Lock()
        self._speaker = ThreadPoolExecutor(1, "voice")
        self._waiting = 0

    async def answer(self, request: Request) -> Answer:
        """Returns the answer to a request for a path that begins with `VOICE`."""
        if request.path == _THERE:
            there = msgspec.json.encode(VoiceState(there=self._program is not None))
            return answer(request, lambda _: Page("application/json", there, None))
        asked = _SOUND.fullmatch(request.path)
        if asked is None or self._program is None:
            return answer(request, lambda _: None)
        if self._waiting >= _WAITING:
            return refusal(HTTPStatus.SERVICE_UNAVAILABLE, Retry_After="1")
        self._waiting += 1
        try:
            sound = await self._sound(asked[1], int(asked[2]), int(asked[3]), self._program)
        finally:
            self._waiting -= 1
        return answer(request, lambda _: Page("audio/wav", sound, None) if sound else None)

    async def _sound(self, language: str, epoch: int, seq: int, program: str) -> bytes:
        """Returns the sound of a row; empty if there is none."""
        texts = await self._heard.text(epoch, seq, _HEARD_S)
        text = speakable((texts or {}).get(language, ""), self._words.get(language, {}))
        if not text:
            return b""
        async with self._speaking:
            key = (language, epoch, seq)
            if key not in self._made:
                loop = asyncio.get_running_loop()
                self._made[key] = await loop.run_in_executor(self._speaker, spoken, program, text, language)
                while len(self._made) > _KEPT:
                    self._made.popitem(last=False)
            return self._made[key]


def spoken(program: str, text: str, language: str) -> bytes:
    """Returns a sentence as WAV; empty if the program cannot speak it."""
    options = ("-v", language, "-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin", "--stdout")
    try:
        done = subprocess.run(
            (program, *options),
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=program_environment(),
            timeout=_SPEAK_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("no voice: %s", error)
        return b""
    return whole_wav(done.stdout) if len(done.stdout) <= _LONGEST_BYTES else b""


def whole_wav(sound: bytes) -> bytes:
    """Returns a WAV with its true length: its head was written to a pipe, before the length was known."""
    at = sound.find(b"data", 12)
    if sound[:4] != b"RIFF" or at < 0:
        return b""
    body = sound[at + 8 :]
    length = len(body).to_bytes(4, "little")
    return sound[:4] + (at + len(body)).to_bytes(4, "little") + sound[8 : at + 4] + length + body
