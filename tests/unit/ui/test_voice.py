"""The tablet's voice: its sentences about a game, and that it speaks the newest only, by the real program."""

import os
import shutil
import sys
import wave
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from brokers_for_tests import wait_until
from gallery.views import sample_view

from companion.model.verdict import VerdictKind
from companion.texts import LANGUAGES
from companion.views.table_view import TableView, VerdictView
from ui.i18n import load_words
from ui.presenters.play.spoken import spoken
from ui.voice import VOLUMES, Mute, Speaker, next_volume, open_voice

ESPEAK = shutil.which("espeak-ng") or ""
TEXT = {language: f"why {language}" for language in LANGUAGES}


def judged(view: TableView, kind: VerdictKind, seq: int, **changes: object) -> TableView:
    verdict = VerdictView(seq=seq, kind=kind, seat=view.turn, card="7", play=None, ruling=None, text=TEXT)
    return replace(view, verdict=verdict, seq=seq, **changes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_play_and_the_next_turn_are_spoken_once(language: str) -> None:
    words, before = load_words(language), sample_view(verdict=None)
    after = judged(before, VerdictKind.LEGAL, before.seq + 1, turn=1)
    said = spoken(before, after, words)
    assert said.startswith(words.text("verdict.legal"))
    assert said.endswith(words.text("voice.turn", name=after.seats[1].name))
    assert spoken(after, after, words) == ""
    assert spoken(after, replace(after, seq=after.seq + 1), words) == ""


@pytest.mark.parametrize("kind", VerdictKind)
def test_the_voice_explains_a_fault_and_ignores_an_unfinished_play(kind: VerdictKind) -> None:
    words, before = load_words("en"), sample_view(verdict=None)
    said = spoken(before, judged(before, kind, before.seq + 1), words)
    assert (TEXT["en"] in said) == (kind in (VerdictKind.ILLEGAL, VerdictKind.UNCLEAR))
    assert bool(said) == (kind is not VerdictKind.UNFINISHED)


def test_a_tablet_that_is_opened_says_whose_turn_it_is_and_no_old_verdict() -> None:
    words, view = load_words("en"), sample_view(verdict=None)
    asked = words.text("voice.turn", name=view.seats[view.acting].name)
    assert spoken(None, judged(view, VerdictKind.ILLEGAL, 3), words) == asked
    assert spoken(None, replace(view, paused=True), words) == ""
    assert spoken(replace(view, paused=True), view, words) == asked


def test_a_tap_leads_through_all_volumes_and_back_to_silence() -> None:
    assert [next_volume(volume) for volume in VOLUMES] == [*VOLUMES[1:], 0]
    assert next_volume(55) == 70


def test_without_the_program_there_is_silence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    voice = open_voice()
    assert isinstance(voice, Mute)
    voice.say("Anna to play.", "en", 100)
    voice.stop()


def loudness(path: Path) -> int:
    with wave.open(str(path), "rb") as sound:
        frames = sound.readframes(sound.getnframes())
    return int(np.abs(np.frombuffer(frames, dtype="<i2").astype(int)).max())


def spoken_to(path: Path, text: str, language: str, volume: int) -> int:
    """Returns the loudness of the real program's speech, which it writes into a file."""
    speaker = Speaker((ESPEAK, "-w", str(path)))
    speaker.say(text, language, volume)
    wait_until(lambda: speaker._process is not None and speaker._process.poll() is not None)
    speaker.stop()
    return loudness(path)


@pytest.mark.skipif(not ESPEAK, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_real_program_speaks_every_language_at_the_set_volume(language: str, tmp_path: Path) -> None:
    words = load_words(language)
    sentence = f"{words.text('verdict.legal')}. {words.text('voice.turn', name='Jörg [[x]] -w')}"
    loud, soft = (spoken_to(tmp_path / f"{volume}.wav", sentence, language, volume) for volume in (100, 40))
    assert loud > 1.5 * soft > 0


#: A program that writes down its text, and speaks for a minute.
SLOW = """
import sys, time
sys.stdout = open(sys.argv[1], "a")
print(sys.stdin.read(), flush=True)
time.sleep(60)
"""


def test_the_newest_sentence_cuts_the_older_and_nobody_waits(tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    speaker = Speaker((sys.executable, "-c", SLOW, str(heard)))
    speaker.say("first", "en", 70)
    wait_until(lambda: heard.exists() and "first" in heard.read_text())
    first = speaker._process
    assert first
    for number in range(50):
        speaker.say(f"sentence {number}", "en", 70)
    wait_until(lambda: "sentence 49" in heard.read_text())
    assert first.poll() is not None
    assert len(heard.read_text().split("sentence")) < 50
    speaker.stop()
    last = speaker._process
    assert last is None


def test_a_program_that_fails_is_named_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    missing = tmp_path / "gone"
    speaker = Speaker((str(missing),))
    for _ in range(3):
        speaker.say("Anna to play.", "en", 70)
        wait_until(lambda: speaker._next is None)
    wait_until(lambda: "no voice" in caplog.text)
    speaker.stop()
    assert caplog.text.count("no voice") == 1
    assert os.fspath(missing) in caplog.text
