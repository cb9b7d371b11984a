"""Breaks the product in many small ways, one at a time, and sees whether the tests notice: `make mutants`.

Of each room `--count` faults are drawn by `--seed`.  Each is judged by the tests that a developer of that room runs:
the ones that pass through the broken line.  All happens in a copy of the working tree.
Status 1 when a test of the sound product fails.  The survivors are listed in build/figures/mutants.md; a person judges
which of them change nothing that anybody can see.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from coverage import CoverageData
from mutations import Mutant, sample

ROOT: Final = Path(__file__).resolve().parents[2]
LEFT_OUT: Final = (".git", ".venv", ".venv-*", "node_modules", "build", "dist", "__pycache__", ".pycache", ".*_cache")
#: The tests that a developer of each room runs.
ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "companion/session": ("tests/unit/session",),
    "companion/referee": ("tests/unit/referee",),
    "companion/rules": ("tests/unit/rules",),
    "companion/history": ("tests/unit/history",),
    "companion/evenings": ("tests/unit/evenings",),
    "vision/read": ("tests/unit/vision/read",),
    "vision/find": ("tests/unit/vision/find",),
    "companion/sensors": (
        "tests/unit/sensors",
        "tests/integration/eyes",
        "tests/integration/pages/test_phone_camera_door.py",
    ),
    "companion/publishers": ("tests/unit/publishers", "tests/integration/mqtt", "tests/integration/pages"),
    "companion/web": ("tests/unit/web", "tests/unit/publishers", "tests/integration/pages"),
    "ui/presenters": ("tests/unit/ui",),
}
#: A mutant whose tests take so much longer than the sound ones hangs.
PATIENCE: Final = 3.0
LEAST_PATIENCE_S: Final = 60.0
_NOT_FOUND: Final = "ERROR: not found"
#: A line of pytest's list of durations: seconds and test.
_DURATION: Final = re.compile(r"^([\d.]+)s (?:call|setup|teardown) +(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`told` is the fault in words; `test` is the first test that noticed, "" for a survivor."""

    told: str
    tests: int
    noticed: bool
    test: str


@dataclass(frozen=True, slots=True)
class Sound:
    """A room before anything is broken: the tests that pass through each line (file, line), and the seconds of each."""

    through: dict[tuple[str, int], set[str]]
    seconds: dict[str, float]

    def tests_of(self, mutant: Mutant, name: str) -> list[str]:
        """The tests that can notice a mutant of a file; first the modules that pass through it, of these the quick
        ones."""
        chosen = self.through.get((name, mutant.line)) or self.through.get((name, mutant.statement), set())
        if not chosen - {""}:
            # any test of the room may notice a line that runs while its module is imported, or in a program of its own
            chosen = set().union(*self.through.values())
        near = {test.partition("::")[0] for (file, _), tests in self.through.items() if file == name for test in tests}
        took_s: defaultdict[str, float] = defaultdict(float)
        for test in chosen:
            took_s[test.partition("::")[0]] += self.seconds.get(test, 0.0)

        def order(test: str) -> tuple[bool, float, str]:
            module = test.partition("::")[0]
            return module not in near, took_s[module], test

        return sorted((test for test in chosen if test), key=order)

    def patience_s(self, tests: list[str]) -> float:
        return LEAST_PATIENCE_S + PATIENCE * sum(self.seconds.get(test, 0.0) for test in tests)


