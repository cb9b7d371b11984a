"""Runs the checks one after the other and puts the likeliest cause first.

Laws: a check that hangs or fails is a finding itself and keeps no other from being made; a fault that follows from
another one stands behind all that stand for themselves.
"""

import threading
from collections.abc import Callable, Sequence

from companion.doctor.results import Check, CheckContext, CheckResult, Finding, Level, fault, warning
from companion.system.quoting import one_line

_RANK = {Level.FAULT: 0, Level.WARNING: 1, Level.OK: 2}


def examine(
    checks: Sequence[Check], context: CheckContext, begun: Callable[[Check], None] = lambda _: None
) -> tuple[CheckResult, ...]:
    """Every finding of every check: causes, faults before warnings; what follows from them; what is well.

    Among equals the order of `checks` stays, which begins with what everything else stands on.  `begun` is called
    before each check.
    """
    found: dict[str, list[Finding]] = {}
    for check in checks:
        begun(check)
        found[check.name] = _bounded(check, context)
    results = [_explained(check, finding, found, checks) for check in checks for finding in found[check.name]]
    return tuple(sorted(results, key=_rank))


def _rank(result: CheckResult) -> tuple[bool, bool, int]:
    level = result.finding.level
    return level is Level.OK, bool(result.follows_from), _RANK[level]


def _explained(check: Check, finding: Finding, found: dict[str, list[Finding]], checks: Sequence[Check]) -> CheckResult:
    causes = [cause for cause in _all_before(check, checks) if _is_ill(found[cause])]
    follows = causes[0] if causes and finding.level is not Level.OK else ""
    return CheckResult(check=check.name, finding=finding, follows_from=follows)


def _all_before(check: Check, checks: Sequence[Check]) -> list[str]:
    """The checks on which this one stands, at any remove, the nearest to the ground first."""
    names = set(check.after)
    for other in reversed(checks):
        if other.name in names:
            names |= set(other.after)
    return [other.name for other in checks if other.name in names]


def _is_ill(findings: list[Finding]) -> bool:
    return any(finding.level is Level.FAULT for finding in findings)


def _bounded(check: Check, context: CheckContext) -> list[Finding]:
    """What the check finds in its time.  One that hangs is left behind: its thread ends with the program."""
    found: list[Finding] = []

    def look() -> None:
        try:
            found.extend(check.run(context))
        except Exception as error:  # noqa: BLE001 - whatever a library makes of a sick machine, the others are looked at
            found[:] = [warning("check_failed", detail=one_line(f"{type(error).__name__}: {error}"))]

    thread = threading.Thread(target=look, name=f"check {check.name}", daemon=True)
    thread.start()
    thread.join(check.limit_s)
    if thread.is_alive():
        seconds = round(check.limit_s)
        late = warning if check.late == "check_slow" else fault
        return [late(check.late, seconds=seconds, ms=1000 * seconds)]
    return found
