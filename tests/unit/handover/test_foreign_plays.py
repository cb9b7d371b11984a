"""Plays of other programs: read in three forms, compared with the record, and never guessed."""

import json
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.handover.bgg import plays_xml
from companion.handover.plays.files import read_plays
from companion.handover.plays.play import PlayFileError
from companion.handover.plays.preview import Fate, Preview, preview, result_id, titles_of
from companion.handover.spreadsheet import games_csv
from companion.scoring.profiles import Profiles
from companion.session.results import Result
from companion.store.event_log import EventLog
from companion.store.results import Results
from companion.texts import LANGUAGES
from companion.texts.times import evening_ms
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words, variant_name

TITLES = titles_of(SHIPPED.ids, WORDING)
ANNA, BEN, CARLA, DAVID = 1, 2, 3, 4


def bg_stats(**changes: Any) -> bytes:
    """An export of one play of two teams; `changes` are of that play."""
    play: dict[str, Any] = {
        "uuid": "0A-1",
        "playDate": "2026-01-31 20:00:00",
        "durationMin": 45,
        "gameRefId": 7,
        "locationRefId": 2,
        "usesTeams": True,
        "comments": "rain",
        "ignored": False,
        "playerScores": [
            {"playerRefId": ANNA, "winner": True, "seatOrder": 1, "team": "1", "score": ""},
            {"playerRefId": BEN, "winner": False, "seatOrder": 2, "team": "2"},
            {"playerRefId": CARLA, "winner": True, "seatOrder": 3, "team": "1"},
            {"playerRefId": DAVID, "winner": False, "seatOrder": 4, "team": "2"},
        ],
    }
    names = {ANNA: "Anna", BEN: "Ben ", CARLA: "Carla", DAVID: "David"}
    export = {
        "userInfo": {"meRefId": 1},
        "players": [{"id": number, "uuid": str(number), "name": name} for number, name in names.items()],
        "locations": [{"id": 2, "name": "bei Oma"}],
        "games": [{"id": 7, "name": "Black Dog", "bggId": 0}, {"id": 8, "name": "Catan"}],
        "plays": [play | changes],
    }
    return json.dumps(export).encode()


def bgg(players: str, **changes: str) -> bytes:
    play = {"id": "77", "date": "2026-01-31", "quantity": "1", "length": "45", "location": "bei Oma"} | changes
    attributes = " ".join(f'{name}="{value}"' for name, value in play.items())
    won = "".join(
        f'<player username="" userid="0" name="{name}" startposition="" color="" score="" win="{int(name.isupper())}"/>'
        for name in players.split()
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?><plays username="x" total="1" page="1"><play {attributes}>'
        f'<item name="DOG" objecttype="thing" objectid="1"/><players>{won}</players></play></plays>'
    ).encode()


def shown(
    content: bytes, games: list[SavedGame] | tuple[SavedGame, ...] = (), profiles: Profiles | None = None
) -> Preview:
    return preview(read_plays(content, WORDING), games, profiles or Profiles(), TITLES)


def test_a_play_of_bg_stats_has_teams_time_place_and_note() -> None:
    (row,) = shown(bg_stats()).rows
    assert row.fate is Fate.NEW
    assert row.result == Result(
        variant="black_dog",
        names=("Anna", "Ben", "Carla", "David"),
        teams=(0, 1, 0, 1),
        winners=(0, 2),
        ended_ms=int(datetime(2026, 1, 31, 20, 45).timestamp() * 1000),
        minutes=45,
        place="bei Oma",
        note="rain",
        source="bgstats:0A-1",
    )


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        ("ANNA Ben Carla", (0, 1, 2)),
        ("ANNA Ben", (0, 1)),
        ("ANNA Ben CARLA David", (0, 1, 0, 1)),
        ("ANNA BEN Carla", (0, 0, 1)),
        ("ANNA BEN Carla David Emma Felix", None),
        ("Anna Ben", None),
        ("ANNA BEN", None),
    ],
)
def test_sides_that_a_file_leaves_open_follow_from_winners_or_stay_open(
    players: str, teams: tuple[int, ...] | None
) -> None:
    (row,) = shown(bgg(players)).rows
    assert (row.result.teams if row.result else None) == teams
    assert row.fate is (Fate.NEW if teams else Fate.UNCLEAR)


def test_a_day_without_a_time_is_kept_as_a_day() -> None:
    (row,) = shown(bgg("ANNA Ben")).rows
    assert row.result is not None
    assert (row.result.day_only, row.result.ended_ms) == (True, evening_ms(date(2026, 1, 31)))


@pytest.mark.parametrize(
    ("content", "fate"),
    [
        (bg_stats(gameRefId=8), Fate.UNKNOWN_GAME),
        (bg_stats(gameRefId=99), Fate.UNKNOWN_GAME),
        (bg_stats(playDate=""), Fate.UNCLEAR),
        (bg_stats(playDate="31.01.2026"), Fate.UNCLEAR),
        (bg_stats(playerScores=[{"playerRefId": 1, "winner": True}, {"playerRefId": 99}]), Fate.UNCLEAR),
        (bg_stats(playerScores=[{"playerRefId": 1, "winner": True}, {"playerRefId": 1}]), Fate.UNCLEAR),
        (bg_stats(durationMin=10**6), Fate.UNCLEAR),
        (bgg("ANNA Ben", quantity="3"), Fate.UNCLEAR),
        (bgg("ANNA Ben", date="0000-00-00"), Fate.UNCLEAR),
    ],
)
def test_what_is_not_clear_is_not_taken(content: bytes, fate: Fate) -> None:
    found = shown(content)
    assert [row.fate for row in found.rows] == [fate]
    assert found.taken(doubles=True) == {}


