"""The gallery's scenes of the camera and of a board of one's own: each puts the app into one state."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
from words_for_tests import say

from companion.model.failed_device import FailedDevice
from companion.views.deck_progress import DeckProgress
from companion.views.table_view import Health, HealthState
from gallery.boards import LIKE, board_in_play, board_with_pile, empty_photograph, own_board, own_camera
from gallery.entering import Scene, enter
from gallery.fakes import FakeDeckShowing
from gallery.views import COLOURS, all_well, in_trouble, sample_position, sample_view
from ui.art.pixels import to_bgr
from ui.presenters.own_board.board import OwnBoard, Step
from ui.presenters.setup import SEEN


def device_scenes() -> dict[str, Scene]:
    """Returns the scenes of the camera and of an own board, by name."""
    return {
        "camera": _camera("camera_ok"),
        "camera_hidden": _camera("camera_marker_hidden"),
        "camera_dark": _camera("camera_too_dark", HealthState.SEARCHING, dark=True),
        "camera_no_markers": _camera("camera_no_markers", HealthState.SEARCHING, found=False),
        "camera_corners_missing": _camera(
            "camera_markers_missing", HealthState.SEARCHING, ("corners", "upper_right|lower_left"), found=False
        ),
        "camera_lost": _camera_lost,
        "camera_one_lost": _camera_one_lost,
        "camera_none": _camera_none,
        "camera_phone": _camera(
            "camera_phone_waiting", HealthState.LOST, phone="https://192.168.1.20:8789/#Os_N9llVF0EAJwsPP"
        ),
        "camera_guide": _camera_guide,
        "camera_watched": _camera_watched,
        "camera_no_sensor": lambda stepped, launcher: _camera_watched(
            stepped, launcher, (all_well()[0], *_no_devices()[1:])
        ),
        "camera_none_watched": lambda stepped, launcher: _camera_watched(stepped, launcher, _no_devices()),
        "camera_slow": lambda stepped, launcher: _camera_watched(stepped, launcher, (*all_well(), *_slow())),
        "camera_corners": _corners,
        "deck_turn": _deck(DeckProgress(count=16, shown=6, asked="7", step="turn")),
        "deck_back": _deck(DeckProgress(count=16, shown=15, asked=None, step="no_card")),
        "deck_again": _deck(DeckProgress(count=16, shown=9, asked="swap", step="again")),
        "deck_known": _deck(DeckProgress(count=16, shown=15, through=True, missing=("copy",), alike=(("6", "9"),))),
        "deck_fault": _deck(DeckProgress(count=16, shown=3, fault=FailedDevice.CAMERA)),
        "setup_cards_unknown": _setup_cards(shown=False),
        "setup_cards_known": _setup_cards(shown=True),
        "setup_shadow": _setup_shadow,
        "setup_two_cameras": _setup_two_cameras("/dev/v4l/by-id/usb-046d_C920-video-index0"),
        "setup_two_addresses": _setup_two_cameras("rtsp://192.168.1.31/stream", "rtsp://192.168.1.30/stream"),
        "own_photograph": _own(Step.PHOTOGRAPH),
        "own_corners_tap": _own(Step.CORNERS, lambda board: _with_corners(board, 2)),
        "own_corners": _own(Step.CORNERS),
        "own_starts": _own(Step.STARTS, lambda board: _with_starts(board, 2)),
        "own_bends": _own(Step.BENDS),
        "own_spots": _own(Step.SPOTS),
        "own_drag": _own(Step.SPOTS, then=_dragging),
        "own_keep": _own(Step.KEEP, lambda board: board.with_name("Grossmutters Brett")),
        "own_complaint": _own(Step.STARTS, lambda board: _with_starts(board, 1).put(None, (640.0, 690.0))),
    }


@cache
def drafted() -> OwnBoard:
    """The family's board with its start fields tapped where they are."""
    board = OwnBoard.like(LIKE).photographed(to_bgr(empty_photograph(COLOURS)))
    truth = own_board()
    board = board.with_side(0, 6).with_side(1, 4).forward()
    return _with_starts(board, len(truth.goal))


def _with_corners(board: OwnBoard, count: int) -> OwnBoard:
    bare = replace(board, step=Step.CORNERS).restarted()
    for corner in board.taps.corners[:count]:
        bare = bare.put(None, corner)
    return bare


