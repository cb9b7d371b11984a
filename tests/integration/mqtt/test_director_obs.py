"""The director with a real OBS Studio, a real broker and a game that is played."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from brokers_for_tests import Listener, Mosquitto, Reports, free_ports
from events_for_tests import every_kind
from obs_studio import PASSWORD, ObsStudio
from views_for_tests import game_view

from companion.catalogue.shipped import SHIPPED
from companion.director.settings import PASSWORD_VARIABLE
from companion.publishers.mqtt import MqttPublisher
from companion.session.events import PlayRefused
from companion.session.evolve import replay
from companion.settings.schema import Settings
from companion.store.event_log import EventLog

PATIENCE_S: Final = 400.0
LONGEST_FADE_MS: Final = 20_000
SCENES: Final = ("Starting soon", "Game", "Paused", "Camera")
SOURCES: Final = ("Pawtrack capture", "Pawtrack wrong", "Pawtrack win")
REFUSED: Final = next(event for event in every_kind() if isinstance(event, PlayRefused))


class Program:
    """`python -m companion ...` as a person starts it, with all its output."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self._log = folder / f"{arguments[0]}.txt"
        self._command = [sys.executable, "-m", "companion", *arguments]
        known = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self._environment = known | {"PAWTRACK_HOME": str(folder)} | environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command, env=self._environment, stdout=log, stderr=log)

    @property
    def said(self) -> list[str]:
        return self._log.read_text(encoding="utf-8").splitlines()

    def wait_for(self, beginning: str, times: int = 1) -> str:
        """Returns the line that begins so, once it has come so often."""

        def found() -> list[str]:
            return [line for line in self.said if line.startswith(beginning)]

        wait(lambda: len(found()) >= times, lambda: "\n".join(self.said))
        return found()[times - 1]

    def interrupt(self) -> int:
        assert self._process
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(PATIENCE_S)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


def wait(condition: Callable[[], Any], why: Callable[[], str] = str) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until_s, why()
        time.sleep(0.05)


class Evening:
    """A table with its game, OBS, the director between them, and an operator who may pause the game."""

    def __init__(self, folder: Path) -> None:
        mqtt, websocket, page = free_ports(3)
        self.obs = ObsStudio(folder / "obs", SCENES, SOURCES)
        self.home = folder / "home"
        self.home.mkdir()
        (self.home / "settings.toml").write_text(
            f"mqtt_port = {mqtt}\nwebsocket_port = {websocket}\nviewer_port = {page}\n"
            f"[director]\nport = {self.obs.port}\nseconds = 2\n"
        )
        self._mqtt = mqtt
        self._operator: Listener | None = None
        self.director = Program(self.home, "director", **{PASSWORD_VARIABLE: PASSWORD})
        self.game = Program(self.home, "run", "--headless", "--level", "easy", "--seed", "2", "--speed", "40")

    def begin(self) -> None:
        self.director.start()
        self.director.wait_for("OBS does not answer")
        self.obs.start()
        self.director.wait_for("OBS at")
        assert self.obs.on_air() == SCENES[0]
        self.obs.ask("StartRecord")
        self.game.start()

    @property
    def operator(self) -> Listener:
        if self._operator is None:
            passwords = json.loads((self.home / "broker" / "passwords.json").read_text())
            login = ("operator", passwords["operator"])
            self._operator = Listener(self._mqtt, "pawtrack/1/+/+/public/#", "pawtrack/1/+/+/ack/#", login=login)
        return self._operator

    def state(self) -> dict[str, Any]:
        newest: dict[str, Any] = self.operator.on("public/state")[-1]
        return newest

    def order(self, what: str, until: str) -> None:
        """Orders until the status says so: a table that goes on between the state and the order drops the order."""
        self.operator.wait_on("public/state")
        self.operator.wait_on("public/status")
        while self.operator.on("public/status")[-1]["state"] != until:
            newest, name = self.state(), uuid.uuid4().hex
            expect = {"epoch": newest["epoch"], "seq": newest["seq"]}
            order = {"id": name, "expect": expect, "args": {"client": name}}
            self.operator.client.publish(f"pawtrack/1/home/table-1/cmd/{what}", json.dumps(order), qos=1)
            self.operator.wait_on(f"ack/{name}")
            time.sleep(0.2)

    def close(self) -> None:
        if self._operator is not None:
            self._operator.close()
        self.game.kill()
        self.director.kill()
        self.obs.stop()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    (tmp_path / "obs").mkdir()
    begun = Evening(tmp_path)
    try:
        begun.begin()
        yield begun
    finally:
        begun.close()


def on_air(evening: Evening, scene: str) -> None:
    """Waits for the scene; PAWTRACK_SCREENSHOTS names a folder for pictures to view."""
    try:
        evening.obs.wait(lambda: evening.obs.on_air() == scene)
    except AssertionError as late:
        raise AssertionError("\n".join(evening.director.said)) from late
    picture = evening.obs.screenshot(scene)
    assert picture.startswith(b"\x89PNG")
    if folder := os.environ.get("PAWTRACK_SCREENSHOTS"):
        Path(folder, f"{scene}.png").write_bytes(picture)


def frames(film: Path) -> int:
    """How many pictures can be read of it to its end."""
    count = ["-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"]
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", *count, str(film)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return int(done.stdout)


