"""The gallery's scenes of games that were played: the list, a game step by step, looking back while one goes on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from words_for_tests import WORDING

from companion.session.state import BoardGame, Phase
from companion.views.kept.game_figures import GameFigures
from companion.views.put_back import put_back
from companion.views.table_view import MovedPawn, PutBackView
from gallery import card_views
from gallery import history_views as make
from gallery.card_scenes import on_table
from gallery.entering import Scene, enter
from gallery.fakes import FakeAnalyst
from gallery.views import declared_view, sample_view, silent
from ui.presenters.evening.games import Filtered


def history_scenes(play: Callable[..., Scene]) -> dict[str, Scene]:
    """Returns the scenes of looking back, by name; `play` makes a scene of the play screen."""
    return {
        "games": _games(),
        "games_filtered": _games(Filtered(player="Anna", variant=make.many_games()[3].variant)),
        "games_none_such": _games(Filtered(text="zzz")),
        "games_empty": _no_games,
        "games_player": _choosing,
        "statistics_game": _statistics,
        "statistics_game_end": _scrolled(_statistics),
        "statistics_all": _all_statistics,
        "statistics_all_end": _scrolled(_all_statistics),
        "statistics_none": _no_statistics,
        "handover": _handing_over(),
        "handover_written": _handing_over("chapters.txt"),
        "handover_refused": _handing_over("csv", refuses=True),
        "handover_no_winner": _handing_over(winner=False),
        "review": _review("won-0", 30),
        "review_begin": _review("won-0", 0),
        "review_refused": _review("won-0", 0, "disputes"),
        "review_undo": _review("won-0", 0, "undos"),
        "review_cards": _review("cards", 25),
        "play_shadow": play(declared_view("8", health=silent())),
        "play_over_shadow": _tapped(play),
        "review_shadow": _tapped(play, 2),
        "review_advice": _analysed(_reviewed),
        "analysis": _analysed(lambda stepped: stepped.screen.analyse()),
        "analysis_running": _analysed(lambda stepped: stepped.screen.analyse(), done=61),
        "play_moves": play(sample_view(), then=lambda screen: screen.show_moves()),
        "play_then": play(sample_view(), then=_looking(25)),
        "play_put_back": play(sample_view(put_back=_put_back())),
        "card_table_moves": on_table(card_views.view_of(card_views.rich_table()), _looking(20)),
    }


def _put_back() -> PutBackView:
    """The text after the last undo of the game that was played."""
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


def _statistics(stepped: Any, launcher: Any) -> None:
    _games()(stepped, launcher)
    stepped.screen.show_game_statistics(make.finished_game())
    stepped.settle()


def _all_statistics(stepped: Any, launcher: Any) -> None:
    _games()(stepped, launcher)
    stepped.screen.show_statistics()
    stepped.settle()


def _no_statistics(stepped: Any, launcher: Any) -> None:
    _games()(stepped, launcher)
    stepped.screen.show_game_statistics(replace(make.many_games()[0], figures=GameFigures()))
    stepped.settle()


def _scrolled(scene: Scene) -> Scene:
    def to_end(stepped: Any, launcher: Any) -> None:
        scene(stepped, launcher)
        stepped.screen.ids.charts.scroll_y = 0
        stepped.settle()

    return to_end


def _handing_over(kind: str = "", *, refuses: bool = False, winner: bool = True) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        _games()(stepped, launcher)
        launcher.refuses = refuses
        stepped.app.model.fault = ""
        screen = stepped.screens.get_screen("handover")
        screen.show_game(replace(make.finished_game(), result=(1, 3) if winner else None))
        stepped.screens.show("handover", back="games")
        if kind:
            screen.write(kind)
            screen.writer.join()
        stepped.settle()
        launcher.refuses = False

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


def _tapped(play: Callable[..., Scene], otherwise: int = 0) -> Scene:
    """At the end of a game in shadow mode; `otherwise` goes on to the play of that number that was seen otherwise."""

    def scene(stepped: Any, launcher: Any) -> None:
        play(sample_view(phase=Phase.OVER, result=(0, 2)))(stepped, launcher)
        launcher.table.tapped = True
        stepped.screen.on_pre_enter()
        stepped.settle()
        if otherwise:
            stepped.screen.review_otherwise()
            for _ in range(otherwise - 1):
                stepped.screens.get_screen("review").jump("shadow")
            stepped.settle()

    return scene


def _analysed(then: Callable[[Any], None], done: int | None = None) -> Scene:
    """A game that is over, analysed so far, and a following action."""

    def scene(stepped: Any, launcher: Any) -> None:
        _games()(stepped, launcher)
        launcher.coach = FakeAnalyst(done)
        stepped.screens.get_screen("review").show_game(make.analysed_course(), "Black DOG")
        stepped.screens.show("review", back="games")
        stepped.settle()
        then(stepped)
        stepped.settle()
        launcher.coach = None

    return scene


def _reviewed(stepped: Any) -> None:
    """A line whose play could have been better."""
    stepped.screen.look_at(next(review.row for review in make.game_reviews() if review.better))


def _looking(line: int) -> Callable[[Any], None]:
    def then(screen: Any) -> None:
        screen.show_moves()
        screen.pick_line(line)

    return then
