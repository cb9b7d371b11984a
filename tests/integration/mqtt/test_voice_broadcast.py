"""The commentary as sound, from the table over its broker to every client of the page's server."""

import io
import urllib.error
import urllib.request
import wave
from pathlib import Path

import pytest
from brokers_for_tests import BASE, Listener
from events_for_tests import every_kind
from page_broadcasts import broadcasting
from page_clients import PATIENCE_S
from views_for_tests import game_view

from companion.session.events import PlayRefused

REFUSED = next(event for event in every_kind() if isinstance(event, PlayRefused))


def sound_of(page: str, row: str, language: str = "de") -> bytes | None:
    try:
        with urllib.request.urlopen(f"{page}voice/{language}/{row}.wav", timeout=PATIENCE_S) as answer:
            assert answer.headers["Content-Type"] == "audio/wav"
            return bytes(answer.read())
    except urllib.error.HTTPError:
        return None


@pytest.mark.parametrize("delay_s", [0, pytest.param(3600, marks=pytest.mark.long)])
def test_a_sentence_is_spoken_once_viewers_may_read_it_and_never_before(tmp_path: Path, delay_s: int) -> None:
    with broadcasting(tmp_path, None, delay_s=delay_s) as table:
        page = str(table.server.url)
        table.publisher.publish(game_view(seq=6), ())
        table.publisher.publish(game_view(seq=7), (REFUSED,))
        if delay_s:
            assert sound_of(page, f"{game_view().epoch}-7") is None
            return
        listener = Listener(table.broker.mqtt_port, f"{BASE}/public/#")
        epoch = listener.wait_on("public/commentary")["epoch"]
        listener.close()
        sound = sound_of(page, f"{epoch}-7")
        assert sound
        with wave.open(io.BytesIO(sound)) as read:
            assert read.getnframes() > read.getframerate() / 2