def _with_starts(board: OwnBoard, count: int) -> OwnBoard:
    camera, truth = own_camera(COLOURS), own_board()
    bare = replace(board, step=Step.STARTS).restarted()
    for sector in range(count):
        spot = truth.track[sector * len(truth.track) // len(truth.goal)]
        bare = bare.put(None, camera.project(*spot))
    return bare


def _camera(
    code: str,
    state: HealthState = HealthState.OK,
    *params: tuple[str, str],
    found: bool = True,
    dark: bool = False,
    phone: str = "",
) -> Scene:
    """The camera's own screen with this report, and with the code for a phone, if it is to be the camera."""

    def scene(stepped: Any, launcher: Any) -> None:
        position = sample_position()
        picture, sight = board_in_play(position, COLOURS)
        stepped.app.model.open(stepped.app.model.settings)
        launcher.table.photo = empty_photograph(COLOURS) if not found else picture // 6 if dark else picture
        launcher.table.camera_code = lambda: phone
        launcher.table.seen = sight if found and not dark else None
        said = Health(part="camera", state=state, code=code, text=say(code, params))
        view = sample_view(health=(said, *all_well()[1:]))
        launcher.table.show(view if found else replace(view, board=LIKE))
        stepped.screens.get_screen("camera").back = "setup"
        enter(stepped, "camera")

    return scene


def _deck(progress: DeckProgress) -> Scene:
    """A deck is shown to the camera, and this far."""

    def scene(stepped: Any, launcher: Any) -> None:
        launcher.showing = FakeDeckShowing(progress, board_with_pile(sample_position(), COLOURS))
        enter(stepped, "deck")

    return scene


def _setup_cards(*, shown: bool) -> Scene:
    """The devices of the set-up with a camera for the cards, and whether it knows the deck."""

    def scene(stepped: Any, launcher: Any) -> None:
        launcher.deck_shown = shown
        enter(stepped, "setup")
        screen = stepped.screen
        screen.form = screen.form.with_value("camera", "0").with_cards(SEEN)
        screen.page = "devices"
        stepped.settle()

    return scene


def _setup_shadow(stepped: Any, launcher: Any) -> None:
    """The devices of the set-up with a camera that only watches."""
    enter(stepped, "setup")
    screen = stepped.screen
    screen.form = screen.form.with_value("camera", "0").with_shadow(silent=True)
    screen.page = "devices"
    stepped.settle()


def _setup_two_cameras(second: str, first: str = "0") -> Scene:
    """The devices of the set-up with two cameras, one of them for the cards."""

    def scene(stepped: Any, launcher: Any) -> None:
        _setup_cards(shown=False)(stepped, launcher)
        screen = stepped.screen
        screen.form = screen.form.with_value("camera", first).with_value("second_camera", second)
        stepped.settle()

    return scene


def _no_devices() -> tuple[Health, ...]:
    """A table that has neither camera nor sensor, in words as long as they get."""
    off = {"camera": "camera_off", "wheel": "wheel_off"}
    told = {part: Health(part=part, state=HealthState.OFF, code=code, text=say(code)) for part, code in off.items()}
    return tuple(told.get(part.part, part) for part in all_well())


def _no_picture(stepped: Any, launcher: Any) -> None:
    """Nor is there one of the scene before."""
    launcher.table.picture = lambda: None
    stepped.screens.get_screen("camera").picture.forget()


def _camera_none(stepped: Any, launcher: Any) -> None:
    """The camera's screen from the guided start, without a camera."""
    stepped.app.model.open(stepped.app.model.settings)
    _no_picture(stepped, launcher)
    launcher.table.show(sample_view(health=_no_devices()))
    stepped.screens.get_screen("camera").back = "guide"
    enter(stepped, "camera")


def _camera_guide(stepped: Any, launcher: Any) -> None:
    """The camera's screen out of the guided start, without a sensor at the disc."""
    _camera("camera_ok")(stepped, launcher)
    camera, *_ = launcher.table.view.health
    launcher.table.show(sample_view(health=(camera, *_no_devices()[1:])))
    stepped.screens.get_screen("camera").back = "guide"
    stepped.settle()


def _camera_watched(stepped: Any, launcher: Any, health: tuple[Health, ...] = ()) -> None:
    """During a game that others in the house watch."""
    model = stepped.app.model
    model.settings = msgspec.structs.replace(model.settings, lan=True)
    model.open(model.settings)
    if health and health[0].state is HealthState.OFF:
        _no_picture(stepped, launcher)
    launcher.table.show(sample_view(health=health or all_well()))
    stepped.settle()
    stepped.screens.get_screen("camera").back = "play"
    enter(stepped, "camera")
    model.settings = msgspec.structs.replace(model.settings, lan=False)


def _slow() -> tuple[Health, ...]:
    """A slow machine with viewers."""
    params = (("ms", 1340),)
    load = Health(part="load", state=HealthState.OK, code="load_less", params=params, text=say("load_less", params))
    return load, Health(part="mqtt.video", state=HealthState.OFF, code="video_spared", text=say("video_spared"))


def _camera_lost(stepped: Any, launcher: Any) -> None:
    stepped.app.model.open(stepped.app.model.settings)
    launcher.table.show(sample_view(health=in_trouble()))
    stepped.screens.get_screen("camera").back = "play"
    enter(stepped, "camera")


def _camera_one_lost(stepped: Any, launcher: Any) -> None:
    """The first of two cameras gives no pictures during a game; the second one reads alone."""
    stepped.app.model.open(stepped.app.model.settings)
    _no_picture(stepped, launcher)
    params = (("source", "HD Pro Webcam C920"),)
    code = "camera_one_lost"
    lost = Health(part="camera", state=HealthState.OK, code=code, params=params, text=say(code, params))
    launcher.table.show(sample_view(health=(lost, *all_well()[1:])))
    stepped.screens.get_screen("camera").back = "play"
    enter(stepped, "camera")


def _corners(stepped: Any, launcher: Any) -> None:
    _camera("camera_no_markers", HealthState.SEARCHING, found=False)(stepped, launcher)
    stepped.screen.tap_corners()
    while stepped.screen.tapped is None:
        stepped.settle()


def _own(
    step: Step, changed: Callable[[OwnBoard], OwnBoard] | None = None, then: Callable[[Any], None] | None = None
) -> Scene:
    """The screen of an own board in this step of it."""

    def scene(stepped: Any, launcher: Any) -> None:
        stepped.app.model.open(stepped.app.model.settings)
        launcher.table.photo = empty_photograph(COLOURS)
        board = replace(drafted(), step=step)
        screen = stepped.screens.get_screen("own_board")
        screen.busy = False
        screen.board = changed(board) if changed else board
        screen.board.look_for_fields()
        enter(stepped, "own_board")
        if then:
            then(screen)
            stepped.settle()

    return scene


def _dragging(screen: Any) -> None:
    """A finger has taken hold of a field and is on the way with it."""
    photo, spot = screen.ids.photo, ("kennel", 1, 4)
    x, y = screen.board.place_of(spot)
    width, height = 1280, 720
    photo.show_glass((x + 6, y + 4), photo.to_screen(((x + 6) / width, (y + 4) / height)))
