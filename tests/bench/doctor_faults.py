"""Does every fault of `injected_faults` to a table and writes down, as Markdown, what `pawtrack doctor` names first.

    PYTHONPATH=tests/support python tests/bench/doctor_faults.py [WORD ...]   # only faults that have one in the name

Faults that this machine has anyway are set aside: they are what the doctor finds of an untouched table.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

from injected_faults import FAULTS, Fault, Inject, Surroundings

#: Doctors that run beside each other.
AT_ONCE = 4


def named(inject: Inject) -> tuple[list[str], str]:
    """Returns the ids that are found, the first one first, and the text on standard error."""
    with tempfile.TemporaryDirectory(prefix="doctor-") as folder:
        Path(folder).chmod(0o755)
        table = Surroundings(home=Path(folder) / "home", scratch=Path(folder) / "scratch")
        table.home.mkdir()
        table.scratch.mkdir()
        with inject(table):
            done = table.run()
    return _ids(done), done.stderr


def _ids(done: subprocess.CompletedProcess[str]) -> list[str]:
    try:
        rows = json.loads(done.stdout)["results"]
    except (ValueError, KeyError):
        return [f"no answer (status {done.returncode})"]
    return [row["id"] for row in rows if row["level"] != "ok"]


def can_be_done(fault: Fault) -> bool:
    return not fault.needs_root or (os.geteuid() == 0 and shutil.which("unshare") is not None)


def main(words: list[str]) -> int:
    usual = set(named(lambda _: nullcontext())[0])
    print(f"An untouched table here: {', '.join(sorted(usual)) or 'all is well'}.\n")
    print("| fault | done by | expected | named first | behind it |\n|---|---|---|---|---|")
    wanted = [fault for fault in FAULTS if not words or any(word in fault.name for word in words)]
    possible = [fault for fault in wanted if can_be_done(fault)]
    right = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for fault, (ids, said) in zip(possible, pool.map(lambda each: named(each.inject), possible), strict=True):
            found = [each for each in ids if each not in usual]
            first = found[0] if found else "nothing"
            trace = " (traceback!)" if "Traceback" in said else ""
            right += first == fault.expected and not trace
            mark = "" if first == fault.expected else "**"
            shown = f"{mark}{first}{mark}{trace}"
            print(f"| {fault.name} | {fault.how} | {fault.expected} | {shown} | {', '.join(found[1:])} |", flush=True)
    print(f"\nThe right cause first: {right} of {len(possible)}.")
    return 0 if right == len(possible) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
