"""The number of connections that our program may hold, up to the system's limit of file handles."""

import sys
from typing import Final

#: File handles left for everything else.
SPARE_FILES: Final = 64


def granted_connections(wanted: int) -> int:
    """Returns at most `wanted`, at least one; raises the process's own limit of open files as far as possible."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < files:
        soft = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - SPARE_FILES))
