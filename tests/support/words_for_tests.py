"""The languages that come with the program, as tests ask for them."""

from collections.abc import Sequence

from rules_for_tests import rules_of

from companion.model.places import Place
from companion.model.play import Play
from companion.model.position import Position
from companion.model.verdict import Reason
from companion.texts import shipped_wording
from companion.views.table_view import Texts
from companion.views.wording.messages import Messages

WORDING = shipped_wording()
say = WORDING.say


def load_language(language: str) -> Messages:
    """The messages of one language."""
    return WORDING[language]


def reason_text(reason: Reason, position: Position, colours: Sequence[str]) -> Texts:
    """The reason in words, by the rules of the position."""
    return WORDING.reason_text(rules_of(position), reason, position, colours)


def play_text(play: Play, position: Position, colours: Sequence[str]) -> Texts:
    """The play in words, by the rules of the position."""
    return WORDING.play_text(rules_of(position), play, position, colours)


def place_text(place: Place, position: Position, colours: Sequence[str]) -> Texts:
    """The place in words, by the rules of the position."""
    return WORDING.place_text(rules_of(position), place, position, colours)
