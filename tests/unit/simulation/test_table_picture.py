"""`python -m companion.simulation`: a picture of the table for a person to view."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion.simulation.__main__ import app


@pytest.mark.long
def test_it_draws_the_same_table_for_the_same_seed(tmp_path: Path) -> None:
    pictures = []
    for name, seed in (("one.png", "15"), ("same.png", "15"), ("other.png", "25")):
        result = CliRunner().invoke(app, [str(tmp_path / name), "--seed", seed, "--hand"])
        assert result.exit_code == 0, result.output
        pictures.append(cv2.imread(str(tmp_path / name)))
    assert pictures[0].shape == (720, 1280, 3)
    assert np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])


def test_an_impossible_request_is_refused_in_one_line(tmp_path: Path) -> None:
    for arguments, word in (
        ([str(tmp_path / "no folder" / "x.png")], "existing folder"),
        ([str(tmp_path / "x.png"), "--board", "nowhere"], "nowhere"),
        ([str(tmp_path / "x.nonsense")], ".png"),
    ):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 2
        assert word in result.output
        assert len(result.output.strip().splitlines()) == 1
