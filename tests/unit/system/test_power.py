"""A kiosk's queries to its machine, against programs and files that answer as a machine does."""

import pytest

from companion.system.power import Backlight, switch_off


@pytest.fixture
def lights(tmp_path):
    for name, bright in (("acpi_video0", "100"), ("rpi", "7")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "brightness").write_text(bright + "\n")
    return tmp_path


def levels(lights):
    return [int(path.read_text()) for path in sorted(lights.glob("*/brightness"))]


def test_a_dimmed_light_is_never_out_and_comes_back_as_it_was(lights):
    backlight = Backlight(lights)
    backlight.dim()
    assert levels(lights) == [10, 1]
    backlight.dim()
    backlight.restore()
    assert levels(lights) == [100, 7]


def test_one_that_cannot_be_read_hinders_no_other(lights):
    (lights / "acpi_video0" / "brightness").write_text("bright\n")
    backlight = Backlight(lights)
    backlight.dim()
    assert (lights / "rpi" / "brightness").read_text() == "1"
    backlight.restore()
    assert (lights / "acpi_video0" / "brightness").read_text() == "bright\n"


def test_a_machine_without_lights_is_no_fault(tmp_path):
    backlight = Backlight(tmp_path / "none")
    backlight.dim()
    backlight.restore()


@pytest.fixture
def systemctl(tmp_path, monkeypatch):
    def answer(lines):
        program = tmp_path / "systemctl"
        program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\n{lines}\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        return tmp_path / "asked"

    return answer


def test_the_machine_gets_one_request_to_go_off(systemctl):
    asked = systemctl("exit 0")
    assert switch_off() == ""
    assert asked.read_text() == "poweroff\n"


def test_an_obstacle_is_reported_in_one_line(systemctl):
    systemctl("echo 'Call to PowerOff failed:\nInteractive authentication required.' >&2; exit 1")
    said = switch_off()
    assert "Interactive authentication required." in said
    assert "\n" not in said


def test_a_system_without_systemd_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "systemctl" in switch_off()
