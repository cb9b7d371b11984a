"""The last play enlarged for a moment hides nothing that could be tapped, and goes by a tap; by touch in the window."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from gallery.views import candidates, sample_position, sample_view, spoken
from ui_driver import Driver, open_driver, words

from companion.model.verdict import VerdictKind
from companion.players.level import Level
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.texts import LANGUAGES
from companion.views.put_back import PutBackView
from companion.views.table_view import AnnouncedView, Health, HealthState, TableView

LEGAL = spoken(VerdictKind.LEGAL, seat=0, card="8", seq=50)


class HeldTimer:
    """Stands for a timer of Kivy's that is due on the test's command, however slow the machine is."""

    def __init__(self) -> None:
        self.runs = False

    def __call__(self) -> None:
        self.runs = True

    def cancel(self) -> None:
        self.runs = False


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    driver = open_driver()
    driver.play(sample_view())
    for timer in ("_begin", "_end"):
        monkeypatch.setattr(driver.screen.close_up, timer, HeldTimer())
    yield driver
    driver.stepped.screens.get_screen("play").close_up.close()
    driver.resize(1280, 800)


def played(**changes: object) -> TableView:
    """The same table after red has played an 8."""
    position = sample_position()
    result = candidates(position, "8")[0].result
    view = sample_view(position=position.with_placement(result), verdict=LEGAL, last_play=LEGAL, turn=1)
    return replace(view, **changes)  # type: ignore[arg-type]


def come_up(driver: Driver) -> bool:
    """Lets the figures come to rest and time pass; returns whether the play is shown."""
    if driver.screen.close_up._begin.runs:
        driver.screen.close_up._begin.cancel()
        driver.screen.close_up._open()
    driver.stepped.settle()
    shown: bool = driver.screen.close_up.shown
    return shown


def middle_of_board(driver: Driver) -> tuple[float, float]:
    x, y = driver.screen.board.to_window(*driver.screen.board.center)
    return x, y


def test_a_tap_closes_the_close_up_of_the_last_play_and_does_nothing_else(driver: Driver):
    before = driver.screenshot()
    driver.show(played())
    plain = driver.screenshot()
    assert come_up(driver)
    large = driver.screenshot()
    assert (large != plain).mean() > 0.05
    assert (large[:, 700:] == plain[:, 700:]).mean() > 0.99, "beside the board nothing changes"
    changed = (large != plain).any(axis=-1).sum()
    assert changed < 0.3 * min(driver.screen.board.size) ** 2, "most of the board stays in view"
    driver.tap_at(*middle_of_board(driver))
    assert not driver.screen.close_up.shown
    assert driver.posted == []
    assert before.shape == plain.shape


def test_cards_are_played_while_it_is_shown(driver: Driver):
    driver.show(played())
    assert come_up(driver)
    driver.tap(driver.card("12"))
    assert driver.posted == [cmd.DeclarePlay(seat=1, card="12")]
    assert driver.screen.close_up.shown


def blind(view: TableView) -> tuple[Health, ...]:
    return tuple(replace(part, state=HealthState.OFF) if part.part == "camera" else part for part in view.health)


PUT_BACK = PutBackView(text=dict.fromkeys(LANGUAGES, "Back."))


@pytest.mark.parametrize(
    "changes",
    [
        {"declared": "12", "plays": candidates(sample_position(1), "12"), "health": blind(sample_view())},
        {"phase": Phase.FIGURE, "figure": "dog"},
        {"paused": True},
        {"phase": Phase.OVER, "result": (0, 2)},
        {"put_back": PUT_BACK},
    ],
    ids=["tapping", "figure", "paused", "over", "undone"],
)
def test_it_goes_as_soon_as_the_board_is_needed(driver: Driver, changes: dict[str, object]):
    driver.show(played())
    assert come_up(driver)
    driver.show(played(**changes))
    assert not driver.screen.close_up.shown


def test_it_never_lies_over_the_arrows_of_the_computers_play(driver: Driver):
    plays = candidates(played().position, "12")
    longest = max(plays, key=lambda play: len(str(play.text)))
    laid = AnnouncedView(seat=1, text=longest.text, card="12", play=longest, board=longest.result)
    seats = tuple(replace(seat, level=Level.STRONG if seat.seat == 1 else None) for seat in played().seats)
    announced = played(seats=seats, declared="12", plays=plays, announced=laid)
    driver.show(played())
    assert come_up(driver)
    driver.show(announced)
    assert driver.screen.board.arrows
    assert not driver.screen.close_up.shown
    driver.show(sample_view())
    driver.show(announced)
    assert not come_up(driver), "announced at once"


@pytest.mark.parametrize("button", ["play.amend", "play.forfeit"])
def test_it_goes_when_something_else_is_begun(driver: Driver, button: str):
    driver.show(played(verdict=None))
    assert come_up(driver)
    driver.tap_text(words(button))
    assert not driver.screen.close_up.shown


def test_an_undone_or_wrong_play_and_what_was_there_already_are_not_shown(driver: Driver):
    driver.show(sample_view(verdict=spoken(VerdictKind.ILLEGAL, seq=60)))
    assert not come_up(driver)
    driver.show(played())
    assert come_up(driver)
    driver.show(played(notice=dict.fromkeys(LANGUAGES, "another")))
    assert driver.screen.close_up.shown, "what changes beside the board does not matter"
    driver.show(sample_view())
    assert not come_up(driver)


def test_it_can_be_switched_off_on_the_sheet_of_a_pause_and_stays_off(driver: Driver):
    driver.show(sample_view(paused=True))
    driver.tap_text(words("pause.close_up_on"))
    assert not driver.launcher.settings().close_up
    driver.show(sample_view())
    driver.show(played())
    assert not come_up(driver)


def test_the_close_up_grows_with_motion_and_appears_at_once_without(driver: Driver):
    driver.show(played())
    assert come_up(driver)
    assert driver.screen.close_up.grown == 1.0
    driver.model.change(motion=True)
    driver.show(sample_view())
    driver.show(played())
    driver.screen.close_up._open()
    assert driver.screen.close_up.grown < 1.0


def test_after_a_while_it_goes_by_itself(driver: Driver):
    driver.show(played())
    assert come_up(driver)
    assert driver.screen.close_up._end.runs
    driver.screen.close_up._shrink()
    assert not driver.screen.close_up.shown


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(800, 1280), (1024, 600)])
def test_it_stays_within_the_board_and_goes_when_the_tablet_is_turned(driver: Driver, size: tuple[int, int]):
    driver.resize(*size)
    driver.show(played())
    assert come_up(driver)
    driver.resize(1280, 800)
    assert not driver.screen.close_up.shown
