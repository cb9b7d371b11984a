"""The common part of all play screens: pause, undo, redo, looking back, the way home, and the sheets over them."""

from dataclasses import replace
from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.screenmanager import Screen

from companion.history.agreement import agreement, total_words
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.views.table_view import TableView
from companion.views.wording.words import variant_name
from companion.writing.bidi import isolated
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.banner import Banner
from ui.presenters.clock import ClockFace, clock_face
from ui.presenters.evening.evening import Evening
from ui.presenters.play.cards import CardFace, card_face, card_help
from ui.presenters.play.input import TableInput
from ui.presenters.play.looking_back import SHADOW, LookingBack
from ui.screens.cards import game_of, options_of
from ui.widgets.basics import BigButton, FitLabel
from ui.widgets.demo_strip import DemoStrip  # noqa: F401  (the layouts name it)
from ui.widgets.moves import MovesPane
from ui.widgets.preferences import CloseUpButton, LanguageRow, PreferenceRow, VoiceButton  # noqa: F401  (the layouts name them)

#: The interval of reading the clock, in seconds.
_TICK_S: Final = 0.5


class Sheet(FloatLayout):
    """Lies over everything and blocks taps on the widgets below."""

    screen = ObjectProperty(None, rebind=True)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True


class PauseSheet(Sheet):
    pass


class OverSheet(Sheet):
    def follow(self) -> None:
        """Follows events after the end: a silent camera may read the last play after it was tapped."""
        self.ids.agreed.show()


class AidSheet(Sheet):
    """The uses of one card; a tap anywhere closes it."""

    face = ObjectProperty(CardFace("", "", "", "card_blue"), rebind=True)
    help = StringProperty("")

    def on_touch_down(self, touch: Any) -> bool:
        """Closes at a new tap, not at that of the finger that opened it."""
        touch.ud[self] = True
        return super().on_touch_down(touch)

    def on_touch_up(self, touch: Any) -> bool:
        if self in touch.ud and self.parent:
            self.parent.remove_widget(self)
        return True


class PlayedLine(FitLabel):
    """The time played."""

    screen = ObjectProperty(None, allownone=True, rebind=True)


class TurnClock(FitLabel):
    """The duration of the turn; absent without a turn timer."""

    screen = ObjectProperty(None, allownone=True, rebind=True)


class PauseButton(BigButton):
    """Stops the clock, so it shows the time of play."""

    screen = ObjectProperty(None, allownone=True, rebind=True)


class SeriesRow(BoxLayout):
    """The score of the series between these people; absent if the game does not count."""

    screen = ObjectProperty(None, rebind=True)
    evening = ObjectProperty(None, allownone=True, rebind=True)

    def on_screen(self, *_: object) -> None:
        self.evening = self.screen.model.evening() if self.screen else None

    def show_evening(self) -> None:
        if self.evening:
            self.screen.show_evening(self.evening)


class AgreementRow(BoxLayout):
    """Shadow mode: the number of agreements of the silent camera, and the way to the plays that it read otherwise."""

    screen = ObjectProperty(None, rebind=True)
    total = StringProperty("")
    rest = StringProperty("")

    def on_screen(self, *_: object) -> None:
        self.show()

    def show(self) -> None:
        """Counts anew."""
        course = self.screen.model.course() if self.screen else None
        found = agreement(course) if course else None
        self.total, self.rest = total_words(found, i18n.words) if found else ("", "")


class PointsRow(ButtonBehavior, BoxLayout):
    """One player's points of the evening; a tap opens the player's page."""

    line = ObjectProperty(None, allownone=True, rebind=True)
    screen = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.screen and self.line:
            self.screen.manager.show_player(self.line.name, back=self.screen.name)


