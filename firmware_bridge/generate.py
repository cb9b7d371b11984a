"""Writes everything that is made from the message dictionary: the Python codec, the C header, the page for people."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DICTIONARY = ROOT / "hardware" / "protocol" / "messages.toml"
FORMATS = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i"}
C_TYPES = {"u8": "uint8_t", "i8": "int8_t", "u16": "uint16_t", "i16": "int16_t", "u32": "uint32_t", "i32": "int32_t"}

_HEAD = '''"""The wheel's messages.  Made by `python -m firmware_bridge generate`; do not edit."""

import struct
from dataclasses import astuple, dataclass
from enum import IntEnum
from typing import Final

PROTOCOL: Final = {protocol}
DEVICE_NAME: Final = "{name}"
#: Begins every Hello of a wheel.
MAGIC: Final = {magic:#010x}


class Status(IntEnum):
    """What `status` of State and `code` of Fault say; State adds MAGNET_WEAK or MAGNET_STRONG to the wheel's own."""

{status}

class AckCode(IntEnum):
    """What became of a command."""

{acks}
'''

_TAIL = '''
_CODECS: Final[dict[int, tuple[type[Message], struct.Struct]]] = {{
{codecs}}}
_IDS: Final = {{kind: number for number, (kind, _) in _CODECS.items()}}


class MessageError(ValueError):
    """A body that is no message of this protocol."""


def encode_message(message: Message) -> bytes:
    """The message's number and its fields, little-endian."""
    number = _IDS[type(message)]
    return bytes([number]) + _CODECS[number][1].pack(*astuple(message))


def decode_message(body: bytes) -> Message:
    """Raises MessageError for an unknown number or a wrong length."""
    if not body or body[0] not in _CODECS:
        raise MessageError(f"unknown message {{body[:1].hex() or 'without a number'}}")
    kind, layout = _CODECS[body[0]]
    if len(body) != 1 + layout.size:
        raise MessageError(f"{{kind.__name__}} has {{len(body) - 1}} bytes instead of {{layout.size}}")
    return kind(*layout.unpack(body[1:]))
'''


def generated_files() -> dict[Path, str]:
    """Path -> text of every generated file."""
    data = tomllib.loads(DICTIONARY.read_text(encoding="utf-8"))
    folder = DICTIONARY.parent
    return {
        Path(__file__).parent / "messages.py": _python(data),
        folder / "wheel_messages.h": _header(data),
        folder / "MESSAGES.md": _page(data),
    }


def _python(data: dict[str, Any]) -> str:
    status = "".join(f"    {name.upper()} = {value}\n" for name, value in data["status"].items())
    acks = "".join(f"    {name.upper()} = {value}\n" for name, value in data["ack"].items())
    parts = [_HEAD.format(protocol=data["protocol"], name=data["name"], magic=data["magic"], status=status, acks=acks)]
    for message in data["message"]:
        fields = "".join(f"    {name}: int\n" for name, _ in message["fields"])
        text = f'\n@dataclass(frozen=True, slots=True)\nclass {message["name"]}:\n    """{message["text"]}"""\n'
        parts.append(text + (f"\n{fields}\n" if fields else "\n"))
    names = "\n    | ".join(message["name"] for message in data["message"])
    parts.append(f"\nMessage = (\n    {names}\n)\n")
    codecs = "".join(
        f'    0x{message["id"]:02X}: ({message["name"]}, struct.Struct("<{_layout(message)}")),\n'
        for message in data["message"]
    )
    parts.append(_TAIL.format(codecs=codecs))
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
        f'#define WHEEL_NAME "{data["name"]}"',
        f"#define WHEEL_MAGIC {data['magic']:#010x}UL",
        "",
        "/* What status of State and code of Fault say; State adds a weak or strong magnet to the wheel's own. */",
        *(f"#define STATUS_{name.upper()} {value}" for name, value in data["status"].items()),
        "",
        "/* What became of a command. */",
        *(f"#define ACK_{name.upper()} {value}" for name, value in data["ack"].items()),
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
        "Made from `messages.toml` by `python -m firmware_bridge generate`. A packet is a zero byte, the COBS form",
        "of number, fields (little-endian) and CRC-16/IBM-3740 (high byte first), and a zero byte. Angles are",
        "hundredths of a degree.",
        "",
        "| number | message | from | fields | what it says |",
        "|---|---|---|---|---|",
    ]
    for message in data["message"]:
        fields = ", ".join(f"{name} {kind}" for name, kind in message["fields"]) or "-"
        rows.append(f"| {message['id']:#04x} | {message['name']} | {message['from']} | {fields} | {message['text']} |")
    words = ", ".join(f"{value} {name}" for name, value in data["status"].items())
    rows += [
        "",
        f"`status` and `code`: {words}. With `no_sensor` and `no_magnet` the sensor",
        "cannot be believed; a weak or strong magnet is followed all the same, and added to what the wheel does.",
    ]
    words = ", ".join(f"{value} {name}" for name, value in data["ack"].items())
    rows += ["", f"`code` of Ack and Calibration: {words}."]
    return "\n".join([*rows, ""])


def write_generated() -> list[Path]:
    """Writes what has changed; returns those paths."""
    changed = []
    for path, text in generated_files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed
