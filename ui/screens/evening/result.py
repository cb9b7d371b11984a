"""A result entered or corrected by people: game, players and winners, and its place in the evening."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.open_row.catalogue import game_ids
from companion.scoring.tables import PlayerRow
from companion.session.results import LONGEST_NOTE, LONGEST_PLACE
from companion.views.wording.words import variant_name
from companion.writing.fonts import unknown_letters
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.ports import Results
from ui.presenters.evening import result_form as forms
from ui.presenters.evening.evening import Evening
from ui.presenters.evening.players import PlayerBook
from ui.presenters.evening.result_form import ResultForm
from ui.screens.evening.games import PickSheet
from ui.screens.evening.plays import PlaysSheet
from ui.screens.play.table_screen import PointsRow, Sheet
from ui.screens.typing import TypingScreen
from ui.widgets.basics import BigButton
from ui.widgets.taps import SecondTap

#: The time for reading games when the form opens, in seconds; the newest come first.
_READ_S: Final = 0.3
#: People beside each other in a wide window, and those that fit.
_COLUMNS: Final = 3
_MOST_PEOPLE: Final = 12


class KeptSheet(Sheet):
    """A kept result: the series and the evening's points with it, and the way to take it back."""

    evening: Evening | None = ObjectProperty(None, allownone=True, rebind=True)
    winners = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for line in self.evening.table if self.evening else ():
            self.ids.points.add_widget(PointsRow(line=line, screen=self.screen))

    def close(self) -> None:
        if self.parent:
            self.parent.remove_widget(self)


