"""The gallery's scenes of the guided start: every step, with and without devices."""

from typing import Any

import msgspec

from companion.settings.schema import NONE
from gallery.entering import Scene, enter
from ui.presenters.guide import DONE, SKIPPED, GuideStep

_CAMERA = "/dev/v4l/by-id/usb-046d_C920-video-index0"


def guide_scenes() -> dict[str, Scene]:
    """Returns the scenes of the guided start, by name."""
    each = {f"guide_{step}": at_step(step) for step in GuideStep}
    return each | {
        "guide_no_camera": at_step(GuideStep.CAMERA, found=False),
        "guide_no_camera_again": at_step(GuideStep.CAMERA, found=False, act="again"),
        "guide_no_wheel_again": at_step(GuideStep.WHEEL, found=False, act="again"),
        "guide_needs_camera": at_step(GuideStep.MARKERS, found=False),
        "guide_no_wheel": at_step(GuideStep.WHEEL, found=False),
        "guide_printed": at_step(GuideStep.MARKERS, act="print"),
        "guide_tapping": at_step(GuideStep.PLAY, camera=NONE),
    }


def at_step(step: GuideStep, *, found: bool = True, camera: str = _CAMERA, act: str = "") -> Scene:
    """The guide at a step; `act` is a button of it that was tapped."""

    def scene(stepped: Any, launcher: Any) -> None:
        model = stepped.app.model
        steps = list(GuideStep)
        how = DONE if camera != NONE else SKIPPED
        guide = {each.value: DONE if each is GuideStep.GAME else how for each in steps[: steps.index(step)]}
        before = model.settings
        model.settings = msgspec.structs.replace(before, guide=guide, camera=camera if found else NONE, wheel=NONE)
        if not found:
            launcher.cameras = launcher.ports = dict
        enter(stepped, "guide")
        stepped.screen.refresh()
        if act:
            stepped.screen.act(act)
        stepped.settle()
        if not found:
            # those of its class again, in which there are some
            del launcher.cameras, launcher.ports
        # a choice made here is in no later scene
        stepped.screen.model.unbind(settings=stepped.screen._refresh_soon)
        model.settings = before
        stepped.screen.model.fbind("settings", stepped.screen._refresh_soon)

    return scene
