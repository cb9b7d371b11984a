"""The bench of real photographs: a person's notes are read as meant, and readings are counted as they are."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from photograph_truth import NOT_COUNTED, PhotographError, half_of, read_source
from photographs import OPEN, SURE, TRUTHS, Outcome, Tally, mistakes, page_of, score, teacher_of

FILE = """
repository = "somebody/boards"
commit = "0123"
licence = "none stated"
shows = "a board"

[boards.small]
size_mm = [90.0, 60.0]
piece = {{ shape = "cone", width_mm = 12.0, tall_mm = 25.0 }}
colours = {{ r = "red", b = "blue" }}
spots_mm = [[10.0, 20.0]]
grid = {{ first_mm = [15.0, 15.0], step_mm = [30.0, 30.0], columns = 3, rows = 2, every = 2 }}
looks = "a bbb"

[[photographs]]
path = "one.png"
board = "{board}"
session = "table"
corners_px = [[1.0, 2.0], [91.0, 2.0], [91.0, 62.0], [1.0, 62.0]]
stands = "{stands}"

[[photographs]]
path = "two.png"
board = "small"
session = "table"
corners_px = [[1.0, 2.0], [91.0, 2.0], [91.0, 62.0], [1.0, 62.0]]
hand = true
"""


def write(folder: Path, *, stands: str = "r .b?", board: str = "small") -> Path:
    file = folder / "somebody.toml"
    file.write_text(FILE.format(stands=stands, board=board), encoding="utf-8")
    return file


def test_every_spot_gets_what_its_character_says(tmp_path: Path) -> None:
    first, second = read_source(write(tmp_path)).photographs
    assert first.stands.tolist() == [1, 0, 2, NOT_COUNTED]
    assert first.labels.classes == (1, 0, 2, 0)
    assert first.board.spots.places_mm.tolist() == [[10, 20], [15, 15], [75, 15], [45, 45]]
    assert first.board.spots.group.tolist() == [0, 1, 1, 1]
    assert second.hand
    assert (second.stands == NOT_COUNTED).all()
    assert teacher_of([second, first]) is first


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"stands": "r.b"}, "3 characters for 4 spots"),
        ({"stands": "r.bx"}, "unknown: x"),
        ({"stands": ""}, "0 characters for 4 spots"),
        ({"board": "large"}, "there is no board 'large'"),
        ({"stands": '"'}, "somebody.toml: "),
    ],
)
def test_a_file_that_cannot_be_meant_so_is_refused_in_one_line(
    tmp_path: Path, changed: dict[str, str], said: str
) -> None:
    with pytest.raises(PhotographError) as refused:
        read_source(write(tmp_path, **changed))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_written_truths_can_be_read_and_both_halves_hold_photographs() -> None:
    sources = [read_source(file) for file in sorted(TRUTHS.glob("*.toml"))]
    taken = [photograph for source in sources for photograph in source.photographs]
    assert {photograph.half for photograph in taken} == {"look", "score"}
    for photograph in taken:
        sides = np.roll(photograph.corners_px, -1, axis=0) - photograph.corners_px
        turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
        assert (turns > 0).all(), f"{photograph.path}: the corners do not go clockwise"
        assert (photograph.board.spots.places_mm < photograph.board.size_mm).all()


def test_the_half_goes_by_the_name_alone() -> None:
    halves = [half_of("a/b", f"{number}.png") for number in range(200)]
    assert halves == [half_of("a/b", f"{number}.png") for number in range(200)]
    assert 70 < halves.count("look") < 130
    assert half_of("a/b", "1.png") != half_of("a/c", "1.png") or half_of("a/b", "2.png") != half_of("a/c", "2.png")


def reading(*rows: tuple[float, float, float]) -> np.ndarray:
    return np.log(np.array(rows))


def test_a_reading_is_counted_spot_by_spot() -> None:
    stands = np.array([0, 1, 1, 2, 0, NOT_COUNTED, 2])
    logs = reading(
        (0.95, 0.03, 0.02),  # right
        (0.02, 0.97, 0.01),  # right, in its colour
        (0.05, 0.05, 0.9),  # a pawn, but of the other colour
        (0.994, 0.003, 0.003),  # surely wrong
        (0.4, 0.35, 0.25),  # open
        (0.001, 0.998, 0.001),  # not counted
        (0.15, 0.15, 0.7),  # right, not certain
    )
    tally = score(stands, logs)
    expected = Tally(
        photographs=1, read=1, spots=6, right=3, wrong=2, sure_wrong=1, open=1, not_certain=2, pawns=4, seen=3,
        coloured=2, exact=0,
    )  # fmt: skip
    assert tally == expected


@given(st.lists(st.tuples(st.integers(-1, 2), st.floats(0.34, 0.998), st.integers(0, 2)), min_size=1, max_size=40))
def test_every_counted_spot_is_right_wrong_or_open(spots: list[tuple[int, float, int]]) -> None:
    stands = np.array([truth for truth, _, _ in spots])
    logs = reading(*(tuple(np.roll((chance, (1 - chance) / 2, (1 - chance) / 2), said)) for _, chance, said in spots))
    tally = score(stands, logs)
    counted = [(truth, chance, said) for truth, chance, said in spots if truth != NOT_COUNTED]
    assert tally.right + tally.wrong + tally.open == tally.spots == len(counted)
    assert tally.sure_wrong == sum(truth != said and chance >= SURE for truth, chance, said in counted)
    assert tally.open == sum(chance < OPEN for _, chance, _ in counted)
    assert tally.exact == (tally.right == tally.spots)
    assert tally.coloured <= tally.seen <= tally.pawns


def test_mistakes_are_named_and_the_page_sums_up(tmp_path: Path) -> None:
    taken = read_source(write(tmp_path)).photographs[0]
    logs = reading((0.9, 0.05, 0.05), (0.9, 0.05, 0.05), (0.1, 0.1, 0.8), (0.1, 0.8, 0.1))
    assert list(mistakes(taken, logs)) == ["spot 0: empty (90.0%), true: red"]
    outcome = Outcome({("somebody/boards", "table", "untaught"): score(taken.stands, logs)})
    outcome.tallies["somebody/boards", "other", "untaught"] = Tally(photographs=1)
    page = page_of(outcome, "look")
    assert "| all | | untaught | 2 | 1 | 0 | 3 | 2 | 1 | 0 | 0 | 1 | 2 | 1 | 1 | 0 |" in page
