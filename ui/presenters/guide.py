"""The guided start: steps to the first game; each can be left, resumed, or skipped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.rules.catalogue import Catalogue
from companion.settings.schema import NONE, PHONE, Settings
from companion.system.addresses import shown_source
from companion.views.wording.words import variant_name
from ui.i18n import Words
from ui.presenters.setup import AUTO, device_label


class GuideStep(StrEnum):
    """In the order in which they are gone through."""

    GAME = "game"
    CAMERA = "camera"
    MARKERS = "markers"
    PICTURE = "picture"
    WHEEL = "wheel"
    TEST = "test"
    PLAY = "play"


#: The value stored for a finished step.
DONE: Final = "done"
SKIPPED: Final = "skipped"
#: Steps that need a camera.
OF_CAMERA: Final = (GuideStep.MARKERS, GuideStep.PICTURE, GuideStep.TEST)

_ICONS: Final = {
    GuideStep.GAME: "cards",
    GuideStep.CAMERA: "camera",
    GuideStep.MARKERS: "corners",
    GuideStep.PICTURE: "eye",
    GuideStep.WHEEL: "wheel",
    GuideStep.TEST: "star",
    GuideStep.PLAY: "paw",
}
#: The actions of a step beside going on: name and icon of their buttons.
_ACTIONS: Final = {
    GuideStep.CAMERA: (("again", "redo"),),
    GuideStep.MARKERS: (("print", "record"), ("corners", "corners")),
    GuideStep.PICTURE: (("look", "eye"),),
    GuideStep.WHEEL: (("again", "redo"),),
    GuideStep.TEST: (("test", "star"),),
}
#: The actions of the camera's steps if no camera is chosen.
_BLIND_ACTIONS: Final = ("print",)


@dataclass(frozen=True, slots=True)
class StepFace:
    """A line of the list of steps; `icon` shows whether it is done, skipped, or open."""

    step: GuideStep
    icon: str
    title: str
    current: bool


@dataclass(frozen=True, slots=True)
class GuideOption:
    """Something to choose: a game, a camera, a wheel."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class GuideAction:
    """A button that opens another screen, or does something at once."""

    name: str
    text: str
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideFace:
    """`skip` is empty if the step is obligatory; `ready`: there is enough to go on."""

    steps: tuple[StepFace, ...]
    step: GuideStep
    heading: str
    text: str
    options: tuple[GuideOption, ...] = ()
    actions: tuple[GuideAction, ...] = ()
    go_on: str
    skip: str = ""
    ready: bool = True


def steps_of(games: Catalogue, settings: Settings) -> tuple[GuideStep, ...]:
    """The steps of this table: only some games have a wheel, and those of cards alone are not in the catalogue."""
    game = games.variants.get(settings.variant)
    wheel = game is not None and bool(game.wheel_offsets)
    return tuple(step for step in GuideStep if wheel or step is not GuideStep.WHEEL)


def open_step(games: Catalogue, settings: Settings) -> GuideStep:
    """The first open step; the last one if all are done."""
    return next((step for step in steps_of(games, settings) if step not in settings.guide), GuideStep.PLAY)


def is_under_way(settings: Settings) -> bool:
    """Whether the guide has begun and is not finished."""
    return bool(settings.guide) and GuideStep.PLAY not in settings.guide


def behind(settings: Settings, step: GuideStep, how: str) -> dict[str, object]:
    """The changed settings after a step is done or skipped."""
    guide = settings.guide | {step.value: how}
    if how == DONE:
        return {"guide": guide}
    if step is GuideStep.CAMERA:
        return {"guide": guide | {each.value: SKIPPED for each in OF_CAMERA}, "camera": NONE}
    return {"guide": guide, "wheel": NONE} if step is GuideStep.WHEEL else {"guide": guide}


def chosen(settings: Settings, step: GuideStep, value: str) -> dict[str, object]:
    """The changed settings after a camera or a wheel is chosen; a new camera is tested anew."""
    if step is GuideStep.CAMERA:
        kept = {name: how for name, how in settings.guide.items() if name not in OF_CAMERA}
        return {"camera": value, "guide": kept if value != settings.camera else settings.guide}
    return {"wheel": value}


def guide_face(
    games: Catalogue,
    settings: Settings,
    step: GuideStep,
    found: Mapping[str, Mapping[str, str]],
    words: Words,
    said: str = "",
) -> GuideFace:
    """The step in view; `found` are cameras and wheels of this machine, `said` the result of the newest action."""
    options = _options(games, settings, step, found, words)
    skips = step not in (GuideStep.GAME, GuideStep.PLAY)
    needs = step in (GuideStep.CAMERA, GuideStep.WHEEL)
    blind = step in OF_CAMERA and settings.camera == NONE
    return GuideFace(
        steps=tuple(_step_face(settings, each, step, words) for each in steps_of(games, settings)),
        step=step,
        heading=words.text(f"guide.{step}.heading"),
        text=said or _text(settings, step, options, words),
        options=options,
        actions=tuple(
            GuideAction(name, words.text(f"guide.{name}"), icon)
            for name, icon in _ACTIONS.get(step, ())
            if not blind or name in _BLIND_ACTIONS
        ),
        go_on=words.text("guide.play.go" if step is GuideStep.PLAY else "guide.go_on"),
        skip=words.text(f"guide.{step}.skip" if needs else "guide.later") if skips else "",
        ready=not needs or getattr(settings, step) != NONE,
    )


def _step_face(settings: Settings, step: GuideStep, current: GuideStep, words: Words) -> StepFace:
    icon = {DONE: "check", SKIPPED: "minus"}.get(settings.guide.get(step, ""), _ICONS[step])
    return StepFace(step, icon, words.text(f"guide.{step}"), step is current)


def _text(settings: Settings, step: GuideStep, options: Sequence[GuideOption], words: Words) -> str:
    if step in OF_CAMERA and settings.camera == NONE:
        return words.text("guide.needs_camera")
    if step in (GuideStep.CAMERA, GuideStep.WHEEL) and all(option.value == PHONE for option in options):
        return words.text(f"guide.{step}.none")
    if step is GuideStep.PLAY and settings.camera == NONE:
        return words.text("guide.play.tapped")
    return words.text(f"guide.{step}.text")


def _options(
    games: Catalogue,
    settings: Settings,
    step: GuideStep,
    found: Mapping[str, Mapping[str, str]],
    words: Words,
) -> tuple[GuideOption, ...]:
    if step is GuideStep.GAME:
        return tuple(GuideOption(each, variant_name(each, words), each == settings.variant) for each in games.ids)
    if step is GuideStep.CAMERA:
        devices = dict(found.get(step, {}))
        if settings.camera not in (NONE, *devices):
            devices[settings.camera] = shown_source(settings.camera)
    elif step is GuideStep.WHEEL and found.get(step):
        devices = {AUTO: words.text("wheel.auto"), **found[step]}
    else:
        devices = {}
    now = getattr(settings, step) if devices else ""
    return tuple(
        GuideOption(value, label or device_label(step, value, words), value == now) for value, label in devices.items()
    )
