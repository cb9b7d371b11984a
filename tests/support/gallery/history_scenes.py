"""The gallery's scenes of games that were played: the list, a game step by step, looking back while one goes on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from words_for_tests import WORDING

from companion.session.state import BoardGame
from companion.views.put_back import put_back
from companion.views.table_view import MovedPawn, PutBackView
from gallery import card_views
from gallery import history_views as make
from gallery.card_scenes import on_table
from gallery.entering import Scene, enter
from gallery.views import sample_view
from ui.presenters.games import Filtered


def history_scenes(play: Callable[..., Scene]) -> dict[str, Scene]:
    """What there is to see, by name; `play` makes a scene of the play screen."""
    return {
        "games": _games(),
        "games_filtered": _games(Filtered(player="Anna", variant=make.many_games()[3].variant)),
        "games_none_such": _games(Filtered(text="zzz")),
        "games_empty": _no_games,
        "games_player": _choosing,
        "review": _review("won-0", 30),
        "review_begin": _review("won-0", 0),
        "review_refused": _review("won-0", 0, "disputes"),
        "review_undo": _review("won-0", 0, "undos"),
        "review_cards": _review("cards", 25),
        "play_moves": play(sample_view(), then=lambda screen: screen.show_moves()),
        "play_then": play(sample_view(), then=_looking(25)),
        "play_put_back": play(sample_view(put_back=_put_back())),
        "card_table_moves": on_table(card_views.view_of(card_views.rich_table()), _looking(20)),
    }


def _put_back() -> PutBackView:
    """What is said after the last undo of the game that was played."""
    last = make.played_course().states[-1]
    assert isinstance(last, BoardGame)
    said = put_back(last, WORDING)
    assert said is not None
    return replace(said, pawns=(MovedPawn(seat=0, pawn=0, origin=27, target=20),))


def _games(by: Filtered | None = None) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        launcher.games = list(make.many_games())
        launcher.lines = []
        stepped.app.model.close()
        enter(stepped, "games")
        stepped.screen.clear()
        stepped.screen.by = by or Filtered()
        stepped.settle()

    return scene


def _no_games(stepped: Any, launcher: Any) -> None:
    _games()(stepped, launcher)
    launcher.games = []
    enter(stepped, "games")


def _choosing(stepped: Any, launcher: Any) -> None:
    _games()(stepped, launcher)
    stepped.screen.choose_player()
    stepped.settle()


def _review(game: str, line: int, jump: str = "") -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        _games()(stepped, launcher)
        games = stepped.screen
        games.look_at(next(saved for saved in launcher.games if saved.game == game))
        stepped.settle()
        stepped.screen.pick(line)
        if jump:
            stepped.screen.jump(jump)
        stepped.settle()

    return scene


def _looking(line: int) -> Callable[[Any], None]:
    def then(screen: Any) -> None:
        screen.show_moves()
        screen.pick_line(line)

    return then