class EveningSheet(Sheet):
    """The evening's points, and the rematch with new partners."""

    evening: Evening = ObjectProperty(None, allownone=True, rebind=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for line in self.evening.table:
            self.ids.points.add_widget(PointsRow(line=line, screen=self.screen))

    def play(self) -> None:
        """Once more, with new partners."""
        self.close()
        self.screen.model.start_rematch(self.evening.seating)

    def close(self) -> None:
        if self.parent:
            self.parent.remove_widget(self)


class OverButtons(GridLayout):
    """The actions after the end of a game."""

    screen = ObjectProperty(None, rebind=True)


class LiveMoves(BoxLayout):
    """The move list of the present game; it replaces the panel to tap."""

    screen = ObjectProperty(None, rebind=True)
    can_jump = BooleanProperty(True)

    def show(self) -> None:
        """Called after every change."""
        looking = self.screen.looking
        if looking:
            pane: MovesPane = self.ids.moves
            pane.faces, pane.index = looking.faces(i18n.words), looking.index
            pane.jumps = sorted(looking.jumps)


class PutBackBar(BoxLayout):
    """After an undo: confirms that everything is back in its place, or that it was no mistake."""

    screen = ObjectProperty(None, rebind=True)


class TableScreen(TableInput, Screen):
    """`face` is the presenter's view model of the newest snapshot; `read_notice` the last warning that was read.

    `looking` is set while the move list is open: then nothing on the table can be tapped.  `looks_back`: the table of
    an earlier line is shown; the game goes on meanwhile.  `clock` is the face of the game's clock.
    """

    #: The sheet over the screen when the game is over.
    over_sheet: ClassVar[type[Sheet]] = OverSheet
    model: AppModel = ObjectProperty(None, rebind=True)
    face = ObjectProperty(None, allownone=True, rebind=True)
    read_notice = StringProperty("")
    looking = ObjectProperty(None, allownone=True)
    looks_back = BooleanProperty(False)
    clock = ObjectProperty(ClockFace(), rebind=True)

    @property
    def offers_phones(self) -> bool:
        """Whether seats may be taken by phone, or browsers be tablets."""
        tablets = self.model.tablets
        seats = self.model.phones and self.model.phones.invitations()
        return bool(seats or (tablets and tablets.tablet_invitation()))

    def __init__(self, **values: Any) -> None:
        self._sheet: Sheet | None = None
        self._end: tuple[object, ...] = ()
        self._evening: EveningSheet | None = None
        self._ticking: Any = None
        super().__init__(**values)

    @property
    def view(self) -> TableView | None:
        view: TableView | None = self.model.view
        return view

    def post(self, command: cmd.Command) -> None:
        self.model.post(command)

    def settle_undo(self) -> None:
        """Confirms that everything is back in its place."""
        raise NotImplementedError

    def tick(self, *_: object) -> None:
        """Shows the present time; reminds once of a long turn."""
        view = self.view
        if view is None:
            return
        time, before = self.model.play_time(), self.clock
        in_turn = view.phase is Phase.PLAY and not view.paused
        self.clock = clock_face(time, self.model.settings.turn_s, in_turn=in_turn, words=i18n.words)
        if self.clock.late and not before.late and time.running:
            self.model.remind()

    # --- looking back --------------------------------------------------------------------------------------------

    def show_moves(self) -> None:
        """Opens the move list beside the table as it lies."""
        course = self.model.course()
        if course and course.lines:
            self.leave_mode()
            self._look(LookingBack(course))

    def pick_line(self, index: int) -> None:
        if self.looking:
            self._look(self.looking.at(index))

    def jump(self, kind: str) -> None:
        if self.looking:
            self._look(self.looking.after_jump(kind))

    def back_to_game(self) -> None:
        """The one way back: the present table."""
        self._look(None)

    def shown_view(self, view: TableView) -> TableView:
        """The table to draw: `view`, or that of the line in view."""
        then: TableView = self.looking.view(i18n.wording) if self.looks_back else view
        return then

    def shown_banner(self, now: Banner, then: TableView) -> Banner:
        """The banner over the table that is drawn: the present one of the referee, or the event of then."""
        if not self.looks_back:
            return now
        banner: Banner = self.looking.banner(then, i18n.words, i18n.wording)
        return replace(banner, tone="unfinished")

    def follow(self) -> None:
        """The game has gone on while the move list is open."""
        course = self.model.course() if self.looking else None
        if self.looking and (course is None or not course.lines):
            self._look(None)
        elif self.looking:
            self._look(replace(self.looking, course=course))

    def _look(self, looking: LookingBack | None) -> None:
        self.looking = looking
        self.looks_back = looking is not None and not looking.is_now

    def show_aid(self, card: str) -> None:
        """Shows the uses of a card over everything until the next tap."""
        game = game_of(self.view) if self.view else None
        if self.view and game is not None:
            said = card_help(card, i18n.words, game, options_of(self.view))
            self.add_widget(AidSheet(face=card_face(card, i18n.words, game), help=said, screen=self))

    def review(self) -> None:
        """Opens the present or just finished game step by step."""
        course, view = self.model.course(), self.view
        if course and view:
            screen = self.manager.get_screen("review")
            screen.show_game(
                course,
                " · ".join((variant_name(view.variant, i18n.words), *(isolated(seat.name) for seat in view.seats))),
            )
            self.show("review")

    def review_otherwise(self) -> None:
        """The game step by step, at the first play that the silent camera saw otherwise."""
        self.review()
        self.manager.get_screen("review").jump(SHADOW)

    def show_statistics(self) -> None:
        """Shows the statistics of the game so far."""
        self._show_saved("statistics")

    def hand_over(self) -> None:
        """Opens the game as a code and as files for others."""
        self._show_saved("handover")

    def _show_saved(self, screen: str) -> None:
        saved = self.model.saved_game(self.view.game) if self.view else None
        if saved is not None:
            self.manager.get_screen(screen).show_game(saved)
            self.show(screen)

    def read(self) -> None:
        if self.face:
            self.read_notice = self.face.notice

    def show(self, screen: str) -> None:
        self.manager.show(screen, back=self.name)

    def go_home(self) -> None:
        self.leave_mode()
        self.back_to_game()
        self.manager.before_closing(self._close_table)

    def _close_table(self) -> None:
        self.model.close()
        self.manager.show("home")

    def rematch(self) -> None:
        self.model.start_rematch()

    def show_evening(self, evening: Evening) -> None:
        self._evening = EveningSheet(screen=self, evening=evening)
        self.add_widget(self._evening)

    def on_pre_enter(self, *_: object) -> None:
        """Names and series may have changed while another screen was in view."""
        self.tick()
        self._ticking = self._ticking or Clock.schedule_interval(self.tick, _TICK_S)
        if self._sheet is not None and self.view is not None:
            self._close_sheet()
            self.show_sheet(self.view)

    def on_pre_leave(self, *_: object) -> None:
        if self._ticking:
            self._ticking.cancel()
            self._ticking = None
        self._close_evening()

    def _close_sheet(self) -> None:
        self._close_evening()
        if self._sheet is not None:
            self.remove_widget(self._sheet)
            self._sheet = None

    def _close_evening(self) -> None:
        if self._evening:
            self._evening.close()
            self._evening = None

    def show_sheet(self, view: TableView) -> None:
        """The sheet of a game that is paused or over, anew for each end; none while it goes on."""
        self.tick()
        wanted = PauseSheet if view.paused else self.over_sheet if view.phase is Phase.OVER else None
        end = (view.game, view.demo, view.result)
        if type(self._sheet) is not wanted or end != self._end:
            self._close_sheet()
        if wanted and self._sheet is None:
            self._sheet, self._end = wanted(screen=self), end
            self.add_widget(self._sheet)
        elif isinstance(self._sheet, OverSheet):
            self._sheet.follow()
