"""The build pages agree with the programs, and name only existing things; the udev rules and the wiring are sound."""

import re
import shutil
import subprocess
from pathlib import Path

import make
import pytest
import typer.main

from firmware_bridge.commands import doctor, maintenance
from firmware_bridge.commands.cli import app
from firmware_bridge.commands.doctor import PortReport, SystemInfo, diagnose
from firmware_bridge.discovery import KNOWN_CHIPS
from firmware_bridge.protocol import messages as msg

HARDWARE = make.HARDWARE
PAGES = (HARDWARE / "README.md", HARDWARE / "CALIBRATION.md", HARDWARE.parent / "docs/explanation/wheel.md")
BUILD_PAGE = PAGES[0].read_text("utf-8")
CALIBRATION_PAGE = PAGES[1].read_text("utf-8")
RULES = HARDWARE / "70-spin-wheel.rules"
HELLO = msg.Hello(magic=msg.MAGIC, protocol=msg.PROTOCOL, boot=1, serial=1)
PORT, NUMBER = "PORTX", 77


def state(magnet: int) -> msg.State:
    return msg.State(boot=1, event=1, net=0, resyncs=0, angle=0, status=0, magnet=magnet)


def all_findings() -> list[doctor.Finding]:
    other = msg.Hello(magic=msg.MAGIC, protocol=NUMBER, boot=1, serial=1)
    busy = SystemInfo(programs=frozenset({"ModemManager", "brltty"}))
    cases = [
        [],
        [PortReport(device=PORT)],
        [PortReport(device=PORT, hello=other)],
        [PortReport(device=PORT, hello=HELLO)],
        [PortReport(device=PORT, hello=HELLO, states=(state(240),))],
        [PortReport(device=PORT, hello=HELLO, states=(state(10),))],
        [PortReport(device=PORT, hello=HELLO, states=(state(128),), damaged=NUMBER)],
    ]
    found = [finding for ports in cases for finding in diagnose(busy, ports)]
    return [*found, *doctor._SENSOR.values()]


@pytest.mark.parametrize("finding", all_findings(), ids=lambda finding: finding.what)
def test_table_of_troubles_names_what_the_doctor_says(finding: doctor.Finding) -> None:
    said = max(re.split(rf"{PORT}|{NUMBER}|[:(,]", finding.what), key=len).strip()
    assert said in BUILD_PAGE


@pytest.mark.parametrize("refusal", maintenance._REFUSED.values())
def test_calibration_page_names_every_refusal(refusal: str) -> None:
    assert refusal in CALIBRATION_PAGE


