"""Lifts events of older versions to today's form when they are read; what is stored never changes.

Law: a field is only ever added to an event, with a default.  Anything more raises the event's number in `VERSIONS` and
adds a function to `UPCASTERS` that turns the body of the version before into the next one.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

Body = dict[str, Any]
Upcaster = Callable[[Body], Body]

#: Newest version by event type; a type that is not named here is at version 1.
VERSIONS: Final[Mapping[str, int]] = {}
#: By (event type, version it turns *from*).
UPCASTERS: Final[Mapping[tuple[str, int], Upcaster]] = {}


def lift(
    kind: str,
    version: int,
    body: Body,
    versions: Mapping[str, int] = VERSIONS,
    upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
) -> Body:
    """The body in the newest form.  Raises KeyError when a step is missing."""
    for step in range(version, versions.get(kind, 1)):
        body = upcasters[kind, step](body)
    return body
