"""Records a live table, so that a fault can be sent in and replayed.

Format: docs/reference/formats/recording.md.

Law: the recording begins with the first settled round, at a known position, and its clock is the clock of the pictures.
Events without a line of their own in the format (a choice, an undo, a deal) are written as the resulting position.
"""

import json
import threading
from pathlib import Path
from typing import Any, Final, assert_never

import cv2
import tomlkit

from companion.app.table import Outcome
from companion.board.files import PRINT_SUFFIX, board_text
from companion.model.position import Position
from companion.rules.rules import Rules
from companion.rules.schema import position_to_json
from companion.sensors.board_print import print_of
from companion.session import commands as cmd
from companion.session.state import BoardGame, Phase, State
from vision.frames import Frame

#: The least time between two pictures: 16 a second show every hand, and a fault report stays small enough to send.
PICTURE_INTERVAL_MS: Final = 60
JPEG_QUALITY: Final = 92


class Recorder:
    """Fed by the camera (`on_frame`), the table (`on_command`) and the wheel (`on_bytes`), each from its own thread."""

    def __init__(self, folder: Path, board: str) -> None:
        self._folder = folder
        self._board = board
        self._lock = threading.Lock()
        self._begun_ms: int | None = None
        self._newest_ms = 0
        self._written_ms = -PICTURE_INTERVAL_MS
        self._playing = False

    def prepare(self) -> None:
        """Makes the folder.  Raises OSError, also when the folder already holds a recording."""
        if (self._folder / "session.toml").exists():
            raise FileExistsError(f"{self._folder} already holds a recording: choose another folder")
        (self._folder / "frames").mkdir(parents=True, exist_ok=True)
        (self._folder / "board").mkdir(exist_ok=True)
        (self._folder / "board" / "board.toml").write_text(board_text(self._board), encoding="utf-8")
        flat = print_of(self._board)
        if flat is not None:
            cv2.imwrite(str(self._folder / "board" / f"board{PRINT_SUFFIX}"), flat)

    def on_frame(self, frame: Frame) -> None:
        with self._lock:
            self._newest_ms = frame.t_ms
            if not self._playing or self._begun_ms is None:
                return
            t_ms = frame.t_ms - self._begun_ms
            if t_ms - self._written_ms < PICTURE_INTERVAL_MS:
                return
            self._written_ms = t_ms
        picture = self._folder / "frames" / f"{t_ms:09d}.jpg"
        cv2.imwrite(str(picture), frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])

    def on_bytes(self, data: bytes) -> None:
        with self._lock:
            self._write({"kind": "wheel", "hex": data.hex()})

    def on_command(self, command: cmd.Command, outcome: Outcome, state: State) -> None:
        if not isinstance(state, BoardGame):
            # a recording is of a board
            return
        with self._lock:
            if self._begun_ms is None:
                if state.phase is Phase.PLAY:
                    self._begin(state)
                return
            self._playing = state.phase is Phase.PLAY and not state.paused
            for line in _lines(command, outcome, state):
                self._write(line)

    def _begin(self, state: BoardGame) -> None:
        position = state.position
        self._begun_ms = self._newest_ms
        self._playing = True
        session = {
            "variant": position.variant,
            "options": dict(position.options),
            "sectors": position.sectors,
            "seats": list(position.seats),
            "colours": list(state.colours),
            "board": "board/board.toml",
            "position": json.dumps(position_to_json(state.rules, position)),
        }
        (self._folder / "session.toml").write_text(tomlkit.dumps(session), encoding="utf-8")

    def _write(self, line: dict[str, Any]) -> None:
        if self._begun_ms is None:
            return
        timed = {"t_ms": max(0, self._newest_ms - self._begun_ms), **line}
        with (self._folder / "inputs.jsonl").open("a", encoding="utf-8") as inputs:
            inputs.write(json.dumps(timed) + "\n")


def _lines(command: cmd.Command, outcome: Outcome, state: BoardGame) -> list[dict[str, Any]]:
    """Returns the input lines of a command; none if it changed nothing, or if a later command writes the position."""
    if isinstance(command, cmd.DeclarePlay):
        line = {"kind": "declare", "seat": command.seat, "card": command.card}
        return [line | ({"as": command.acting_as} if command.acting_as else {})]
    if outcome.refused or not outcome.events:
        return []
    match command:
        case cmd.SkipTurn(seat=seat):
            return [{"kind": "skip", "seat": seat}]
        case cmd.Forfeit(seat=seat):
            return [{"kind": "forfeit", "seat": seat}]
        case cmd.Discard(seat=seat):
            # A card thrown away instead of a play ends the turn; one for which another is drawn does not.
            return [{"kind": "skip", "seat": seat}] if state.position.turn != seat else []
        case cmd.Exchange():
            return [{"kind": "round"}, _position_line(state.rules, state.position)] if state.phase is Phase.PLAY else []
        case cmd.Correct() | cmd.ChoosePlay() | cmd.Undo() | cmd.Redo():
            return [_position_line(state.rules, state.position)]
        case (
            cmd.StartGame()
            | cmd.StartCardGame()
            | cmd.DeclareAction()
            | cmd.RevealCard()
            | cmd.Abandon()
            | cmd.Deal()
            | cmd.PlaceDog()
            | cmd.FreeStart()
            | cmd.WithdrawDeclaration()
            | cmd.ReportObservation()
            | cmd.ProposeCard()
            | cmd.ReportWheel()
            | cmd.LoseWheel()
            | cmd.LoseSight()
            | cmd.WatchSilently()
            | cmd.DrawCards()
            | cmd.Announce()
            | cmd.EnterCards()
            | cmd.GiveSeat()
            | cmd.SettleUndo()
            | cmd.NewRound()
            | cmd.Pause()
            | cmd.Resume()
        ):
            return []
        case _:
            assert_never(command)


def _position_line(rules: Rules, position: Position) -> dict[str, Any]:
    return {"kind": "correct", "position": position_to_json(rules, position)}
