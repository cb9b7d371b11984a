"""Whole evenings by touch: the real launcher and record of a house, and tables that are decided before the next frame.

With `$EVENING_PICTURES` set to a folder, every screen that is checked is drawn there, too.
"""

import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from board_fingers import SensiblePeople, TouchedSession
from brokers_for_tests import wait_until
from screen_checks import check_targets, check_texts
from touched_tables import TouchedTable
from ui_driver import Driver, open_driver, words

from companion.app.choices import Choices
from companion.app.ports import Publisher
from companion.bootstrap.evening_standings import read_standings
from companion.bootstrap.launcher import Launcher
from companion.scoring.games import ScoredGame, scored_games
from companion.session.state import Phase
from companion.settings.file import save_settings
from companion.settings.schema import NONE, Settings
from companion.texts import LANGUAGES
from companion.views.broadcast.payloads import Evening

SIZES: Final = ((1280, 800), (800, 1280))


class HouseTable(TouchedTable):
    """A table on the record of the house."""

    def course(self) -> Any:
        return self.table.course()

    def play_time(self) -> Any:
        return self.table.play_time()


class EveningLauncher(Launcher):
    """The launcher of the tablet; its tables have no threads."""

    table: HouseTable | None = None
    #: Gets what every table shows.
    publisher: Publisher | None = None

    def open_table(self, settings: Settings) -> Any:
        self.table = HouseTable(self._record, self._hold())
        if self.publisher:
            self.table.table.attach(self.publisher)
        return self.table

    def standings(self) -> Evening | None:
        """The standings as viewers get them."""
        return read_standings(self._record, self._folder)

    def close_table(self) -> None:
        self.table = None


class HouseEvening:
    """The tablet of a house on one evening; `looked_at` are the screens that were checked.

    With `whole` every command of a game is a touch.
    """

    def __init__(self, driver: Driver, launcher: EveningLauncher, *, whole: bool) -> None:
        self.driver, self.launcher, self.whole = driver, launcher, whole
        self.looked_at: list[str] = []

    @property
    def screen(self) -> Any:
        return self.driver.screen

    def tap(self, message: str, **blanks: object) -> None:
        """The button with this text of the catalogue."""
        self.driver.tap_text(words(message, **blanks))

    def home(self) -> None:
        """By the ways back to the first screen."""
        for _ in range(6):
            if self.driver.stepped.screens.current == "home":
                return
            self.driver.tap(next(each for each in self.driver.visible() if type(each).__name__ == "BackButton"))
        raise AssertionError(f"no way home from {self.driver.stepped.screens.current}")

    def gather(self, people: tuple[str, ...]) -> None:
        """From the first screen: everybody comes; a name that is new here is typed."""
        self.tap("evening.title")
        for name in people:
            if name in self.driver.button_texts():
                self.driver.tap_text(name)
                continue
            self.screen.ids.new_name.text = name
            self.driver.stepped.settle()
            field = self.screen.ids.new_name
            self.driver.tap(next(each for each in field.parent.parent.children if getattr(each, "icon", "") == "plus"))
        assert self.screen._kept.now.names == people

    def choose(self, button: str, choice: str) -> None:
        """One of a list."""
        self.driver.tap_text(button)
        self.pick(choice)

    def find(self, box: Any, is_wanted: Callable[[Any], bool]) -> Any:
        """A widget of a list, pulled into view by a finger from the beginning of the list on."""
        view = box.parent
        view.scroll_y = 1
        self.driver.stepped.settle()
        for _ in range(40):
            found = next((each for each in self.driver.visible() if is_wanted(each)), None)
            if found:
                return found
            (x, low), (_, high) = view.to_window(view.center_x, view.y), view.to_window(view.center_x, view.top)
            share = (high - low) / 4
            # a finger that rests before it leaves gives the list no speed
            self.driver.drag((x, low + share), (x, low + 2 * share), *[(x, low + 2.5 * share)] * 8)
            wait_until(lambda: self.driver.stepped.settle() or not view.effect_y.overscroll)
        raise AssertionError("the list never shows it")

    def winner_buttons(self) -> list[Any]:
        """The sides of the games that are played, from the upper left on."""
        found = [each for each in self.driver.visible() if getattr(each, "icon", "") == "trophy" and each.text]
        sides = [each for each in found if type(each.parent.parent.parent.parent).__name__ == "PlayingTable"]
        return sorted(sides, key=lambda each: (-each.to_window(*each.pos)[1], each.to_window(*each.pos)[0]))

    def start_here(self) -> None:
        """The first proposed table plays on this tablet."""
        self.tap("tonight.play_here")
        assert self.driver.stepped.screens.current == "setup"
        self.tap("setup.start")

    def play(self, seed: int) -> None:
        """A game to its end: its first round and its last plays by touch, with `whole` every command."""
        session = TouchedSession(self.driver)
        self.go_on(session, SensiblePeople(session, seed))

    def go_on(self, session: TouchedSession, people: SensiblePeople) -> None:
        """A game that was begun, to its end."""
        while session.state.phase is not Phase.OVER:
            session.touching = self.whole or session.state.round <= 1 or session.is_ending
            people.step()
            people.check()
        self.driver.stepped.settle()

    def pick(self, text: str) -> None:
        """A line of the list in view, pulled up by a finger where it is long."""
        sheet = self.screen.children[0]
        self.driver.tap(self.find(sheet.ids.choices, lambda each: getattr(each, "text", "") == text))

    def games(self) -> tuple[ScoredGame, ...]:
        """The games of the record that count, the oldest first."""
        return scored_games(self.launcher.all_games().games, self.launcher.profiles())

    def look(self, name: str) -> None:
        """Nothing of the screen in view is cut or too small, lying in one language and standing in the next.

        With pictures every language is drawn both ways.
        """
        pictures = os.environ.get("EVENING_PICTURES")
        turn = len(self.looked_at)
        few = [(size, LANGUAGES[(turn + at) % len(LANGUAGES)]) for at, size in enumerate(SIZES)]
        for size, language in itertools.product(SIZES, LANGUAGES) if pictures else few:
            self.driver.resize(*size)
            self.driver.use_language(language)
            self.driver.stepped.settle()
            self.driver.stepped.settle()
            if pictures:
                _draw(self.driver, Path(pictures) / f"{name}.{size[0]}.{language}.png")
            check_texts(self.driver, f"{name} {size} {language}")
            check_targets(self.driver, f"{name} {size} {language}")
        self.driver.resize(*SIZES[0])
        self.driver.use_language("en")
        self.driver.stepped.settle()
        self.looked_at.append(name)


@contextmanager
def house_evening(folder: Path, *, whole: bool = False, **settings: Any) -> Iterator[HouseEvening]:
    """The first screen of a new house; `$PAWTRACK_HOME` is `folder`."""
    driver = open_driver()
    chosen = {"motion": False, "sound": False, "broker": NONE, "welcomed": True} | settings
    save_settings(folder / "settings.toml", Settings(**chosen))
    launcher = EveningLauncher(Choices())
    driver.model.launcher = driver.launcher = launcher
    driver.model.settings = launcher.settings()
    driver.enter("home")
    yield HouseEvening(driver, launcher, whole=whole)
    driver.model.close()
    driver.enter("home")
    launcher.close()


def _draw(driver: Driver, path: Path) -> None:
    from PIL import Image

    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(driver.screenshot()).save(path)
