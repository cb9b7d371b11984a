"""A table without a screen: plays the simulated game, prints each verdict in a line, and the viewer page's address."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from math import ceil
from pathlib import Path
from typing import NoReturn

from companion.app.choices import Choices
from companion.app.ports import TableError
from companion.bootstrap.launcher import Launcher, new_game
from companion.model.verdict import VerdictKind
from companion.programs.tcp_ports import LOOPBACK
from companion.session.state import Phase
from companion.settings.schema import EMBEDDED, NONE, SIMULATED, as_demo
from companion.simulation.acts import Act, ActKind
from companion.system.disk.whole_file import check_target, write_whole
from companion.system.signals import INTERRUPTED, Wish
from companion.views.kept.saved_game import SavedGame
from companion.views.table_view import Health, HealthState, TableView, VerdictView

Say = Callable[[str], None]

#: The language of the terminal; the screens and the viewer page speak all four.
LANGUAGE = "en"
#: The longest that the players take to note their last act.
_LAST_ACT_S = 5.0


class Announcer:
    """Prints each new verdict and each change of health once; called from the table's thread."""

    def __init__(self, say: Say, plies: int) -> None:
        self._say = say
        self._plies = plies
        self._said: tuple[int, VerdictKind] | None = None
        self._health: dict[str, Health] = {}
        self.done = threading.Event()
        #: The plays before this run, and with it.
        self.begun_with: int | None = None
        self.ply = 0

    def on_view(self, view: TableView) -> None:
        self.ply = view.ply
        if self.begun_with is None and view.phase:
            self.begun_with = view.ply
        for health in view.health:
            self._note(health)
        verdict = view.verdict
        if verdict and verdict.kind is not VerdictKind.UNFINISHED and (verdict.seq, verdict.kind) != self._said:
            self._said = (verdict.seq, verdict.kind)
            self._say(_line(view, verdict))
        if view.phase is Phase.OVER and view.result is not None:
            names = " and ".join(view.seats[seat].name for seat in view.result)
            self._say(f"{names} won after {view.ply} plays")
            self.done.set()
        elif self._plies and view.ply >= self._plies:
            self.done.set()

    def _note(self, health: Health) -> None:
        before = self._health.get(health.part)
        self._health[health.part] = health
        worth_saying = health.state in (HealthState.LOST, HealthState.OFF)
        recovered = before is not None and before.state is HealthState.LOST and health.state is HealthState.OK
        if health.text and (worth_saying or recovered) and (before is None or before.code != health.code):
            self._say(f"{health.part}: {health.text[LANGUAGE]}")


class PageAddress:
    """Prints the viewer page's address once; a broker that starts slowly may serve it only later."""

    def __init__(self, urls: Callable[[], Sequence[str]], say: Say, *, lan: bool) -> None:
        self._urls = urls
        self._lan = lan
        self._say = say
        self._found = False

    def begin(self, *, own_broker: bool) -> None:
        self.look()
        if not self._found:
            waiting = "its address is shown once the broker has started"
            self._say(f"viewer page: {waiting if own_broker else 'none (no broker of our own)'}")

    def look(self) -> None:
        if self._found or not (urls := self._urls()):
            return
        self._found = True
        for url in urls:
            self._say(f"viewer page: {url}")
        if self._lan and LOOPBACK in urls[0]:
            self._say("this machine is in no network that others could reach it by: connect it, or set lan_address")


