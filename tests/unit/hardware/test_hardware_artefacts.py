"""The committed files of the wheel's hardware belong to its sources, and can be printed."""

import csv
import re
import shutil
from pathlib import Path

import make
import numpy as np
import pytest
from meshes import Mesh, read_mesh, write_mesh
from paper_parts import write_template
from workshop import PRINTED, STL, measures, render

HARDWARE = make.HARDWARE
FILES = [(kind, file) for kind in make.KINDS.values() for file in kind.files]
BUDGET = 3_000_000
SHALLOW = tuple(part for part in PRINTED if "-" not in part)


@pytest.mark.parametrize(("kind", "file"), FILES, ids=[file for _, file in FILES])
def test_committed_file_was_made_from_these_sources(kind: make.Kind, file: str) -> None:
    own, source = make.read_ledger()[file]
    assert make.digest([file]) == own, f"{file} was changed by hand; run: make hardware"
    assert make.digest(kind.sources) == source, f"{file} is older than its sources; run: make hardware"


def test_binaries_stay_small() -> None:
    assert sum((HARDWARE / file).stat().st_size for _, file in FILES) < BUDGET


@pytest.mark.parametrize("part", PRINTED)
def test_printed_part_is_closed_and_lies_on_the_printer(part: str) -> None:
    mesh = read_mesh(STL / f"{part}.stl")
    assert mesh.open_edges() == 0
    assert mesh.volume > 100
    assert mesh.extent[0][2] == pytest.approx(0, abs=1e-4)
    assert (mesh.extent[1] - mesh.extent[0] < 120).all()


def test_a_hole_in_a_surface_is_seen() -> None:
    mesh = read_mesh(STL / "ring.stl")
    assert Mesh(mesh.triangles[1:]).open_edges() == 3


def test_printed_parts_have_their_measures() -> None:
    m = measures()
    sizes = {part: extent[1] - extent[0] for part in PRINTED for extent in [read_mesh(STL / f"{part}.stl").extent]}
    rough = {"abs": 0.05}
    assert sizes["hub"][0] == pytest.approx(m["cap_d"], **rough)
    assert sizes["hub"][2] == pytest.approx(m["board_h"] + m["disc_h"] + m["cap_h"] + m["lift"] + m["ring_h"], **rough)
    ring = read_mesh(STL / "ring.stl").triangles
    assert 2 * np.hypot(ring[..., 0], ring[..., 1]).max() == pytest.approx(m["ring_d"], **rough)
    assert sizes["ring"][2] == pytest.approx(m["ring_h"], **rough)
    assert sizes["lid"][2] == pytest.approx(-m["floor_top"] - m["play"], **rough)
    assert sizes["case"][2] == pytest.approx(-m["floor_bottom"] - m["lid_h"], **rough)
    assert sizes["case"][0] == pytest.approx(m["room_x_y"] - m["room_x_x"] + 2 * m["wall"], **rough)
    assert sizes["foot"][2] == pytest.approx(m["foot_h"], **rough)
    for part in ("lid", "case", "foot"):
        assert sizes[f"{part}-plugs"][2] - sizes[part][2] == pytest.approx(m["plugs"] - m["solder"], **rough)


def test_bill_names_enough_plastic() -> None:
    volume, deeper = (
        sum(read_mesh(STL / f"{part}.stl").volume * (8 if "foot" in part else 1) for part in parts)
        for parts in (SHALLOW, ("hub", "ring", "gauge", "lid-plugs", "case-plugs", "foot-plugs"))
    )
    with (HARDWARE / "BOM.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    printed = next(row for row in rows if row["part"] == "Printed parts")
    named = [float(grams) for grams in re.findall(r"(\d+) g", printed["what to look for"])]
    for grams, printed_mm3 in zip(named, (volume, deeper), strict=True):
        assert 0.7 * grams < printed_mm3 * 1.24e-3 <= grams
    assert all(int(row["quantity"]) > 0 and all(row.values()) for row in rows)


@pytest.mark.skipif(shutil.which("openscad") is None, reason="OpenSCAD is not installed")
@pytest.mark.parametrize("part", ["ring", "foot"])
def test_openscad_makes_the_same_part_again(part: str, tmp_path: Path) -> None:
    render(part, tmp_path / "again.stl")
    again, committed = read_mesh(tmp_path / "again.stl"), read_mesh(STL / f"{part}.stl")
    assert again.volume == pytest.approx(committed.volume)
    assert again.extent == pytest.approx(committed.extent)


def test_the_order_of_triangles_does_not_matter(tmp_path: Path) -> None:
    mesh = read_mesh(STL / "ring.stl")
    write_mesh(Mesh(np.roll(mesh.triangles[::-1], 1, axis=1)), tmp_path / "again.stl")
    assert (tmp_path / "again.stl").read_bytes() == (STL / "ring.stl").read_bytes()


def test_template_is_made_again_with_the_same_bytes(tmp_path: Path) -> None:
    assert write_template(tmp_path / "again.pdf") == 1
    assert (tmp_path / "again.pdf").read_bytes() == (HARDWARE / "enclosure" / "cardboard.pdf").read_bytes()


def test_missing_program_is_one_line_with_the_way_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "tool", lambda _: None)
    assert make.main([]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(way in said for way in make.TOOLS.values())
    assert make.main(["paint"]) == 2
    assert "there is no paint" in capsys.readouterr().err
