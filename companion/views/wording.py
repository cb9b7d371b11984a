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
from companion.referee.hint import NEAREST, NO_PLAY, hinted_steps
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
#: Advice how else to play the card: left out where it cannot be played at all.
_ADVICE = re.compile(r"\[(.*?)\]")
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


def place_text(place: Place, position: Position, colours: Sequence[str], owner: int | None = None) -> Texts:
    """Where a place is, as seen from the start fields: "3 fields after the yellow start field".

    `owner` is the seat of the pawn there, so that a goal field can be told by its colour.
    """
    return {language: _place(language, place, position, colours, owner) for language in LANGUAGES}


def _message(language: str, code: str) -> str:
    try:
        return str(load_language(language)["messages"][code])
    except KeyError:
        raise UnknownMessageError(code) from None


def _sentence(language: str, template: str, values: Values) -> str:
    """Fills the blanks; a blank without a value shows dots rather than stopping the game.

    What stands in square brackets is advice that is said unless the card cannot be played at all.
    """

    def word(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in values:
            return _cards(language, str(values[name])) if name in ("card", "cards") else str(values[name])
        stem = name.removesuffix("_fields")
        return _fields(language, values[stem]) if stem != name and stem in values else "…"

    advised = _ADVICE.sub("" if values.get(NEAREST) == NO_PLAY else r"\1", template)
    filled = _BLANK.sub(word, advised)
    return filled[:1].upper() + filled[1:]


def _cards(language: str, cards: str) -> str:
    """A card by its name, or alternatives: "ace, 2 or king"."""
    names = [str(load_language(language)["cards"].get(card, card)) for card in cards.split(ALTERNATIVES)]
    return _either(language, names)


def _either(language: str, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} {load_language(language)['words']['or']} {names[-1]}"


def _fields(language: str, value: str | int) -> str:
    """A number of fields, or alternatives of it: "1 field", "1 or 11 fields", "1-7 fields"."""
    words = load_language(language)["words"]
    numbers = [int(part) for part in str(value).split(ALTERNATIVES)]
    listed = _either(language, _runs(numbers))
    return f"{listed} {words['field'] if numbers == [1] else words['fields']}"


def _runs(numbers: Sequence[int]) -> list[str]:
    """Rising numbers, each run of them as a range: 1–6, 8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]}–{run[-1]}"] if len(run) >= RANGE else map(str, run)
    return told


def _colour(language: str, colours: Sequence[str], seat: int) -> Mapping[str, str]:
    name = colours[seat] if 0 <= seat < len(colours) else ""
    known: dict[str, Mapping[str, str]] = load_language(language)["colours"]
    return known.get(name, {"pawn": name, "field": name})


def _pawn(language: str, colours: Sequence[str], seat: int, rank: str | None = None, *, word: str = "pawn") -> str:
    """A pawn by its colour, and by its rank where it has one: "the red king"; `word` may be "another" one."""
    tables = load_language(language)
    colour = _colour(language, colours, seat)
    name = tables["ranks"].get(rank)
    if name is None:
        return str(tables["words"][word]).format(**colour)
    return str(tables["words"]["ranked"]).format(rank=name, **colour)


def _rank_at(position: Position, seat: int, place: Place) -> str | None:
    """The rank of the seat's pawn on a place that only one can hold; None where pawns are alike."""
    ranks = load_variant(position.variant).ranks
    row = position.placement.pawns[seat] if 0 <= seat < len(position.placement.pawns) else ()
    return ranks[row.index(place)].name if ranks and place != KENNEL and place in row else None


def _place(language: str, place: Place, position: Position, colours: Sequence[str], owner: int | None = None) -> str:
    places: Mapping[str, str] = load_language(language)["places"]
    if is_goal(place) and owner is not None:
        nth = load_language(language)["words"]["nth"][goal_number(place) - 1]
        return places["goal_of"].format(nth=nth, field=_colour(language, colours, owner)["field"])
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
        rank = values.get("rank")
        values["pawn"] = _pawn(language, colours, reason.seat, None if rank is None else str(rank))
    blocker = values.get("blocker")
    if isinstance(blocker, int):
        rank = _rank_at(position, blocker, Place(int(values.get("blocker_at", OFF))))
        alike = blocker == reason.seat and rank is None
        values["blocker"] = _pawn(language, colours, blocker, rank, word="another" if alike else "pawn")
    for name, place in (("at_origin", reason.origin), ("at_target", reason.target)):
        if place is not None:
            values[name] = _place(language, Place(place), position, colours, reason.seat)
    told = _sentence(language, _message(language, reason.code), values)
    hint = _hint(language, reason, values, position, colours)
    return f"{told} {hint}" if hint else told


def _is_other(step: Step, reason: Reason) -> bool:
    """Whether the step is another pawn's than the reason's, so that it must be told where it stands."""
    return step.kind is not StepKind.START and (step.seat, step.origin) != (reason.seat, reason.origin)


def _hint(language: str, reason: Reason, values: Values, position: Position, colours: Sequence[str]) -> str:
    """What the card could have done instead; empty where the reason does not say it."""
    nearest = str(values.get(NEAREST, ""))
    if not nearest:
        return ""
    hints: Mapping[str, str] = load_language(language)["hints"]
    if nearest == NO_PLAY:
        return _sentence(language, hints["none"], values)
    told = " ".join(
        _own_step(language, step, position, colours, wherefrom=_is_other(step, reason))
        for step in hinted_steps(nearest)
    )
    return _sentence(language, hints["play"], {"play": told})


def _play(language: str, play: Play, position: Position, colours: Sequence[str]) -> str:
    if not play.steps:
        return _sentence(language, load_language(language)["steps"]["nothing"], {})
    told = [sentence for step in play.steps for sentence in _step(language, step, position, colours)]
    if play.draws:
        told.append(str(load_language(language)["steps"]["draw"]))
    return " ".join(told)


def _step(language: str, step: Step, position: Position, colours: Sequence[str]) -> list[str]:
    """The step itself and each capture it makes."""
    told = [_own_step(language, step, position, colours)]
    for capture in step.captures:
        pawn = _pawn(language, colours, capture.seat, _rank_at(position, capture.seat, capture.place))
        told.append(_sentence(language, _steps(language)["capture"], {"pawn": pawn}))
    return told


def _steps(language: str) -> Mapping[str, str]:
    steps: Mapping[str, str] = load_language(language)["steps"]
    return steps


def _own_step(language: str, step: Step, position: Position, colours: Sequence[str], *, wherefrom: bool = False) -> str:
    """What the pawn of a step does; with `wherefrom` it is said where it stands, as a swap says anyway."""
    values: dict[str, str | int] = {
        "count": abs(step.value) - step.wasted,
        "at_origin": _place(language, step.origin, position, colours, step.seat),
        "at_target": _place(language, step.target, position, colours, step.seat),
    }
    if step.seat is not None:
        values["pawn"] = _pawn(language, colours, step.seat, _rank_of(step, position))
        if wherefrom and step.kind is not StepKind.SWAP:
            values["pawn"] = f"{values['pawn']} ({values['at_origin']})"
    if step.other_seat is not None:
        rank = _rank_at(position, step.other_seat, step.target)
        values["other"] = _pawn(language, colours, step.other_seat, rank)
    told = _sentence(language, _steps(language)[_step_key(step)], values)
    if step.wasted:
        told = f"{told} {_sentence(language, _steps(language)['waste'], {'count': step.wasted})}"
    return told


def _rank_of(step: Step, position: Position) -> str | None:
    ranks = load_variant(position.variant).ranks
    if ranks and step.rank is not None:
        return ranks[step.rank].name
    return None if step.seat is None else _rank_at(position, step.seat, step.origin)


def _step_key(step: Step) -> str:
    if step.kind is StepKind.WHEEL:
        return "wheel_forward" if step.value > 0 else "wheel_back"
    if step.kind is StepKind.ADVANCE and step.value < 0:
        return "retreat"
    return step.kind.value
