"""A tablet in a browser without any browser: the offers of its page, and the effects of its buttons."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from gallery.views import candidates, declared_view, sample_position, sample_view, spoken, stuck_view
from views_for_tests import game_view, idle_view

from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.model.places import KENNEL
from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.texts import LANGUAGES, shipped_wording
from companion.views.table_view import HealthState, PendingView, PutBackView, TableView
from ui.presenters.browser.browser import STALE, Done
from ui.presenters.browser.page import Act, CardFace, TabletPage
from ui.presenters.browser.tablet import BrowserTablet


def browser_tablet(view: TableView, language: str = "en") -> BrowserTablet:
    made = BrowserTablet(shipped_wording(), language, lambda: 7)
    made.show(view)
    return made


def page_of(tablet: BrowserTablet) -> TabletPage:
    page = tablet.page()
    assert page is not None
    return page


def press(tablet: BrowserTablet, name: str, touch: tuple[float, float, float] | None = None) -> Done:
    """Presses a button of the present page."""
    return tablet.do(page_of(tablet).seen, name, touch)


def names(page: TabletPage) -> list[str]:
    """The acts of the buttons and cards, in the order in which they are drawn."""
    return [each.act for each in _buttons(page) if each.act]


def of_each_kind(tablet: BrowserTablet) -> list[str]:
    """The last act of each kind, such as of all cards."""
    return list({name.partition(".")[0]: name for name in names(page_of(tablet))}.values())


def _buttons(page: TabletPage) -> Iterator[Act | CardFace]:
    for part in page.panel:
        yield from part.cards
        yield from part.acts
    yield from page.foot
    yield from page.sheet.acts if page.sheet else ()
    yield from (page.read,) if page.read else ()


VIEWS: dict[str, TableView] = {
    "no game": idle_view(),
    **{str(phase): sample_view(phase=phase) for phase in Phase if phase not in (Phase.FIGURE, Phase.OVER)},
    "figure": sample_view(phase=Phase.FIGURE, figure="dog"),
    "over": sample_view(phase=Phase.OVER, result=(0, 2)),
    "declared": declared_view("8"),
    "unclear": declared_view(
        "8", verdict=spoken(VerdictKind.UNCLEAR), candidates=candidates(sample_position(), "8")[:3]
    ),
    "tapped": declared_view("8", camera=HealthState.OFF),
    "stuck": stuck_view(),
    "paused": sample_view(paused=True),
    "draws": sample_view(pending=PendingView(kind="may_draw", seat=0, count=1)),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_has_words_and_every_page_is_json(language: str) -> None:
    for name, view in VIEWS.items():
        page = page_of(browser_tablet(view, language))
        assert page.language == language
        assert all(button.text if isinstance(button, Act) else button.name for button in _buttons(page)), name
        assert msgspec.json.decode(msgspec.json.encode(page), type=TabletPage) == page


@pytest.mark.parametrize("name", VIEWS)
def test_whatever_is_pressed_in_any_order_the_tablet_goes_on(name: str) -> None:
    """A button of each kind, on each page that another one leads to."""
    view = VIEWS[name]
    for first in of_each_kind(browser_tablet(view)):
        tablet = browser_tablet(view)
        assert not press(tablet, first).error
        for second in of_each_kind(tablet):
            again = browser_tablet(view)
            press(again, first)
            assert not press(again, second).error
            assert page_of(again).seen


def test_cards_are_dealt_exchanged_and_declared() -> None:
    assert press(browser_tablet(sample_view(phase=Phase.DEAL)), "act").commands == (cmd.Deal(),)
    seats = tuple(replace(seat, exchanged=seat.seat == 2) for seat in sample_view().seats)
    exchanged = press(browser_tablet(sample_view(phase=Phase.EXCHANGE, seats=seats)), "act").commands
    assert exchanged == tuple(cmd.Exchange(seat=seat) for seat in (0, 1, 3))
    view = sample_view()
    done = press(browser_tablet(view), "card.8")
    assert (done.commands, done.view) == ((cmd.DeclarePlay(seat=view.turn, card="8"),), view)


def test_a_play_is_chosen_from_the_list() -> None:
    view = declared_view("8", camera=HealthState.OFF)
    tablet = browser_tablet(view)
    if "list" in names(page_of(tablet)):
        assert press(tablet, "list").commands == ()
    assert press(tablet, "play.0").commands == (cmd.ChoosePlay(result=view.plays[0].result),)


def test_an_act_on_another_page_than_the_shown_one_is_stale() -> None:
    view = sample_view()
    tablet = browser_tablet(view)
    before = page_of(tablet).seen
    tablet.show(replace(view, seq=view.seq + 1))
    assert tablet.do(before, "card.8") == Done(STALE)
    assert press(tablet, "card.8").commands


def test_an_act_that_the_page_does_not_offer_is_not_done() -> None:
    tablet = browser_tablet(sample_view(phase=Phase.DEAL))
    for name in ("card.8", "play.0", "leave_mode", "__init__", "", "touch", "language.xx"):
        assert press(tablet, name) == Done(STALE)
    assert press(browser_tablet(sample_view(paused=True)), "undo").error == STALE


def test_health_makes_no_page_stale() -> None:
    view = game_view()
    tablet = browser_tablet(view)
    before = page_of(tablet)
    tablet.show(replace(view, health=view.health[:1]))
    assert page_of(tablet).seen == before.seen
    assert page_of(tablet).chips != before.chips
    assert not tablet.do(before.seen, "card.8").error


def test_a_new_question_drops_what_was_begun() -> None:
    view = sample_view()
    tablet = browser_tablet(view)
    press(tablet, "amend")
    press(tablet, "edit")
    assert "set" in names(page_of(tablet))
    tablet.show(replace(view, seq=view.seq + 1, ply=view.ply + 1))
    assert "set" not in names(page_of(tablet))


def test_a_finger_moves_a_pawn_by_hand_and_the_board_is_corrected() -> None:
    view = game_view()
    tablet = browser_tablet(view)
    press(tablet, "amend")
    press(tablet, "edit")
    spots = {spot.act: spot for spot in spots_of(tablet)}
    pawn = spots["spot..5.0"]
    assert "Anna" in pawn.name
    press(tablet, "touch", (pawn.x, pawn.y, 900.0))
    target = next(spot for spot in spots_of(tablet) if spot.act == "spot..7.0")
    press(tablet, "touch", (target.x, target.y, 900.0))
    (corrected,) = press(tablet, "set").commands
    assert isinstance(corrected, cmd.Correct)
    assert corrected.placement.pawns[0].count(KENNEL) == 1
    assert 7 in corrected.placement.pawns[0]


def test_a_reported_board_is_kept_for_the_same_game_alone() -> None:
    view = game_view()
    tablet = browser_tablet(view)

    def begin() -> object:
        tablet.begin_edit("report")
        assert tablet.draft
        return tablet.draft.placement

    asked = begin()
    for spot in ("spot..5.0", "spot..7.0"):
        press(tablet, spot)
    press(tablet, "set")
    reported = begin()
    assert reported != asked
    tablet.leave_mode()
    tablet.show(replace(view, seq=view.seq + 1))
    assert begin() == reported
    # the next game begins on the same board
    tablet.show(replace(view, game="another"))
    assert begin() == asked


def test_a_finger_over_several_spots_enlarges_the_board_there_first() -> None:
    view = game_view()
    tablet = browser_tablet(view)
    press(tablet, "amend")
    press(tablet, "edit")
    spot = next(each for each in spots_of(tablet) if each.act == "spot..5.0")
    press(tablet, "spot..9.0")
    small = 120.0
    assert press(tablet, "touch", (spot.x, spot.y, small)).commands == ()
    board = page_of(tablet).board
    assert board
    assert board.zoom
    assert (board.zoom.x, board.zoom.y) == (spot.x, spot.y)
    press(tablet, "touch", (spot.x, spot.y, small * 40))
    board = page_of(tablet).board
    assert board
    assert board.zoom is None


def spots_of(tablet: BrowserTablet) -> Any:
    board = page_of(tablet).board
    assert board
    return board.spots


def test_a_language_is_chosen() -> None:
    tablet = browser_tablet(sample_view())
    press(tablet, "language.de")
    assert (page_of(tablet).language, page_of(tablet).foot[-1].text) == ("de", "Pause")


@pytest.mark.parametrize("code", ["wheel_too_far", "dog_wrong_count"])
def test_a_disc_that_belongs_back_is_ringed_as_on_the_window(code: str) -> None:
    """The rim lies round the disc as it is printed, and only where the disc is meant."""
    said = replace(spoken(VerdictKind.ILLEGAL), code=code)
    board = page_of(browser_tablet(sample_view(verdict=said))).board
    assert board is not None
    layout = BoardLayout(load_board("black_dog"))
    disc = layout.profile.wheel
    assert disc is not None
    if code == "dog_wrong_count":
        assert board.rim is None
        return
    assert board.rim is not None
    edge = (*layout.unit(disc.centre), layout.length(disc.radius_mm))
    assert (board.rim.x, board.rim.y, board.rim.radius) == edge


def test_what_is_put_back_is_confirmed_once() -> None:
    tablet = browser_tablet(sample_view(put_back=PutBackView(text=dict.fromkeys(LANGUAGES, "Put the pawn back."))))
    assert "put_back" in names(page_of(tablet))
    press(tablet, "put_back")
    assert "put_back" not in names(page_of(tablet))
