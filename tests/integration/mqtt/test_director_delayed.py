"""The director beside a table with a spectator delay: the program itself, started as people start it, and a broker."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers_for_tests import Mosquitto, Reports, free_ports, settings_for_tests, wait_until
from events_for_tests import every_kind
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.publishers.mqtt import MqttPublisher
from companion.session.events import GameWon, PlayRefused
from companion.session.state import Phase

DELAY_S = 3
REFUSED, WON = (next(event for event in every_kind() if isinstance(event, kind)) for kind in (PlayRefused, GameWon))
SCENE, SAVED = "Scene: Game", "Would save the replay buffer."


class DirectorProgram:
    """`pawtrack director --dry-run`, which prints the commands for OBS; `said` is each line with its time."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.said: list[tuple[float, str]] = []
        command = [sys.executable, "-u", "-m", "companion", "director", "--dry-run", "--language", "en", *arguments]
        environment = os.environ | {"PAWTRACK_HOME": str(home)}
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        wait_until(lambda: any("is there" in line for line in self.lines))

    @property
    def lines(self) -> list[str]:
        return [line for _, line in self.said]

    @property
    def followed(self) -> list[str]:
        """Returns the lines after the one that names the broadcast; a source is hidden some seconds later."""
        return [line for line in self.lines[1:] if not line.startswith("Would hide")]

    def when(self, line: str, times: int = 1) -> float:
        """Returns the time at which a line came for this many times, once it has."""
        wait_until(lambda: self.lines.count(line) >= times)
        return [at_s for at_s, said in self.said if said == line][times - 1]

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join()

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as said:
            for line in said:
                self.said.append((time.monotonic(), line.strip()))


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path, free_ports(1)[0])
    broker.start()
    yield broker
    broker.kill()


@pytest.mark.long
@pytest.mark.parametrize("asked", [["--delayed"], []])
def test_a_delayed_director_repeats_a_live_one_after_the_delay(
    broker: Mosquitto, tmp_path: Path, asked: list[str]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    # without a word the director follows what the settings of the table give to viewers
    (home / "settings.toml").write_text(f'broker = "{broker.url}"\ndelay_s = {0 if asked else DELAY_S}\n')
    table = MqttPublisher(broker.url, settings_for_tests(delay_s=DELAY_S), wording=WORDING)
    live, delayed = DirectorProgram(home, "--live"), DirectorProgram(home, *asked)
    try:
        assert "/public on" in live.lines[0]
        assert "/delayed on" in delayed.lines[0]
        table.start(Reports())
        shown_s = time.monotonic()
        table.publish(game_view(seq=7), ())
        live.when(SCENE)
        refused_s = time.monotonic()
        table.publish(game_view(seq=8), (REFUSED,))
        live.when(SAVED)
        table.publish(game_view(seq=9, phase=Phase.OVER, result=(0, 2)), (WON,))
        live.when(SAVED, times=2)
        assert delayed.when(SCENE) - shown_s >= DELAY_S
        assert delayed.when(SAVED) - refused_s >= DELAY_S
        delayed.when(SAVED, times=2)
        wait_until(lambda: delayed.followed == live.followed)
    finally:
        live.kill()
        delayed.kill()
        table.stop()
