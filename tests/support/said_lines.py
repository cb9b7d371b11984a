"""The lines of a headless table about its parts."""

from collections.abc import Iterable

#: A busy machine's disk may be slow for a while: the table reports it, and the end of it.
SLOW_DISK = ("record: The disk takes long to write", "record: Everything is saved.")


def about(lines: Iterable[str], *parts: str) -> list[str]:
    """Returns the lines about these parts, without those of a slow disk that has saved everything in the end."""
    found = [line for line in lines if line.startswith(tuple(f"{part}:" for part in parts))]
    of_disk = [line for line in found if line.startswith(SLOW_DISK)]
    if of_disk and of_disk[-1] != SLOW_DISK[1]:
        return found
    return [line for line in found if line not in of_disk]
