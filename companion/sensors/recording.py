"""A table recording: a folder with the pictures and inputs of a table, read strictly.

Format: docs/reference/formats/recording.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.board.marker_mirrors import checked_mirror
from companion.board.profile import BoardProfile, ProfileError, load_profile
from companion.model.position import Position
from companion.model.position_form import PositionError
from companion.rules.catalogue import Catalogue
from companion.rules.schema import position_from_json
from companion.sensors.board_print import print_of
from companion.session import commands as cmd
from companion.system.files import RECORD_BYTES, read_text
from companion.system.json_text import JsonError, read_json
from companion.system.toml import TomlError, load_toml
from vision.frames import Image


class RecordingError(Exception):
    """An unusable recording: one line with the file, the place and the reason."""


class _SessionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    variant: str
    sectors: int
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    board: str
    position: str
    options: dict[str, str | int | bool] = {}


class InputLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"acting_as": "as"}):
    """One line of inputs.jsonl; the keys of its kind are checked when it becomes a command."""

    t_ms: int
    kind: str
    seat: int | None = None
    card: str | None = None
    acting_as: str | None = None
    hex: str | None = None
    field: int | None = None
    hand: tuple[str, ...] | None = None
    position: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    folder: Path
    profile: BoardProfile
    flat: Image | None
    board: str
    colours: tuple[str, ...]
    catalogue: Catalogue
    position: Position
    inputs: tuple[InputLine, ...]

    @property
    def frames(self) -> Path:
        return self.folder / "frames"


def load_recording(catalogue: Catalogue, folder: Path) -> Recording:
    """Reads everything but the pictures.  Raises RecordingError."""
    session = _load_session(folder / "session.toml")
    try:
        position = position_from_json(catalogue, read_json(session.position))
    except (JsonError, PositionError) as error:
        raise RecordingError(f"session.toml: position: {error}") from error
    stated = (session.variant, session.sectors, session.seats, tuple(sorted(session.options.items())))
    if stated != (position.variant, position.sectors, position.seats, position.options):
        raise RecordingError("session.toml: position does not agree with variant, sectors, seats or options beside it")
    if len(session.colours) != len(session.seats):
        raise RecordingError("session.toml: colours must name one colour a seat")
    try:
        profile = checked_mirror(load_profile(folder / session.board), session.board)
        flat = print_of(str(folder / session.board))
    except ProfileError as error:
        raise RecordingError(str(error)) from error
    if not (folder / "frames").is_dir():
        raise RecordingError(f"{folder.name} has no frames folder")
    return Recording(
        folder=folder,
        profile=profile,
        flat=flat,
        board=str(folder / session.board),
        colours=session.colours,
        catalogue=catalogue,
        position=position,
        inputs=tuple(_load_inputs(folder / "inputs.jsonl")),
    )


def command_of(catalogue: Catalogue, line: InputLine) -> cmd.Command | None:
    """Returns the command of an input; None for the kinds that only document (start).  Raises RecordingError."""
    try:
        return _command(catalogue, line)
    except (TypeError, ValueError, PositionError) as error:
        raise RecordingError(f"inputs.jsonl: {line.kind} at {line.t_ms} ms: {error}") from error


def _command(catalogue: Catalogue, line: InputLine) -> cmd.Command | None:  # noqa: C901 - a case a kind of line
    match line.kind:
        case "start":
            return None
        case "declare":
            seat, card = _needed(line.seat, "seat"), _needed(line.card, "card")
            return cmd.DeclarePlay(seat=seat, card=card, acting_as=line.acting_as)
        case "round":
            return cmd.NewRound()
        case "skip":
            return cmd.SkipTurn(seat=_needed(line.seat, "seat"))
        case "deal":
            return cmd.Deal()
        case "exchange":
            return cmd.Exchange(seat=_needed(line.seat, "seat"))
        case "dog":
            return cmd.PlaceDog(field=_needed(line.field, "field"))
        case "forfeit":
            return cmd.Forfeit(seat=_needed(line.seat, "seat"), hand=line.hand)
        case "undo":
            return cmd.Undo()
        case "correct":
            corrected = position_from_json(catalogue, _needed(line.position, "position"))
            return cmd.Correct(placement=corrected.placement, next_turn=corrected.turn, reason="recorded")
        case _:
            raise RecordingError(f"inputs.jsonl: kind {line.kind!r} is unknown at {line.t_ms} ms")


def _load_session(path: Path) -> _SessionFile:
    try:
        return msgspec.convert(load_toml(path), _SessionFile)
    except FileNotFoundError as error:
        raise RecordingError(f"{path.parent.name} is no recording: it has no {path.name}") from error
    except OSError as error:
        raise RecordingError(f"{path.name} cannot be read ({error.strerror})") from error
    except (TomlError, msgspec.ValidationError) as error:
        raise RecordingError(f"{path.name}: {error}") from error


def _load_inputs(path: Path) -> Iterator[InputLine]:
    try:
        text = read_text(path, RECORD_BYTES)
    except FileNotFoundError:
        return
    except OSError as error:
        raise RecordingError(f"{path.name} cannot be read ({error.strerror})") from error
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            line = msgspec.convert(read_json(row), InputLine)
            bytes.fromhex(line.hex or "")
        except (ValueError, msgspec.ValidationError) as error:
            raise RecordingError(f"{path.name} line {number}: {error}") from error
        yield line


def _needed(value: Any, key: str) -> Any:
    if value is None:
        raise ValueError(f"{key} is missing")
    return value
