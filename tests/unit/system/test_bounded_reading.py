"""Foreign data (files, TOML, JSON, lines): reading it ends within bounds, in a value or in one line."""

import io
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from companion.system.bounded_lines import LONGEST, read_lines
from companion.system.files import TEXT_BYTES, read_bytes, read_text
from companion.system.json_text import JsonError, read_json
from companion.system.quoting import cut, listed, one_line, short
from companion.system.toml import TomlError, load_toml, parse_toml
from companion.system.values import DEEPEST, check_values

_WHOLE = st.integers(min_value=-(2**63), max_value=2**63 - 1)
_LETTERS = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=8)
_PLAIN = st.recursive(
    st.booleans() | _WHOLE | st.floats(allow_nan=False, allow_infinity=False) | _LETTERS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(_LETTERS, below, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(_LETTERS, _PLAIN, max_size=4))
def test_what_is_plain_comes_through_toml_as_it_is(tables: dict[str, Any]) -> None:
    text = tomlkit.dumps(tables)
    assert parse_toml(text) == tomllib.loads(text)


@given(st.text(max_size=60) | st.text("ab.[]{}=\"'\\\n #,0x", max_size=60))
def test_any_text_is_tables_or_one_line(text: str) -> None:
    message = ""
    try:
        assert parse_toml(text) == tomllib.loads(text)
    except TomlError as error:
        message = str(error)
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = " + "9" * 4301, "thousands of digits"),
        ("a = 0x" + "f" * 5000, "a: the number is too large"),
        ("a = " + "[" * 20_000, "deep"),
        ("a = " + "{a = " * 20_000, "deep"),
        ("a = " + "[" * 40 + "]" * 40, "deep"),
        ("[" + ".".join("a" * 100_000) + "]", "more than 32 parts (at line 1)"),
        ("\n" + " . ".join(['"a"'] * 20_000) + " = 1", "more than 32 parts (at line 2)"),
        ("b.c = [0.5, nan]", "b.c.1: nan is no number"),
        ("a = -inf", "a: -inf is no number"),
        ('a.b.c.d.e = "\\u0000"', "...c.d.e: a control character"),
        ("a = 1\na = 2", "it is no TOML"),
        ("#" * (TEXT_BYTES + 1), "longer than 256 kB"),
    ],
)
def test_toml_beyond_all_bounds_is_refused_with_its_key(text: str, expected: str) -> None:
    with pytest.raises(TomlError, match=re.escape(expected)):
        parse_toml(text)


def test_our_own_files_keep_the_bounds() -> None:
    files = [path for path in Path(__file__).resolve().parents[3].rglob("*.toml") if ".venv" not in path.parts]
    assert len(files) > 20
    for path in files:
        assert load_toml(path) == tomllib.loads(path.read_text(encoding="utf-8"))


@given(_PLAIN)
def test_what_is_plain_comes_through_json_as_it_is(value: Any) -> None:
    import json

    assert read_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"card": "8", "card": "9"}', "the key 'card' stands there twice"),
        ('{"a": {"b": 1, "b": 1}}', "the key 'b' stands there twice"),
        ("NaN", "NaN is no number"),
        ("[1e400]", "inf is no number"),
        ("[" + "9" * 5000 + "]", "the number 9999999999... is too large"),
        ("[18446744073709551615]", "the number is too large"),
        ("[" * 100_000, "deep"),
        ("[" * 40 + "]" * 40, "deep"),
        ('["\\ud800"]', "half of a character"),
        ('["\\u0000"]', "a control character"),
        ('{"\\u0007": 1}', "a control character"),
        ("{", "at character 2"),
    ],
)
def test_json_beyond_all_bounds_is_refused(text: str, expected: str) -> None:
    with pytest.raises(JsonError, match=re.escape(expected)):
        read_json(text)


@given(st.integers(0, 60), st.booleans())
def test_depth_is_bounded_exactly(depth: int, tables: bool) -> None:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value} if tables else [value]
    if depth > DEEPEST + 1:
        with pytest.raises(ValueError, match="deep"):
            check_values(value)
    elif depth <= DEEPEST:
        check_values(value)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"\xef\xbb\xbfhello")
    assert read_text(tmp_path / "short") == "hello"
    assert read_bytes(tmp_path / "short", 8) == b"\xef\xbb\xbfhello"
    with pytest.raises(OSError, match="longer") as refused:
        read_bytes(tmp_path / "short", 7)
    assert refused.value.strerror
    for path in (tmp_path, tmp_path / "nothing", Path("a\0b"), tmp_path / ("x" * 5000)):
        with pytest.raises(OSError, match=r"\w") as refused:
            read_text(path)
        assert refused.value.strerror
    (tmp_path / "binary").write_bytes(b"ab\xff")
    with pytest.raises(OSError, match="byte 3 is no UTF-8"):
        read_text(tmp_path / "binary")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices are no files of a folder there")
def test_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/tty")):
        if path.exists():
            with pytest.raises(OSError, match="a device or a pipe"):
                read_bytes(path, 100)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no files without a size here")
def test_bytes_count_and_not_the_size_that_is_named() -> None:
    assert Path("/proc/self/status").stat().st_size == 0
    with pytest.raises(OSError, match="longer than"):
        read_bytes(Path("/proc/self/status"), 100)


class _Counting(io.BytesIO):
    """A stream that remembers the size of the largest read."""

    largest = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        self.largest = max(self.largest, size)
        return super().readline(size)


def test_lines_come_one_by_one_within_bounds() -> None:
    long = b"x" * (3 * LONGEST)
    stream = _Counting(b"\xef\xbb\xbfa\r\n" + long + b"\nb\n\xff\n" + b"y" * LONGEST + b"\n" + long)
    text = io.TextIOWrapper(stream)
    lines = list(read_lines(text))
    assert lines == ["a\r\n", None, "b\n", "\ufffd\n", "y" * LONGEST + "\n", None]
    assert stream.largest == LONGEST + 1
    assert list(read_lines(None)) == []
    assert list(read_lines(io.StringIO("a\nb"))) == ["a\n", "b"]


@given(st.text() | st.integers() | st.floats() | st.lists(st.text(), max_size=4))
def test_an_echo_is_short_ascii_and_on_one_line(value: object) -> None:
    assert len(short(value)) <= 40
    assert short(value).isascii()
    assert "\n" not in one_line(f"{short(value)} {value}")


def test_an_echo_is_cut_where_it_is_long() -> None:
    assert short("x" * 10**6) == "'" + "x" * 36 + "..."
    assert cut("x" * 41) == "x" * 37 + "..."
    assert listed(range(3)) == "0, 1, 2"
    assert listed(["x" * 99] * 99, " or ", 2) == " or ".join(["x" * 37 + "..."] * 2) + " ..."
    assert len(one_line("x" * 9999)) == 1000
    assert one_line("a\nb\x1cc ") == "a b c"
