"""A tablet of another table, as a whole program: its own window, data folder, record, threads, broker and gateway.

Its people say by touch who is here and start the game; then they play it to its end.  The program prints the port of
its viewers once its table is open, then each winner's name, and ends with its standard input.  Arguments: the seed of
the game, and the names.
"""

import os
import sys
from pathlib import Path
from typing import Any

from board_fingers import SensiblePeople, TouchedSession
from brokers_for_tests import settings_for_tests, wait_until
from house_evenings import HouseEvening
from ui_driver import Driver, open_driver

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.session import commands as cmd
from companion.session.state import BoardGame, Phase
from companion.settings.file import save_settings


class _Opened:
    """The open table as the fingers' session knows it."""

    def __init__(self, opened: Any) -> None:
        self._opened, self.table = opened, opened.table

    def post(self, command: cmd.Command) -> None:
        self._opened.post(command)


class ProgramSession(TouchedSession):
    """A session at a table with threads, without touches."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.touching = False

    @property
    def table(self) -> Any:
        return _Opened(self.driver.launcher.opened)

    def follow(self) -> None:
        self.table.table.mark().wait()
        state = self.table.table.state
        assert isinstance(state, BoardGame)
        self.state = state


class ProgramLauncher(Launcher):
    """The launcher of a tablet; `opened` is its open table."""

    opened: Any = None

    def open_table(self, settings: Any) -> Any:
        self.opened = super().open_table(settings)
        return self.opened


def play(driver: Driver, house: HouseEvening, seed: int, names: tuple[str, ...]) -> list[str]:
    """Returns the winners."""
    house.gather(names)
    house.start_here()
    wait_until(lambda: driver.stepped.settle() or driver.model.view.game)
    print(driver.model.settings.websocket_port, flush=True)
    session = ProgramSession(driver)
    people = SensiblePeople(session, seed)
    while session.state.phase is not Phase.OVER:
        people.step()
    view = session.table.table.view
    return [view.seats[seat].name for seat in view.result]


def main(seed: str, *names: str) -> None:
    ports = settings_for_tests(motion=False, sound=False, welcomed=True, broker="embedded")
    save_settings(Path(os.environ["PAWTRACK_HOME"]) / "settings.toml", ports)
    driver = open_driver()
    launcher = ProgramLauncher(Choices())
    driver.model.launcher = driver.launcher = launcher
    driver.model.settings = launcher.settings()
    driver.enter("home")
    print(*play(driver, HouseEvening(driver, launcher, whole=False), int(seed), names), sep="\n", flush=True)
    sys.stdin.read()
    driver.model.close()
    launcher.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
