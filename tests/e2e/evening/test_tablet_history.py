"""History on the tablet, by touch: the list of games, a game step by step, looking back while a game goes on."""

from dataclasses import replace

import pytest
from gallery import card_views
from gallery.history_views import many_games, played_course, tapped_course
from gallery.views import sample_position, sample_view
from ui_driver import Driver, open_driver, words

from companion.history.agreement import agreement
from companion.model.places import Place
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.views.kept.saved_game import SavedGame
from companion.views.table_view import MovedPawn, PutBackView
from ui.i18n import load_words
from ui.presenters.evening.games import listed
from ui.presenters.spots import Spot


@pytest.fixture
def driver() -> Driver:
    return open_driver()


@pytest.fixture
def games(driver: Driver) -> Driver:
    driver.enter_games(list(many_games()))
    return driver


def lines_in_view(driver: Driver) -> list[SavedGame]:
    found = [widget for widget in driver.visible() if type(widget).__name__ == "GameLine"]
    return [widget.saved for widget in sorted(found, key=lambda widget: -widget.y)]


def test_the_list_has_finished_games_too_with_their_result(games: Driver) -> None:
    shown = games.texts()
    assert words("games.winners", names="Ben, David") in shown
    assert words("games.shown", shown=len(many_games()), count=len(many_games())) in shown
    assert [game.game for game in lines_in_view(games)] == [game.game for game in many_games()][
        : len(lines_in_view(games))
    ]


@pytest.mark.parametrize("count", [2, 3, 5])
def test_every_line_speaks_the_language_in_force(driver: Driver, count: int) -> None:
    driver.enter_games(list(many_games())[:count])
    for language in ("de", "fr", "en"):
        driver.enter("home")
        driver.use_language(language)
        driver.enter("games")
        driver.stepped.pump(2)
        lines = [widget for widget in driver.visible() if type(widget).__name__ == "GameLine"]
        assert len(lines) == count
        assert [line.listed for line in lines] == [listed(line.saved, load_words(language)) for line in lines]


def test_a_damaged_game_says_why_and_does_not_open(games: Driver) -> None:
    damaged = next(game for game in many_games() if game.game == "damaged")
    assert words("home.damaged", rows=damaged.rows) in games.texts()
    (line,) = [w for w in games.visible() if type(w).__name__ == "GameLine" and w.saved.game == "damaged"]
    games.tap(line)
    assert games.screen.name == "games"


def test_filters_and_search_narrow_the_list_and_show_all_widens_it(games: Driver) -> None:
    for _ in range(2):
        games.tap_text(words(f"games.state_{games.screen.by.state}"))
    assert {game.result for game in lines_in_view(games)} >= {(1, 3)}
    assert all(game.result for game in lines_in_view(games))
    games.tap_text(words("games.clear"))
    games.tap_text(words("games.any_player"))
    games.tap_text("Grossmama")
    assert {"Grossmama" in game.names for game in lines_in_view(games)} == {True}
    games.screen.ids.search.text = "nobody of that name"
    games.stepped.settle()
    assert lines_in_view(games) == []
    assert words("games.none_such") in games.texts()
    games.tap_text(words("games.clear"))
    assert games.screen.shown == len(many_games())


def test_entering_the_screen_closes_an_open_list_of_players(games: Driver) -> None:
    games.tap_text(words("games.any_player"))
    assert words("nav.cancel") in games.button_texts()
    games.enter("home")
    games.enter("games")
    assert words("nav.cancel") not in games.button_texts()


def test_ten_thousand_games_are_a_few_widgets(games: Driver) -> None:
    first = many_games()[0]
    games.launcher.games = [replace(first, game=str(number)) for number in range(10_000)]
    games.enter("games")
    assert games.screen.shown == 10_000
    assert len(games.screen.ids.games.children[0].children) < 20


def test_the_list_shows_that_it_is_still_being_read(games: Driver) -> None:
    games.launcher.unread = 12
    games.enter("games")
    assert words("games.reading", count=12) in games.texts()
    games.launcher.unread = 0
    games.stepped.pump(3)
    assert words("games.reading", count=12) not in games.texts()


@pytest.fixture
def review(games: Driver) -> Driver:
    """A finished game, opened from the list."""
    (line,) = [w for w in games.visible() if type(w).__name__ == "GameLine" and w.saved.game == "won-0"]
    games.tap(line)
    assert games.screen.name == "review"
    return games


def board_of(driver: Driver) -> object:
    return driver.screen.ids.table.children[0].position


def table_after(index: int) -> object:
    course = played_course()
    return course.states[course.lines[index].row - 1].position


def test_a_game_is_stepped_through_by_buttons(review: Driver) -> None:
    lines = played_course().lines
    assert board_of(review) == table_after(0)
    for icon, index in (("right", 1), ("right", 2), ("left", 1), ("last", len(lines) - 1), ("first", 0)):
        (button,) = [w for w in review.visible() if getattr(w, "icon", "") == icon and not getattr(w, "text", "")]
        review.tap(button)
        assert review.screen.ids.moves.index == index
        assert board_of(review) == table_after(index)


def test_every_line_shows_the_table_of_then(review: Driver) -> None:
    for index in range(len(played_course().lines)):
        review.screen.pick(index)
        review.stepped.settle()
        assert board_of(review) == table_after(index)


def test_keys_step_too(review: Driver) -> None:
    from kivy.core.window import Window

    def press(code: int, letter: str | None = None) -> int:
        Window.dispatch("on_key_down", code, 0, letter, [])
        review.stepped.settle()
        return int(review.screen.ids.moves.index)

    last = len(played_course().lines) - 1
    assert [press(275), press(275), press(276), press(279), press(278)] == [1, 2, 1, last, 0]
    refused = press(100, "d")
    assert played_course().lines[refused].kind == "refused"
    Window.dispatch("on_key_down", 27, 0, None, [])
    assert review.screen.name == "games"


