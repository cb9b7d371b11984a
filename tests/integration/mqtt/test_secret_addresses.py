"""A camera's address with a login in it, at a whole table: no viewer, screen, log or report ever shows the login."""

import json
import queue
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from brokers_for_tests import BASE, PATIENCE_S, Listener, Mosquitto, free_ports, settings_for_tests
from camera_addresses import FORMS, PASSWORDS, filled
from command_line import pawtrack
from views_for_tests import game_view

from companion.board.files import board_ids, load_board
from companion.bundle.archive import read_bundle
from companion.doctor import checks
from companion.publishers.mqtt import MqttPublisher
from companion.sensors.camera import CameraSensor
from companion.sensors.examine import examine_camera
from companion.sensors.plugged.camera import camera_named
from companion.settings.file import save_settings
from companion.settings.schema import Settings
from companion.views.table_view import Health
from ui.i18n import load_words
from ui.presenters.camera import camera_banner

IMPORT = "from companion.sensors.examine import examine_camera"
#: Each form with one of the passwords, in turn.
ADDRESSES = [
    (filled(form, password, "127.0.0.1"), secret)
    for form, (password, secret) in zip(FORMS, list(PASSWORDS.items()) * len(FORMS), strict=False)
]


def reported(address: str) -> Health:
    """Returns the health that the camera at this address, where nobody answers, reports to the table."""
    profile = load_board(board_ids()[0])
    source, name = camera_named(Settings(camera=address), profile)
    reports: queue.Queue[Health] = queue.Queue()
    sensor = CameraSensor(source, name, profile)
    sensor.start(lambda _: None, reports.put)
    try:
        return reports.get(timeout=PATIENCE_S)
    finally:
        sensor.stop()


@contextmanager
def closing_broker(folder: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(folder, free_ports(1)[0])
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


def test_viewers_screen_and_log_never_show_a_login(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    words, shown = load_words("en"), []
    with closing_broker(tmp_path) as broker:
        listener = Listener(broker.port, f"{BASE}/#")
        publisher = MqttPublisher(broker.url, settings_for_tests())
        publisher.start(lambda _: None)
        for number, (address, _) in enumerate(ADDRESSES):
            health = replace(reported(address), restarts=number)
            view = game_view(seq=number + 8, health=(health,))
            publisher.publish(view, ())
            listener.wait_on("public/state", lambda state, seq=view.seq: state["seq"] == seq)
            shown += [str(camera_banner(view, words)), str(examine_camera(address))]
        publisher.stop()
        listener.close()
    # without the time of the message, in which a password of digits may occur
    heard = [json.dumps({**payload, "ts": 0}) for topic, payload, _ in listener.heard if "health/camera" in topic]
    assert len(heard) > 5
    for secret in PASSWORDS.values():
        assert [line for line in [*heard, *shown, caplog.text] if secret in line] == []


@pytest.mark.parametrize(("address", "secret"), ADDRESSES[::6])
def test_doctor_and_bundle_never_show_a_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, secret: str
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    asked = tuple(check for check in checks.CHECKS if check.name in ("settings", "rights", "camera"))
    monkeypatch.setattr(checks, "CHECKS", asked)
    save_settings(tmp_path / "settings.toml", Settings(camera=address))
    said = pawtrack("doctor", "--json")
    assert '"camera_' in said.stdout
    assert secret not in said.output
    pawtrack("bundle", tmp_path / "report.zip")
    assert secret.encode() not in b"".join(read_bundle(tmp_path / "report.zip").values())


def test_libraries_write_no_login_to_the_terminal() -> None:
    """A password that holds an @ is a host to ffmpeg, which names what it did not find."""
    addresses = ["rtsp://admin:ge@heim.invalid/x@127.0.0.1/s", "rtsp://anna@geheim.invalid/", "http://geheim.invalid/"]
    looking = f"[examine_camera(address) for address in {addresses}]"
    program = f"from companion.system.files import bound_pictures\nbound_pictures()\n{IMPORT}\nprint({looking})"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert said.stdout.count("camera_") == len(addresses)
    assert "heim" not in said.stdout + said.stderr