@pytest.mark.long
def test_a_game_drives_obs_which_is_killed_and_comes_back(evening: Evening) -> None:
    obs, director = evening.obs, evening.director
    on_air(evening, "Game")
    obs.wait(lambda: any(obs.is_shown("Game", source) for source in SOURCES))
    first = Path(director.wait_for("Replay saved").partition(": ")[2])
    assert first.parent == obs.replays
    assert frames(first) > 1

    evening.order("pause", "paused")
    on_air(evening, "Paused")
    evening.order("resume", "ready")
    on_air(evening, "Game")

    # somebody chooses a scene, and keeps it whatever is played
    obs.ask("SetCurrentSceneTransition", transitionName="Fade")
    obs.ask("SetCurrentSceneTransitionDuration", transitionDuration=LONGEST_FADE_MS)
    obs.ask("SetCurrentProgramScene", sceneName="Camera")
    director.wait_for("Scene Camera was chosen by hand")
    assert obs.ask("GetCurrentSceneTransitionCursor")["transitionCursor"] < 1
    obs.ask("SetCurrentSceneTransition", transitionName="Cut")
    ply = evening.state()["ply"]
    wait(lambda: evening.state()["ply"] > ply or evening.state()["phase"] != "play")
    assert obs.on_air() == "Camera" or evening.state()["phase"] != "play"
    evening.order("pause", "paused")
    on_air(evening, "Paused")
    evening.order("resume", "ready")
    on_air(evening, "Game")

    obs.ask("StopRecord")
    chapters = Path(director.wait_for("Chapters written").partition(": ")[2])
    (film,) = chapters.parent.glob(f"{chapters.name.partition('.')[0]}.mkv")
    assert frames(film) > 1
    lines = chapters.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("0:00 ")
    assert_within(film, lines)

    saved = len([line for line in director.said if line.startswith("Replay saved")])
    obs.kill()
    director.wait_for("OBS does not answer")
    seq = evening.state()["seq"]
    wait(lambda: evening.state()["seq"] > seq)
    obs.start()
    director.wait_for("OBS at", times=2)
    evening.order("pause", "paused")
    on_air(evening, "Paused")
    evening.order("resume", "ready")
    on_air(evening, "Game")
    assert frames(Path(director.wait_for("Replay saved", times=saved + 1).partition(": ")[2])) > 1

    assert evening.game.interrupt() == 130
    director.wait_for("No broker", times=2)
    assert director.interrupt() == 130
    assert not any(obs.is_shown(scene, source) for scene in SCENES for source in SOURCES)
    assert not any("Traceback" in line or PASSWORD in line for line in (*director.said, *evening.game.said))
    assert_recorded(evening)


def assert_within(film: Path, chapters: list[str]) -> None:
    """The last chapter begins before the film ends."""
    show = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(film)]
    seconds = float(subprocess.run(show, capture_output=True, text=True, check=True).stdout)
    minutes, _, rest = chapters[-1].partition(" ")[0].partition(":")
    assert int(minutes) * 60 + int(rest) <= seconds


def assert_recorded(evening: Evening) -> None:
    """The record holds every row that was published, and gives the board that viewers saw last."""
    log = EventLog(SHIPPED, evening.home / "record.sqlite")
    (game,) = log.games()
    events = log.load(game.game)
    log.close()
    newest = evening.state()
    assert len(events) >= newest["seq"] > 0
    rows = {event["seq"] for event in evening.operator.on("public/event")}
    assert rows
    assert rows <= set(range(1, len(events) + 1))
    assert replay(events).ply >= newest["ply"] > 0


@pytest.mark.long
def test_each_refusal_or_lack_of_obs_is_reported_in_one_line(tmp_path: Path) -> None:
    """The password, the replay buffer, a source and a scene; the scene is switched to as soon as somebody makes it."""
    (tmp_path / "obs").mkdir()
    obs = ObsStudio(tmp_path / "obs", SCENES[:1], SOURCES[:1])
    broker = Mosquitto(tmp_path, free_ports(1)[0])
    table = MqttPublisher(broker.url, Settings())
    (tmp_path / "settings.toml").write_text(
        f'[director]\nport = {obs.port}\nsources = {{ win = "Confetti" }}\npassword_file = "obs.txt"\n'
    )
    (tmp_path / "obs.txt").write_text(PASSWORD)
    arguments = ("director", "--broker", broker.url)
    stranger = Program(tmp_path, *arguments, **{PASSWORD_VARIABLE: "a guess"})
    director = Program(tmp_path, *arguments)
    try:
        broker.start()
        table.start(Reports())
        table.publish(game_view(seq=7), ())
        obs.start(buffer=False)
        stranger.start()
        stranger.wait_for(f"OBS at 127.0.0.1:{obs.port} refuses the password")
        assert stranger.interrupt() == 130
        director.start()
        for line in (
            "OBS at",
            "OBS' replay buffer",
            "No scene of OBS holds a source Confetti",
            "OBS has no scene Game",
        ):
            director.wait_for(line)
        assert obs.on_air() == SCENES[0]
        obs.ask("CreateScene", sceneName="Game")
        obs.wait(lambda: obs.on_air() == "Game")
        obs.ask("StartReplayBuffer")
        director.wait_for("OBS' replay buffer runs")
        table.publish(game_view(seq=8), (REFUSED,))
        assert frames(Path(director.wait_for("Replay saved").partition(": ")[2]))
        assert director.interrupt() == 130
        assert len(set(director.said)) == len(director.said)
    finally:
        stranger.kill()
        director.kill()
        table.stop()
        broker.kill()
        obs.stop()