def play_headless(
    choices: Choices, *, truth: Path | None, say: Say, fail: Callable[[str], NoReturn], wish: Wish
) -> int:
    """Plays until the game or the wanted plies are over, or somebody wishes it to end.  Returns the exit status.

    An interrupted demo is resumed at the end of its record, unless another table is requested; it leaves games of
    people alone.
    """
    if choices.camera not in (None, SIMULATED) or choices.second_camera not in (None, NONE):
        fail("without a display only the simulated table can be played: leave out --camera, or connect a screen")
    if truth is not None:
        _check_truth(truth, fail)
    launcher = Launcher(choices)
    settings = choices.over(launcher.catalogue, as_demo(launcher.settings()))
    for notice in launcher.notices():
        say(notice[LANGUAGE])
    announcer = Announcer(say, choices.plies)
    try:
        saved = () if choices.begin_anew else going_on(launcher.saved_games(), say)
        table = launcher.resume(saved[0].game) if saved else launcher.open_table(settings)
        page = PageAddress(table.viewer_urls, say, lan=settings.lan)
        page.begin(own_broker=settings.broker == EMBEDDED)
        if saved:
            say(f"going on with game {saved[0].game} (plays so far: {saved[0].ply}); --new begins another one")
        else:
            table.post(new_game(launcher.catalogue, settings))
        table.subscribe(announcer.on_view)
        while not announcer.done.wait(0.2) and not wish.asked:
            page.look()
        _let_see_the_end(table.viewers_behind_s(), say, wish)
        if (simulation := table.simulation) and announcer.done.is_set():
            _report(_all_acts(lambda: simulation.acts, announcer), truth, say)
    except TableError as error:
        fail(str(error))
    finally:
        launcher.close()
    return INTERRUPTED if wish.asked and not announcer.done.is_set() else 0


def going_on(games: Sequence[SavedGame], say: Say) -> tuple[SavedGame, ...]:
    """The demos that can be resumed; each game that cannot be is named, and so is the way to save its beginning."""
    for game in games:
        if game.fault is not None:
            say(
                f"game {game.game} cannot be gone on with; `pawtrack export {game.game} FILE` saves its whole beginning"
            )
    return tuple(game for game in games if game.demo and game.fault is None)


def _check_truth(truth: Path, fail: Callable[[str], NoReturn]) -> None:
    """Checks before the game and not after it."""
    try:
        check_target(truth)
    except OSError as error:
        fail(f"--truth {truth.name}: {error.strerror}; name a file")


def _let_see_the_end(behind_s: float, say: Say, wish: Wish) -> None:
    """Waits until delayed viewers have been shown the end; a wish to end at once ends it at once."""
    if behind_s <= 0:
        return
    if not wish.asked:
        say(f"viewers are {ceil(behind_s)} s behind: the end is shown to them first; Ctrl-C closes at once")
    ends_s = time.monotonic() + behind_s
    while not wish.asked and time.monotonic() < ends_s:
        time.sleep(0.1)
    if wish.asked:
        say(f"viewers were {ceil(behind_s)} s behind and do not see the end")


def _all_acts(acts: Callable[[], list[Act]], announcer: Announcer) -> list[Act]:
    """The acts up to the last play; the players note an act only at their next picture after its verdict."""
    ends_s = time.monotonic() + _LAST_ACT_S
    while announcer.ply > (announcer.begun_with or 0) and time.monotonic() < ends_s:
        if (done := acts()) and done[-1].ply + 1 >= announcer.ply:
            break
        time.sleep(0.05)
    return acts()


def _report(acts: list[Act], truth: Path | None, say: Say) -> None:
    """The share of the referee's verdicts that match the truth."""
    right = sum(act.right for act in acts)
    mistakes = [act for act in acts if act.kind is ActKind.ILLEGAL]
    kinds = len({act.why for act in mistakes})
    say(f"verdicts as the simulator played: {right} of {len(acts)}; wrong moves: {len(mistakes)}, kinds: {kinds}")
    if truth:
        rows = [{**asdict(act), "placement": None, "right": act.right} for act in acts]
        write_whole(truth, "".join(json.dumps(row) + "\n" for row in rows).encode(), shared=True)


def _line(view: TableView, verdict: VerdictView) -> str:
    seat = view.seats[verdict.seat]
    ruling = f" [{verdict.ruling}]" if verdict.ruling else ""
    return (
        f"{view.ply:>4}  {seat.name:<8} {verdict.card:<9} {verdict.kind.upper():<10}{ruling} {verdict.text[LANGUAGE]}"
    )
