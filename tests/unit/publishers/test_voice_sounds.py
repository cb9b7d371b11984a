"""Sentences as sound: whole WAVs of espeak-ng's speech, and never of a text from a client."""

import asyncio
import io
import wave
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from hurried_loop import hurried

from companion.system.programs import find_speech
from companion.web.http import Request
from companion.web.pages.voice.heard import HeardCommentary
from companion.web.pages.voice.sounds import Sounds, spoken, whole_wav

TEXTS = {"de": "Rot geht 1–7 Felder.", "en": "<say-as>[[x]]</say-as>", "fr": ""}


class Heard:
    """A commentary with one sentence, row 7 of epoch 3."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        self.said = asyncio.Event()
        self.said.set()

    async def text(self, epoch: int, seq: int, patience_s: float) -> Mapping[str, str] | None:
        self.asked.append((epoch, seq))
        await self.said.wait()
        return TEXTS if (epoch, seq) == (3, 7) else None


def asked(sounds: Sounds, path: str) -> tuple[int, bytes]:
    answered = asyncio.run(sounds.answer(Request("GET", path)))
    return answered.status, answered.body


def program_at(folder: Path, script: str) -> str:
    path = folder / "espeak-ng"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_a_sentence_is_a_whole_wav_of_the_length_in_its_head() -> None:
    program = find_speech()
    assert program
    for language in ("de", "en", "fr", "it"):
        sound = spoken(program, "Pawtrack", language)
        with wave.open(io.BytesIO(sound)) as read:
            seconds = read.getnframes() / read.getframerate()
            assert len(read.readframes(read.getnframes())) == 2 * read.getnframes()
        assert 0.3 < seconds < 5
    assert spoken(program, "Pawtrack", "xx") == b""


@pytest.mark.parametrize(("size", "sent"), [(2 * 1024 * 1024, True), (2 * 1024 * 1024 + 1, False)])
def test_a_sound_has_a_longest_length(tmp_path: Path, size: int, sent: bool) -> None:
    head = b"RIFF....WAVEdata...."
    (tmp_path / "sound").write_bytes(head.ljust(size, b"."))
    assert bool(spoken(program_at(tmp_path, f"cat {tmp_path}/sound"), "hello", "en")) is sent


def test_a_sentence_is_waited_for_three_seconds() -> None:
    """The viewer's broadcast may be ahead of that of the page's server."""
    heard = HeardCommentary()
    sounds = Sounds(heard, "/bin/false")

    async def asked_at(epoch: int) -> tuple[int, float]:
        answered = await sounds.answer(Request("GET", f"/voice/de/{epoch}-7.wav"))
        return answered.status, asyncio.get_running_loop().time()

    assert hurried(asked_at(3)) == (404, pytest.approx(3.0))
    said = {"epoch": 3, "lines": [{"seq": 7, "text": {"de": ""}}]}
    heard.take("x/commentary", msgspec.json.encode(said))
    assert hurried(asked_at(3)) == (404, 0.0)


@pytest.mark.parametrize("sound", [b"", b"RIFF", b"no sound at all", b"RIFF....WAVEfmt nothing"])
def test_what_is_no_sound_is_none(sound: bytes) -> None:
    assert whole_wav(sound) == b""


@pytest.mark.parametrize("script", ["exit 1", "cat >/dev/null; echo no", "exec sleep 60"])
def test_a_program_that_fails_or_hangs_leaves_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr("companion.web.pages.voice.sounds._SPEAK_S", 0.5)
    assert spoken(program_at(tmp_path, script), "Pawtrack", "en") == b""
    assert spoken(str(tmp_path / "none"), "Pawtrack", "en") == b""


def test_only_a_row_that_was_heard_is_spoken_and_once_for_all(tmp_path: Path) -> None:
    count, said = tmp_path / "count", tmp_path / "said"
    program = program_at(
        tmp_path, f'echo "$@" >> {count}; tee -a {said} > /dev/null; printf "RIFF....WAVEdata....sound"'
    )

    async def run() -> None:
        heard = Heard()
        sounds = Sounds(heard, program)

        async def status(path: str) -> tuple[int, bytes]:
            answered = await sounds.answer(Request("GET", path))
            return answered.status, answered.body

        for path in ("/voice/de/3-7.wav", "/voice/de/3-7.wav", "/voice/en/3-7.wav"):
            assert await status(path) == (200, b"RIFF\x11\0\0\0WAVEdata\x05\0\0\0sound")
        before = list(heard.asked)
        for path in ("/voice/de/hello.wav", "/voice/de/3-7.wav/..", "/voice/-w/3-7.wav", "/voice", "/voice/de/3-7"):
            assert (await status(path))[0] == 404
        assert heard.asked == before
        for path in ("/voice/de/3-8.wav", "/voice/de/9999-7.wav", "/voice/fr/3-7.wav", "/voice/pt/3-7.wav"):
            assert (await status(path))[0] == 404
        heard.said.clear()
        crowd = [asyncio.ensure_future(status("/voice/de/3-7.wav")) for _ in range(20)]
        await asyncio.sleep(0)
        assert sorted(task.result()[0] for task in crowd if task.done()) == [503] * 4
        heard.said.set()
        assert [answer for answer, _ in await asyncio.gather(*crowd)].count(200) == 16

    asyncio.run(run())
    assert len(count.read_text().splitlines()) == 2
    # markup that espeak-ng would obey is removed
    assert said.read_text() == "Rot geht 1–7 Felder.say-as x /say-as"


def test_a_missing_speaker_is_reported() -> None:
    for program, there in ((None, b'{"v":1,"there":false}'), ("/usr/bin/true", b'{"v":1,"there":true}')):
        assert asked(Sounds(Heard(), program), "/voice.json") == (200, there)
    assert asked(Sounds(Heard(), None), "/voice/de/3-7.wav")[0] == 404


def test_viewers_hear_signs_as_the_words_of_their_language(tmp_path: Path) -> None:
    said = tmp_path / "said"
    program = program_at(tmp_path, f"cat >> {said}; printf 'RIFF....WAVEdata....sound'")
    sounds = Sounds(Heard(), program, {"de": {"range": "{first} bis {last}"}})
    assert asked(sounds, "/voice/de/3-7.wav")[0] == 200
    assert said.read_text() == "Rot geht 1 bis 7 Felder."
