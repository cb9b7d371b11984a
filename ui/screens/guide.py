"""The guided start: step after step to the first game, with the screens that there are for each.

The settings store the step: the guide can be left at any step and is resumed from home.
"""

import logging
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.evening.backups import shown_path
from ui.presenters.guide import DONE, SKIPPED, GuideFace, GuideStep, behind, chosen, guide_face, open_step, steps_of
from ui.presenters.setup import SetupForm
from ui.widgets.basics import BigButton
from ui.widgets.look import look

log = logging.getLogger(__name__)


class StepButton(BigButton):
    """One step of the list; a tap opens it."""

    step = ObjectProperty(None, allownone=True)


class GuideScreen(Screen):
    """`step` is the one in view, `face` its view model; `said` is the result of the newest action."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    step = ObjectProperty(GuideStep.GAME)
    said = StringProperty("")
    face: GuideFace | None = ObjectProperty(None, allownone=True, rebind=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._found: dict[str, dict[str, str]] = {}
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        for name in ("step", "said"):
            self.fbind(name, self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)
        self.model.fbind("settings", self._refresh_soon)
        look.fbind("portrait", self._refresh_soon)

    def on_pre_enter(self, *_: object) -> None:
        """Releases the camera, which another screen may have opened, and shows the first open step."""
        self.model.close()
        self.said = ""
        self.step = open_step(self.model.catalogue, self.model.settings)
        self.look_again()

    def begin_anew(self) -> None:
        """Starts from the first step, after the guide was finished before."""
        if GuideStep.PLAY in self.model.settings.guide:
            self.model.change(guide={})

    # --- what the buttons do -------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Marks the step as done."""
        self._leave_behind(DONE)

    def skip(self) -> None:
        """Skips the step."""
        self._leave_behind(SKIPPED)

    def choose(self, value: str) -> None:
        """A game, a camera or a wheel."""
        settings = self.model.settings
        if self.step is GuideStep.GAME:
            self.model.keep(SetupForm(self.model.catalogue, settings).with_variant(value).settings)
        else:
            self.model.change(**chosen(settings, self.step, value))

    def act(self, name: str) -> None:
        """Runs an action of the step beside going on."""
        if name == "again":
            self.look_again()
            if not self._found[self.step]:
                self.said = i18n.words.text(f"guide.{self.step}.still_none")
        elif name == "print":
            self._print_markers()
        elif name == "test":
            self.manager.show("certify", back="guide")
        elif self.model.open(self.model.settings):
            self.manager.show("camera", back="guide")
        else:
            self.said = self.model.fault

    def look_again(self) -> None:
        """Searches for cameras and wheels again."""
        launcher = self.model.launcher
        self._found = {"camera": dict(launcher.cameras()), "wheel": dict(launcher.ports())}
        self._refresh_soon()

    def _print_markers(self) -> None:
        try:
            path: Path = self.model.launcher.print_markers(self.model.settings)
            self.said = i18n.words.text("guide.printed", path=shown_path(path))
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            log.error("the sheet is not written: %s", error)
            self.said = i18n.words.text("guide.not_printed")

    def _leave_behind(self, how: str) -> None:
        step, self.said = self.step, ""
        self.model.change(**behind(self.model.settings, step, how))
        if step is GuideStep.PLAY:
            # the game was chosen in the first step
            self.manager.show("setup")
            self.manager.current_screen.page = "players"
        else:
            self.step = open_step(self.model.catalogue, self.model.settings)

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, *_: object) -> None:
        """Shows the step in view."""
        if self.step not in steps_of(self.model.catalogue, self.model.settings):
            self.step = open_step(self.model.catalogue, self.model.settings)
        face = guide_face(self.model.catalogue, self.model.settings, self.step, self._found, i18n.words, self.said)
        self.face = face
        self._fill(self.ids.steps, [self._step_button(each) for each in face.steps])
        self._fill(
            self.ids.options,
            [
                self._button(each.label, "check" if each.chosen else "", self.choose, each.value, chosen=each.chosen)
                for each in face.options
            ],
        )
        self._fill(self.ids.actions, [self._button(each.text, each.icon, self.act, each.name) for each in face.actions])

    def _step_button(self, face: Any) -> BigButton:
        title = "" if look.portrait else face.title
        button = StepButton(text=title, icon=face.icon, step=face.step, tone="accent" if face.current else "surface")
        button.bind(on_release=lambda tapped: setattr(self, "step", tapped.step))
        button.bind(on_release=lambda _: setattr(self, "said", ""))
        return button

    @staticmethod
    def _button(text: str, icon: str, does: Any, value: str, *, chosen: bool = False) -> BigButton:
        button = BigButton(text=text, icon=icon, base=24, tone="accent" if chosen else "raised")
        button.bind(on_release=lambda _: does(value))
        return button

    @staticmethod
    def _fill(box: Any, buttons: list[BigButton]) -> None:
        box.clear_widgets()
        for button in buttons:
            box.add_widget(button)
