"""The message dictionary and the files made from it agree."""

import re
import struct
import tomllib

from firmware_bridge.commands.generate import DICTIONARY, generated_files, write_generated
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import encode_message

DATA = tomllib.loads(DICTIONARY.read_text(encoding="utf-8"))


def test_generated_files_are_up_to_date() -> None:
    old = [path.name for path, text in generated_files().items() if path.read_text(encoding="utf-8") != text]
    assert old == [], "run `python -m firmware_bridge generate`"
    assert write_generated() == []


def test_every_number_is_used_once_and_says_who_speaks() -> None:
    numbers = [message["id"] for message in DATA["message"]]
    assert len(set(numbers)) == len(numbers)
    assert all((message["from"] == "host") == (message["id"] >= 0x40) for message in DATA["message"])


def test_the_c_header_lays_a_state_out_as_python_does() -> None:
    header = DICTIONARY.with_name("wheel_messages.h").read_text(encoding="utf-8")
    found = re.search(r"msg_state \{ (.*?) \};", header)
    assert found
    letters = {"uint8_t": "B", "uint16_t": "H", "int16_t": "h"}
    layout = "<" + "".join(letters[field.split()[0]] for field in found[1].split(";") if field.strip())
    body = encode_message(msg.State(1, 2, -3, 4, 5, 6, 7))
    assert struct.unpack(layout, body[1:]) == (1, 2, -3, 4, 5, 6, 7)
    assert f"#define MSG_STATE {body[0]:#04x}" in header
    assert f"#define STATUS_NO_SENSOR {msg.Status.NO_SENSOR.value}" in header


def test_the_bytes_of_a_turn_are_those_of_the_page() -> None:
    assert encode_message(msg.Turn(0x0102, 3, -1, 2)).hex() == "040201" + "0300" + "ff" + "0200"
