"""The firmware is put on a Pico by its drive; the board behind the drive is played by a thread."""

import termios
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_wheel_care import run

from firmware_bridge.commands import pico_drive
from firmware_bridge.commands.flashing import FlashError
from firmware_bridge.commands.pico_drive import UF2, flash_pico, mounted
from firmware_bridge.discovery import PICO
from firmware_bridge.simulated.lines import PseudoTerminal

INFO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(INFO, encoding="utf-8")
    return folder


@pytest.fixture
def board(drive: Path) -> Iterator[list[bytes]]:
    """Takes a whole firmware from its drive and is gone, as the ROM does; gives what it has taken."""
    taken: list[bytes] = []
    ended = threading.Event()

    def live() -> None:
        while not taken and not ended.wait(0.01):
            for file in drive.glob("*.uf2"):
                if file.stat().st_size == UF2.stat().st_size:
                    taken.append(file.read_bytes())
                    (drive / "INFO_UF2.TXT").unlink()

    thread = threading.Thread(target=live)
    thread.start()
    yield taken
    ended.set()
    thread.join()


def test_onto_the_drive_that_is_named(drive: Path, board: list[bytes]) -> None:
    status, output, errors = run("flash", str(drive))
    assert (status, errors.count("\n"), output.count("\n")) == (0, 1, 1)
    assert "The firmware is on the Pico" in output
    assert board == [UF2.read_bytes()]


def test_onto_the_only_drive_that_is_there(
    drive: Path, board: list[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "stick"
    other.mkdir()
    monkeypatch.setattr(pico_drive, "mounted", lambda: [other, tmp_path / "gone", drive])
    said: list[str] = []
    flash_pico("", say=said.append)
    assert board == [UF2.read_bytes()]
    assert said == [f"copying wheel.uf2 onto {drive}"]
    assert list(other.iterdir()) == []


def test_a_board_with_a_firmware_gets_a_request_for_its_drive(
    drive: Path, board: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pico_drive, "touch", asked.append)
    monkeypatch.setattr(pico_drive, "mounted", lambda: [drive] if asked else [])
    monkeypatch.setattr(pico_drive, "chip_of", lambda _: PICO)
    assert pico_drive.is_pico("/dev/ttyACM0")
    flash_pico("/dev/ttyACM0")
    assert (asked, board) == (["/dev/ttyACM0"], [UF2.read_bytes()])


def test_the_port_is_opened_at_1200_baud_and_closed() -> None:
    line = PseudoTerminal()
    line.plug()
    with Path(line.port).open("rb") as kept:
        pico_drive.touch(line.port)
        assert termios.tcgetattr(kept)[4:6] == [termios.B1200, termios.B1200]
    line.unplug()
    with pytest.raises(pico_drive.PortError, match="nothing is connected there"):
        pico_drive.touch(line.port)
    line.remove()


def test_a_missing_drive_is_reported_with_its_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pico_drive, "mounted", list)
    with pytest.raises(FlashError, match=r"no Pico shows its drive; hold its button BOOTSEL .* and drag .*wheel\.uf2"):
        flash_pico("")
    monkeypatch.setattr(pico_drive, "_LABELS", tmp_path)
    (tmp_path / "RPI-RP2").touch()
    with pytest.raises(FlashError, match="not opened; open it: udisksctl mount -b"):
        flash_pico("")


def test_a_board_that_does_not_take_it_is_reported(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pico_drive, "PATIENCE_S", 0.1)
    with pytest.raises(FlashError, match="did not take the firmware; pull its plug, hold its button BOOTSEL"):
        flash_pico(str(drive))


@pytest.mark.parametrize("content", [b"", b"UF2\n" * 128, b":020000040000FA\n", UF2.read_bytes()[:-1]])
def test_what_is_no_firmware_for_a_pico_is_not_copied(drive: Path, content: bytes, tmp_path: Path) -> None:
    bad = tmp_path / "bad.uf2"
    bad.write_bytes(content)
    status, _, errors = run("flash", str(drive), "--firmware", str(bad))
    assert (status, errors.count("\n")) == (1, 1)
    assert "is no firmware for a Pico" in errors
    assert [file.name for file in drive.iterdir()] == ["INFO_UF2.TXT"]


def test_the_drives_of_this_computer_are_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /media/a\\040b/RPI-RP2 vfat rw 0 0\nodd\n", encoding="utf-8")
    monkeypatch.setattr(pico_drive, "_MOUNTS", mounts)
    assert mounted() == [Path("/media/a b/RPI-RP2")]
    monkeypatch.setattr(pico_drive, "_MOUNTS", tmp_path / "none")
    assert not any(pico_drive.is_drive(place) for place in mounted())
