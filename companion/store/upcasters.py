"""Lifts events of older versions to the newest form when they are read; the stored events never change.

Law: a field is only ever added to an event, with a default.  Any other change raises the event's number in `VERSIONS`
and adds a function to `UPCASTERS` that turns the previous version's body into the next one.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.rules.catalogue import Catalogue
from companion.rules.variant_files.tables import tables_with_early_starts

Body = dict[str, Any]
Upcaster = Callable[[Catalogue, Body], Body]


def _with_rules(catalogue: Catalogue, body: Body) -> Body:
    """Adds the rules of its file to a game that began before games kept their rules."""
    kept = tables_with_early_starts(catalogue.variant(body["position"]["variant"]))
    return {**body, "rules": {"format": 1, "tables": kept.tables}}


#: Newest version by event type; a type that is not named here is at version 1.
VERSIONS: Final[Mapping[str, int]] = {"GameStarted": 2}
#: By (event type, version it turns *from*).
UPCASTERS: Final[Mapping[tuple[str, int], Upcaster]] = {("GameStarted", 1): _with_rules}


def lift(
    catalogue: Catalogue,
    kind: str,
    version: int,
    body: Body,
    versions: Mapping[str, int] = VERSIONS,
    upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
) -> Body:
    """Returns the body in the newest form.  Raises KeyError when a step is missing."""
    for step in range(version, versions.get(kind, 1)):
        body = upcasters[kind, step](catalogue, body)
    return body
