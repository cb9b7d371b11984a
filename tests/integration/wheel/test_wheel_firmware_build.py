"""The firmware as a build: the same bytes twice, within its budgets, without a complaint of cppcheck."""

import shutil
import subprocess
from pathlib import Path

import pytest
from wheel_boards import HARDWARE, build

from firmware_bridge.commands.flashing import HEX

MOST_FLASH, MOST_RAM = 8192, 1024


def make(folder: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", "-C", str(folder), *targets], capture_output=True, text=True, check=False)


@pytest.fixture
def copies(tmp_path: Path) -> list[Path]:
    """The sources twice, in folders of other names, without what was built."""
    folders = [tmp_path / "one", tmp_path / "another" / "place"]
    for folder in folders:
        for part in ("firmware", "protocol"):
            shutil.copytree(HARDWARE / part, folder / part, ignore=shutil.ignore_patterns("build"))
    return [folder / "firmware" for folder in folders]


def test_it_builds_to_the_same_bytes_wherever_it_lies(copies: list[Path]) -> None:
    for folder in copies:
        made = make(folder)
        assert made.returncode == 0, made.stderr
    for name in ("wheel.hex", "wheel.elf"):
        one, another, ours = [(folder / "build" / name).read_bytes() for folder in (*copies, build().parent)]
        assert one == another == ours, name


def test_flash_and_ram_are_within_their_budgets() -> None:
    lines = subprocess.run(["avr-size", str(build() / "wheel.elf")], capture_output=True, text=True, check=True)
    text, data, bss = (int(word) for word in lines.stdout.splitlines()[1].split()[:3])
    assert text + data < MOST_FLASH
    assert data + bss < MOST_RAM


def test_the_firmware_in_the_package_is_the_one_of_these_sources() -> None:
    """Every compiler makes other bytes; Debian 12's avr-gcc 5.4 made those that are kept."""
    version = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout.strip()
    if not version.startswith("5.4"):
        pytest.skip(f"avr-gcc {version} makes other bytes than 5.4 does")
    assert HEX.stat().st_size < 8192 * 45 / 16  # the flash, as lines of 16 bytes in 45 characters
    assert HEX.read_bytes() == (build() / "wheel.hex").read_bytes(), "run: make firmware"


def test_make_firmware_leaves_elf_and_hex_where_everybody_looks_for_them() -> None:
    folder = build()
    assert folder.parts[-3:] == ("hardware", "firmware", "build")
    assert (folder / "wheel.elf").read_bytes().startswith(b"\x7fELF")
    assert (folder / "wheel.hex").read_text(encoding="ascii").endswith(":00000001FF\n")


@pytest.mark.parametrize("budget", ["MOST_FLASH=4000", "MOST_RAM=300"])
def test_a_firmware_beyond_its_budget_does_not_build(copies: list[Path], budget: str) -> None:
    assert make(copies[0], budget).returncode != 0


def test_it_builds_for_boards_with_an_old_boot_loader(copies: list[Path]) -> None:
    made = make(copies[0], "WATCHDOG=0")
    assert made.returncode == 0, made.stderr
    assert (copies[0] / "build" / "wheel.hex").read_bytes() != (build() / "wheel.hex").read_bytes()


@pytest.mark.parametrize(
    "careless",
    [
        "int careless(void) { int unused; return 0; }",
        "int careless(int a) { return 0; }",
        "int careless(unsigned a) { if (a == 1) a = 2; if (a = 3) return 1; return 0; }",
        "int careless() { return 0; }",
        "int careless(int a) { { int a = 1; return a; } }",
    ],
)
def test_a_warning_of_the_compiler_fails_the_build(copies: list[Path], careless: str) -> None:
    source = copies[0] / "main.c"
    source.write_text(source.read_text(encoding="utf-8") + careless + "\n", encoding="utf-8")
    made = make(copies[0])
    assert made.returncode != 0
    assert "-Werror" in made.stderr


def test_cppcheck_finds_nothing() -> None:
    checked = make(HARDWARE / "firmware", "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_finding_of_cppcheck_fails_the_check(copies: list[Path]) -> None:
    source = copies[0] / "hal_avr.c"
    flaw = "uint8_t careless(void) { uint8_t few[2] = {0, 0}; return few[2]; }"
    source.write_text(source.read_text(encoding="utf-8") + flaw + "\n", encoding="utf-8")
    checked = make(copies[0], "check")
    assert checked.returncode != 0
    assert "arrayIndexOutOfBounds" in checked.stderr


@pytest.mark.parametrize(
    "compiler", ["gcc", "gcc-12", "gcc-13", "gcc-14", "clang-14", "clang-19", "arm-none-eabi-gcc", "avr-gcc"]
)
def test_the_portable_part_builds_without_a_warning_elsewhere(compiler: str, tmp_path: Path) -> None:
    """Only the first and the last of these are set up by `make test`; the others are tried where they are installed."""
    if shutil.which(compiler) is None and compiler not in ("gcc", "avr-gcc"):
        pytest.skip(f"{compiler} is not installed here")
    made = make(HARDWARE / "firmware", "portable", f"PORTABLE_CC={compiler}", f"BUILD={tmp_path}")
    assert made.returncode == 0, made.stderr
    assert len(list(tmp_path.glob("*.o"))) == 6
