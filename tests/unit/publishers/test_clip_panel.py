"""The panel beside the picture of a clip: everything has its room, and names show whose turn it is and who won."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from gallery.views import game_view as table_of
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.board.board_picture import BoardPicture
from companion.board.files import load_board
from companion.looks.colours import INTERFACE
from companion.publishers.clips.panel import HEIGHT, WIDTH, panel, said_of
from companion.session.events import GameWon
from companion.views.table_view import TableView
from companion.views.wording.words import Words

WORDS = Words(WORDING["en"])
_LINE = re.compile(
    r'<text x="([\d.]+)" y="([\d.]+)" font-size="(\d+)" font-weight="(\w+)" fill="([^"]+)"[^>]*>([^<]*)<'
)
LONG = "Every word of this sentence needs its room in the panel. " * 30


def lines(view: TableView, said: str = "") -> list[tuple[float, float, int, str, str, str]]:
    """Left, ground line, size, weight, colour and words of each line of text."""
    svg = panel(view, said, BoardPicture(load_board(view.board)), WORDS)
    return [
        (float(left), float(ground), int(size), weight, ink, text)
        for left, ground, size, weight, ink, text in _LINE.findall(svg)
    ]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_long_sentence_ends_with_dots_above_the_name_of_the_game(players: int) -> None:
    view = table_of("dog" if players < 6 else "tock_6", players)
    named = len(view.seats)
    drawn = lines(view, LONG)
    *said, foot = drawn[named:]
    assert 1 < len(said) <= 5
    assert said[-1][-1].endswith("…")
    assert all(not line[-1].endswith("…") for line in said[:-1])
    # no line touches another one or leaves the panel
    grounds = [line[1] for line in drawn[named - 1 :]]
    assert all(later - earlier >= 20 for earlier, later in pairwise(grounds))
    assert foot[1] <= HEIGHT - 10
    assert all(0 < line[0] < WIDTH for line in drawn)


def test_a_short_sentence_is_whole() -> None:
    view = game_view()
    assert [line[-1] for line in lines(view, "A short sentence.")][4:] == ["A short sentence.", "Black DOG"]
    assert len(lines(view)) == 4 + 1 + 1


def test_the_player_to_move_is_bold_and_after_the_game_the_winners_are() -> None:
    bold = [line[3] == "bold" for line in lines(game_view(turn=2))][:4]
    assert bold == [False, False, True, False]
    won = lines(game_view(turn=2, result=(1, 3)))[:4]
    assert [line[3] == "bold" for line in won] == [False, True, False, True]
    assert [line[4] == INTERFACE["accent"] for line in won] == [False, True, False, True]


def test_a_dispute_says_the_verdict_and_a_win_the_commentary() -> None:
    view = game_view()
    assert view.verdict is not None
    assert said_of(view, (), WORDING, "fr") == view.verdict.text["fr"]
    won = replace(view, result=(0, 2), seq=9)
    said = said_of(won, (GameWon(seats=(0, 2)),), WORDING, "en")
    assert said not in ("", view.verdict.text["en"])
    assert said_of(replace(view, verdict=None), (), WORDING, "en") == ""
