"""Plays for BoardGameGeek, read by the library that programs read those of the site with (bgg-api)."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from gallery.history_views import finished_game, many_games

from companion.handover.bgg import play_number, plays_xml
from companion.views.kept.saved_game import Entered, SavedGame


def read(games: list[SavedGame]) -> Any:
    """The plays of these games as the library reads an answer of the site."""
    from boardgamegeek.loaders import plays

    root = ElementTree.fromstring(plays_xml(games, lambda variant: f"The {variant} & more"))
    found = plays.create_plays_from_xml(root)
    plays.add_plays_from_xml(found, root)
    return found


def test_the_library_reads_every_field_of_a_play() -> None:
    game = replace(finished_game(), order=(2, 3, 0, 1))
    (play,) = found = read([game])
    assert (found.user, found.user_id, found.plays_count) == ("Pawtrack", 0, 1)
    assert play.id == int(play_number(game))
    assert play.date == datetime(2026, 3, 14)
    assert (play.quantity, play.duration) == (1, round(game.played_ms / 60_000))
    assert (play.incomplete, play.nowinstats) == (False, 0)
    assert (play.game_name, play.game_id, play.comment) == (f"The {game.variant} & more", None, None)
    assert [player.name for player in play.players] == list(game.names)
    assert [player.startposition for player in play.players] == ["3", "4", "1", "2"]
    assert [player.color for player in play.players] == list(game.colours)
    assert [player.win for player in play.players] == [str(int(seat in game.result)) for seat in range(4)]
    assert {(each.username, each.user_id, each.score, each.new, each.rating) for each in play.players} == {
        ("", 0, "", "0", "0")
    }


def test_the_library_reads_a_result_and_a_game_that_nobody_won() -> None:
    entered = Entered(place="Chez Émile", note="Rain & <b>tea</b>")
    result = replace(finished_game(), game="entered", colours=(), order=(), entered=entered)
    given_up = replace(finished_game(), game="given-up", result=())
    one, other = read([result, given_up])
    assert one.comment == "Rain & <b>tea</b>"
    assert {(player.startposition, player.color) for player in one.players} == {("", "")}
    assert (other.incomplete, other.nowinstats) == (True, 1)
    assert {player.win for player in other.players} == {"0"}


def test_the_library_reads_many_games_and_one_without_a_day() -> None:
    games = [game for game in many_games() if game.finished and game.fault is None]
    games.append(replace(finished_game(), game="long ago", started_ms=10**18))
    found = read(games)
    assert len(found) == found.plays_count == len(games)
    assert len({play.id for play in found}) == len({game.game for game in games})
    assert found[-1].date is None


@pytest.mark.parametrize(
    ("source", "kept"), [("bgg:17", True), ("bgg:0", False), ("bgg:3f1c-9e", False), ("bgstats:17", False), ("", False)]
)
def test_a_play_from_the_site_keeps_its_number(source: str, kept: bool) -> None:
    game = replace(finished_game(), entered=Entered(source=source))
    made = play_number(finished_game())
    assert play_number(game) == ("17" if kept else made)
    assert 0 < int(made) < 2**48
