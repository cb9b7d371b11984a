"""The code that gives a game to BG Stats, read again as a phone reads it, and its JSON field by field."""

import json
import random
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from code_reader import read_code
from gallery.history_views import finished_game
from session_driver import HOME, Session, position
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.handover.bg_stats import ADDRESS, MOST_BYTES, play_link
from companion.handover.code import QUIET, qr_code
from companion.history.play_clock import Stored
from companion.history.summary import summarise
from companion.open_row.catalogue import game_ids
from companion.scoring.profiles import Profiles
from companion.session.events import HandForfeited, PlayAccepted
from companion.session.results import LONGEST_NOTE, LONGEST_PLACE
from companion.texts import LANGUAGES
from companion.views.kept.saved_game import Entered, SavedGame
from companion.views.wording.words import Words, variant_name

HOSTILE = (
    'Anna "the dog" \\', "&data=x#?%00+=", "</script><b>", "日本語の名前", "שלום", "محمد علي", "👩‍👩‍👧‍👦" * 5,
    "\u202egnirts", "a\nb\tc", "'; DROP TABLE plays;--", "x" * 40, "ẞéñ\u0301", "\ud800",
)  # fmt: skip

#: The titles of all games in all languages.
TITLES = [
    variant_name(variant, Words(WORDING[language])) for language in LANGUAGES for variant in (*SHIPPED.ids, *game_ids())
]


def game(*names: str, result: tuple[int, ...] | None = (0, 2), **more: Any) -> SavedGame:
    return SavedGame(
        game="3f1c0d9e-0000-4000-8000-1234567890ab",
        variant="black_dog",
        names=names,
        colours=("red", "yellow", "green", "blue", "black", "white")[: len(names)],
        started_ms=1_790_000_000_000,
        changed_ms=1_790_003_000_000,
        played_ms=2_340_000,
        result=result,
        **more,
    )


@pytest.mark.parametrize("ms", [10**15, 10**20, -(10**18)])
def test_a_game_at_a_time_that_no_calendar_has_can_be_handed_over(ms: int) -> None:
    link = play_link(replace(game("Anna", "Ben", "Carla", "David"), changed_ms=ms), "Black DOG", Profiles())
    (data,) = parse_qs(urlsplit(link).query)["data"]
    assert json.loads(data)["playDate"] == "1970-01-01 00:00:00"


def read_again(text: str) -> str:
    """The code of this text, read from a picture of it."""
    code = np.where(qr_code(text), 0, 255).astype(np.uint8)
    return read_code(np.kron(code, np.ones((5, 5), np.uint8)))


def received(link: str) -> dict[str, object]:
    """Returns the app's input: the parameter as any reader of addresses takes it apart."""
    parts = urlsplit(link)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}?data=" == ADDRESS
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)


def check_fields(received_play: dict[str, object], saved: SavedGame, title: str) -> None:
    assert received_play["sourceName"] == "Pawtrack"
    assert received_play["sourcePlayId"] == saved.game
    assert received_play["playDate"] == "2026-09-21 15:03:20"
    assert received_play["durationMin"] == 39
    assert received_play["game"] == {
        "name": title,
        "sourceGameId": "black_dog",
        "highestWins": True,
        "noPoints": True,
    }
    players = received_play["players"]
    fields = {"name", "sourcePlayerId", "startPlayer", "winner"}
    assert [set(player) for player in players] == [fields] * len(saved.names)
    assert [player["startPlayer"] for player in players] == [seat == saved.order[0] for seat in range(len(players))]
    assert [player["winner"] for player in players] == [seat in saved.result for seat in range(len(saved.names))]
    assert [player["sourcePlayerId"] for player in players] == [Profiles().id_of(name) for name in saved.names]
    assert set(received_play) == {"sourceName", "sourcePlayId", "playDate", "durationMin", "game", "players"}


def test_a_phone_reads_the_whole_play() -> None:
    saved = game("Anna", "Ben", "Carla", "David", order=(1, 2, 3, 0))
    link = read_again(play_link(saved, "Black DOG", Profiles()))
    assert link == play_link(saved, "Black DOG", Profiles())
    check_fields(received(link), saved, "Black DOG")
    assert [player["name"] for player in received(link)["players"]] == ["Anna", "Ben", "Carla", "David"]


