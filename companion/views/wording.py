"""Sentences in all four languages for everything the core says: verdict reasons, plays, refusals, states of the parts.

Law: a message is a code and values; its words live only in `companion/texts/<language>.toml`.  All languages know the
same codes with the same blanks (the tests hold this), and a sentence says what is wrong *and* what to do.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.play import Play, Step, StepKind
from companion.model.position import Position
from companion.model.verdict import Params, Reason
from companion.rules.catalogue import load_variant
from companion.views.table_view import Texts

LANGUAGES: Final = ("de", "en", "fr", "it")
#: Colours by sector where nobody named any (`judge` has no table behind it).
DEFAULT_COLOURS: Final = ("red", "yellow", "green", "blue", "black", "white")
#: A value that separates alternatives: "1|11" is worded "1 or 11".
ALTERNATIVES: Final = "|"
#: From this many alternatives in a row on they are worded as a range.
RANGE: Final = 3

_BLANK = re.compile(r"\{(\w+)\}")
Values = Mapping[str, str | int]
Language = dict[str, Any]


class UnknownMessageError(KeyError):
    """No text has this code."""


@lru_cache(maxsize=len(LANGUAGES))
def load_language(language: str) -> Language:
    """The tables of one language: messages, colours, cards, places, steps and words."""
    text = resources.files("companion.texts").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def say(code: str, params: Params = ()) -> Texts:
    """The message in every language.  Raises UnknownMessageError."""
    return {language: _sentence(language, _message(language, code), dict(params)) for language in LANGUAGES}


def reason_text(reason: Reason, position: Position, colours: Sequence[str]) -> Texts:
    """A reason in every language, its pawn and places in words; `colours` go by seat.  Raises UnknownMessageError."""
    return {language: _reason(language, reason, position, colours) for language in LANGUAGES}


def play_text(play: Play, position: Position, colours: Sequence[str]) -> Texts:
    """What was done, a short sentence for each step."""
    return {language: _play(language, play, position, colours) for language in LANGUAGES}


def place_text(place: Place, position: Position, colours: Sequence[str]) -> Texts:
    """Where a place is, as seen from the start fields: "3 fields after the yellow start field"."""
    return {language: _place(language, place, position, colours) for language in LANGUAGES}


def _message(language: str, code: str) -> str:
    try:
        return str(load_language(language)["messages"][code])
    except KeyError:
        raise UnknownMessageError(code) from None


def _sentence(language: str, template: str, values: Values) -> str:
    """Fills the blanks; a blank without a value shows dots rather than stopping the game."""

    def word(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in values:
            return _card(language, str(values[name])) if name == "card" else str(values[name])
        stem = name.removesuffix("_fields")
        return _fields(language, values[stem]) if stem != name and stem in values else "…"

    filled = _BLANK.sub(word, template)
    return filled[:1].upper() + filled[1:]


def _card(language: str, card: str) -> str:
    return str(load_language(language)["cards"].get(card, card))


def _fields(language: str, value: str | int) -> str:
    """A number of fields, or alternatives of it: "1 field", "1 or 11 fields", "1-7 fields"."""
    words = load_language(language)["words"]
    numbers = [int(part) for part in str(value).split(ALTERNATIVES)]
    if len(numbers) >= RANGE and numbers == list(range(numbers[0], numbers[-1] + 1)):
        listed = f"{numbers[0]}–{numbers[-1]}"
    else:
        listed = f" {words['or']} ".join(map(str, numbers))
    return f"{listed} {words['field'] if numbers == [1] else words['fields']}"


def _colour(language: str, colours: Sequence[str], seat: int) -> Mapping[str, str]:
    name = colours[seat] if 0 <= seat < len(colours) else ""
    known: dict[str, Mapping[str, str]] = load_language(language)["colours"]
    return known.get(name, {"pawn": name, "field": name})


def _pawn(language: str, colours: Sequence[str], seat: int) -> str:
    return str(load_language(language)["words"]["pawn"]).format(**_colour(language, colours, seat))


def _place(language: str, place: Place, position: Position, colours: Sequence[str]) -> str:
    places: Mapping[str, str] = load_language(language)["places"]
    if is_goal(place):
        return places["goal"].format(n=goal_number(place))
    if not is_track(place):
        return places[{KENNEL: "kennel", CENTRE: "centre", OFF: "off"}[place]]
    seat, offset = _nearest_start(place, position)
    field = _colour(language, colours, seat)["field"]
    if not offset:
        return places["start"].format(field=field)
    side = "after" if offset > 0 else "before"
    return places[side].format(fields=_fields(language, abs(offset)), field=field)


def _nearest_start(place: Place, position: Position) -> tuple[int, int]:
    """The seat whose start field is nearest, and how many fields beyond it the place is (negative: before it)."""
    variant = load_variant(position.variant)
    count = variant.field_count(position.sectors)
    beyond = [(place - variant.start_field(sector)) % count for sector in position.seats]
    offsets = [offset if offset <= count - offset else offset - count for offset in beyond]
    seat = min(range(len(offsets)), key=lambda index: (abs(offsets[index]), -offsets[index]))
    return seat, offsets[seat]


def _reason(language: str, reason: Reason, position: Position, colours: Sequence[str]) -> str:
    values: dict[str, str | int] = dict(reason.params)
    if reason.seat is not None:
        values["pawn"] = _pawn(language, colours, reason.seat)
    if isinstance(values.get("blocker"), int):
        values["blocker"] = _pawn(language, colours, int(values["blocker"]))
    for name, place in (("at_origin", reason.origin), ("at_target", reason.target)):
        if place is not None:
            values[name] = _place(language, Place(place), position, colours)
    return _sentence(language, _message(language, reason.code), values)


def _play(language: str, play: Play, position: Position, colours: Sequence[str]) -> str:
    if not play.steps:
        return _sentence(language, load_language(language)["steps"]["nothing"], {})
    return " ".join(sentence for step in play.steps for sentence in _step(language, step, position, colours))


def _step(language: str, step: Step, position: Position, colours: Sequence[str]) -> list[str]:
    """The step itself and each capture it makes."""
    steps: Mapping[str, str] = load_language(language)["steps"]
    values: dict[str, str | int] = {
        "count": abs(step.value),
        "at_origin": _place(language, step.origin, position, colours),
        "at_target": _place(language, step.target, position, colours),
    }
    if step.seat is not None:
        values["pawn"] = _pawn(language, colours, step.seat)
    if step.other_seat is not None:
        values["other"] = _pawn(language, colours, step.other_seat)
    kind: str = step.kind.value
    if step.kind is StepKind.WHEEL:
        kind = "wheel_forward" if step.value > 0 else "wheel_back"
    told = [_sentence(language, steps[kind], values)]
    for capture in step.captures:
        told.append(_sentence(language, steps["capture"], {"pawn": _pawn(language, colours, capture.seat)}))
    return told
