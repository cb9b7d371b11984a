"""Writes all files made from the message dictionary: the Python messages, the C header, the page for people."""

from pathlib import Path
from textwrap import wrap
from typing import Any

from companion.system.toml import parse_toml
from firmware_bridge.discovery import KNOWN_CHIPS

ROOT = Path(__file__).resolve().parents[2]
DICTIONARY = ROOT / "hardware" / "protocol" / "messages.toml"
FORMATS = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i"}
C_TYPES = {"u8": "uint8_t", "i8": "int8_t", "u16": "uint16_t", "i16": "int16_t", "u32": "uint32_t", "i32": "int32_t"}

_HEAD = '''"""The wheel's messages.  Made by `python -m firmware_bridge generate`; do not edit."""

import struct
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final

PROTOCOL: Final = {protocol}
#: Major and minor version of the firmware that is built from this tree.
FIRMWARE: Final = {firmware}
DEVICE_NAME: Final = "{name}"
#: Begins every Hello of a wheel.
MAGIC: Final = {magic:#010x}


class Status(IntEnum):
    """Values of `status` of State and `code` of Fault; State adds MAGNET_WEAK or MAGNET_STRONG to the wheel's own."""

{status}

class AckCode(IntEnum):
    """The result of a command."""

{acks}

class Reset(IntFlag):
    """The reasons of a restart."""

{resets}
'''

_TAIL = """
#: Every message by its number: its class and the layout of its fields.
LAYOUTS: Final[dict[int, tuple[type[Message], struct.Struct]]] = {{
{layouts}}}
"""


def generated_files() -> dict[Path, str]:
    """Returns path -> text of every generated file."""
    data = parse_toml(DICTIONARY.read_text(encoding="utf-8"))
    folder = DICTIONARY.parent
    return {
        ROOT / "firmware_bridge" / "protocol" / "messages.py": _python(data),
        folder / "wheel_messages.h": _header(data),
        folder / "MESSAGES.md": _page(data),
        folder.parent / "70-spin-wheel.rules": _udev_rules(),
    }


def _python(data: dict[str, Any]) -> str:
    status = "".join(f"    {name.upper()} = {value}\n" for name, value in data["status"].items())
    acks = "".join(f"    {name.upper()} = {value}\n" for name, value in data["ack"].items())
    resets = "".join(f"    {name.upper()} = {value}\n" for name, value in data["reset"].items())
    head = {name: data[name] for name in ("protocol", "name", "magic")}
    parts = [_HEAD.format(**head, firmware=tuple(data["firmware"]), status=status, acks=acks, resets=resets)]
    for message in data["message"]:
        fields = "".join(f"    {name}: int\n" for name, _ in message["fields"])
        text = f'\n@dataclass(frozen=True, slots=True)\nclass {message["name"]}:\n    """{message["text"]}"""\n'
        parts.append(text + (f"\n{fields}\n" if fields else "\n"))
    names = "\n    | ".join(message["name"] for message in data["message"])
    parts.append(f"\nMessage = (\n    {names}\n)\n")
    layouts = "".join(
        f'    0x{message["id"]:02X}: ({message["name"]}, struct.Struct("<{_layout(message)}")),\n'
        for message in data["message"]
    )
    parts.append(_TAIL.format(layouts=layouts))
    return "".join(parts)


def _layout(message: dict[str, Any]) -> str:
    return "".join(FORMATS[kind] for _, kind in message["fields"])


def _header(data: dict[str, Any]) -> str:
    lines = [
        "/* The wheel's messages.  Made from messages.toml by `python -m firmware_bridge generate`; do not edit. */",
        "#ifndef WHEEL_MESSAGES_H",
        "#define WHEEL_MESSAGES_H",
        "",
        "#include <stdint.h>",
        "",
        f"#define WHEEL_PROTOCOL {data['protocol']}",
        f"#define FIRMWARE_MAJOR {data['firmware'][0]}",
        f"#define FIRMWARE_MINOR {data['firmware'][1]}",
        f'#define WHEEL_NAME "{data["name"]}"',
        f"#define WHEEL_MAGIC {data['magic']:#010x}UL",
        "",
        "/* The values of status of State and code of Fault; State adds a weak or strong magnet to the wheel's own. */",
        *(f"#define STATUS_{name.upper()} {value}" for name, value in data["status"].items()),
        "",
        "/* The result of a command. */",
        *(f"#define ACK_{name.upper()} {value}" for name, value in data["ack"].items()),
        "",
        "/* The reasons of a restart. */",
        *(f"#define RESET_{name.upper()} {value}" for name, value in data["reset"].items()),
    ]
    for message in data["message"]:
        lines += ["", f"/* {message['text']} */", f"#define MSG_{message['name'].upper()} {message['id']:#04x}"]
        if message["fields"]:
            inner = " ".join(f"{C_TYPES[kind]} {name};" for name, kind in message["fields"])
            lines.append(f"struct __attribute__((packed)) msg_{message['name'].lower()} {{ {inner} }};")
    return "\n".join([*lines, "", "#endif", ""])


def _page(data: dict[str, Any]) -> str:
    rows = [
        "# Messages of the spin wheel",
        "",
        "Made from `messages.toml` by `python -m firmware_bridge generate`.",
        "A packet is a zero byte, the COBS form of number, fields (little-endian)",
        "and CRC-16/IBM-3740 (high byte first), and a zero byte.",
        "Angles are hundredths of a degree.",
        "",
        "| number | message | from | fields | meaning |",
        "|---|---|---|---|---|",
    ]
    for message in data["message"]:
        fields = ", ".join(f"{name} {kind}" for name, kind in message["fields"]) or "-"
        rows.append(f"| {message['id']:#04x} | {message['name']} | {message['from']} | {fields} | {message['text']} |")
    words = ", ".join(f"{value} {name}" for name, value in data["status"].items())
    rows += [
        "",
        *wrap(f"`status` and `code`: {words}.", 95),
        "With `no_sensor`, `no_magnet` and `loose_wire` the sensor is unreliable;",
        "a weak or strong magnet is followed all the same, and added to the wheel's own status.",
    ]
    words = ", ".join(f"{value} {name}" for name, value in data["ack"].items())
    rows += ["", f"`code` of Ack and Calibration: {words}."]
    words = ", ".join(f"{value} {name}" for name, value in data["reset"].items())
    rows += ["", f"`reset` of About: {words}; added up if there are several."]
    return "\n".join([*rows, ""])


def _udev_rules() -> str:
    rows = [
        "# Lets the person at the screen use the wheel's serial port, and keeps ModemManager from talking to it.",
        "# Made from firmware_bridge/discovery.py by `python -m firmware_bridge generate`; do not edit.",
        "# sudo cp hardware/70-spin-wheel.rules /etc/udev/rules.d/",
        "# sudo udevadm control --reload; then plug the wheel in again.",
        'ACTION=="remove", GOTO="spin_wheel_end"',
        'SUBSYSTEM!="tty", GOTO="spin_wheel_end"',
    ]
    for (vendor, product), name in KNOWN_CHIPS.items():
        rows += [
            "",
            f"# {name}",
            f'ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product:04x}", '
            'TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"',
        ]
    return "\n".join([*rows, "", 'LABEL="spin_wheel_end"', ""])


def write_generated() -> list[Path]:
    """Writes the files that have changed; returns their paths."""
    changed = []
    for path, text in generated_files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed
