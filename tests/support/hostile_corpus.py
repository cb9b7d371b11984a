"""Hostile lines and files: valid ones with something changed, and the worst known ones.

Seeded, so that every run has the same.  They hold huge numbers, no numbers, deep nesting, halves of characters, control
characters, keys written twice, texts without an end, and plain noise.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

MEGABYTE: Final = 1024 * 1024
Chance = random.Random

#: Pieces that are put into the middle of something valid.
_PIECES: Final = (
    *(b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\x1b[2J", b"\\ud800", b"\\u0000", b'"', b"'''"),
    *(b"[", b"{", b"]", b"}", b"[" * 40, b"{" * 40, b"=", b",", b".", b":", b"-", b"#", b"\\", b" " * 500),
    *(
        b"9" * 30,
        b"9" * 5000,
        b"-1",
        b"0",
        b"1e400",
        b"1e-400",
        b"NaN",
        b"nan",
        b"inf",
        b"-Infinity",
        b"0x" + b"f" * 300,
    ),
    *(b"true", b"null", b"1979-05-27T07:32:00Z", "١٢".encode(), "²".encode(), "🂡".encode(), b"a." * 60, b"x" * 3000),
)
#: Values that stand where another one was meant.
_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 10**9, 2**63, 10**25, 0.5, 1e300, -0.0, "", " ", "x" * 300, "\x00", "\ud800", "²"),
    *([], {}, [[]], [1] * 500, {"a": {}}, "9" * 4400, "../../etc/passwd", "/dev/zero", "a\nb", "\u202e", "🂡" * 50),
)
_RAW_LINES: Final = (
    *(
        b"",
        b" ",
        b"\t",
        b"null",
        b"[]",
        b"{}",
        b"0",
        b'""',
        b"{",
        b"\xff\xfe\x00",
        b"\x00" * 100,
        b"\xef\xbb\xbf{}",
        b"\r",
    ),
    *(
        b"[" * 5000,
        b'{"a":' * 5000,
        b"[" * 33 + b"]" * 33,
        b'{"a":1,"a":2}',
        b"NaN",
        b"1e999",
        b"9" * 10_000,
        b'"\\ud800"',
    ),
    *(
        b"v1",
        b"v1 dog 4",
        b"v1 " * 2000,
        b"v1 dog 4 turn=0 teams=0,1,0,1 " + b"0:k,k,k,k " * 200,
        b"=" * 9999,
        b"," * 9999,
    ),
)


def hostile_lines(valid: Sequence[bytes], count: int, seed: int) -> Iterator[bytes]:
    """So many lines without their ends; one in 500 is longer than a line may be, or nearly so."""
    chance = Chance(seed)
    for number in range(count):
        line = _endless(chance) if number % 500 == 499 else chance.choice(_KINDS)(chance.choice(valid), chance)
        yield line.replace(b"\n", b" ")


def hostile_files(valid: Sequence[bytes], count: int, seed: int, worst: Sequence[bytes] = ()) -> Iterator[bytes]:
    """So many contents of files: the worst known ones, then valid ones with something changed."""
    chance = Chance(seed)
    for number in range(count):
        if number < len(worst):
            yield worst[number]
        else:
            content = chance.choice(valid)
            for _ in range(chance.choice((1, 1, 1, 2, 5))):
                content = chance.choice((_noisy, _torn, _doubled, _pieced, _numbered, _numbered))(content, chance)
            yield content


#: TOML that broke something once, or that would.
WORST_TOML: Final = (
    *(b"", b"\xff", b"\x00", b"a = " + b"9" * 4301, b"a = 0x" + b"f" * 9999, b"a = " + b"[" * 20_000),
    *(b"[" + b".".join([b"a"] * 500) + b"]", b".".join([b"a"] * 90_000) + b" = 1", b'"a".' * 50_000 + b"a = 1"),
    *(
        b"a = " + b"{a = " * 9000,
        b"a = nan",
        b"a = [" + b"1e308," * 20_000 + b"]",
        b"[[a]]\n" * 30_000,
        b"#" * 3 * MEGABYTE,
    ),
    *(
        b"a = 1\na = 2",
        b'a = "' + b"x" * 200_000 + b'"',
        b'"\\u0000" = 1',
        b'a = """' + b'""\\\n' * 9000,
        b"x" * 250_000,
    ),
    *(b"\n".join(b"a%d = 1" % number for number in range(20_000)), b"extends = []", b'extends = "dog"\ndrop = [[]]'),
    *(b'extends = "dog"\n[cards.7]\ncount = 1000000000', b'extends = "dog"\n[boards]\n"' + b"9" * 4400 + b'" = [4]'),
    *(b'extends = "' + b"x" * 9999 + b'"', b'extends = "dog"\nsector_length = 99999', b"names = []", b"mqtt_port = -5"),
    *(
        b"mqtt_port = 99999",
        b"mqtt_port = 0",
        b"delay_s = -5",
        b"names = [" + b'"a",' * 60_000 + b"]",
        b"seats = [9, -1]",
    ),
    *(
        b'names = ["a", "b", "c"]',
        b'camera = "' + b"9" * 150 + b'"',
        b'board = "/dev/zero"',
        b'variant = "\xf0\x9f\x82\xa1"',
    ),
    *(
        b"size_mm = [nan, inf]",
        b"first = 1e300",
        b'options = {"core.home_optional" = 1}',
        b"language = 5",
        b'site = "a/#"',
    ),
)


