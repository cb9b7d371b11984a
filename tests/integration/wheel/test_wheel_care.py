"""Doctor, zero, calibrate, flash and emulate on the command line, with the real firmware at the other end."""

import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from wheel_boards import build

from firmware_bridge.commands import flashing, maintenance
from firmware_bridge.commands.cli import app
from firmware_bridge.discovery import Candidate
from firmware_bridge.ports import SerialPort
from firmware_bridge.protocol import messages as msg
from firmware_bridge.simulated.board import Sensor
from firmware_bridge.simulated.emulator import EmulatedWheel
from firmware_bridge.simulated.simulator import SimulatedWheel

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 60.0


def run(*arguments: str, stdin: str = "", path: str | None = None) -> tuple[int, str, str]:
    """Status, output and errors of a command, in this process; test_wheel_program.py starts the program itself."""
    done = CliRunner().invoke(app, arguments, input=stdin, env={"PATH": path} if path else None)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def wheel() -> Iterator[EmulatedWheel]:
    emulated = EmulatedWheel(speed=8.0, firmware=build() / "wheel.elf")
    emulated.start()
    emulated.hold(0)
    yield emulated
    emulated.stop()


def test_the_doctor_finds_a_sound_wheel_well(wheel: EmulatedWheel) -> None:
    status, output, _ = run("doctor", wheel.port)
    assert status == 0, output
    assert "All is well." in output
    assert "gain of the magnet 128\n" in output
    assert f"firmware {msg.FIRMWARE[0]}.{msg.FIRMWARE[1]}; it last began anew because of: power on" in output
    assert "bad readings 0 %; since its start: no answer 0" in output


def test_the_doctor_names_a_stuck_wheel_and_a_missing_port(wheel: EmulatedWheel) -> None:
    wheel.hold(45)
    for _ in range(20):
        wheel.hold(0)  # a moment of rest each
    status, output, _ = run("doctor", wheel.port)
    assert status == 1
    assert "stands between two stops" in output
    status, output, _ = run("doctor", "no-such-port")
    assert status == 2
    assert "nothing is connected there" in output


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (Sensor.ABSENT, "does not reach its angle sensor"),
        (Sensor.NO_MAGNET, "sees no magnet"),
        (Sensor.WEAK, "too weak"),
        (Sensor.STRONG, "too strong"),
    ],
)
def test_the_doctor_names_a_dead_sensor_and_a_bad_magnet(wheel: EmulatedWheel, how: Sensor, expected: str) -> None:
    wheel.set_sensor(how)
    wheel.hold(0)
    status, output, _ = run("doctor", wheel.port)
    assert status == 1
    assert expected in output


def test_the_doctor_names_a_wheel_without_a_zero_until_it_is_set() -> None:
    wheel = EmulatedWheel(speed=8.0, firmware=build() / "wheel.elf", new=True)
    wheel.start()
    wheel.hold(40)
    status, output, _ = run("doctor", wheel.port)
    assert status == 1
    assert "zero was never set, or its settings were lost" in output
    assert run("zero", wheel.port)[0] == 0
    assert "All is well." in run("doctor", wheel.port)[1]
    wheel.stop()


def test_the_doctor_names_the_wrong_port_and_one_in_use(wheel: EmulatedWheel) -> None:
    mute = SimulatedWheel()
    mute.plug()
    status, output, _ = run("doctor", mute.port)
    assert status == 1
    assert f"Nobody at {mute.port} answers as a wheel does" in output
    mute.stop()
    user = SerialPort(wheel.port)
    user.open()
    status, output, _ = run("doctor", wheel.port)
    user.close()
    assert status == 1
    assert "Close what uses the port" in output


def test_zero_is_kept_where_the_magnet_points_anywhere(wheel: EmulatedWheel) -> None:
    wheel.hold(37)
    deadline_s = time.monotonic() + PATIENCE_S
    while (done := run("zero", wheel.port))[0] != 0:
        assert "try again" in done[2]
        assert time.monotonic() < deadline_s
    assert done == (0, "The wheel stands on stop 0.\n", "")
    status, output, _ = run("doctor", wheel.port)
    assert (status, "All is well." in output) == (0, True)


def plug_in(monkeypatch: pytest.MonkeyPatch, *ports: str) -> None:
    plugged = [Candidate(device=port, description="Pico") for port in ports]
    monkeypatch.setattr(maintenance, "candidates", lambda: plugged)


