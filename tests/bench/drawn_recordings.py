"""Drawn table recordings of random games with the truth beside them, to test the reader and the referee with.

    python tests/bench/drawn_recordings.py OUT [--count N] [--first N] [--plays P]

Each recording (docs/reference/formats/recording.md) has a number that determines everything about it: game, players,
scenery, hands. The players play, err on purpose, put things right, rest in the middle of a play and pass with a hand
over the board. `truth.jsonl` has a line for each state that the referee has to judge, `frames_truth.jsonl` one for each
picture, `made.json` how it was made.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import msgspec
import tomlkit
from drawn_scenery import Options, SceneCamera, scenery
from rules_for_tests import rules_of

from companion.board.files import BoardProfile
from companion.catalogue.shipped import SHIPPED
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.players.player import declared_face
from companion.referee.sight import as_seen, shown
from companion.rules.apply import after_play, passed, winners
from companion.rules.legal import legal_plays, stages
from companion.rules.schema import placement_to_json, position_to_json
from companion.rules.setup import first_position
from companion.simulation.camera.virtual_camera import Scene
from companion.simulation.card_players import CardPlayers
from companion.simulation.gestures import Gestures
from companion.simulation.mistakes import Mistake, Situation, find_mistake
from companion.simulation.physical_table import PhysicalTable
from vision.frames import Image

Line = dict[str, Any]

COUNT, PLAYS = 64, 7
#: Milliseconds between two pictures of a hand at work.
HAND_MS: Final = 200
#: A state that is judged lies still this long, from its first picture to its last; people rest as long in a play.
STILL_MS: Final = 660
#: From the last still picture until somebody speaks, and until a hand comes.
SPEAK_MS: Final = 200
REACH_MS: Final = 420
ERR, PAUSE, PASS_OVER, PUT_RIGHT = 0.35, 0.4, 0.25, 0.5


class Staging(Protocol):
    """The contents of a recording: game, seats, board, and how it is filmed.

    `jpeg` is the quality of the pictures, `pace_ms` the time between two still ones; every `hands_each`-th picture of
    hands at work is taken.  `made` is the content of made.json.
    """

    @property
    def number(self) -> int: ...
    @property
    def variant(self) -> str: ...
    @property
    def options(self) -> Options: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def colours(self) -> tuple[str, ...]: ...
    @property
    def profile(self) -> BoardProfile: ...
    @property
    def pace_ms(self) -> int: ...
    @property
    def jpeg(self) -> int: ...
    @property
    def hands_each(self) -> int: ...
    def made(self) -> dict[str, Any]: ...


class Camera(Protocol):
    """Takes a picture, (height, width, 3) BGR, of the things on a table."""

    def picture(self, scene: Scene) -> Image: ...


class Film:
    """Takes the pictures of one table and notes what truly lies there in each."""

    def __init__(self, folder: Path, made: Staging, table: PhysicalTable, camera: Camera) -> None:
        self.t_ms = 0
        self.lines: list[Line] = []
        self._frames = folder / "frames"
        self._frames.mkdir(parents=True, exist_ok=True)
        self._made = made
        self._table = table
        self._camera = camera

    def take(self, after_ms: int, what: str) -> None:
        self.t_ms += after_ms
        scene, profile = self._table.scene(), self._made.profile
        name = f"{self.t_ms:09d}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, self._made.jpeg]
        cv2.imwrite(str(self._frames / name), self._camera.picture(scene), quality)
        middle = profile.size_mm[0] / 2, profile.size_mm[1] / 2
        pieces = [
            [figure.colour, round(figure.x_mm - middle[0], 2), round(middle[1] - figure.y_mm, 2)]
            for figure in scene.figures
        ]
        disc = -round(scene.disc_deg, 2) if profile.wheel else None
        self.lines.append({"frame": name, "what": what, "hidden": 0, "pieces": pieces, "disc": disc})

    def work(self, pictures: Iterable[None], first_ms: int) -> None:
        """Follows hands at work; where a hand is gone in between, the table rests."""
        wait_ms = first_ms
        for number, _ in enumerate(pictures):
            resting = self._table.scene().hand is None
            if not resting and number % self._made.hands_each:
                wait_ms += HAND_MS
                continue
            self.take(wait_ms, "still" if resting else "hand")
            wait_ms = self._made.pace_ms if resting else HAND_MS

    def rest(self, first_ms: int = HAND_MS * 2) -> None:
        self.take(first_ms, "still")
        for _ in range(STILL_MS // self._made.pace_ms):
            self.take(self._made.pace_ms, "still")


class Story:
    """Plays one game before the camera and writes down the inputs and the truth."""

    def __init__(self, folder: Path, made: Staging, camera: Camera) -> None:
        self._folder = folder
        self._made = made
        self._rng = random.Random(made.number)
        self._variant = SHIPPED.variant(made.variant)
        self._position = self._first()
        self._players = CardPlayers(rules_of(self._position), made.number)
        turns = self._rng.choice((0, 12, 25, 40, 60))
        # If pawns differ in rank, nobody can see which one of a full kennel comes out.
        for _ in range((turns + 20 * bool(self._variant.ranks)) * len(made.seats) // 4):
            self._position = self._rehearsed(self._position)
        self.began = self._position
        self._table = PhysicalTable(made.profile, self._variant, made.seats, made.colours, made.number)
        self._table.set_up(shown(self._variant, self._position.placement))
        self._hands = Gestures(made.profile, self._variant, self._table, None)
        self._film = Film(folder, made, self._table, camera)
        self._inputs: list[Line] = []
        self._truth: list[Line] = []
        self._erred: Counter[str] = Counter()

    def _first(self) -> Position:
        sectors = len(self._made.profile.goal)
        position = first_position(SHIPPED.variant(self._made.variant), sectors, self._made.seats, self._made.options)
        for figure in self._variant.figures:
            field = self._rng.choice(sorted(self._variant.wheel_fields(sectors)))
            position = position.with_placement(position.placement.with_extra(figure, field))
        return position

    def _rehearsed(self, position: Position) -> Position:
        """One turn that nobody films; the game stays short of its end."""
        play = self._chosen(position)
        after = passed(rules_of(position), position) if play is None else after_play(rules_of(position), position, play)
        return position if winners(rules_of(after), after) else after

    def _chosen(self, position: Position) -> Play | None:
        """Returns the play that the player whose turn it is chooses; None if no card of the hand can be played."""
        rules = SHIPPED.rules(position)
        self._players.hold((rules.deal.cards_in_round(1, len(position.seats)),) * len(position.seats))
        play = self._players.choose(position)
        if play is None:
            self._players.forfeit(position.turn)
        else:
            self._players.spend(position.turn, play.card)
        return play

    def _face(self, play: Play) -> str | None:
        return declared_face(play, self._variant)

    def play(self, plays: int) -> None:
        """Makes so many plays, with mistakes between them; fewer if the game ends before."""
        self._film.rest(500)
        done = tries = 0
        while done < plays and tries < 20 * plays and not winners(rules_of(self._position), self._position):
            tries += 1
            done += self._turn()
        self._write()

    def _turn(self) -> bool:
        position = self._position
        play = self._chosen(position)
        if play is None or self._hides(position, play):
            self._say(kind="skip", seat=position.turn)
            self._position = passed(rules_of(position), position)
            return False
        if self._rng.random() < PASS_OVER:
            self._pass_over()
        found = self._error(position, play) if self._rng.random() < ERR else None
        if found:
            play = found[1]
            if self._make_mistake(position, found[0], play):
                self._declare(position.turn, play.card, self._face(play))
        else:
            self._declare(position.turn, play.card, self._face(play))
        self._carry_out(position, play)
        self._position = after_play(rules_of(position), position, play)
        return True

    def _error(self, position: Position, play: Play) -> tuple[Mistake, Play] | None:
        hand = (*self._players.hands[position.turn], play.card)
        ground = Situation(
            profile=self._made.profile, rules=rules_of(position), position=position, hand=hand, play=play
        )
        found = find_mistake(ground, self._erred, self._rng)
        if found is None or (found[1] is not play and self._hides(position, found[1])):
            return None
        self._erred[found[0].kind] += 1
        return found

    def _hides(self, position: Position, play: Play) -> bool:
        """Whether the play cannot be distinguished from another one, or from none, by looking."""
        seen = as_seen(self._variant, play.result)
        plays = legal_plays(rules_of(position), position, play.card, self._face(play))
        twins = sum(as_seen(self._variant, other.result) == seen for other in plays)
        return twins > 1 or seen == as_seen(self._variant, position.placement)

    def _make_mistake(self, position: Position, mistake: Mistake, play: Play) -> bool:
        """Makes the mistake; True if the next play has to be declared.

        The play may be judged as soon as it is declared, so nobody declares while a verdict on the previous state may
        still come.
        """
        self._film.t_ms += REACH_MS
        self._declare(mistake.seat, mistake.card, mistake.acting_as)
        laid = position.placement if mistake.placement is None else mistake.placement
        if mistake.placement is None:
            self._film.rest(REACH_MS)
        else:
            self._arrange(mistake.placement, position)
        self._true(mistake.seat, mistake.card, "illegal", laid, mistake.kind)
        same = (mistake.seat, mistake.card, mistake.acting_as) == (position.turn, play.card, self._face(play))
        if mistake.placement is not None and not (same and self._rng.random() < PUT_RIGHT):
            self._arrange(position.placement, position)
        return not same

    def _carry_out(self, position: Position, play: Play) -> None:
        face = self._face(play)
        results = {
            as_seen(self._variant, other.result) for other in legal_plays(rules_of(position), position, play.card, face)
        }
        proper = {
            as_seen(self._variant, stage.placement) for stage in stages(rules_of(position), position, play.card, face)
        } - results
        pauses = self._table.placement() == shown(self._variant, position.placement) and self._rng.random() < PAUSE

        def may_pause(lying: Placement) -> bool:
            return pauses and as_seen(self._variant, lying) in proper

        work = self._hands.arrange(shown(self._variant, play.result), position.seats[position.turn], may_pause)
        self._film.work(work, REACH_MS)
        self._film.rest()
        self._true(position.turn, play.card, "legal", play.result)

    def _arrange(self, placement: Placement, position: Position) -> None:
        wanted, sector = shown(self._variant, placement), position.seats[position.turn]
        self._film.work(self._hands.arrange(wanted, sector), REACH_MS)
        self._film.rest()

    def _pass_over(self) -> None:
        """A hand comes, touches some pawn and goes; nothing has changed."""
        seat = self._rng.randrange(len(self._position.seats))
        place = self._rng.choice(self._position.placement.pawns[seat])
        self._film.work(self._hands.touch(seat, place, self._rng.choice(self._position.seats)), 2 * REACH_MS)
        self._film.rest()

    def _declare(self, seat: int, card: str, face: str | None) -> None:
        self._film.t_ms += SPEAK_MS
        self._say(kind="declare", seat=seat, card=card, **({"as": face} if face else {}))

    def _say(self, **line: Any) -> None:
        self._inputs.append({"t_ms": self._film.t_ms, **line})

    def _true(self, seat: int, card: str, verdict: str, placement: Placement, why: str = "") -> None:
        lying = placement_to_json(SHIPPED.variant(self._made.variant), shown(self._variant, placement))
        line = {"t_ms": self._film.t_ms, "seat": seat, "card": card, "verdict": verdict, "next": lying}
        self._truth.append({**line, "why": why} if why else line)

    def _write(self) -> None:
        made, position = self._made, json.dumps(position_to_json(rules_of(self.began), self.began))
        session = {
            "variant": made.variant,
            "options": dict(made.options),
            "sectors": len(made.profile.goal),
            "seats": list(made.seats),
            "colours": list(made.colours),
            "board": "board/board.toml",
            "position": position,
        }
        (self._folder / "board").mkdir(exist_ok=True)
        (self._folder / "board" / "board.toml").write_text(_toml(msgspec.to_builtins(made.profile)), encoding="utf-8")
        (self._folder / "session.toml").write_text(_toml(session), encoding="utf-8")
        for name, lines in (("inputs", self._inputs), ("truth", self._truth), ("frames_truth", self._film.lines)):
            rows = "".join(f"{json.dumps(line)}\n" for line in lines)
            (self._folder / f"{name}.jsonl").write_text(rows, encoding="utf-8")
        (self._folder / "made.json").write_text(json.dumps(made.made()), encoding="utf-8")


def _toml(values: dict[str, Any]) -> str:
    return tomlkit.dumps(_stated(values))


def _stated(value: Any) -> Any:
    """Without what is not there: TOML knows no null."""
    if isinstance(value, dict):
        return {str(key): _stated(inner) for key, inner in value.items() if inner is not None}
    return value


def record(out: Path, number: int, plays: int) -> Path:
    """Draws the recording of this number into a folder of its own, unless it is there already, and gives the folder."""
    made = scenery(number)
    folder = out / f"{number:03d}-{made.variant}-{made.board}"
    if not (folder / "made.json").exists():
        Story(folder, made, SceneCamera(made)).play(plays)
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(description="draws table recordings with the truth beside them")
    parser.add_argument("out", type=Path, help="the folder that they are put into")
    parser.add_argument("--count", type=int, default=COUNT, help=f"how many (default {COUNT})")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one (default 0)")
    parser.add_argument("--plays", type=int, default=PLAYS, help=f"plays in each (default {PLAYS})")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    try:
        for number in range(wanted.first, wanted.first + wanted.count):
            print(record(wanted.out, number, wanted.plays).name, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