def test_a_game_of_another_name_is_taken_once_people_name_it() -> None:
    plays = read_plays(bg_stats(gameRefId=8), WORDING)
    assert preview(plays, (), Profiles(), TITLES).unknown_titles == {"Catan": 1}
    (row,) = preview(plays, (), Profiles(), TITLES | {"catan": "dog"}).rows
    assert row.result is not None
    assert row.result.variant == "dog"


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_files_come_back_as_they_went(language: str, tmp_path: Path) -> None:
    words = Words(WORDING[language])
    with closing(EventLog(SHIPPED, tmp_path / "record.sqlite")) as log:
        results = Results(log, lambda: 0)
        for number, fourth in enumerate(("David", "=1+1", "Ζωή")):
            result = Result(
                variant=SHIPPED.ids[number],
                names=("Anna", "Ben", "Carla", fourth),
                teams=(0, 1, 0, 1),
                winners=(0, 2),
                ended_ms=evening_ms(date(2026, 1, 10 + number)),
                day_only=True,
                minutes=30,
                place="-at home",
            )
            results.enter(f"g{number}", result)
        games = log.games()
    sheet = games_csv(games, words).encode()
    for content in (sheet, plays_xml(games, lambda variant: variant_name(variant, words)).encode()):
        assert {row.fate for row in shown(content, games).rows} == {Fate.HERE}
        found = shown(content)
        assert [row.fate for row in found.rows] == [Fate.NEW] * 3
        for row, game in zip(found.rows, games, strict=True):
            assert row.result is not None
            assert (row.result.variant, row.result.names, row.result.winners) == (game.variant, game.names, game.result)
            assert (row.result.day_only, row.result.minutes, row.result.place) == (True, 30, "-at home")


def saved(**changes: Any) -> SavedGame:
    ended_ms = int(datetime(2026, 1, 31, 21, 0).timestamp() * 1000)
    known: dict[str, Any] = {
        "game": "g", "variant": "black_dog", "names": ("BEN", "Annabel", "David", "carla"), "teams": (0, 1, 0, 1),
        "started_ms": ended_ms - 3_600_000, "changed_ms": ended_ms, "result": (1, 3),
    }  # fmt: skip
    return SavedGame(**(known | changes))


@pytest.mark.parametrize(
    ("changes", "fate"),
    [
        ({}, Fate.LIKE),
        ({"result": (0, 2)}, Fate.NEW),
        ({"variant": "dog"}, Fate.NEW),
        ({"started_ms": 0, "changed_ms": 1}, Fate.NEW),
        ({"names": ("BEN", "Annabel", "David", "Emma")}, Fate.NEW),
    ],
)
def test_a_double_is_known_by_day_game_people_and_winners(changes: dict[str, Any], fate: Fate) -> None:
    """The people have other names here, in another spelling and order."""
    profiles = Profiles().renamed("Anna", "Annabel")
    found = shown(bg_stats(), [saved(**changes)], profiles)
    assert [row.fate for row in found.rows] == [fate]
    assert len(found.taken()) == (fate is Fate.NEW)
    assert len(found.taken(doubles=True)) == 1


def test_the_same_play_in_two_programs_is_new_once() -> None:
    plays = read_plays(bg_stats(), WORDING)
    text = "Date;Game;Players;Winner;Id\n2026-01-31;Black DOG;Anna, Ben, Carla, David;Carla & Anna;55\n"
    found = preview((*plays, *read_plays(text.encode(), WORDING)), (), Profiles(), TITLES)
    assert [row.fate for row in found.rows] == [Fate.NEW, Fate.LIKE]


def test_taking_twice_changes_nothing(tmp_path: Path) -> None:
    with closing(EventLog(SHIPPED, tmp_path / "record.sqlite")) as log:
        results = Results(log, lambda: 0)
        found = shown(bg_stats())
        assert results.take(found.taken()) == 1
        assert results.take(found.taken()) == 0
        games = log.games()
        assert [game.game for game in games] == [result_id("bgstats:0A-1")]
        assert [row.fate for row in shown(bg_stats(), games).rows] == [Fate.HERE]


def test_new_people_are_named_and_known_ones_are_not() -> None:
    profiles = Profiles().renamed("Anna", "Annabel")
    found = shown(bg_stats(), [saved(game="other", variant="dog", names=("Ben", "X"), result=(0,))], profiles)
    assert found.new_people == ("Carla", "David")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"{",
        b'{"players": 3}',
        b"<plays",
        b"<html></html>",
        b'<!DOCTYPE x [<!ENTITY a "aaaa">]><plays>&a;</plays>',
        b"<plays><play/></plays>",
        b"day,game\n2026-01-31,DOG\n",
        b"\xff\xfe\x00",
        b'Day,Game,Players,Winners\n"2026',
    ],
)
def test_a_file_that_is_none_is_refused(content: bytes) -> None:
    with pytest.raises(PlayFileError):
        read_plays(content, WORDING)


@given(
    st.binary(max_size=200)
    | st.sampled_from([bg_stats(), bgg("ANNA Ben")]).flatmap(
        lambda whole: st.tuples(st.integers(0, len(whole) - 1), st.integers(0, 255)).map(
            lambda change: whole[: change[0]] + bytes([change[1]]) + whole[change[0] + 1 :]
        )
    )
)
def test_any_file_is_read_or_refused_and_never_makes_an_impossible_result(content: bytes) -> None:
    try:
        found = shown(content)
    except PlayFileError:
        return
    assert all(row.result is None or row.result.source for row in found.rows)