class ResultScreen(SecondTap, TypingScreen):
    """`form` is the content; `game` the id of the result to correct, empty for a new one; `struck`: it counts nowhere.

    `missing` is the first thing that keeps the form from being kept, `says` that or what went wrong.
    """

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    form: ResultForm = ObjectProperty(ResultForm(), rebind=True)
    game = StringProperty("")
    struck = BooleanProperty(False)
    missing = StringProperty("")
    says = StringProperty("")
    typed = StringProperty("")
    variant_text = StringProperty("")
    shape_text = StringProperty("")
    day_text = StringProperty("")
    minutes_text = StringProperty("")
    sides = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._book = PlayerBook()
        self._rows: Sequence[PlayerRow] = ()
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)
        self.fbind("form", self._refresh_soon)

    def lines(self) -> list[Any]:
        return [self.ids.new_name, self.ids.place, self.ids.note]

    def enter_new(self) -> None:
        """An empty form with the people and the game of the newest game."""
        self._read()
        self.game, self.struck = "", False
        self._fill(forms.new_form(self._book, self.model.settings.variant))

    def correct(self, game: str) -> bool:
        """The form of a result that is there; returns False (and sets the model's `fault`) if it cannot be read."""
        self._read()
        kept = self.model.result_of(game)
        if kept is None:
            return False
        self.game, self.struck = game, kept.struck
        self._fill(forms.form_of(kept.result))
        return True

    def refresh(self, *_: object) -> None:
        """Shows the form."""
        words, form, today = i18n.words, self.form, date.today()
        self.variant_text = variant_name(form.variant, words)
        self.shape_text = forms.shape_text(form.team_count, words)
        self.day_text = forms.day_label(form.day, today, words)
        self.minutes_text = forms.minutes_text(form.minutes, words)
        self.missing = form.missing(datetime.now(), words)
        self.says = self.model.fault or self.missing
        self._show_people()
        self._show_sides()

    # --- what the taps do ----------------------------------------------------------------------------------------

    def tap_person(self, name: str) -> None:
        self.form = self.form.tapped(name)

    def choose_person(self) -> None:
        """Anybody who has played, by name."""
        names = [name for name in forms.people_offered(self._rows, self.form) if name not in self.form.people]
        self._choose(sorted(names, key=str.casefold), str, self.tap_person)

    def add_person(self) -> None:
        """Somebody new, as typed."""
        name = " ".join(self.typed.split())
        if not name:
            return
        known = self._book.profiles.key_of(name)
        shown = next((row.profile.name for row in self._rows if row.profile.key == known), name)
        if unknown_letters(name):
            self.says = i18n.words.text("players.name_letters")
            return
        if shown not in self.form.people:
            self.form = self.form.tapped(shown)
        self.ids.new_name.text = ""

    def variants(self) -> Sequence[str]:
        """The games that there are, those played last first."""
        return forms.variants_offered(self._book.games, (*self.model.catalogue.ids, *game_ids()))

    def choose_file(self) -> None:
        """The files of other programs, and what was copied from one."""
        files = self.model.launcher.results.files()
        sheet = PickSheet(choose=self._show_plays)
        sheet.says = i18n.words.text("plays.which" if files else "plays.no_files")
        self.add_widget(sheet)
        sheet.choices = [(None, i18n.words.text("plays.paste")), *((path, path.name) for path in files)]

    def _show_plays(self, path: Path | None) -> None:
        """The plays of a file; without a path those that were copied."""
        if path is None:
            from kivy.core.clipboard import Clipboard

            source, title = Clipboard.paste().encode(), i18n.words.text("plays.paste")
            self.add_widget(PlaysSheet(screen=self, source=source, title=title))
        else:
            self.add_widget(PlaysSheet(screen=self, source=path, title=path.name))

    def choose_variant(self) -> None:
        words = i18n.words
        self._choose(
            self.variants(), lambda variant: variant_name(variant, words), lambda value: self._change(variant=value)
        )

    def next_shape(self) -> None:
        self.form = self.form.next_shape()

    def choose_day(self) -> None:
        today = date.today()
        self._choose(
            forms.days_offered(today),
            lambda day: forms.day_label(day, today, i18n.words),
            lambda day: self._change(day=day),
        )

    def choose_minutes(self) -> None:
        self._choose(
            forms.MINUTES,
            lambda count: forms.minutes_text(count, i18n.words),
            lambda count: self._change(minutes=count),
        )

    def win(self, team: int) -> None:
        self._change(winner=team)

    def type_place(self, text: str) -> None:
        self._change(place=text[:LONGEST_PLACE])

    def type_note(self, text: str) -> None:
        self._change(note=text[:LONGEST_NOTE])

    def keep(self) -> None:
        """Keeps the result, and shows the evening with it."""
        result = self.form.result(datetime.now())
        game = self.game or uuid4().hex
        corrects = bool(self.game)
        if not self._note(lambda results: results.correct(game, result) if corrects else results.enter(game, result)):
            return
        self.game = game
        names = dict(self.form.sides)[self.form.winner or 0]
        self._sheet(self.model.evening_of(game), i18n.words.text("games.winners", names=forms.side_text(names)))

    def strike(self) -> None:
        """Strikes the result out at the second tap, or lets it count again at the first."""
        if not self.struck and not self.is_second_tap():
            return
        if self._note(lambda results: results.strike(self.game, struck=not self.struck)):
            self.leave()

    def take_back(self) -> None:
        """Takes the last step back: a correction brings the result before it, a new result is struck out."""
        game, before = self.game, self.form.before
        if before is not None:
            if self._note(lambda results: results.correct(game, before)):
                self.correct(game)
        elif self._note(lambda results: results.strike(game, struck=True)):
            self.enter_again()

    def _note(self, step: Callable[[Results], None]) -> bool:
        """Takes a step; if nothing of it is kept, the form says why."""
        self.model.fault = ""
        done = self.model.note_result(step)
        self._refresh_soon()
        return done

    def enter_again(self) -> None:
        """Another result between the same people."""
        form, self.game = self.form, ""
        self._read()
        self._fill(ResultForm(variant=form.variant, people=form.people, teams=form.teams, team_count=form.team_count))
        self._change(day=form.day, place=form.place)

    def hand_over(self) -> None:
        """The result for other programs."""
        saved = self.model.saved_game(self.game)
        if saved is not None:
            self.manager.get_screen("handover").show_game(saved)
            self.manager.show("handover", back=self.name)

    def leave(self) -> None:
        self.manager.show(self.back)

    # --- how the form is shown -----------------------------------------------------------------------------------

    def _read(self) -> None:
        self.model.fault = ""
        self._book = self.model.book_of(self.model.launcher.all_games(_READ_S).games)
        self._rows = self._book.rows()

    def _fill(self, form: ResultForm) -> None:
        for sheet in [child for child in self.children if isinstance(child, Sheet)]:
            self.remove_widget(sheet)
        self.sure, self.ids.new_name.text = False, ""
        self.form = form
        self.ids.place.text, self.ids.note.text = form.place, form.note
        self._refresh_soon()

    def _change(self, **changes: Any) -> None:
        self.form = replace(self.form, **changes)

    def _show_people(self) -> None:
        offered = forms.people_offered(self._rows, self.form)
        box = self.ids.people
        box.clear_widgets()
        for name in offered[: max(_MOST_PEOPLE - 1, len(self.form.people))]:
            inside = name in self.form.people
            button = BigButton(text=forms.person_text(name, self.form), base=24, tone="accent" if inside else "raised")
            button.bind(on_release=lambda _, tapped=name: self.tap_person(tapped))
            box.add_widget(button)
        if len(offered) > _MOST_PEOPLE - 1:
            more = BigButton(text=i18n.words.text("results.others"), icon="people", base=24)
            more.bind(on_release=lambda _: self.choose_person())
            box.add_widget(more)

    def _show_sides(self) -> None:
        box = self.ids.sides
        box.clear_widgets()
        self.sides = len(self.form.sides)
        for team, people in self.form.sides:
            won = team == self.form.winner
            button = BigButton(
                text=forms.side_text(people), icon="trophy" if won else "", tone="accent" if won else "raised", base=28
            )
            button.bind(on_release=lambda _, tapped=team: self.win(tapped))
            box.add_widget(button)

    def _choose(self, values: Sequence[Any], says: Callable[[Any], str], choose: Callable[[Any], None]) -> None:
        sheet = PickSheet(choose=choose)
        self.add_widget(sheet)
        sheet.choices = [(value, says(value)) for value in values]

    def _sheet(self, evening: Evening | None, winners: str) -> None:
        self.add_widget(KeptSheet(screen=self, evening=evening, winners=winners))
