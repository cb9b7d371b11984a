"""`pawtrack analyse`: a game that is over in words and as JSON, stopped and continued, and its refusals."""

import json
from pathlib import Path

import pytest
from command_line import fault, pawtrack
from events_for_tests import started
from playout_tables import kernel_for_tests

from companion.catalogue.shipped import SHIPPED
from companion.coach import kept, turns
from companion.coach.analysis import GameAnalysis
from companion.coach.review import Effort, TurnReview
from companion.coach.turns import Turn
from companion.playout.library import Kernel
from companion.store.event_log import EventLog
from companion.store.export import take_text
from companion.system.signals import INTERRUPTED, Wish
from companion.transcript.text import parse_game

WON = Path(__file__).parents[2] / "golden" / "records" / "black-dog-won.pawtrack"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a game that was won, in a record of its own; a few turns are reviewed, with hardly any playouts."""
    kernel_for_tests()
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    review = kept.review_turn

    def quick(kernel: Kernel, turn: Turn, _effort: Effort) -> TurnReview | None:
        return review(kernel, turn, Effort(playouts=4, glances=2))

    every = turns.turns_of
    monkeypatch.setattr(kept, "review_turn", quick)
    monkeypatch.setattr(turns, "turns_of", lambda course: every(course)[:6])
    text = parse_game(SHIPPED, WON.read_text(encoding="utf-8"))
    log = EventLog(SHIPPED, tmp_path / "record.sqlite")
    take_text(log, text)
    log.append("open", 1, [started("open")])
    log.close()
    return text.game


def test_analyse_prints_the_given_language_and_the_same_as_json(game: str) -> None:
    said = pawtrack("analyse", game, "--language", "de")
    assert said.exit_code == 0
    assert "Wendepunkte" in said.stdout
    assert "Können und Glück" in said.stdout
    found = json.loads(pawtrack("analyse", game, "--json").stdout)
    assert found["game"] == game
    assert set(found) == {"game", *GameAnalysis.__dataclass_fields__}
    assert len(found["curve"]) == len(found["reviews"]) + 1
    assert pawtrack("analyse", game, "--quiet").output == ""


def test_who_stops_it_goes_on_where_it_stopped(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.loads(pawtrack("analyse", game, "--json").stdout)
    (file,) = (tmp_path / kept.FOLDER).iterdir()
    everything = file.read_bytes()
    file.unlink()
    monkeypatch.setattr(Wish, "asked", True)
    stopped = pawtrack("analyse", game)
    assert stopped.exit_code == INTERRUPTED
    assert f"pawtrack analyse {game}" in stopped.stderr
    assert 1 < len(file.read_bytes().splitlines()) < len(everything.splitlines())
    monkeypatch.setattr(Wish, "asked", False)
    assert json.loads(pawtrack("analyse", game, "--json").stdout) == whole
    assert file.read_bytes() == everything


def test_a_game_that_goes_on_and_one_that_is_not_there_are_refused(game: str) -> None:
    assert game
    assert "not over" in fault("analyse", "open")
    assert "`games` shows" in fault("analyse", "nowhere")
