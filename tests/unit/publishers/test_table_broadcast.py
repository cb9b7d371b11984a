"""The parts of a broadcast: every part gets the table's views, and every message of a browser reaches its own part."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from brokers_for_tests import Reports, free_ports
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.app.throttle import Throttle
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.playout.chances import TeamChance
from companion.programs.tcp_ports import ListenAddress
from companion.publishers import table_broadcast
from companion.publishers.analysis.answer import Answer, Outcome
from companion.publishers.table_broadcast import Broadcast
from companion.settings.load import Load
from companion.settings.schema import NONE, Settings, VideoScope, as_demo
from companion.views.table_view import HealthState, TableView
from companion.web.messages import Answered, Door, Hello, Opening, Setup, Shown, Taking, to_web


class Web:
    """In place of the web program: the setup that it is started with, and the lines for it."""

    def __init__(self, *_: object) -> None:
        self.setup: Setup | None = None
        self.lines: list[bytes] = []
        self.newest: list[Callable[[], bytes]] = []
        self.stopped = False
        self.is_ready = True

    def listen(self, host: str, port: int, avoid: frozenset[int]) -> ListenAddress:
        return ListenAddress(host, port)

    def start(self, setup: Setup, heard: Callable[[Any], None]) -> None:
        self.setup, self.hear = setup, heard

    def stop(self) -> None:
        self.stopped = True

    def say(self, line: bytes) -> None:
        self.lines.append(line)

    def say_newest(self, make: Callable[[], bytes], kind: str = "") -> None:
        self.newest.append(make)

    def shown(self, door: Door) -> Shown:
        """The last pages of a door."""
        return next(each for each in reversed(self.all_shown()) if each.door is door)

    def all_shown(self) -> list[Shown]:
        return [each for make in self.newest if isinstance(each := to_web(make()), Shown)]

    def answer(self) -> Answered:
        said = to_web(self.lines[-1])
        assert isinstance(said, Answered)
        return said


class Tablet:
    def show(self, view: object) -> None:
        """Its page has the row alone."""
        self.seq = view.seq  # type: ignore[attr-defined]

    def page(self) -> dict[str, int]:
        return {"seq": self.seq}


class Opened:
    """A broadcast without a broker, with phones and tablets by these settings."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        table = SimpleNamespace(
            settings=settings,
            folder=folder,
            wording=WORDING,
            catalogue=SHIPPED,
            profile=load_board("black_dog"),
            open_video=None,
            evening=None,
            lan=False,
            clock=lambda: 0,
            post_on=lambda *_: None,
            throttle=Throttle(),
        )
        self.table = table
        self.broadcast, self.reports = Broadcast(table), Reports()  # type: ignore[arg-type]
        self.broadcast.start(self.reports)

    @property
    def web(self) -> Web:
        made = self.broadcast._web
        assert isinstance(made, Web)
        return made


@pytest.fixture(autouse=True)
def _no_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_broadcast, "WebProgram", Web)
    monkeypatch.setattr(table_broadcast, "find_browser_tablet", lambda: lambda *_, **__: Tablet())


def settings(**changes: Any) -> Settings:
    given = {"broker": NONE, "phones": True, "phone_port": free_ports(1)[0], "lan_address": "192.168.7.7"}
    return Settings(**{**given, **changes})


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = Opened(tmp_path, settings())
    yield made
    made.broadcast.stop()
    assert made.web.stopped


def test_phones_and_tablets_are_served_with_one_page(opened: Opened) -> None:
    assert opened.web.setup is not None
    assert opened.web.setup.phones is not None
    assert opened.web.setup.phones.doors == (Door.PHONES, Door.TABLETS)
    assert (opened.web.setup.gateway, opened.web.setup.page) == (None, None)
    files = opened.web.setup.phones.files
    assert {"/words.json", "/games.json"} <= set(files)
    assert any(path.startswith("/tablet/board") for path in files)
    assert opened.reports.codes == ["mqtt_off"]
    assert opened.broadcast.viewer_url() is None
    assert opened.broadcast.viewer_urls() == ()


@pytest.mark.parametrize("changes", [{"phones": False}, {"demo": True}])
def test_without_phones_nothing_is_served(tmp_path: Path, changes: dict[str, bool]) -> None:
    chosen = as_demo(settings()) if "demo" in changes else settings(**changes)
    made = Opened(tmp_path, msgspec.structs.replace(chosen, broker=NONE))
    assert made.web.setup is None
    made.broadcast.publish(game_view(), ())
    assert made.broadcast.invitations() == ()
    assert made.broadcast.tablet_invitation() is None
    made.broadcast.stop()


def test_every_part_gets_every_view(opened: Opened) -> None:
    opened.broadcast.publish(game_view(seq=7), ())
    assert len(opened.broadcast.invitations()) == 4
    first = opened.web.shown(Door.PHONES).pages
    invitation = opened.broadcast.tablet_invitation()
    assert invitation
    opened.web.hear(Opening(1, invitation.code, "en"))
    assert msgspec.json.decode(opened.web.shown(Door.TABLETS).pages[0][1]) == {"seq": 7}
    opened.broadcast.publish(game_view(seq=8), ())
    assert opened.web.shown(Door.PHONES).pages != first
    assert msgspec.json.decode(opened.web.shown(Door.TABLETS).pages[0][1]) == {"seq": 8}


