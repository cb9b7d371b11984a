"""Names from right to left on the tablet: in any context each is drawn as alone, and nothing else moves."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace

import pytest
from gallery.history_views import finished_game, played_course
from gallery.score_scenes import evening_games
from gallery.views import declared_view, sample_view, saved_games, spoken
from msgspec import Struct, structs

from companion.catalogue.shipped import SHIPPED
from companion.history.line_words import line_note, line_title, started
from companion.model.verdict import VerdictKind
from companion.session.state import Phase
from companion.settings.schema import Settings
from companion.texts import LANGUAGES
from companion.views.table_view import TableView
from companion.writing.bidi import in_visual_order
from ui.i18n import Words, load_words
from ui.presenters.evening.evening import evening
from ui.presenters.evening.games import listed
from ui.presenters.evening.players import PlayerBook
from ui.presenters.home import game_rows
from ui.presenters.play.play import TabletState, play_view_model
from ui.presenters.setup import SetupForm, problem

#: In the same order as the others, for lists are sorted.
PLAIN = ("Qaa", "Qbb", "Qcc", "Qdd")
OTHERS = ("דנה 2", "יוסי (B)", "محمد", "نور-ا")
BOTH = tuple(zip(PLAIN, OTHERS, strict=True))

Shown = Callable[[tuple[str, ...], Words], object]


def texts_in(value: object) -> Iterator[str]:
    """Every text in a value, in a fixed order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from texts_in(getattr(value, each.name))
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from texts_in(part)


def play_screen(view: TableView) -> Shown:
    def shown(names: tuple[str, ...], words: Words) -> object:
        seats = tuple(replace(seat, name=name) for seat, name in zip(view.seats, names, strict=True))
        return play_view_model(replace(view, seats=seats), TabletState(), words)

    return shown


def lists_of_games(names: tuple[str, ...], words: Words) -> object:
    games = [replace(game, names=names) for game in (finished_game(), *saved_games())]
    return [game_rows(games, words), [listed(game, words) for game in games]]


def score_of_an_evening(names: tuple[str, ...], words: Words) -> object:
    games = [replace(game, names=names) for game in evening_games()]
    return evening(PlayerBook(games), games[-1].game, words)


def move_list(names: tuple[str, ...], words: Words) -> object:
    course = played_course()
    begun = started(course)
    named = replace(course, events=(structs.replace(begun, names=names), *course.events[1:]))
    return [(line_title(named, line, words), line_note(named, line, words)) for line in named.lines]


SCREENS = {
    **{f"play_{kind}": play_screen(sample_view(verdict=spoken(kind))) for kind in VerdictKind},
    "play_declared": play_screen(declared_view("8")),
    "play_deal": play_screen(sample_view(phase=Phase.DEAL)),
    "play_over": play_screen(sample_view(phase=Phase.OVER, result=(0, 2))),
    "games": lists_of_games,
    "evening": score_of_an_evening,
    "moves": move_list,
}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_name_itself_is_turned_round(screen: str, language: str) -> None:
    words = load_words(language)
    plain, other = (list(texts_in(SCREENS[screen](names, words))) for names in (PLAIN, OTHERS))
    wanted = plain
    for latin, name in BOTH:
        wanted = [text.replace(latin, in_visual_order(name)) for text in wanted]
    assert wanted != plain
    assert [in_visual_order(text) for text in other] == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["小明", "Anna 😀", "अमित"])
def test_a_name_that_cannot_be_shown_is_refused_with_its_seat(name: str, language: str) -> None:
    words = load_words(language)
    form = SetupForm(SHIPPED, Settings(names=("Zoë", name, "דנה", "محمد")))
    assert problem(form, words) == words.text("setup.name_letters", seat=2)
    assert problem(form.with_name(1, "Ελένη"), words) == ""
