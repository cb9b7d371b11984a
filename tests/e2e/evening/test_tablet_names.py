"""Names that nobody can enter, from old records and imports: nothing on the tablet is a box; in the window."""

from dataclasses import replace

import pytest
from gallery.views import declared_view, sample_view, spoken
from kivy.core.text import LabelBase
from kivy.uix.label import Label
from kivy.uix.textinput import TextInput
from ui_driver import Driver, open_driver

from companion.model.verdict import VerdictKind
from companion.session.state import Phase
from companion.views.table_view import TableView
from companion.writing.fonts import unknown_letters
from ui.screens.typing import TypeIn
from ui.widgets.basics import FitLabel

NAMES = ("小明", "Anna 😀", "Léa-Zoë 日本", "محمد 日")
VIEWS = {
    "turn": sample_view(verdict=spoken(VerdictKind.LEGAL)),
    "declared": declared_view("8"),
    "deal": sample_view(phase=Phase.DEAL),
    "over": sample_view(phase=Phase.OVER, result=(0, 2)),
    "paused": sample_view(paused=True),
}


@pytest.fixture
def driver() -> Driver:
    return open_driver()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every text that the toolkit draws, as it is given it."""
    texts: set[str] = set()
    draw = LabelBase.refresh

    def drawing(label: LabelBase) -> None:
        texts.add(label.text)
        draw(label)

    monkeypatch.setattr(LabelBase, "refresh", drawing)
    return texts


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_no_name_is_drawn_with_a_letter_that_the_font_lacks(driver: Driver, written: set[str], view: TableView) -> None:
    seats = (replace(seat, name=name) for seat, name in zip(view.seats, NAMES, strict=True))
    driver.play(view)
    driver.show(replace(view, seats=tuple(seats)))
    assert any("Léa-Zoë ??" in text for text in written)
    assert {text for text in written if unknown_letters(text)} == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_line_to_type_in_shows_none_either(driver: Driver, written: set[str], name: str) -> None:
    TypeIn(text=name, multiline=False)
    assert written
    assert {text for text in written if unknown_letters(text)} == set()


def test_nothing_on_the_tablet_writes_in_another_way(driver: Driver) -> None:
    waiting, kinds = [Label, TextInput], set[type]()
    while waiting:
        kinds.update(found := waiting.pop().__subclasses__())
        waiting += found
    own = {kind for kind in kinds if kind.__module__.startswith("ui.")}
    assert {FitLabel, TypeIn} <= own
    assert {kind for kind in own if not issubclass(kind, FitLabel | TypeIn)} == set()
