"""A check, what it is given, and what it finds: plain values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from companion.model.verdict import Params
from companion.settings.schema import Settings
from companion.views.troubles import trouble_id


class Level(StrEnum):
    """`WARNING`: the table can be played, but something of it is worse or missing."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check found.  `code` and `params` word it (`companion/texts`): what is the case, and what to do next."""

    level: Level
    code: str
    params: Params = ()

    @property
    def id(self) -> str:
        """The stable id of the fault; empty where all is well."""
        return trouble_id(self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckContext:
    """What every check may look at.

    `settings` are the family's, the defaults where `settings_fault` says why those cannot be used.  `running`: another
    Pawtrack holds the data folder at this moment, so that camera, wheel and ports are taken by it.
    """

    folder: Path
    settings: Settings = field(default_factory=Settings)
    settings_fault: str = ""
    running: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing to look at, for `limit_s` at most; `late` is the code of what is wrong where that is not enough.

    `after` are the checks whose fault explains one here: what merely follows is never named first.
    """

    name: str
    run: Callable[[CheckContext], list[Finding]]
    after: tuple[str, ...] = ()
    limit_s: float = 5.0
    late: str = "check_slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """A finding of a check; `follows_from` is the check whose fault explains it, empty where it stands for itself."""

    check: str
    finding: Finding
    follows_from: str = ""


def ok(code: str, **params: str | int) -> list[Finding]:
    return [Finding(level=Level.OK, code=code, params=tuple(params.items()))]


def warning(code: str, **params: str | int) -> Finding:
    return Finding(level=Level.WARNING, code=code, params=tuple(params.items()))


def fault(code: str, **params: str | int) -> Finding:
    return Finding(level=Level.FAULT, code=code, params=tuple(params.items()))
