"""A command without a screen invites the phone that is to be its camera."""

from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from brokers_for_tests import free_ports
from code_reader import read_code
from phone_cameras import Visitor

from companion.commands.camera.phone import code_lines, invite_phone
from companion.sensors.phone.table import phone_door
from companion.settings.schema import PHONE, Settings

SIGNS = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}


def as_picture(lines: str) -> np.ndarray:
    """The terminal's light letters on its dark ground, eight pixels a module."""
    rows = [row for line in lines.split("\n") for row in zip(*(SIGNS[sign] for sign in line), strict=True)]
    return cv2.resize(np.array(rows, np.uint8), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return Settings(camera=PHONE, phone_camera_port=free_ports(1)[0], lan_address="127.0.0.1")


def test_the_terminal_s_code_brings_a_phone_in(settings: Settings) -> None:
    said: list[str] = []

    def hear(line: str) -> None:
        said.append(line)
        if "█" not in line:
            return
        url = read_code(as_picture(line))
        assert url
        assert url in said[0]
        # another program may have taken the port that was wished
        phone = Visitor(urlsplit(url).port or 0)
        phone.until(lambda: phone.answers)
        token = phone.open(url.partition("#")[2])[1]["token"]
        assert phone.look(token)[0] == 200

    try:
        invite_phone(settings, hear)
        assert said[-1] == "the phone is here"
    finally:
        phone_door(settings).close()


def test_a_command_gives_up_if_no_phone_comes(settings: Settings) -> None:
    try:
        with pytest.raises(ValueError, match="no phone has come"):
            invite_phone(settings, lambda _: None, patience_s=0.1)
    finally:
        phone_door(settings).close()


def test_another_camera_invites_no_phone() -> None:
    said: list[str] = []
    invite_phone(Settings(camera="0"), said.append)
    assert said == []


def test_the_code_has_lines_of_the_same_length() -> None:
    lines = code_lines("https://192.168.1.20:8789/#Os_N9llVF0EAJwsPP-Q0QQ").split("\n")
    assert len({len(line) for line in lines}) == 1
    assert set("".join(lines)) <= set(SIGNS)
