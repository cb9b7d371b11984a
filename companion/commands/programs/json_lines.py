"""The common part of all programs that answer a line with a line.

An unusable line is answered in place with the reason, the program goes on and ends with 1.  An answer is out before the
next line is read, so a partner program may wait for it.
"""

from collections.abc import Callable
from typing import Any, TextIO

from companion.system.bounded_lines import LONGEST, read_lines
from companion.system.json_text import JsonError, read_json
from companion.system.quoting import one_line, short

DONE = 0
REFUSED = 1


class LineError(ValueError):
    """An invalid line; one line with the reason."""


def answer_lines(
    stdin: TextIO | None, stdout: TextIO, answer: Callable[[str], str], refuse: Callable[[str], str]
) -> int:
    """Answers every line by `answer`, or by `refuse` with the reason if that raises a ValueError.

    Returns the exit status.  A reader that went away ends the program early; a closed input is an empty one.
    """
    refused = False
    try:
        for line in read_lines(stdin):
            try:
                text = answer(_within(line))
            except ValueError as error:
                refused = True
                text = refuse(one_line(str(error)))
            stdout.write(f"{text}\n")
            stdout.flush()
    except BrokenPipeError:
        return REFUSED
    return REFUSED if refused else DONE


def _within(line: str | None) -> str:
    if line is None:
        raise LineError(f"the line is longer than {LONGEST >> 20} MB; it was passed over")
    return line


def read_object(line: str, *, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """The JSON object of a line, with these keys and no others.  Raises LineError."""
    if not line.strip():
        raise LineError("the line is empty; write one JSON object a line")
    value = decoded(line)
    if not isinstance(value, dict):
        raise LineError("the line is no JSON object")
    for key in value:
        if key not in (*required, *optional):
            raise LineError(f"{short(key)}: unknown key; known: {', '.join((*required, *optional))}")
    for key in required:
        if key not in value:
            raise LineError(f"{key}: missing")
    return value


def decoded(line: str) -> Any:
    """The decoded JSON of a line.  Raises LineError."""
    try:
        return read_json(line)
    except JsonError as error:
        raise LineError(f"the line is no JSON ({error})") from error
