"""`python -m tries [NAME ...]`: tries all or the named ones and prints a line for each; status 1 if one failed."""

import sys
import time
from collections.abc import Callable
from subprocess import CalledProcessError

from tries.games import try_control_c, try_doctor, try_game, try_kill, try_second, try_version, try_viewers
from tries.phones import try_phone
from tries.units import try_phones, try_units
from tries.windows import try_demo, try_tapped
from tries.wine import FailedError, screen, sweep

TRIES: dict[str, Callable[[], str]] = {
    "version": try_version,
    "game": try_game,
    "second": try_second,
    "viewers": try_viewers,
    "phone": try_phone,
    "phones": try_phones,
    "control-c": try_control_c,
    "kill": try_kill,
    "doctor": try_doctor,
    "demo": try_demo,
    "tapped": try_tapped,
    "units": try_units,
}


def main(names: list[str]) -> int:
    failed = 0
    with screen():
        for name in names or TRIES:
            begin = time.monotonic()
            try:
                result = TRIES[name]()
            except (FailedError, CalledProcessError) as error:
                failed += 1
                result = f"FAILED: {error}"
                sweep()
            sys.stdout.write(f"{name} ({time.monotonic() - begin:.0f} s): {result}\n")
            sys.stdout.flush()
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