def test_messages_of_browsers_reach_their_own_part(opened: Opened) -> None:
    opened.broadcast.publish(game_view(), ())
    opened.web.hear(Taking(3, "no invitation"))
    assert (opened.web.answer().number, opened.web.answer().door) == (3, Door.PHONES)
    opened.web.hear(Opening(4, "no code", "en"))
    assert (opened.web.answer().number, opened.web.answer().door) == (4, Door.TABLETS)
    opened.web.newest.clear()
    opened.web.hear(Hello())
    assert {each.door for each in opened.web.all_shown()} == set(Door)


def test_phones_are_dismissed_and_tablets_closed(opened: Opened) -> None:
    opened.broadcast.publish(game_view(), ())
    offered = opened.broadcast.invitations()
    opened.broadcast.dismiss(2)
    again = opened.broadcast.invitations()
    assert [one.url == other.url for one, other in zip(offered, again, strict=True)] == [True, True, False, True]
    invitation = opened.broadcast.tablet_invitation()
    opened.broadcast.close_tablets()
    later = opened.broadcast.tablet_invitation()
    assert invitation
    assert later
    assert later.code != invitation.code


class Analysed:
    """In place of a publisher: the chances for viewers."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def publish_analysis(self, found: Any) -> None:
        self.found.append(found)


@pytest.mark.parametrize(
    ("answer", "teams", "reason"),
    [
        (Answer(outcome=Outcome.UNKNOWN), None, None),
        (Answer(outcome=Outcome.NO_KERNEL), 0, "chances_no_kernel"),
        (Answer(outcome=Outcome.NO_TABLE), 0, "chances_no_table"),
        (
            Answer(
                outcome=Outcome.FOUND, chances=(TeamChance(team=1, seats=(1, 3), chance=0.25, margin=0.01),), playouts=9
            ),
            1,
            None,
        ),
    ],
)
def test_chances_are_published_or_the_reason_why_there_are_none(
    opened: Opened, answer: Answer, teams: int | None, reason: str | None
) -> None:
    house, beyond = Analysed(), Analysed()
    opened.broadcast._mqtt, opened.broadcast._public = house, beyond  # type: ignore[assignment]
    opened.broadcast._show_chances(game_view(), answer)
    opened.broadcast._mqtt = opened.broadcast._public = None
    assert house.found == beyond.found
    assert [len(found.teams) for found in house.found] == ([] if teams is None else [teams])
    assert [found.text for found in house.found if found.text] == ([dict(WORDING.say(reason))] if reason else [])


@pytest.mark.parametrize(
    ("scope", "camera", "codes"),
    [
        (VideoScope.OFF, True, []),
        (VideoScope.BOARD, False, ["video_no_camera"]),
        (VideoScope.BOARD, True, ["video_board"]),
        (VideoScope.ROOM, True, ["video_room"]),
    ],
)
def test_video_is_given_only_if_it_is_wanted_and_there_is_a_camera(
    tmp_path: Path, scope: VideoScope, camera: bool, codes: list[str]
) -> None:
    made = Opened(tmp_path, settings(video=scope))
    made.table.open_video = (lambda: lambda _: None) if camera else None
    made.reports.all.clear()
    door = made.broadcast._open_video(made.reports)
    made.broadcast.stop()
    assert made.reports.codes == codes
    assert (door is not None) is bool(camera and codes)


def test_a_slow_machine_gives_no_video_and_says_so_until_it_is_quick(tmp_path: Path) -> None:
    made = Opened(tmp_path, settings(video=VideoScope.BOARD))
    made.table.open_video = lambda: lambda _: None
    made.reports.all.clear()
    made.broadcast._open_video(made.reports)
    for load in (Load.LESS, Load.LESS, Load.FULL):
        made.table.throttle = Throttle(load)
        made.broadcast.publish(game_view(), ())
    made.broadcast.stop()
    assert made.reports.codes == ["video_board", "video_spared", "video_board"]
    assert [health.state for health in made.reports.all] == [HealthState.OK, HealthState.OFF, HealthState.OK]


class Asked:
    """In place of the calculator: the views whose chances are wanted."""

    def __init__(self) -> None:
        self.rows: list[int] = []

    def ask(self, view: TableView) -> None:
        self.rows.append(view.seq)

    def stop(self) -> None:
        """Nothing runs."""


def test_a_slow_machine_finds_no_chances_and_tells_viewers_once_a_game(opened: Opened) -> None:
    house, asked = Analysed(), Asked()
    opened.broadcast._mqtt, opened.broadcast._calculator = house, asked  # type: ignore[assignment]
    house.publish = lambda *_: None  # type: ignore[attr-defined]
    loads = [Load.FULL, Load.LESS, Load.LESS, Load.FULL, Load.LEAST]
    for row, load in enumerate(loads):
        opened.table.throttle = Throttle(load)
        opened.broadcast.publish(game_view(seq=row), ())
        # an answer to an earlier question comes too late on a slow machine
        opened.broadcast._show_chances(game_view(seq=row), Answer(outcome=Outcome.FOUND, playouts=9))
    opened.broadcast._mqtt = None
    assert asked.rows == [0, 3]
    spared = dict(WORDING.say("chances_spared"))
    assert [(found.seq, found.text) for found in house.found] == [(0, None), (1, spared), (3, None), (4, spared)]


def test_video_without_a_port_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(98, "Address already in use")

    made = Opened(tmp_path, settings(video=VideoScope.BOARD))
    made.table.open_video = lambda: lambda _: None
    monkeypatch.setattr("companion.publishers.video.giver.listen_anywhere", refused)
    assert made.broadcast._open_video(made.reports) is None
    made.broadcast.stop()
    assert made.reports.all[-1].params == (("reason", "Address already in use"),)
    assert made.reports.codes[-1] == "video_failed"
