"""Plays to choose from, in words: all places count the same way, and a captured pawn of one's own is called so."""

import random

import pytest
from gallery.views import game_view
from rules_for_tests import rules_of
from words_for_tests import WORDING

from companion.model.play import Play
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.texts import LANGUAGES
from companion.views.wording.messages import Messages

COLOURS = ("red", "yellow", "green", "blue")
TABLES = (("black_dog", 4), ("dog_royal", 4), ("tock_4", 4), ("black_dog", 2))


def some_plays(game: str, players: int) -> tuple[Position, list[Play]]:
    view = game_view(game, players)
    assert view.position is not None
    rules = rules_of(view.position)
    plays = [play for card in view.cards for play in legal_plays(rules, view.position, card)]
    own = [play for play in plays if _own_captures(play, view.position.turn)]
    chance = random.Random(5)
    return view.position, [*own[:30], *chance.sample(plays, min(60, len(plays)))]


def _own_captures(play: Play, seat: int) -> int:
    return sum(capture.seat == seat for step in play.steps for capture in step.captures)


def stem(words: Messages, context: str, message: str) -> str:
    """Returns the words of a message after its last blank."""
    return words[context][message].rsplit("}", 1)[1]


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_capture_of_an_own_pawn_is_called_so(game: str, players: int, language: str) -> None:
    position, plays = some_plays(game, players)
    words = WORDING[language]
    own = stem(words, "steps", "capture_own")
    for play in plays:
        choice = WORDING.play_text(rules_of(position), play, position, COLOURS, choice=True)[language]
        report = WORDING.play_text(rules_of(position), play, position, COLOURS)[language]
        assert choice.count(own) == _own_captures(play, position.turn)
        assert own not in report


@pytest.mark.parametrize("game", ["black_dog", "dog_royal", "tock_4"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_places_count_from_the_last_start_field(game: str, language: str) -> None:
    """A report names the nearest start field, which mostly needs fewer fields."""
    position, plays = some_plays(game, 4)
    words = WORDING[language]
    before = words["places"]["before"].split("{field}")[0].replace("{fields}", "")
    reported = 0
    for play in plays:
        assert before not in WORDING.play_text(rules_of(position), play, position, COLOURS, choice=True)[language]
        reported += before in WORDING.play_text(rules_of(position), play, position, COLOURS)[language]
    assert reported


def test_with_an_empty_place_the_nearest_start_field_is_named() -> None:
    position, plays = some_plays("black_dog", 2)
    texts = {WORDING.play_text(rules_of(position), play, position, COLOURS, choice=True)["en"] for play in plays}
    assert any(" before the " in text for text in texts)
    numbers = [int(part.split()[-1]) for text in texts for part in text.split(" fields after the ")[:-1]]
    assert max(numbers) <= rules_of(position).sector_length
