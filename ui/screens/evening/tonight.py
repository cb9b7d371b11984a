"""The evening under way: the people, the next games and their winners, a small tournament, the standings."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any, Final
from uuid import uuid4

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.evenings.evening import MOST_PEOPLE, Course, Evening, KeptEvening, TableGame
from companion.evenings.seating import Shape
from companion.open_row.catalogue import game_ids
from companion.scoring.tables import PlayerRow
from companion.views.wording.words import variant_name
from companion.writing.fonts import unknown_letters
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.ports import EveningFile
from ui.presenters.evening import result_form as forms
from ui.presenters.evening import tonight as shown
from ui.presenters.evening.backups import shown_path
from ui.presenters.evening.players import PlayerBook
from ui.presenters.evening.seat_players import seated_form
from ui.presenters.evening.tonight import TableCard, Tonight
from ui.presenters.setup import SetupForm
from ui.screens.evening.games import PickSheet
from ui.screens.evening.other_tables import OtherTablesSheet
from ui.screens.play.table_screen import PointsRow
from ui.screens.typing import TypingScreen
from ui.widgets.basics import BigButton, FitLabel
from ui.widgets.look import look

log = logging.getLogger(__name__)

#: The time for reading games, in seconds; the newest come first.
_READ_S: Final = 0.3
#: The interval of looking for results of other tables, in seconds.
_LOOK_S: Final = 4
#: The people beside those who are there.
_MOST_OTHERS: Final = 23


class ProposedTable(BoxLayout):
    """A table that is proposed; it begins here or elsewhere."""

    card = ObjectProperty(None, allownone=True, rebind=True)
    screen = ObjectProperty(None, allownone=True)
    line = StringProperty("")
    alone = BooleanProperty(True)


class PlayingTable(BoxLayout):
    """A table that plays; a tap on a side enters that it won."""

    card = ObjectProperty(None, allownone=True, rebind=True)
    screen = ObjectProperty(None, allownone=True)
    title = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.title = f"{self.card.title} · {i18n.words.text('results.who_won')}"
        for side, people in enumerate(self.card.sides):
            button = BigButton(text=shown.side_text(people), icon="trophy", icon_px=24, base=24)
            button.bind(on_release=lambda _, won=side: self.screen.win(self.card.game, won))
            self.ids.sides.add_widget(button)


class TonightScreen(TypingScreen):
    """`view` is what is shown, `says` a line about missing people or a fault."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    view: Tonight | None = ObjectProperty(None, allownone=True, rebind=True)
    says = StringProperty("")
    typed = StringProperty("")
    undoes = BooleanProperty(False)
    results: Sequence[str] = ListProperty()

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._kept = KeptEvening()
        self._book = PlayerBook()
        self._rows: Sequence[PlayerRow] = ()
        self._listening: Any = None
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)

    def lines(self) -> list[Any]:
        sheets = (child for child in self.children if isinstance(child, OtherTablesSheet))
        return [self.ids.new_name, *(sheet.ids.address for sheet in sheets)]

    def on_enter(self, *_: object) -> None:
        self._listening = Clock.schedule_interval(self._look_again, _LOOK_S)

    def on_leave(self, *_: object) -> None:
        if self._listening:
            self._listening.cancel()

    def on_pre_enter(self, *_: object) -> None:
        for sheet in [child for child in self.children if isinstance(child, PickSheet | OtherTablesSheet)]:
            sheet.close()
        self.model.fault, self.ids.new_name.text = "", ""
        for name in ("people", "tables", "standings"):
            self.ids[name].parent.scroll_y = 1
        self._kept = self.model.launcher.results.evening.load()
        self._read()
        if self._kept.is_over(shown.played_tonight(self._book, _now_ms()), _now_ms()):
            # nothing of a new evening is kept before the first act
            self._kept = KeptEvening(shown.new_evening(self._book, self.model.settings.variant, _now_ms()))
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Shows the evening."""
        course = self._course()
        self.view = shown.tonight(course, self._book, i18n.words)
        self.undoes = bool(self._kept.before)
        self.says = self.model.fault or self.view.missing or self.view.out
        self.results = self.view.results
        self._show_people()
        self._show_tables()
        self._show_standings()

    # --- what the taps do ----------------------------------------------------------------------------------------

    def tap_person(self, name: str) -> None:
        """Somebody comes, or leaves."""
        evening = self._kept.now
        if name in evening.names:
            self._act(evening.without_guest(name))
        elif len(evening.guests) < MOST_PEOPLE:
            self._act(evening.with_guest(name, self._course().head_start()))

    def add_person(self) -> None:
        """Somebody new, as typed."""
        name = " ".join(self.typed.split())
        if unknown_letters(name):
            self.says = i18n.words.text("players.name_letters")
            return
        key = self._book.profiles.key_of(name)
        known = next((row.profile.name for row in self._rows if row.profile.key == key), name)
        here = {self._book.profiles.key_of(guest) for guest in self._kept.now.names}
        if name and key not in here:
            self.tap_person(known)
        self.ids.new_name.text = ""

    def choose_person(self) -> None:
        """Anybody who has played, by name."""
        names = [name for name, here in shown.people_here(self._rows, self._kept.now, self._book) if not here]
        self._choose(sorted(names, key=str.casefold), str, self.tap_person)

    def choose_variant(self) -> None:
        games = forms.variants_offered(self._book.games, (*self.model.catalogue.ids, *game_ids()))
        self._choose(
            games,
            lambda variant: variant_name(variant, i18n.words),
            lambda variant: self._act(replace(self._kept.now, variant=variant)),
        )

    def choose_shape(self) -> None:
        """How a table is filled; a tournament ends with it."""

        def choose(shape: Shape) -> None:
            evening = shown.with_contest(self._course(), shown.NO_CONTEST)
            self._act(replace(evening, shape=shape))

        self._choose(shown.SHAPES, lambda shape: shown.shape_text(shape, i18n.words), choose)

    def next_tables(self) -> None:
        """One more table, or one again."""
        self._act(replace(self._kept.now, tables=shown.next_table_count(self._course())))

    def show_other_tables(self) -> None:
        """The other Pawtracks of the house, whose results count here."""
        self.add_widget(OtherTablesSheet(screen=self))

    def choose_contest(self) -> None:
        """A tournament of those who are there, or none."""
        self._choose(
            shown.contests_offered(self._course()),
            lambda kind: shown.contest_text(kind, i18n.words),
            lambda kind: self._act(shown.with_contest(self._course(), kind)),
        )

    def begin(self, card: TableCard) -> None:
        """A proposed table plays; in a tournament the whole round does."""
        cards = self.view.proposed if self._kept.now.contest and self.view else (card,)
        games = shown.begun_games(self._course(), cards, [uuid4().hex for _ in cards], _now_ms())
        self._act(self._kept.now.with_games(games))

    def play_here(self, card: TableCard) -> None:
        """A proposed table plays on this tablet: its people sit in the set-up."""
        self.begin(card)
        form = SetupForm(self.model.catalogue, self.model.settings)
        self.model.keep(seated_form(form, self._kept.now.variant, card.sides).settings)
        self.manager.show("setup")

    def win(self, game: str, winner: int) -> None:
        """A side has won; the result is kept at once."""
        begun = self._game(game)
        self._keep(lambda file: file.enter(self._kept, begun, winner, _now_ms()))

    def withdraw(self, game: str) -> None:
        """A game that was begun is not played."""
        self._act(self._kept.now.without_game(game))

    def take_back(self) -> None:
        """Takes the last act back."""
        self._keep(lambda file: file.take_back(self._kept))

    def print_sheet(self) -> None:
        """Writes the evening for the printer, and says where it lies."""
        course = self._course()
        try:
            sheet = shown.sheet(course, self._book, date.today(), i18n.words)
            path = self.model.launcher.results.evening.print_sheet(sheet)
            self.says = i18n.words.text("tonight.printed", path=shown_path(path))
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            log.error("the sheet is not written: %s", error)
            self.says = i18n.words.text("tonight.not_printed")

    # --- how acts are kept ---------------------------------------------------------------------------------------

    def _act(self, evening: Evening) -> None:
        after = self._kept.after(evening, _now_ms())

        def keep(file: EveningFile) -> KeptEvening:
            file.keep(after)
            return after

        self._keep(keep)

    def _keep(self, act: Callable[[EveningFile], KeptEvening]) -> None:
        """Takes an act; if the disk refuses, the evening stays as it is, and the screen says so."""
        self.model.fault = ""
        kept: list[KeptEvening] = []
        if self.model.note_result(lambda results: kept.append(act(results.evening))):
            self._kept = kept[0]
        self._read()
        self.refresh()

    def _read(self) -> None:
        launcher = self.model.launcher
        self._book = PlayerBook(launcher.all_games(_READ_S).games, launcher.profiles())
        self._rows = self._book.rows()
        self._kept = self._kept.seen_in(shown.played_tonight(self._book, _now_ms()), _now_ms())

    def _look_again(self, *_: object) -> None:
        """Shows results that came from other tables meanwhile."""
        if tuple(self.model.launcher.all_games(_READ_S).games) != self._book.games:
            self._read()
            self.refresh()

    def _course(self) -> Course:
        return shown.course_of(self._kept, self._book, _now_ms())

    def _game(self, game: str) -> TableGame:
        return next(begun for begun in self._kept.now.games if begun.game == game)

    # --- how it is shown -----------------------------------------------------------------------------------------

    def _show_people(self) -> None:
        box = self.ids.people
        box.clear_widgets()
        people = shown.people_here(self._rows, self._kept.now, self._book)
        count = len(self._kept.now.guests) + _MOST_OTHERS
        for name, here in people[:count]:
            button = BigButton(text=name, base=24, tone="accent" if here else "raised")
            button.bind(on_release=lambda _, tapped=name: self.tap_person(tapped))
            box.add_widget(button)
        if len(people) > count:
            more = BigButton(text=i18n.words.text("results.others"), icon="people", base=24)
            more.bind(on_release=lambda _: self.choose_person())
            box.add_widget(more)

    def _show_tables(self) -> None:
        box = self.ids.tables
        box.clear_widgets()
        for card in self.view.playing if self.view else ():
            box.add_widget(PlayingTable(card=card, screen=self))
        for card in self.view.proposed if self.view else ():
            line = shown.against(card.sides, i18n.words)
            box.add_widget(ProposedTable(card=card, screen=self, line=line, alone=self._kept.now.contest is None))
        others = BigButton(text=i18n.words.text("tables.others"), icon="people", base=20, size_hint_y=None)
        others.height = 76 * look.scale
        others.bind(on_release=lambda _: self.show_other_tables())
        box.add_widget(others)

    def _show_standings(self) -> None:
        box = self.ids.standings
        box.clear_widgets()
        for line in self.view.standings if self.view else ():
            box.add_widget(PointsRow(line=line))
        for text in self.results:
            box.add_widget(ResultLine(text=text))

    def _choose(self, values: Sequence[Any], says: Callable[[Any], str], choose: Callable[[Any], None]) -> None:
        sheet = PickSheet(choose=choose)
        self.add_widget(sheet)
        sheet.choices = [(value, says(value)) for value in values]


class ResultLine(FitLabel):
    """One result of the evening."""


def _now_ms() -> int:
    return int(datetime.now().timestamp() * 1000)
