"""Tones, silence without a loudspeaker, and the printable card aid."""

import io
import wave
from pathlib import Path

import pytest

from companion.catalogue.shipped import SHIPPED
from ui.card_aid import card_aid, main
from ui.i18n import load_words
from ui.sound import LARGEST_OWN, TONES, has_audio, own_tone, tone_wav


@pytest.mark.parametrize("tone", list(TONES))
def test_a_tone_is_as_long_as_its_notes_and_not_silent(tone):
    with wave.open(io.BytesIO(tone_wav(tone)), "rb") as file:
        seconds = file.getnframes() / file.getframerate()
        frames = file.readframes(file.getnframes())
    assert seconds == pytest.approx(sum(length for _, length in TONES[tone]), abs=0.01)
    assert max(frames) > 0


def test_without_a_device_and_a_server_there_is_no_audio(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
    assert not has_audio(tmp_path, str(tmp_path))
    (tmp_path / "pcmC0D0p").touch()
    assert has_audio(tmp_path, str(tmp_path))


def test_the_printed_card_aid_has_every_card_in_every_language():
    page = card_aid("black_dog", SHIPPED.variant("black_dog"))
    assert page.count("<section") == 4
    assert page.count("<li>") == 60
    for language in ("de", "en", "fr", "it"):
        assert load_words(language).text("card.magnet") in page


def test_the_card_aid_command_says_what_it_needs(tmp_path, capsys):
    assert main([]) == 2
    assert main([str(tmp_path / "missing" / "aid.html")]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert main([str(tmp_path / "aid.html")]) == 0
    assert (tmp_path / "aid.html").read_text(encoding="utf-8").startswith("<!doctype html>")


class Played:
    """A sound of Kivy's."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.length = 0.0 if Path(path).read_bytes()[:4] != b"RIFF" else 1.0


@pytest.mark.parametrize(
    ("name", "content", "own"),
    [
        ("legal.wav", b"RIFF", True),
        ("legal.ogg", b"RIFF", True),
        ("legal.wav", b"junk", False),
        ("legal.wav", b"RIFF" + bytes(LARGEST_OWN), False),
        ("legal.exe", b"RIFF", False),
        ("illegal.wav", b"RIFF", False),
    ],
)
def test_a_familys_own_tone_is_played_where_it_is_one(tmp_path, name, content, own):
    (tmp_path / name).write_bytes(content)
    played = own_tone(tmp_path, "legal", Played)
    assert (played.path if played else None) == (str(tmp_path / name) if own else None)
