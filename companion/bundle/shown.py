"""A bundle in words: the faults, the history before them, and whether its games can be judged again."""

from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any, Final

import msgspec

from companion.bundle.contents import BundleError
from companion.catalogue.shipped import SHIPPED
from companion.store.health_log import HealthLine
from companion.system.json_text import JsonError, read_json
from companion.system.quoting import cut, one_line
from companion.texts.stored_times import moment_of
from companion.transcript.rejudge import rejudge
from companion.transcript.text import parse_game
from companion.transcript.words import RecordTextError
from companion.views.wording.sentences import Wording

VERSION: Final = 1
#: The newest changes of health that are shown.
_HEALTH_SHOWN: Final = 20


def bundle_lines(files: Mapping[str, bytes], wording: Wording) -> Iterator[str]:
    """Yields the contents of a bundle, one thing a line.  Raises BundleError."""
    head = _table(files, "bundle.json")
    if head.get("v") != VERSION:
        raise BundleError(
            f"it is a bundle of version {cut(str(head.get('v')))}, this program reads {VERSION}: update it"
        )
    yield f"made {cut(str(head.get('made')))}, {len(files)} files"
    yield from ("  " + one_line(line) for line in _text(files, "versions.txt").splitlines())
    yield "what is wrong:"
    yield from _doctor_lines(_table(files, "doctor.json"))
    yield "settings:"
    for name, value in _table(files, "settings.json").items():
        yield f"  {cut(str(name))} = {one_line(str(value))}"
    yield "health, the newest changes:"
    yield from _health_lines(_text(files, "health.jsonl"))
    for name in sorted(files):
        if name.endswith(".pawtrack"):
            yield _game_line(name, _text(files, name), wording)
    pictures = [name for name in files if name.startswith("pictures/")]
    if pictures:
        yield f"pictures: {len(pictures)}, {min(pictures)} to {max(pictures)}"


def _doctor_lines(report: dict[str, Any]) -> Iterator[str]:
    results = report.get("results")
    rows = [row for row in results if isinstance(row, dict)] if isinstance(results, list) else []
    for row in rows:
        if row.get("level") != "ok":
            after = f" (follows from {cut(str(row.get('follows_from')))})" if row.get("follows_from") else ""
            yield f"  {cut(str(row.get('id')))} {cut(str(row.get('level')))}: {one_line(str(row.get('text')))}{after}"
    yield f"  well: {', '.join(cut(str(row.get('check'))) for row in rows if row.get('level') == 'ok') or 'nothing'}"


def _health_lines(text: str) -> Iterator[str]:
    for line in text.splitlines()[-_HEALTH_SHOWN:]:
        try:
            health = msgspec.json.decode(line, type=HealthLine)
        except (msgspec.DecodeError, RecursionError, ValueError):
            yield "  (a line that cannot be read)"
            continue
        moment = moment_of(health.ts_wall, UTC)
        when = moment.isoformat(" ", "seconds") if moment else "(no time)"
        again = f", begun again {health.restarts} times" if health.restarts else ""
        yield f"  {when}  {cut(health.part):<7} {cut(health.state):<9} {cut(health.code)}{again}"


def _game_line(name: str, text: str, wording: Wording) -> str:
    """Judges a game again and returns its line."""
    try:
        game = parse_game(SHIPPED, text)
    except RecordTextError as error:
        return f"{name}: it cannot be read ({one_line(str(error))})"
    judged = list(rejudge(game, wording))
    wrong = sum(entry.wrong for entry in judged)
    said = "all judged as at the table" if not wrong else f"{wrong} judged otherwise than at the table"
    return f"{name}: {len(game.events)} events, {len(judged)} judgements, {said}"


def _text(files: Mapping[str, bytes], name: str) -> str:
    try:
        return files.get(name, b"").decode()
    except UnicodeDecodeError as error:
        raise BundleError(f"{name} in it is no text: the bundle is damaged") from error


def _table(files: Mapping[str, bytes], name: str) -> dict[str, Any]:
    try:
        value = read_json(_text(files, name))
    except JsonError as error:
        raise BundleError(f"{name} in it cannot be read ({error}): the bundle is damaged") from error
    if not isinstance(value, dict):
        raise BundleError(f"{name} in it is no table: the bundle is damaged")
    return value
