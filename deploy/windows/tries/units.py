"""The try of unit tests with Windows' Python: rooms whose work depends on the system, or is the heart of a game."""

import re
import time

from tries.wine import NIGHT, FailedError, run_python

ROOMS = ("evenings", "history", "store", "scoring", "transcript", "rules")
#: Seconds for each room.
_PATIENCE_S = 900.0
#: Failed tests that are named.
_NAMED = 5
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
#: The tests find what they import as in `make test`.
_PYTEST = """
import os, runpy, sys
os.chdir(sys.argv[1])
sys.path[:0] = [sys.argv[1], sys.argv[1] + "\\\\tests\\\\support", sys.argv[1] + "\\\\units"]
sys.argv[1:] = ["-p", "no:cacheprovider", "-m", "not long", "--tb=line", *sys.argv[2:]]
runpy.run_module("pytest", run_name="__main__")
"""


def try_units() -> str:
    """Counts what passes, room by room."""
    counts, failed = [], []
    folder = "Z:" + str(NIGHT / "Quellen").replace("/", "\\")
    for room in ROOMS:
        begin = time.monotonic()
        _, words = run_python("units", "-c", _PYTEST, folder, f"tests/unit/{room}", seconds=_PATIENCE_S)
        found = ", ".join(" ".join(pair) for pair in _COUNT.findall(words.splitlines()[-1] if words else ""))
        counts.append(f"{room} {found or 'nothing'} ({time.monotonic() - begin:.0f} s)")
        failed += re.findall(r"^(?:FAILED|ERROR) (\S+)", words, re.MULTILINE)
        if not found:
            failed.append(words[-300:])
    if failed:
        raise FailedError(f"{'; '.join(counts)}; {len(failed)} failed, first: {' '.join(failed[:_NAMED])}")
    return "; ".join(counts)
