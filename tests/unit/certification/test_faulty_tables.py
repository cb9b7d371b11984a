"""The tables that grades are tried on: faults meet every strength, and each spoils a picture the more, the stronger."""

import numpy as np
import pytest
from certify import spearman
from faulty_tables import FAULTS, NONE, ROW, STRENGTHS, faulty_table

from vision.frames import Image, is_picture

SHAPE = (120, 200, 3)


def picture() -> Image:
    """Patches of many colours with sharp edges."""
    patches = np.random.default_rng(3).integers(20, 235, (12, 20, 3), dtype=np.uint8)
    return np.ascontiguousarray(np.kron(patches, np.ones((10, 10, 1), dtype=np.uint8)))


def damage(name: str, strength: float) -> float:
    """How far the picture is from the one without the fault, both at the small size."""
    spoilt = FAULTS[name](picture(), np.random.default_rng(1), strength)
    assert is_picture(spoilt)
    if spoilt.shape != SHAPE:
        return SHAPE[0] / spoilt.shape[0]
    return float(np.abs(spoilt.astype(float) - picture()).mean())


@pytest.mark.parametrize("name", FAULTS)
def test_a_stronger_fault_spoils_more(name: str) -> None:
    harm = [damage(name, strength) for strength in STRENGTHS]
    assert harm[0] < harm[len(harm) // 2] < harm[-1]


def test_every_fault_occurs_weak_and_strong_and_an_eighth_is_faultless() -> None:
    tables = [faulty_table(number) for number in range(26 * ROW)]
    assert [table.number for table in tables if table.fault == NONE] == list(range(0, 26 * ROW, ROW))
    for name in FAULTS:
        strengths = {table.strength for table in tables if table.fault == name}
        assert min(strengths) <= 0.15
        assert max(strengths) >= 0.32
    assert len({(table.made.board, table.made.art, table.made.light) for table in tables}) > 20


def test_rank_correlation_is_spearman_s_with_ties_in_the_middle() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert spearman([0, 0, 1, 1], [0, 0.1, 0.2, 0.3]) == pytest.approx(2 / 5**0.5)
    assert spearman([1, 1, 1], [1, 2, 3]) == 0