@pytest.mark.parametrize(("button", "kinds"), [("dispute", {"refused"}), ("undo", {"undo", "redo"})])
def test_jumps_find_what_people_look_for(review: Driver, button: str, kinds: set[str]) -> None:
    found = set()
    for _ in range(4):
        review.tap_text(words(f"moves.{button}"))
        found.add(str(played_course().lines[review.screen.ids.moves.index].kind))
    assert found == kinds


def test_a_jump_to_a_capture_finds_each_of_them(review: Driver) -> None:
    captures = [index for index, line in enumerate(played_course().lines) if line.captured]
    seen = []
    for _ in captures:
        review.tap_text(words("moves.capture"))
        seen.append(review.screen.ids.moves.index)
    assert seen == captures


def test_a_game_plays_by_itself_to_its_end_and_rests(review: Driver) -> None:
    review.tap_text(words("review.play"))
    for _ in range(len(played_course().lines) + 2):
        review.screen._go_on(0)
        review.stepped.settle()
    assert review.screen.ids.moves.index == len(played_course().lines) - 1
    assert review.screen.speed == 0


def test_looking_back_shows_the_board_of_then_and_takes_no_taps(driver: Driver) -> None:
    driver.play(sample_view())
    driver.tap_text(words("turn.round", round=3, ply=22))
    assert not driver.screen.looks_back
    driver.screen.pick_line(10)
    driver.stepped.settle()
    assert driver.screen.looks_back
    assert words("moves.then") in driver.texts()
    assert driver.screen.board.position == table_after(10)
    for field in range(0, 64, 5):
        driver.tap_at(*driver.screen.board.place_of(Spot(None, Place(field))))
    assert driver.posted == []
    driver.tap_text(words("moves.back"))
    assert driver.screen.board.position == sample_position()
    assert words("moves.then") not in driver.texts()


def test_the_game_goes_on_while_somebody_looks_back(driver: Driver) -> None:
    driver.play(sample_view())
    driver.screen.show_moves()
    driver.screen.pick_line(10)
    driver.show(sample_view(ply=22, turn=1))
    assert driver.screen.looks_back
    assert driver.screen.board.position == table_after(10)
    driver.tap_text(words("moves.back"))
    assert driver.screen.face.turn_name == "Ben"


def test_the_newest_line_is_the_table_as_it_lies(driver: Driver) -> None:
    driver.play(sample_view())
    driver.screen.show_moves()
    driver.screen.pick_line(len(played_course().lines) - 1)
    driver.stepped.settle()
    assert not driver.screen.looks_back
    assert driver.screen.board.position == sample_position()


def test_looking_back_at_a_card_table_takes_no_taps(driver: Driver) -> None:
    driver.model.open(driver.model.settings)
    driver.show(card_views.view_of(card_views.rich_table()))
    driver.enter("card_table")
    driver.tap_text(words("moves.title"))
    driver.screen.pick_line(5)
    driver.stepped.settle()
    assert driver.screen.looks_back
    for widget in driver.visible():
        if type(widget).__name__ in ("TableCard", "RowLane"):
            driver.tap(widget)
    assert driver.posted == []
    driver.screen.refresh()
    assert not driver.screen.face.busy
    driver.tap_text(words("moves.back"))
    assert not driver.screen.looks_back


def put_back_view() -> PutBackView:
    text = dict.fromkeys(("de", "en", "fr", "it"), "The red pawn goes back.")
    return PutBackView(text=text, pawns=(MovedPawn(seat=0, pawn=0, origin=27, target=20),))


def test_an_undo_says_what_to_put_back_and_can_be_restored(driver: Driver) -> None:
    driver.play(sample_view(put_back=put_back_view()))
    assert "The red pawn goes back." in driver.texts()
    assert set(driver.screen.board.picks) == {Spot(None, Place(27)), Spot(None, Place(20))}
    driver.tap_text(words("play.redo"))
    assert driver.posted == [cmd.Redo()]


def test_once_all_is_put_back_the_game_goes_on_as_usual(driver: Driver) -> None:
    driver.play(sample_view(put_back=put_back_view()))
    driver.tap_text(words("play.put_back_done"))
    assert "The red pawn goes back." not in driver.texts()
    assert words("play.redo") not in driver.button_texts()
    assert driver.posted == []


def test_cards_alone_go_on_once_all_is_put_back(driver: Driver) -> None:
    driver.model.open(driver.model.settings)
    driver.show(replace(card_views.view_of(card_views.rich_table()), put_back=put_back_view()))
    driver.enter("card_table")
    driver.tap_text(words("play.put_back_done"))
    assert words("play.redo") not in driver.button_texts()
    assert driver.posted == []


def test_a_game_that_is_over_can_be_viewed_step_by_step(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    driver.tap_text(words("over.review"))
    assert driver.screen.name == "review"
    driver.tap_text(words("nav.back"))
    assert driver.screen.name == "play"


def test_a_shadow_game_ends_with_its_count_and_a_link_to_the_differences(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    driver.launcher.table.tapped = True
    driver.screen.on_pre_enter()
    driver.stepped.settle()
    count = agreement(tapped_course())
    assert count
    assert words("shadow.total", same=count.same, plays=count.plays) in driver.texts()
    driver.tap_text(words("shadow.show"))
    assert driver.screen.name == "review"
    assert words("line.shadow_unsure") in driver.texts()
    driver.tap_text(words("moves.dispute"))
    assert words("line.shadow") in driver.texts()