class Copy:
    """A copy of the working tree, from which the faults are drawn and in which the tests run: the tree may change."""

    def __init__(self, home: Path) -> None:
        self.home = home
        shutil.copytree(ROOT, home, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        shutil.copytree(ROOT / "hardware/firmware/build", home / "hardware/firmware/build", dirs_exist_ok=True)

    def pytest(self, *arguments: str, timeout_s: float | None = None) -> tuple[int, str]:
        """Status and output; children of the tests find the copy, too.  Raises TimeoutExpired."""
        path = os.pathsep.join((str(self.home), str(self.home / "tests/support")))
        quiet = ("-q", "--no-header", "-p", "no:cacheprovider", "-m", "not long")
        with (self.home / "said").open("w+b") as said:
            # a session of its own, so that a test that hangs leaves no program behind
            running = subprocess.Popen(
                [sys.executable, "-m", "pytest", *quiet, *arguments],
                cwd=self.home,
                env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "SDL_VIDEODRIVER": "offscreen"},
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                status = running.wait(timeout_s)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(running.pid, signal.SIGKILL)
                running.wait()
            said.seek(0)
            return status, said.read().decode(errors="replace")

    def sound(self, room: str) -> Sound:
        """Raises RuntimeError when a test fails."""
        coverage = (f"--cov={room}", "--cov-context=test", "--cov-report=")
        status, said = self.pytest(*ROOMS[room], *coverage, "--durations=0", "--durations-min=0")
        if status:
            raise RuntimeError(f"the tests of {room} fail before anything is broken:\n{said[-2000:]}")
        data = CoverageData(str(self.home / ".coverage"))
        data.read()
        through: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                name = Path(file).relative_to(self.home).as_posix()
                through[name, line] = {context.rpartition("|")[0] for context in contexts}
        seconds: defaultdict[str, float] = defaultdict(float)
        for took_s, test in _DURATION.findall(said):
            seconds[test] += float(took_s)
        return Sound(dict(through), dict(seconds))

    def name_of(self, mutant: Mutant) -> str:
        """The file of a mutant, below the working tree."""
        return mutant.path.relative_to(self.home).as_posix()

    def noticed(self, tests: list[str], timeout_s: float) -> tuple[int, str]:
        """Status and output of the tests; of their modules where one is gone, because it comes from the source."""
        for chosen in (tests, [*dict.fromkeys(test.partition("::")[0] for test in tests)]):
            (self.home / "chosen").write_text("\n".join(chosen), encoding="utf-8")
            status, said = self.pytest("-x", "@chosen", timeout_s=timeout_s)
            if _NOT_FOUND not in said:
                break
        return status, said

    def judged(self, mutant: Mutant, tests: list[str], timeout_s: float) -> Verdict:
        words = told(mutant, self.name_of(mutant))
        if not tests:
            return Verdict(words, 0, False, "")
        source = mutant.path.read_bytes()
        mutant.path.write_bytes(mutant.applied(source))
        try:
            status, said = self.noticed(tests, timeout_s)
        except subprocess.TimeoutExpired:
            return Verdict(words, len(tests), True, "the tests hang")
        finally:
            mutant.path.write_bytes(source)
        if _NOT_FOUND in said:
            raise RuntimeError(said)
        failed = [line.split(" ", 1)[1] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return Verdict(words, len(tests), status != 0, failed[0].partition(" - ")[0] if failed else "")


def judged_room(copy: Copy, room: str, count: int, seed: int) -> list[Verdict]:
    """The verdicts on the mutants of a room, printed as they come."""
    sound = copy.sound(room)
    verdicts = []
    for mutant in sample([*(copy.home / room).rglob("*.py")], count, seed):
        tests = sound.tests_of(mutant, copy.name_of(mutant))
        verdict = copy.judged(mutant, tests, sound.patience_s(tests))
        print(f"{'caught' if verdict.noticed else 'SURVIVED'}\t{verdict.told}\t{verdict.test}", flush=True)
        verdicts.append(verdict)
    return verdicts


def told(mutant: Mutant, name: str) -> str:
    old, new = (json.dumps(" ".join(text.split())[:90], ensure_ascii=False) for text in (mutant.old, mutant.new))
    return f"{name}:{mutant.line}\t{old} -> {new}"


def report(by_room: dict[str, list[Verdict]], seed: int) -> str:
    lines = [f"# Mutants, seed {seed}", "", "| room | mutants | caught | survived |", "|---|---|---|---|"]
    for room, verdicts in by_room.items():
        caught = sum(verdict.noticed for verdict in verdicts)
        lines.append(f"| {room} | {len(verdicts)} | {caught} | {len(verdicts) - caught} |")
    lines += ["", "## Survivors", ""]
    for verdict in (each for verdicts in by_room.values() for each in verdicts if not each.noticed):
        lines.append(f"- {verdict.told} ({verdict.tests} tests pass there)".replace("\t", " "))
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("rooms", nargs="*", default=[*ROOMS], help=f"of {', '.join(ROOMS)}; all by default")
    parser.add_argument("--count", type=int, default=25, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    by_room: dict[str, list[Verdict]] = {}
    unwell = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder) / "pawtrack")
        for room in options.rooms:
            try:
                by_room[room] = judged_room(copy, room, options.count, options.seed)
            except RuntimeError as problem:
                print(problem)
                unwell += 1
    figures = ROOT / "build/figures/mutants.md"
    figures.parent.mkdir(parents=True, exist_ok=True)
    figures.write_text(report(by_room, options.seed), encoding="utf-8")
    print(figures.read_text(encoding="utf-8"))
    return 1 if unwell else 0


if __name__ == "__main__":
    raise SystemExit(main())
