"""Feeds the hostile corpus to the real programs and measures them: answers, time of the slowest, peak memory."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from hostile_corpus import WORST_TOML, hostile_files, hostile_lines
from rules_for_tests import rules_of, with_rules
from session_driver import Session
from session_players import RandomPlayers
from typer.testing import CliRunner

from companion.app.choices import Choices
from companion.board.files import board_text
from companion.bootstrap.launcher import Launcher
from companion.catalogue.house_variants import read_catalogue
from companion.catalogue.shipped import SHIPPED
from companion.commands.cli import app
from companion.model.notation import format_position
from companion.open_row.catalogue import full_deck, game_ids, load_game
from companion.open_row.catalogue import ruleset as card_ruleset
from companion.open_row.schema import position_to_json as card_position_to_json
from companion.open_row.setup import first_position as first_card_position
from companion.open_row.text import format_card_position
from companion.rules.schema import placement_to_json, position_to_json
from companion.rules.variant_files.sense import ready_position
from companion.settings.file import save_settings
from companion.settings.schema import Settings
from companion.store.event_log import EventLog
from companion.store.export import export_game
from companion.transcript.text import format_game

ROOT: Final = Path(__file__).resolve().parents[2]
LINE_PROGRAMS: Final = ("plays", "judge", "position", "actions")
#: The upper limits: seconds for one line or file, megabytes at the peak, characters of the message about it.
SLOWEST_S: Final = 5.0
MOST_MB: Final = 300.0
LONGEST_WORDS: Final = 2000
#: More faults of one program add nothing new.
_FAULTS: Final = 5


@dataclass
class Measured:
    """One program and the results of its inputs."""

    name: str
    fed: int = 0
    slowest_s: float = 0.0
    peak_mb: float = 0.0
    faults: list[str] = field(default_factory=list)

    def took(self, seconds: float, fault: str | None) -> None:
        self.fed += 1
        self.slowest_s = max(self.slowest_s, seconds)
        if fault and len(self.faults) < _FAULTS:
            self.faults.append(fault)

    @property
    def good(self) -> bool:
        return not self.faults and self.slowest_s < SLOWEST_S and self.peak_mb < MOST_MB


def feed_lines(program: str, count: int, seed: int) -> Measured:
    """The real program, a line in and a line out, one after the other."""
    measured = Measured(program)
    command = [sys.executable, "-m", "companion", program]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
        assert asked.stdin
        assert asked.stdout
        for line in hostile_lines(_valid_lines(program), count, seed):
            began = time.monotonic()
            asked.stdin.write(line + b"\n")
            asked.stdin.flush()
            answer = asked.stdout.readline()
            measured.took(time.monotonic() - began, _fault_of_answer(line, answer))
            if not answer:
                break
        measured.peak_mb = _peak_mb(asked.pid)
        rest, _ = asked.communicate()
        if rest or asked.returncode != 1:
            measured.faults.append(f"{rest[:80]!r} behind the last answer, status {asked.returncode}")
    return measured


def feed_files(name: str, count: int, seed: int, folder: Path) -> Measured:
    """Runs one command in this process, a file after the other; an exception, an omission or a long text is a fault."""
    measured = Measured(name)
    feed = FILE_COMMANDS[name]
    folder.mkdir(parents=True)
    os.environ["PAWTRACK_HOME"] = str(folder / "home")
    (folder / "home" / "variants").mkdir(parents=True)
    valid, worst, run = feed(folder)
    for content in hostile_files(valid, count, seed, worst):
        began = time.monotonic()
        try:
            fault = run(content)
        except Exception as error:  # noqa: BLE001 - whatever comes out is the fault that is looked for
            fault = f"{type(error).__name__}: {str(error)[:200]}"
        measured.took(time.monotonic() - began, fault and f"{fault} <- {content[:120]!r}")
    measured.peak_mb = _peak_mb(os.getpid())
    return measured


def _peak_mb(pid: int) -> float:
    """Returns the highest memory of a process so far; 0 if the system does not give it."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def _fault_of_answer(line: bytes, answer: bytes) -> str | None:
    if not answer.endswith(b"\n"):
        return f"no answer <- {line[:200]!r}"
    text = answer.decode()
    if text.startswith("{"):
        parsed = json.loads(text)
        if len(parsed.get("error") or "") > LONGEST_WORDS:
            return f"a reason of {len(parsed['error'])} characters <- {line[:200]!r}"
    return None


