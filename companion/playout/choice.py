"""Which engine lists the plays of this process: the one place where it is chosen.

The environment's PAWTRACK_LISTER says so: `compiled` (also if it says nothing): the kernel, where it is built, and now
and then the readable engine beside it; `checked`: both each time; `python`: the readable engine alone.
"""

import os
from typing import Final

from companion.rules.listing.lister import Lister, find_lister

VARIABLE: Final = "PAWTRACK_LISTER"


def choose_lister() -> None:
    """Chooses the engine; the kernel is loaded when the first plays are listed."""
    find_lister(_found)


def _found() -> Lister | None:
    wish = os.environ.get(VARIABLE, "compiled")
    if wish == "python":
        return None
    from companion.playout.library import NoKernelError
    from companion.playout.lister import EVERY, CompiledLister

    try:
        return CompiledLister(every=1 if wish == "checked" else EVERY)
    except NoKernelError:
        return None
