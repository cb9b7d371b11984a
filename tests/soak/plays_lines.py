"""A hundred thousand lines for `python -m companion plays`, good and bad ones mixed: no crash, memory stays flat.

Every line must be answered by one line, in order; a bad one by its reason.  Memory is that of the whole program as the
system counts it (Linux; elsewhere it is left out).  Alone: `python tests/soak/plays_lines.py [LINES]`.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules_for_tests import rules_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from game_laws import game_of_seed, tables

from companion.catalogue.shipped import SHIPPED
from companion.rules.schema import position_to_json

#: Memory is measured so often; caches may fill up during the first part, later there must be no growth.
LOOK_EVERY = 1000
WARM_UP = 0.2
GROWTH_MIB = 8.0
BAD_SHARE = 0.1
#: One position in so many of each game is queried.
EVERY = 7


def run_lines(count: int, seed: int = 1) -> bool:
    """Puts so many lines to the program and prints the results; returns whether all were good."""
    began = time.monotonic()
    program = [sys.executable, "-m", "companion", "plays"]
    memory: list[float] = []
    faults: list[str] = []
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for number, (line, good) in enumerate(mixed_lines(count, seed), start=1):
            asked.stdin.write(line + b"\n")
            asked.stdin.flush()
            answer = asked.stdout.readline()
            fault = fault_of(answer, good)
            if fault:
                faults.append(f"line {number}: {line[:200]!r}: {fault}")
            if not answer:
                break
            if number % LOOK_EVERY == 0:
                memory.append(resident_mib(asked.pid))
                _show(number, count, memory[-1])
        asked.stdin.close()
        status = asked.wait(60)
    warm = memory[int(len(memory) * WARM_UP) :]
    growth = max(warm) - warm[0] if warm else 0.0
    if status != 1:
        faults.append(f"exit status {status}, not 1: bad lines were among them")
    if growth > GROWTH_MIB:
        faults.append(f"memory grew by {growth:.1f} MiB behind the warm-up")
    print("\n".join(faults[:10]))
    seen = f"memory {warm[0]:.1f} MiB, growing by {growth:.1f}" if warm else "memory not looked at"
    print(f"plays: {count} lines in {time.monotonic() - began:.0f} s, {len(faults)} faults, {seen}")
    return not faults


def fault_of(answer: bytes, good: bool) -> str | None:
    """Returns the fault of the answer to a line; None if there is none."""
    try:
        parsed = json.loads(answer)
    except ValueError:
        return f"answered by {answer[:80]!r}"
    if list(parsed) != ["plays", "error"]:
        return f"answered with the keys {list(parsed)}"
    if (parsed["error"] is None) != good or (parsed["plays"] is None) == good:
        return f"answered by error {parsed['error']!r}"
    return None


def mixed_lines(count: int, seed: int) -> Iterator[tuple[bytes, bool]]:
    """Lines with whether they are good, about positions of whole games of every variant and player count."""
    chance = random.Random(seed)
    positions = list(_positions(seed))
    for _ in range(count):
        position = chance.choice(positions)
        cards = SHIPPED.variant(position["variant"]).cards
        request = {"position": position, "card": chance.choice(cards)}
        if chance.random() < BAD_SHARE:
            yield _spoilt(request, chance), False
        else:
            yield json.dumps(request).encode(), True


def _positions(seed: int) -> Iterator[dict[str, Any]]:
    boards = [number for number, (name, _) in enumerate(tables()) if name in SHIPPED.ids]
    for number in boards:
        game = game_of_seed(number + seed * len(tables()))
        steps = 0
        while not game.is_over and steps < 2000:
            game.advance()
            steps += 1
            if steps % EVERY == 0 and game.state.ply:
                yield position_to_json(rules_of(game.position), game.position)


def _spoilt(request: dict[str, Any], chance: random.Random) -> bytes:
    """The line with something wrong in it."""
    position = dict(request["position"])
    good = json.dumps(request).encode()
    changed: list[dict[str, Any]] = [
        {**request, "card": "17"},
        {**request, "card": 8},
        {**request, "hand": []},
        {**request, "as": "8"},
        {"card": request["card"]},
        {**request, "position": {**position, "variant": "ludo"}},
        {**request, "position": {**position, "turn": 9}},
        {**request, "position": {**position, "pawns": position["pawns"][1:]}},
        {**request, "position": {**position, "pawns": [[5, 5, 5, 5]] * len(position["pawns"])}},
        {**request, "position": {**position, "options": {"no.such": True}}},
        {**request, "position": {**position, "extra": [[]] * 50}},
    ]
    raw = [b"", b"   ", b"null", b"[]", b"\xff\xfe\x00", good[: len(good) // 2], b"[" * 5000, good + b"}", b"x" * 20000]
    request_as = chance.choice(changed)
    if request_as.get("as") and request_as["card"] == "joker":
        request_as = {**request_as, "as": "joker"}
    return chance.choice([*raw, *[json.dumps(request_as).encode()] * len(raw)])


def resident_mib(pid: int) -> float:
    """Returns the memory of a program; 0 if the system does not give it."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next((line for line in status.read_text().splitlines() if line.startswith("VmRSS")), "VmRSS: 0 kB")
    return int(line.split()[1]) / 1024


def _show(number: int, count: int, mib: float) -> None:
    end = "" if sys.stderr.isatty() else "\n"
    if sys.stderr.isatty() or number % 10_000 == 0:
        print(f"\r{number} of {count} lines, {mib:.1f} MiB  ", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(0 if run_lines(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000) else 1)
