"""Runs the checks one after the other and puts the likeliest cause first.

Laws: a check that hangs or fails is a finding itself and prevents no other; a fault that follows from another one comes
after all faults without another cause.
"""

from collections.abc import Callable, Sequence

from companion.doctor.results import Check, CheckContext, CheckResult, Finding, Level, fault, warning
from companion.system.quoting import one_line
from companion.system.threads import start_once

_SEVERITY = {Level.FAULT: 0, Level.WARNING: 1, Level.OK: 2}
#: The check has no result: a busy machine, or a fault of the doctor's own.
_NOT_MADE = ("check_slow", "check_failed")


def examine(
    checks: Sequence[Check], context: CheckContext, begun: Callable[[Check], None] = lambda _: None
) -> tuple[CheckResult, ...]:
    """Returns every finding of every check: causes, faults before warnings, then consequences, then good news.

    A finding comes before a check of the same weight that could not be made.  Among equals the order of `checks`
    stays, which begins with the prerequisites of all others.  `begun` is called before each check.
    """
    found: dict[str, list[Finding]] = {}
    for check in checks:
        begun(check)
        found[check.name] = _run_within_limit(check, context)
    results = [_result(check, finding, found, checks) for check in checks for finding in found[check.name]]
    return tuple(sorted(results, key=_sort_key))


def _sort_key(result: CheckResult) -> tuple[bool, bool, int, bool]:
    level = result.finding.level
    return level is Level.OK, bool(result.follows_from), _SEVERITY[level], result.finding.code in _NOT_MADE


def _result(check: Check, finding: Finding, found: dict[str, list[Finding]], checks: Sequence[Check]) -> CheckResult:
    causes = [cause for cause in _prerequisites(check, checks) if _has_fault(found[cause])]
    follows = causes[0] if causes and finding.level is not Level.OK else ""
    return CheckResult(check=check.name, finding=finding, follows_from=follows)


def _prerequisites(check: Check, checks: Sequence[Check]) -> list[str]:
    """Returns the checks that this one depends on, directly or not, in the order of `checks`."""
    names = set(check.after)
    for other in reversed(checks):
        if other.name in names:
            names |= set(other.after)
    return [other.name for other in checks if other.name in names]


def _has_fault(findings: list[Finding]) -> bool:
    return any(finding.level is Level.FAULT for finding in findings)


def _run_within_limit(check: Check, context: CheckContext) -> list[Finding]:
    """Returns the findings of a check within its limit; the thread of a hanging check ends with the program."""
    found: list[Finding] = []

    def run() -> None:
        found.extend(check.run(context))

    def failed(error: BaseException) -> None:
        found[:] = [warning("check_failed", detail=one_line(f"{type(error).__name__}: {error}"))]

    thread = start_once(f"check {check.name}", run, failed)
    thread.join(check.limit_s)
    if thread.is_alive():
        seconds = round(check.limit_s)
        late = warning if check.late == "check_slow" else fault
        return [late(check.late, seconds=seconds, ms=1000 * seconds)]
    return found
