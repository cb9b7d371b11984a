"""A check, its context, and its findings: plain values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from companion.model.verdict import Params
from companion.settings.schema import Settings
from companion.views.troubles import trouble_id


class Level(StrEnum):
    """`WARNING`: the table is playable, but some part of it is worse or missing."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The finding of a check.  `code` and `params` give its words (`companion/texts`): the state and the remedy."""

    level: Level
    code: str
    params: Params = ()

    @property
    def id(self) -> str:
        """The stable id of the fault; empty if all is well."""
        return trouble_id(self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckContext:
    """The data that every check may read.

    `settings` are the family's, or the defaults if `settings_fault` gives a reason.  `running`: another Pawtrack holds
    the data folder at this moment, and with it camera, wheel and ports.
    """

    folder: Path
    settings: Settings = field(default_factory=Settings)
    settings_fault: str = ""
    running: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check, for `limit_s` at most; `late` is the code of its fault if that is not enough.

    `after` are the checks whose fault explains one here: a mere consequence is never named first.
    """

    name: str
    run: Callable[[CheckContext], list[Finding]]
    after: tuple[str, ...] = ()
    limit_s: float = 5.0
    late: str = "check_slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """A finding of a check; `follows_from` is the check whose fault explains it, empty without one."""

    check: str
    finding: Finding
    follows_from: str = ""


def ok(code: str, **params: str | int) -> list[Finding]:
    return [Finding(level=Level.OK, code=code, params=tuple(params.items()))]


def warning(code: str, **params: str | int) -> Finding:
    return Finding(level=Level.WARNING, code=code, params=tuple(params.items()))


def fault(code: str, **params: str | int) -> Finding:
    return Finding(level=Level.FAULT, code=code, params=tuple(params.items()))