def _endless(chance: Chance) -> bytes:
    length = chance.choice((MEGABYTE - 9, MEGABYTE + 1, 2 * MEGABYTE))
    kind = chance.choice((b"x", b"[", b"1e308,", b'{"a":', b'"a",', b"9", b" ", b"0:k,k ", b"8 "))
    return chance.choice((b"", b"[", b'{"position":[', b"v1 dog 4 ")) + kind * (length // len(kind))


def _noisy(line: bytes, chance: Chance) -> bytes:
    changed = bytearray(line or b" ")
    for _ in range(chance.choice((1, 1, 3, 20))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _torn(line: bytes, chance: Chance) -> bytes:
    first, last = sorted((chance.randrange(len(line) + 1), chance.randrange(len(line) + 1)))
    return line[:first] + line[last:] if chance.random() < 0.5 else line[:first]


def _doubled(line: bytes, chance: Chance) -> bytes:
    first, last = sorted((chance.randrange(len(line) + 1), chance.randrange(len(line) + 1)))
    return line[:last] + line[first:last] * chance.choice((1, 1, 30)) + line[last:]


def _pieced(line: bytes, chance: Chance) -> bytes:
    at = chance.randrange(len(line) + 1)
    return line[:at] + chance.choice(_PIECES) + line[at:]


def _numbered(line: bytes, chance: Chance) -> bytes:
    """One of the numbers becomes another one."""
    places = [index for index, sign in enumerate(line) if 48 <= sign <= 57]
    if not places:
        return _pieced(line, chance)
    at = chance.choice(places)
    end = at + 1
    while end < len(line) and 48 <= line[end] <= 57:
        end += 1
    return (
        line[:at] + chance.choice((b"-1", b"0", b"99", b"1e300", b"9" * 40, b"2147483648", b"0.5", b"k")) + line[end:]
    )


def _raw(_: bytes, chance: Chance) -> bytes:
    return chance.choice(_RAW_LINES)


def _revalued(line: bytes, chance: Chance) -> bytes:
    """A JSON line with one value replaced, one key written twice, one left out or one too many."""
    try:
        value = json.loads(line)
    except ValueError:
        return _pieced(line, chance)
    spots: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        for key in holder if isinstance(holder, dict) else range(len(holder)):
            spots.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    if not spots:
        return _pieced(line, chance)
    holder, key = chance.choice(spots)
    what = chance.random()
    if what < 0.7:
        holder[key] = chance.choice(_VALUES)
    elif what < 0.8:
        del holder[key]
    elif isinstance(holder, dict):
        holder[chance.choice(("", "x" * 500, "\x00", "v", "\ud800"))] = chance.choice(_VALUES)
    else:
        holder.append(chance.choice(_VALUES))
    text = json.dumps(value).encode()
    if what > 0.9:
        word = json.dumps(str(key)).encode()
        return text.replace(word + b":", word + b": 1, " + word + b":", 1)
    return text


_KINDS: Final[tuple[Callable[[bytes, Chance], bytes], ...]] = (
    *(_revalued, _revalued, _revalued, _noisy, _torn, _doubled, _pieced, _numbered, _raw),
    lambda line, _: line,
    lambda line, _: line + b"\r",
)