def _invoke(*words: object) -> str | None:
    """Runs a command; gives the fault."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"{type(done.exception).__name__}: {str(done.exception)[:200]}"
    if done.exit_code not in (0, 1, 2):
        return f"status {done.exit_code}"
    if done.exit_code == 2 and len(done.stderr.splitlines()) != 1:
        return f"{len(done.stderr.splitlines())} lines on standard error: {done.stderr[:200]!r}"
    longest = max(map(len, (done.stdout + done.stderr).splitlines()), default=0)
    return f"a line of {longest} characters: {done.stderr[:80]!r}" if longest > LONGEST_WORDS else None


def _valid_lines(program: str) -> list[bytes]:
    boards = [
        ready_position(SHIPPED.variant(name), count, ())
        for name in SHIPPED.ids
        for count in SHIPPED.variant(name).seat_counts
    ]
    lines: list[object] = []
    for position in boards:
        as_json, cards = position_to_json(rules_of(position), position), SHIPPED.variant(position.variant).cards
        if program == "position":
            lines += [as_json, format_position(position)]
        elif program == "plays":
            lines += [{"position": as_json, "card": card} for card in cards]
        elif program == "judge":
            seen = placement_to_json(SHIPPED.variant(position.variant), position.placement)
            lines += [{"position": as_json, "card": card, "seen": seen} for card in cards]
    for name in game_ids() if program in ("position", "actions") else ():
        for count in map(int, load_game(name).seats):
            cards = first_card_position(card_ruleset(name, count, ()), full_deck(load_game(name)))
            as_json, text = card_position_to_json(cards), format_card_position(cards)
            lines += [as_json, text] if program == "position" else [{"position": as_json}, {"position": text}]
            lines += [] if program == "position" else [{"position": text, "action": "discard 3"}]
    return [line.encode() if isinstance(line, str) else json.dumps(line).encode() for line in lines]


Run = Callable[[bytes], str | None]
Feed = tuple[Sequence[bytes], Sequence[bytes], Run]


def _variant_texts() -> list[bytes]:
    folder = ROOT / "companion" / "rules" / "variants"
    own = b'extends = "dog"\ndrop = [["cards", "7"]]\ncard_order = ["2"]\n[cards.2]\ncount = 8\nuses = []\n'
    return [own, *(path.read_bytes() for path in sorted(folder.glob("*.toml")))]


def _variants_check(folder: Path) -> Feed:
    file = folder / "my_game.toml"

    def run(content: bytes) -> str | None:
        file.write_bytes(content)
        return _invoke("variants", "check", file)

    return _variant_texts(), WORST_TOML, run


def _variants_list(folder: Path) -> Feed:
    """A faulty file never stops the other games."""
    file = folder / "home" / "variants" / "my_game.toml"

    def run(content: bytes) -> str | None:
        file.write_bytes(content)
        fault = _invoke("variants", "list")
        return fault or (
            "a game is missing" if set(read_catalogue(folder / "home").ids) - {"my_game"} != set(SHIPPED.ids) else None
        )

    return _variant_texts(), WORST_TOML, run


def _settings(folder: Path) -> Feed:
    """The program starts, and reports in one line the values that it could not use."""
    file = folder / "home" / "settings.toml"
    save_settings(file, Settings())
    valid = file.read_bytes()
    save_settings(file, Settings(variant="tock_6", names=("A", "B", "C"), colours=("red", "blue", "green"), delay_s=9))

    def run(content: bytes) -> str | None:
        file.write_bytes(content)
        launcher = Launcher(Choices(camera="none", wheel="none", broker="none"))
        try:
            launcher.open_table(launcher.settings()).post(new_game(launcher.catalogue, launcher.settings()))
            notices = [notice["en"] for notice in launcher.notices()]
        finally:
            launcher.close()
        return f"{notices!r}" if any("\n" in line or len(line) > LONGEST_WORDS for line in notices) else None

    from companion.bootstrap.launcher import new_game

    return [valid, file.read_bytes()], WORST_TOML, run


def _board(folder: Path) -> Feed:
    file, sheet = folder / "board.toml", folder / "board.pdf"

    def run(content: bytes) -> str | None:
        file.write_bytes(content)
        return _invoke("print", "board", sheet, "--board", file)

    return [board_text(name).encode() for name in ("black_dog", "star_6", "toc_4")], WORST_TOML, run


def _game() -> Session:
    session = Session().start(variant="black_dog")
    RandomPlayers(session, 1).play_rounds(2)
    return session


def _record(verb: str, ending: str) -> Callable[[Path], Feed]:
    def feed(folder: Path) -> Feed:
        file, record = folder / f"game.{ending}", folder / "home" / "record.sqlite"
        session = _game()
        log = EventLog(SHIPPED, folder / "seed.sqlite")
        log.append("test", 3, session.events)
        export_game(log, "test", folder / "seed.jsonl")
        log.close()
        text = format_game(session.events, 0).encode() if ending == "pawtrack" else (folder / "seed.jsonl").read_bytes()

        def run(content: bytes) -> str | None:
            file.write_bytes(content)
            record.unlink(missing_ok=True)
            return _invoke(verb, file)

        return (
            [text],
            [b"", b"\xff", b"[" * 100_000, b"\x00" * 1000, b'[Pawtrack "' + b"9" * 5000 + b'"]', text * 40],
            run,
        )

    return feed


def _recording(name: str) -> Callable[[Path], Feed]:
    def feed(folder: Path) -> Feed:
        made = folder / "recording"
        (made / "frames").mkdir(parents=True)
        cv2.imwrite(str(made / "frames" / "000000100.png"), np.full((90, 160, 3), 120, dtype=np.uint8))
        position = position_to_json(*with_rules(ready_position(SHIPPED.variant("black_dog"), 4, ())))
        inputs = [{"t_ms": 1, "kind": "declare", "seat": 0, "card": "2"}, {"t_ms": 9, "kind": "undo"}]
        inputs += [{"t_ms": 20, "kind": "correct", "position": position}, {"t_ms": 30, "kind": "wheel", "hex": "00ff"}]
        head = (
            'variant = "black_dog"\nsectors = 4\nseats = [0, 1, 2, 3]\ncolours = ["red", "yellow", "green", "blue"]\n'
        )
        texts = {
            "session.toml": f"{head}board = \"board.toml\"\nposition = '''{json.dumps(position)}'''\n",
            "inputs.jsonl": "\n".join(map(json.dumps, inputs)),
            "board.toml": board_text("black_dog"),
        }
        for file, text in texts.items():
            (made / file).write_text(text, encoding="utf-8")

        def run(content: bytes) -> str | None:
            (made / name).write_bytes(content)
            return _invoke("replay", made)

        return [texts[name].encode()], WORST_TOML if name.endswith("toml") else [b"[" * 100_000, b"\xff"], run

    return feed


def _photograph(folder: Path) -> Feed:
    chance = np.random.default_rng(1)
    picture = chance.integers(0, 255, (120, 160, 3), dtype=np.uint8)
    valid = [cv2.imencode(ending, picture)[1].tobytes() for ending in (".png", ".jpg", ".bmp", ".webp", ".tiff")]
    wide = valid[0][:16] + (60_000).to_bytes(4, "big") * 2 + valid[0][24:]
    file = folder / "photograph.png"

    def run(content: bytes) -> str | None:
        file.write_bytes(content)
        spots = "60,20 100,20 100,80 60,80"
        words = ("--name", "x", "--template", "star_4", "--size", "45x45", "--starts", spots)
        return _invoke("calibrate", file, *words, "--corners", "10,10 150,10 150,110 10,110")

    return valid, [b"", wide, b"P6 99999 99999 255\n", b"GIF89a" + b"\xff" * 50], run


FILE_COMMANDS: Final[dict[str, Callable[[Path], Feed]]] = {
    "variants check FILE": _variants_check,
    "variants list": _variants_list,
    "settings.toml": _settings,
    "print board --board FILE": _board,
    "import FILE.pawtrack": _record("import", "pawtrack"),
    "import FILE.jsonl": _record("import", "jsonl"),
    "replay FILE.pawtrack": _record("replay", "pawtrack"),
    "replay: session.toml": _recording("session.toml"),
    "replay: inputs.jsonl": _recording("inputs.jsonl"),
    "replay: board.toml": _recording("board.toml"),
    "calibrate PHOTOGRAPH": _photograph,
}


def table(measured: Sequence[Measured]) -> str:
    """Returns the measurements as Markdown."""
    rows = ["| program | fed | faults | slowest | peak memory |", "|---|---:|---:|---:|---:|"]
    rows += [
        f"| `{each.name}` | {each.fed} | {len(each.faults)} | {each.slowest_s:.2f} s | {each.peak_mb:.0f} MB |"
        for each in measured
    ]
    return "\n".join(rows)