@pytest.mark.parametrize("seed", range(8))
def test_any_names_arrive_as_far_as_there_is_room(seed: int) -> None:
    chance = random.Random(seed)
    names = chance.sample(HOSTILE, chance.randint(2, 6))
    saved = game(*names, result=(chance.randrange(len(names)),), order=(chance.randrange(len(names)),))
    link = play_link(saved, 'The "Dog" & more', Profiles())
    assert len(link) <= MOST_BYTES
    assert link.isascii()
    assert read_again(link) == link
    check_fields(received(link), saved, 'The "Dog" & more')
    for said, name in zip(received(link)["players"], names, strict=True):
        assert said["name"]
        assert all(given == meant for given, meant in zip(said["name"], name, strict=False) if ord(meant) < 0x300)


@pytest.mark.parametrize("letter", ["a", "\u00e9", "日", "\U0001f468"])
@pytest.mark.parametrize("entered", [None, Entered()], ids=["played", "entered"])
def test_six_long_names_a_place_and_a_note_fit(letter: str, entered: Entered | None) -> None:
    told = entered and replace(entered, place=letter * LONGEST_PLACE, note=letter * LONGEST_NOTE)
    saved = game(*(letter * 39 + str(seat) for seat in range(6)), entered=told)
    link = play_link(saved, max(TITLES, key=len), Profiles())
    assert len(link) <= MOST_BYTES
    assert all(len(player["name"]) >= 3 for player in received(link)["players"])


def test_a_result_says_where_and_how_it_was_and_nobody_who_began() -> None:
    there = Entered(place="Chez Émile & Anna", note='Rain.  "Again!"')
    sent = received(play_link(game("Anna", "Ben", entered=there), "Black DOG", Profiles()))
    assert (sent["location"], sent["comments"]) == ("Chez Émile & Anna", 'Rain.  "Again!"')
    assert [player["startPlayer"] for player in sent["players"]] == [False, False]
    silent = received(play_link(game("Anna", "Ben", entered=Entered()), "Black DOG", Profiles()))
    assert not {"location", "comments"} & set(silent)


@pytest.mark.parametrize("turns", ["clockwise", "counter-clockwise"])
@pytest.mark.parametrize("first", [0, 2])
def test_the_record_knows_who_began_and_who_came_next(turns: str, first: int) -> None:
    session = Session().start(variant="dog", first=first, dog__turn_direction=turns)
    RandomPlayers(session, 3).play_rounds(1)
    acted = [event.seat for event in session.events if isinstance(event, PlayAccepted | HandForfeited)]
    saved = summarise(session.events, [Stored(1, row, row) for row in range(len(session.events))])
    assert list(saved.order) == acted[:4]
    sent = received(play_link(replace(saved, result=(0, 2)), "DOG", Profiles()))
    assert [player["startPlayer"] for player in sent["players"]] == [seat == first for seat in range(4)]


def test_nobody_knows_who_began_a_game_recorded_from_its_middle_on() -> None:
    session = Session().start(position([HOME] * 4, turn=2))
    assert summarise(session.events, [Stored(1, 0, 0)]).order == ()


def test_the_same_name_is_the_same_player_however_it_is_written() -> None:
    assert Profiles().id_of("ANNÉ") == Profiles().id_of("anne\u0301") != Profiles().id_of("anna")


@pytest.mark.parametrize("result", [None, ()])
def test_a_game_without_a_winner_is_not_handed_over(result: tuple[int, ...] | None) -> None:
    with pytest.raises(ValueError, match="no winner"):
        play_link(game("Anna", "Ben", result=result), "Black DOG", Profiles())


def test_a_real_game_is_handed_over() -> None:
    saved = finished_game()
    assert [player["winner"] for player in received(play_link(saved, "x", Profiles()))["players"]] == [
        seat in saved.result for seat in range(4)
    ]


@pytest.mark.parametrize("length", [1, 40, 300, 800, 1400, 2300])
def test_codes_of_any_length_are_read_again_and_have_a_quiet_zone(length: int) -> None:
    chance = random.Random(length)
    text = "https://" + "".join(chance.choice("abcXYZ019%.-_~:/?") for _ in range(length))
    code = qr_code(text)
    assert code.shape[0] == code.shape[1]
    assert (code.shape[0] - 2 * QUIET - 21) % 4 == 0
    assert not code[:QUIET].any()
    assert not code[:, -QUIET:].any()
    assert read_again(text) == text


def test_what_is_too_long_for_a_code_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        qr_code("x" * 5000)