def test_calibration_page_quotes_the_end_of_the_command() -> None:
    source = Path(maintenance.__file__).read_text("utf-8")
    for words in ("Calibrated: the stops lie ", "degrees off their places", "let it rest, press Enter"):
        assert words in source
        assert words in CALIBRATION_PAGE
    assert maintenance._LOST_COUNT in CALIBRATION_PAGE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_on_the_page_exists(page: Path) -> None:
    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    named = set(re.findall(r"(?:python -m firmware_bridge|pawtrack wheel) (\w+)", page.read_text("utf-8")))
    assert named
    assert named <= known
    makefile = (HARDWARE.parent / "Makefile").read_text("utf-8")
    for target in re.findall(r"^ +make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE):
        assert re.search(rf"^(?:[\w-]+ )*{target}(?: [\w-]+)*:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_on_the_page_leads_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    headings = {
        re.sub(r"[^a-z0-9 -]", "", line.lower()).strip().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert (page.parent / target.partition("#")[0]).exists(), target


def test_every_picture_is_shown() -> None:
    shown = set(re.findall(r"!\[[^]]*\]\(pictures/([\w-]+)\.png\)", BUILD_PAGE + CALIBRATION_PAGE))
    assert shown == {path.stem for path in make.PICTURES.glob("*.png")}


def test_wiring_is_that_of_the_firmware() -> None:
    text = (HARDWARE / "wiring" / "wheel.yml").read_text("utf-8")
    assert "NANO: [5V, A4, A5, GND]" in text
    assert "SENSOR: [VCC, SDA, SCL, GND]" in text
    assert re.search(r"- SENSOR: \[GND\]\n    - TIE: \[1\]\n    - DIR: \[DIR\]", text)
    # On an ATmega328P the two-wire pins are port C 4 and 5, which the Nano calls A4 and A5.
    hal = (HARDWARE / "firmware" / "hal_avr.c").read_text("utf-8")
    pins = dict(re.findall(r"#define (SDA|SCL) (\d)", hal))
    assert pins == {"SDA": "4", "SCL": "5"}
    for name, pin in pins.items():
        assert f"| A{pin} | {name} |" in BUILD_PAGE


def test_wiring_of_the_pico_is_that_of_its_firmware() -> None:
    text = (HARDWARE / "wiring" / "pico.yml").read_text("utf-8")
    source = (HARDWARE / "firmware" / "pico" / "i2c.c").read_text("utf-8")
    gpio = dict(re.findall(r"#define (SDA|SCL) (\d)", source))
    assert gpio == {"SDA": "4", "SCL": "5"}
    pins = re.search(r"- PICO: \[(.*)\]", text)
    labels = re.search(r"pinlabels: \[(3V3.*)\]", text)
    ends = re.search(r"- SENSOR: \[(.*)\]", text)
    assert pins
    assert labels
    assert ends
    rows = list(zip(pins[1].split(", "), labels[1].split(", "), ends[1].split(", "), strict=True))
    assert {end: label for _, label, end in rows if end in gpio} == {end: f"GP{pin}" for end, pin in gpio.items()}
    # GP0 is pin 1, and each third pin of that row from the third on is ground
    assert {end: int(pin) for pin, _, end in rows if end in gpio} == {"SDA": 6, "SCL": 7}
    for row in rows:
        assert f"| {' | '.join(row)} |" in BUILD_PAGE, row


KEY = re.compile(
    r'(ACTION|SUBSYSTEM|ATTRS\{\w+\}|TAG|ENV\{\w+\}|GOTO|LABEL)(==|!=|\+=|=)"([^"]*)"',
)
MATCHES = ("ACTION", "SUBSYSTEM", "ATTRS")


def rules() -> list[list[tuple[str, str, str]]]:
    lines = [line for line in RULES.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    parsed = []
    for line in lines:
        parts = [part.strip() for part in line.split(",")]
        found = [KEY.fullmatch(part) for part in parts]
        assert all(found), line
        parsed.append([(match[1], match[2], match[3]) for match in found if match])
    return parsed


def test_udev_rules_are_well_formed() -> None:
    for rule in rules():
        for key, operator, _ in rule:
            assert (operator in ("==", "!=")) == key.startswith(MATCHES), rule
    jumps = {value for rule in rules() for key, _, value in rule if key == "GOTO"}
    assert jumps == {value for rule in rules() for key, _, value in rule if key == "LABEL"}


def test_udev_rules_are_for_the_wheels_usb_chips() -> None:
    vendors = {int(value, 16) for rule in rules() for key, _, value in rule if key == "ATTRS{idVendor}"}
    assert {0x1A86, 0x2341, 0x2A03} <= vendors <= {vendor for vendor, _ in KNOWN_CHIPS}
    for rule in rules():
        if rule[0][0] == "ATTRS{idVendor}":
            assert ("TAG", "+=", "uaccess") in rule
            assert ("ENV{ID_MM_DEVICE_IGNORE}", "=", "1") in rule
            assert all(re.fullmatch("[0-9a-f]{4}", value) for key, _, value in rule if key.startswith("ATTRS"))


def udevadm_verifies() -> bool:
    program = shutil.which("udevadm")
    return (
        program is not None
        and subprocess.run([program, "verify", "--help"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.skipif(not udevadm_verifies(), reason="udevadm cannot verify rules here")
def test_udev_itself_takes_the_rules() -> None:
    assert subprocess.run(["udevadm", "verify", str(RULES)], capture_output=True, check=False).returncode == 0
