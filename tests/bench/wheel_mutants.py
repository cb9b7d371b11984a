"""Breaks the firmware in many ways, one at a time, and sees whether the tests notice: `make mutants-wheel`.

Each broken firmware is built apart from the sound one and judged by the tests of the real ELF and of its twins.
Status 1 when one of them survives or when the sound firmware is not well.  A word as an argument tries only those whose
name contains it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = (
    "tests/integration/wheel/test_wheel_firmware.py",
    "tests/integration/wheel/test_wheel_firmware_faults.py",
    "tests/integration/wheel/test_wheel_firmware_settings.py",
    "tests/properties/test_wheel_twins.py",
    "tests/properties/test_wheel_speeds.py",
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """`old` stands once in `file` and becomes `new`."""

    name: str
    file: str
    old: str
    new: str


MUTANTS = (
    Mutant("direction turned over", "wheel_core.c", "stop - wheel->net;", "wheel->net - stop;"),
    Mutant("no rest needed", "wheel_core.h", "#define DWELL_MS 40", "#define DWELL_MS 4"),
    Mutant("a slow hand is a rest", "wheel_core.h", "#define DWELL_HALF_PACES 5", "#define DWELL_HALF_PACES 0"),
    Mutant(
        "a slow hand rests for ever", "wheel_core.h", "#define LONGEST_DWELL_MS 2000", "#define LONGEST_DWELL_MS 9000"
    ),
    Mutant("the pace is not measured", "wheel_core.c", "2 * (wheel->half.since_ms - wheel->rest.since_ms)", "0"),
    Mutant("one measure of the pace is enough", "wheel_core.c", "if (pace >= wheel->pace_ms)", "if (true)"),
    Mutant(
        "a rest begins where the noise has it",
        "wheel_core.c",
        "            wheel->rest = wheel->half;",
        "            begin(&wheel->rest, wheel->angle, now_ms);",
    ),
    Mutant("four wild samples are real", "wheel_core.h", "#define JUMPS_AGREE 10", "#define JUMPS_AGREE 1"),
    Mutant(
        "wild samples lose the way",
        "wheel_core.c",
        "if (stayed || wheel_rests(wheel, now_ms, 0))",
        "if (false && stayed)",
    ),
    Mutant("rests much too long", "wheel_core.h", "#define DWELL_MS 40", "#define DWELL_MS 80"),
    Mutant("rests too far from the stop", "wheel_core.h", "#define HOME_COUNTS 137", "#define HOME_COUNTS 300"),
    Mutant("leaves its stop at once", "wheel_core.h", "#define LEAVE_COUNTS 228", "#define LEAVE_COUNTS 60"),
    Mutant("leaves its stop late", "wheel_core.h", "#define LEAVE_COUNTS 228", "#define LEAVE_COUNTS 400"),
    Mutant("no median", "wheel_core.c", "wheel->recent[0] + chosen", "wheel->recent[2] + 0 * chosen"),
    Mutant("every jump is believed", "wheel_core.h", "#define JUMP_COUNTS 512", "#define JUMP_COUNTS 4000"),
    Mutant("a lost way is claimed", "wheel_core.c", "    if (lost)\n", "    if (false && lost)\n"),
    Mutant(
        "a gap on the way is forgotten",
        "wheel_core.c",
        "    if (wheel->away)\n        wheel->lost",
        "    if (false)\n        wheel->lost",
    ),
    Mutant("a gap is never noticed", "device.c", "        wheel_gap(&wheel);\n", ""),
    Mutant("one lost sample is a gap", "device.c", "#define SHORT_GAP 4", "#define SHORT_GAP 0"),
    Mutant("found between stops it is sure", "wheel_core.c", "net)) > HOME_COUNTS;", "net)) > 4096;"),
    Mutant("never stuck", "wheel_core.h", "#define STUCK_MS 1500", "#define STUCK_MS 60000"),
    Mutant("stuck again and again", "wheel_core.c", "        wheel->stuck_reported = true;\n", ""),
    Mutant(
        "calibrated places are not used",
        "wheel_core.c",
        "stop * QUARTER + wheel->offset",
        "stop * QUARTER + 0 * wheel->offset",
    ),
    Mutant(
        "no checksum on the line",
        "packet.c",
        "if (length >= 3 && crc16(reader->buffer, length) == 0)",
        "if (length >= 3)",
    ),
    Mutant("checksum with the wrong seed", "packet.c", "uint16_t crc = 0xFFFF;", "uint16_t crc = 0;"),
    Mutant("long packets run over", "packet.c", "if (reader->length < LONGEST_PACKET)", "if (reader->length < 250)"),
    Mutant(
        "noise is forgotten", "packet.c", "            reader->noise = true;\n", "            reader->length = 0;\n"
    ),
    Mutant("no zero before a packet", "packet.c", "    put(0);\n    /* No body", "    /* No body"),
    Mutant(
        "the sensor is waited for for ever",
        "hal_avr.c",
        "        if (left == 0)\n            return false;\n",
        "        if (left == 0)\n            left = 9;\n",
    ),
    Mutant("the data line is not clocked free", "hal_avr.c", "clocks = 9;", "clocks = 0;"),
    Mutant("it never sleeps", "hal_avr.c", "        sleep_cpu();\n", ""),
    Mutant("no watchdog", "hal_avr.c", "    wdt_enable(WDTO_250MS);\n", ""),
    Mutant(
        "samples come half as often",
        "hal_avr.c",
        "OCR1A = F_CPU / 8 / 1000 * SAMPLE_MS - 1;",
        "OCR1A = F_CPU / 8 / 1000 * SAMPLE_MS * 2 - 1;",
    ),
    Mutant("the sensor's filters are not set", "as5600.c", "    hal_i2c_write(ADDRESS, CONF_HIGH, 0x03);\n", ""),
    Mutant(
        "the sensor is not set again",
        "device.c",
        "        as5600_start();\n    }\n    missed = 0;",
        "    }\n    missed = 0;",
    ),
    Mutant("the one-time memory is written", "as5600.c", "#define CONF_HIGH 0x07", "#define CONF_HIGH 0x01"),
    Mutant(
        "the magnet's health is not read",
        "as5600.c",
        "    if (!(status & MAGNET_FOUND))\n",
        "    if (false && !(status & MAGNET_FOUND))\n",
    ),
    Mutant(
        "a weak magnet is not reported",
        "as5600.c",
        "    if (status & TOO_WEAK)\n        return STATUS_MAGNET_WEAK;\n",
        "",
    ),
    Mutant("a strong magnet is not reported", "as5600.c", "status & TOO_STRONG ?", "false ?"),
    Mutant(
        "high and low byte change places",
        "as5600.c",
        "(data[1] & 0x0F) << 8) | data[2]",
        "(data[2] & 0x0F) << 8) | data[1]",
    ),
    Mutant("faults are reported late", "sensor_watch.h", "#define DEAD_SAMPLES 25", "#define DEAD_SAMPLES 250"),
    Mutant(
        "a share of errors is no fault", "sensor_watch.h", "#define FAULTY_SAMPLES 50", "#define FAULTY_SAMPLES 240"
    ),
    Mutant("a few errors are a fault", "sensor_watch.h", "#define FAULTY_SAMPLES 50", "#define FAULTY_SAMPLES 20"),
    Mutant(
        "a good sample hides the bad ones", "sensor_watch.h", "#define SOUND_SAMPLES 10", "#define SOUND_SAMPLES 245"
    ),
    Mutant("faults are reported for ever", "sensor_watch.c", "watch->fault != before && ", "before < 255 && "),
    Mutant(
        "old errors are never forgotten",
        "sensor_watch.c",
        "        watch->recent[ill] -= watch->blocks[watch->block][ill];\n",
        "",
    ),
    Mutant("errors are not counted", "sensor_watch.c", "        watch->no_answer++;\n", "        ;\n"),
    Mutant(
        "the reset cause is wiped",
        "hal_avr.c",
        "reset_cause = cause ? cause : handed_on;",
        "reset_cause = 0 * cause * handed_on;",
    ),
    Mutant(
        "the clock has 16 bits",
        "hal_avr.c",
        "return ticks_taken * SAMPLE_MS;",
        "return (uint16_t)(ticks_taken * SAMPLE_MS);",
    ),
    Mutant("the tick has 16 bits", "hal_avr.c", "    ticks++;\n", "    ticks = (uint16_t)(ticks + 1);\n"),
    Mutant("the bus runs at 1 MHz", "hal_avr.c", "TWBR = (F_CPU / I2C_HZ - 16) / 2;", "TWBR = 0;"),
    Mutant(
        "a new zero keeps the boot number",
        "device.c",
        "    boot = settings_next_boot();\n    start_wheel();\n    send_hello();\n",
        "    start_wheel();\n    send_hello();\n",
    ),
    Mutant(
        "damaged packets are not counted",
        "packet.c",
        "    if (!empty)\n        reader->damaged++;\n",
        "    (void)empty;\n",
    ),
    Mutant(
        "settings without a checksum",
        "settings.c",
        "if (kept.crc != checksum(&kept) || ",
        "if (",
    ),
    Mutant(
        "settings are not kept",
        "settings.c",
        "    hal_store_write((uint16_t)newest",
        "    if (false) hal_store_write((uint16_t)newest",
    ),
    Mutant("settings are kept once only", "settings.c", "    newest ^= 1;\n", ""),
    Mutant(
        "the older settings are taken", "settings.c", "(int8_t)(kept.turn - turn) < 0", "(int8_t)(kept.turn - turn) > 0"
    ),
    Mutant(
        "the turn of the settings does not wrap", "settings.c", "(int8_t)(kept.turn - turn) < 0", "kept.turn < turn"
    ),
    Mutant("a lost zero is not reported", "device.c", "(settings.zero_known ? 0 : STATUS_NO_ZERO)", "0"),
    Mutant("a set zero is not noted", "device.c", "    settings.zero_known = true;\n", ""),
    Mutant("the same boot number again", "settings.c", "    last++;\n", "    last = 1;\n"),
    Mutant("boot numbers do not wrap", "settings.c", "if (last == NEVER - 1)", "if (false)"),
    Mutant("zero on the way", "device.c", "wheel_rests(&wheel, time_ms, STILL_MS) ?", "true ?"),
    Mutant(
        "zero without a sensor", "device.c", "if (is_blind(watch.fault) || missed > 0 || !wheel.started)", "if (false)"
    ),
    Mutant("any spread is taken", "device.c", "#define MOST_SPREAD 114", "#define MOST_SPREAD 9999"),
    Mutant("stops in any order", "device.c", "|| stop > stops_known)", ")"),
    Mutant("the same event number again", "device.c", "    event++;\n", ""),
    Mutant("state is silent", "device.c", "#define STATE_EVERY_MS 50", "#define STATE_EVERY_MS 500"),
    Mutant(
        "commands of any length",
        "device.c",
        "body[0] == MSG_PING && length == 1 + sizeof(struct msg_ping)",
        "body[0] == MSG_PING",
    ),
    Mutant(
        "hello is not answered",
        "device.c",
        "        send_hello();\n    } else if (body[0] == MSG_PING",
        "    } else if (body[0] == MSG_PING",
    ),
    Mutant("resyncs are not counted", "device.c", "++resyncs}", "resyncs}"),
)


def build(folder: Path) -> str | None:
    """None when it is built, else why not."""
    for target in ("build/wheel.elf", "build/libwheelcore.so"):
        made = subprocess.run(["make", "-s", "-C", str(folder), target], capture_output=True, text=True, check=False)
        if made.returncode:
            return made.stderr.strip().splitlines()[0]
    return None


def judged(folder: Path) -> tuple[bool, str]:
    """Whether the tests are content, and the first that is not."""
    order = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        "-k",
        "not pico",
        *TESTS,
    ]
    try:
        done = subprocess.run(
            order,
            cwd=ROOT,
            env={**os.environ, "WHEEL_BUILD": str(folder / "build")},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
    except subprocess.TimeoutExpired:
        return False, "the tests hang"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return done.returncode == 0, failed[0].split("::")[-1].split(" - ")[0] if failed else ""


def main() -> int:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    mutants = [mutant for mutant in MUTANTS if wanted in mutant.name]
    survived = 0
    with tempfile.TemporaryDirectory(prefix="wheel-mutants-") as name:
        home = Path(name)
        for part in ("firmware", "protocol"):
            shutil.copytree(ROOT / "hardware" / part, home / part, ignore=shutil.ignore_patterns("build"))
        folder = home / "firmware"
        problem = build(folder)
        if problem or not judged(folder)[0]:
            print(f"the sound firmware is not well: {problem or 'a test fails'}")
            return 1
        for mutant in mutants:
            path = folder / mutant.file
            sound = path.read_text(encoding="utf-8")
            assert sound.count(mutant.old) == 1, f"{mutant.name}: {mutant.old!r} stands {sound.count(mutant.old)} times"
            path.write_text(sound.replace(mutant.old, mutant.new), encoding="utf-8")
            problem = build(folder)
            content, test = (False, f"does not build: {problem}") if problem else judged(folder)
            path.write_text(sound, encoding="utf-8")
            survived += content or problem is not None
            print(f"{'SURVIVED' if content else 'caught'}\t{mutant.name}\t{test}", flush=True)
    print(f"{len(mutants)} broken firmwares, {len(mutants) - survived} caught")
    return 1 if survived else 0


if __name__ == "__main__":
    raise SystemExit(main())
