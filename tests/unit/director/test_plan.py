"""The director's table of the settings: its values, the scenes it means, and the places for its password."""

from pathlib import Path
from typing import Any

import pytest
from words_for_tests import WORDING

from companion.director.plan import make_plan
from companion.director.settings import (
    PASSWORD_VARIABLE,
    PHASES,
    DirectorSettings,
    DirectorSettingsError,
    Moment,
    password_of,
    read_director_settings,
)
from companion.settings.file import load_settings, save_settings
from companion.settings.schema import Settings
from companion.texts import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_itself_the_scenes_are_those_of_the_scene_collection(language: str) -> None:
    """As the page writes it in the family's language; in another one they are found, too."""
    plan = make_plan(DirectorSettings(), WORDING, language)
    page = WORDING[language]["page"]
    assert set(plan.scenes) == set(PHASES)
    assert plan.scenes["idle"][0] == page["overlay.starting-soon"]
    assert plan.scenes["paused"][0] == page["paused"]
    assert {plan.scenes[phase][0] for phase in ("deal", "figure", "exchange", "start", "play", "over")} == {
        page["stream.game"]
    }
    assert plan.scenes["away"] == ()
    assert {WORDING[each]["page"]["stream.game"] for each in LANGUAGES} == set(plan.scenes["play"])


def test_what_is_named_holds_and_what_is_empty_is_left_alone() -> None:
    own = read_director_settings(
        {"scenes": {"play": "Brett", "over": ""}, "sources": {"win": "Konfetti", "wrong": ""}, "replays": ["win"]}
    )
    plan = make_plan(own, WORDING, "de")
    assert plan.scenes["play"] == ("Brett",)
    assert plan.scenes["over"] == ()
    assert {moment: (cue.source, cue.wanted) for moment, cue in plan.cues.items()} == {
        Moment.CAPTURE: ("Pawtrack capture", False),
        Moment.WIN: ("Konfetti", True),
    }
    assert plan.replays == {Moment.WIN}


@pytest.mark.parametrize(
    ("table", "named"),
    [
        ({"prot": 4455}, "prot"),
        ({"port": 0}, "port"),
        ({"seconds": 0}, "seconds"),
        ({"scenes": {"halftime": "X"}}, "halftime"),
        ({"sources": {"goal": "X"}}, "goal"),
        ({"replays": ["goal"]}, "goal"),
        ({"host": ""}, "host"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_that_names_it(table: dict[str, Any], named: str) -> None:
    with pytest.raises(DirectorSettingsError, match=named) as refused:
        read_director_settings(table)
    assert len(str(refused.value).splitlines()) == 1


def test_the_table_survives_what_the_tablet_saves(tmp_path: Path) -> None:
    table = {"port": 4444, "scenes": {"play": "Brett"}}
    save_settings(tmp_path / "settings.toml", Settings(director=table))
    assert load_settings(tmp_path / "settings.toml").director == table


def test_the_password_comes_from_the_environment_the_settings_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PASSWORD_VARIABLE, raising=False)
    (tmp_path / "obs.txt").write_text("of the file\n")
    both = DirectorSettings(password="of the settings", password_file="obs.txt")
    assert password_of(DirectorSettings(), tmp_path) == ""
    assert password_of(DirectorSettings(password_file="obs.txt"), tmp_path) == "of the file"
    assert password_of(both, tmp_path) == "of the settings"
    monkeypatch.setenv(PASSWORD_VARIABLE, "of the environment")
    assert password_of(both, tmp_path) == "of the environment"


def test_a_password_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PASSWORD_VARIABLE, raising=False)
    (tmp_path / "big").write_bytes(b"\xff" * 9000)
    for name in ("none.txt", "big"):
        with pytest.raises(DirectorSettingsError, match=name):
            password_of(DirectorSettings(password_file=name), tmp_path)
