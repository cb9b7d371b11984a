"""Faults done to a table by real means, and the doctor's first finding."""

from contextlib import nullcontext

import pytest
from doctor_faults import can_be_done, named
from injected_faults import FAULTS, Fault


@pytest.fixture(scope="module")
def usual() -> set[str]:
    """Returns the findings of this machine without any injected fault."""
    return set(named(lambda _: nullcontext())[0])


@pytest.mark.long
@pytest.mark.thinned(4)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "_"))
def test_the_right_cause_is_named_first(fault: Fault, usual: set[str]) -> None:
    if not can_be_done(fault):
        pytest.skip("only root can do this")
    ids, said = named(fault.inject)
    assert [each for each in ids if each not in usual][:1] == [fault.expected]
    assert "Traceback" not in said


def test_every_fault_has_a_name_of_its_own() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names) >= 30
