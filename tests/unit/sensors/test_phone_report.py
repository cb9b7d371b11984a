"""The camera's report on the phone that is the camera, and the code on the table's own screen."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from views_for_tests import game_view, texts

from companion.app.throttle import Throttle
from companion.board.files import load_board
from companion.sensors.phone import table
from companion.sensors.phone.door import PhoneDoor
from companion.sensors.plugged.camera import built
from companion.settings.schema import Settings
from companion.views.table_view import Health, HealthState
from companion.web.camera.messages import PhoneState, TableSeen

WORDS = texts("the camera's sentence")


class ShownDoor(PhoneDoor):
    """A closed door that keeps what it is to show."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[TableSeen] = []
        self.phone = PhoneState.GONE

    def show(self, seen: TableSeen) -> None:
        self.shown.append(seen)

    @property
    def url(self) -> str:
        return "https://here/#code"

    @property
    def state(self) -> PhoneState:
        return self.phone


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> ShownDoor:
    made = ShownDoor()
    monkeypatch.setattr(table, "_door", lambda: made)
    return made


def camera(code: str = "camera_ok", state: HealthState = HealthState.OK, **changes: object) -> Health:
    return Health(**{"part": "camera", "state": state, "code": code, "text": WORDS} | changes)


@pytest.mark.parametrize(
    ("health", "good"),
    [
        (camera(), True),
        (camera("camera_hand"), True),
        (camera("camera_too_dark"), False),
        (camera("camera_searching", HealthState.SEARCHING), False),
        (camera("camera_phone_lost", HealthState.LOST), None),
        (camera(text={}), None),
        (camera(part="wheel"), None),
    ],
)
def test_the_phone_shows_the_camera_s_own_report(door: ShownDoor, health: Health, good: bool | None) -> None:
    """A phone that is lost would see nothing of it."""
    table.show_on_phone(Settings())(replace(game_view(), health=(health,)))
    assert door.shown == ([] if good is None else [TableSeen(good=good, text=WORDS)])


def test_a_table_without_a_camera_shows_nothing(door: ShownDoor) -> None:
    table.show_on_phone(Settings())(replace(game_view(), health=()))
    assert door.shown == []


def test_the_door_opens_as_the_settings_say(door: ShownDoor) -> None:
    settings = Settings(phone_camera_port=4711, lan_address="192.168.7.7", viewer_port=4712)
    assert table.phone_door(settings) is door
    assert door.settings is not None
    assert (door.settings.port, door.settings.address) == (4711, "192.168.7.7")
    assert {4711, 4712} <= door.settings.avoid
    assert set(door.settings.files()) == {"/words.json"}


@pytest.mark.parametrize("state", PhoneState)
def test_the_code_is_shown_while_no_phone_is_there(door: ShownDoor, state: PhoneState) -> None:
    door.phone = state
    assert table.phone_code() == ("https://here/#code" if state is PhoneState.GONE else "")


@pytest.mark.parametrize(("camera", "reports"), [("phone", True), ("0", False)])
def test_only_a_phone_as_the_camera_is_shown_the_report(door: ShownDoor, camera: str, reports: bool) -> None:
    subscribed: list[object] = []
    context = SimpleNamespace(
        settings=Settings(camera=camera),
        stage=None,
        board=load_board("black_dog"),
        seats=(0, 1, 2, 3),
        recording=None,
        flat=lambda: None,
        mark=None,
        throttle=Throttle(),
        report=lambda _: None,
        subscribe=subscribed.append,
    )
    sensor = built(context)  # type: ignore[arg-type]
    assert subscribed[-1] == sensor.on_view
    assert len(subscribed) == (2 if reports else 1)