def test_zero_finds_the_wheel_that_nobody_named(wheel: EmulatedWheel, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, wheel.port)
    status, output, errors = run("zero")
    assert (status, output) == (0, "The wheel stands on stop 0.\n"), errors


def test_zero_without_a_wheel_says_so_and_of_several_asks_which(
    wheel: EmulatedWheel, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(monkeypatch)
    assert run("zero")[::2] == (1, "wheel: no wheel answers; plug it in, or ask pawtrack wheel doctor\n")
    plug_in(monkeypatch, "no-such-port")
    assert "no-such-port" in run("calibrate")[2]
    plug_in(monkeypatch, wheel.port, wheel.port)
    assert "there are several wheels" in run("zero")[2]


def test_zero_of_no_wheel_is_one_line() -> None:
    status, output, errors = run("zero", "no-such-port")
    assert (status, output, errors.count("\n")) == (2, "", 1)


def test_calibration_asks_for_four_stops_and_tells_the_spread(wheel: EmulatedWheel) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge", "calibrate", wheel.port],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin
        assert program.stdout
        for stop in range(4):
            asked = ""
            while not asked.endswith("press Enter: "):
                asked += program.stdout.read(1)
            assert f"Stop {stop}" in asked
            if stop:
                wheel.hold(95 if stop == 1 else 90)
            wheel.hold(0)
            program.stdin.write("\n")
            program.stdin.flush()
        output, errors = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0, (output, errors)
    found = re.search(r"Calibrated: the stops lie (\d\.\d) degrees", output)
    assert found, output
    assert float(found[1]) == pytest.approx(5.0, abs=0.8)


def test_calibration_that_never_turned_is_refused(wheel: EmulatedWheel) -> None:
    status, _, errors = run("calibrate", wheel.port, stdin="\n\n\n\n")
    assert status == 1
    assert "degrees off their places, 10 are allowed" in errors


def fake_avrdude(folder: Path, script: str) -> str:
    """A program of that name that runs the script; gives a PATH with it alone."""
    program = folder / "avrdude"
    program.write_text(f"#!{sys.executable}\nimport sys\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(folder)


def test_flash_tries_both_boot_loaders_and_meets_the_wheel(wheel: EmulatedWheel, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = f"open({str(log)!r}, 'a').write(' '.join(sys.argv[1:]) + chr(10)); sys.exit('57600' not in sys.argv)"
    status, output, errors = run("flash", wheel.port, path=fake_avrdude(tmp_path, script))
    assert (status, errors.count("looking for the boot loader"), errors.count("\n")) == (0, 2, 2)
    assert "Flashed at 57600 baud; the wheel answers" in output
    first, second = log.read_text(encoding="utf-8").splitlines()
    assert "-p atmega328p" in first
    assert f"-P {wheel.port} -b 115200" in first
    assert "-b 57600" in second
    assert "wheel.hex:i" in second


def test_flash_without_avrdude_a_board_or_a_file_says_so(tmp_path: Path) -> None:
    status, _, errors = run("flash", "no-port", path=str(tmp_path))
    assert (status, errors.count("\n")) == (1, 1)
    assert "sudo apt install avrdude" in errors
    script = "print('avrdude: stk500_getsync(): not in sync', file=sys.stderr); sys.exit(1)"
    status, _, errors = run("flash", "no-port", path=fake_avrdude(tmp_path, script))
    assert (status, errors.count("\n")) == (1, 3)
    assert "not in sync" in errors
    status, _, errors = run("flash", "no-port", "--firmware", str(tmp_path / "none.hex"))
    assert (status, errors.count("\n")) == (2, 1)
    assert "make firmware" in errors
    status, _, errors = run("flash", "/dev/no-such-port")
    assert (status, errors.count("\n")) == (2, 1)


def test_flash_of_a_board_that_never_answers_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = fake_avrdude(tmp_path, "import time; time.sleep(60)")
    monkeypatch.setenv("PATH", folder)
    monkeypatch.setattr(flashing, "_MOST_S", 0.2)
    said: list[str] = []
    with pytest.raises(flashing.FlashError, match="no boot loader answers there"):
        flashing.flash_board("/dev/ttyUSB0", say=said.append)
    assert [line.split(" baud")[0].split()[-1] for line in said] == ["115200", "57600"]


def test_emulate_by_hand_is_the_real_firmware() -> None:
    build()
    status, output, errors = run("emulate", "--by-hand", "--speed", "10", stdin="turn 1\nunplug\nplug\nreset\nquit\n")
    assert (status, errors) == (0, "")
    assert output.count("\n") == 1
