"""A table recording (contract section 6): a folder with the pictures and inputs of a table, read strictly."""

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.board_files import print_of
from companion.model.position import Position
from companion.rules.schema import PositionError, position_from_json
from companion.session import commands as cmd
from vision.frames import Image
from vision.profile import BoardProfile, ProfileError, load_profile


class RecordingError(Exception):
    """A recording that cannot be used: one line with the file, the place and the reason."""


class _SessionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    variant: str
    sectors: int
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    board: str
    position: str
    options: dict[str, str | int | bool] = {}


class InputLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"acting_as": "as"}):
    """One line of inputs.jsonl; which keys a kind needs is checked when it becomes a command."""

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
    position: Position
    inputs: tuple[InputLine, ...]

    @property
    def frames(self) -> Path:
        return self.folder / "frames"


def load_recording(folder: Path) -> Recording:
    """Reads everything but the pictures.  Raises RecordingError."""
    session = _load_session(folder / "session.toml")
    try:
        position = position_from_json(json.loads(session.position))
    except (json.JSONDecodeError, PositionError) as error:
        raise RecordingError(f"session.toml: position: {error}") from error
    told = (session.variant, session.sectors, session.seats, tuple(sorted(session.options.items())))
    if told != (position.variant, position.sectors, position.seats, position.options):
        raise RecordingError("session.toml: position does not agree with variant, sectors, seats or options beside it")
    if len(session.colours) != len(session.seats):
        raise RecordingError("session.toml: colours must name one colour a seat")
    try:
        profile = load_profile(folder / session.board)
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
        position=position,
        inputs=tuple(_load_inputs(folder / "inputs.jsonl")),
    )


def command_of(line: InputLine, position: Position) -> cmd.Command | None:
    """The command that an input stands for; None for the kinds that only document (start).  Raises RecordingError."""
    maker = _COMMANDS.get(line.kind)
    if maker is None:
        raise RecordingError(f"inputs.jsonl: kind {line.kind!r} is unknown at {line.t_ms} ms")
    try:
        return maker(line, position)
    except (TypeError, ValueError, PositionError) as error:
        raise RecordingError(f"inputs.jsonl: {line.kind} at {line.t_ms} ms: {error}") from error


def _load_session(path: Path) -> _SessionFile:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _SessionFile)
    except FileNotFoundError as error:
        raise RecordingError(f"{path.parent.name} is no recording: it has no {path.name}") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RecordingError(f"{path.name}: {error}") from error


def _load_inputs(path: Path) -> Iterator[InputLine]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{path.name}: {error}") from error
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            yield msgspec.json.decode(row, type=InputLine)
        except msgspec.MsgspecError as error:
            raise RecordingError(f"{path.name} line {number}: {error}") from error


def _needed(value: Any, key: str) -> Any:
    if value is None:
        raise ValueError(f"{key} is missing")
    return value


def _correct(line: InputLine, _: Position) -> cmd.Command:
    corrected = position_from_json(_needed(line.position, "position"))
    return cmd.Correct(placement=corrected.placement, next_turn=corrected.turn, reason="recorded")


_Maker = Callable[[InputLine, Position], cmd.Command | None]

_COMMANDS: Final[dict[str, _Maker]] = {
    "declare": lambda line, _: cmd.DeclarePlay(
        seat=_needed(line.seat, "seat"), card=_needed(line.card, "card"), acting_as=line.acting_as
    ),
    "round": lambda _line, _: cmd.NewRound(),
    "skip": lambda line, _: cmd.SkipTurn(seat=_needed(line.seat, "seat")),
    "deal": lambda _line, _: cmd.Deal(),
    "exchange": lambda line, _: cmd.Exchange(seat=_needed(line.seat, "seat")),
    "dog": lambda line, _: cmd.PlaceDog(field=_needed(line.field, "field")),
    "forfeit": lambda line, _: cmd.Forfeit(seat=_needed(line.seat, "seat"), hand=line.hand),
    "undo": lambda _line, _: cmd.Undo(),
    "start": lambda _line, _: None,
    "correct": _correct,
}
