"""Sentences of the catalogues with their blanks filled: numbers, cards, colours, pawns and places in words.

Law: as in `sentences`, a message is a code and values.  `sentences` and `plays` choose the messages.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.position import Position
from companion.model.verdict import Params
from companion.referee.hint import ADVICE, NEAREST, NO_ADVICE, NO_PLAY
from companion.rules.rules import Rules
from companion.views.wording.messages import Messages
from companion.writing.bidi import isolated

#: A value that separates alternatives: "1|11" is worded "1 or 11".
ALTERNATIVES: Final = "|"
#: From this many alternatives in a row on they are worded as a range.
RANGE: Final = 3

_BLANK = re.compile(r"\{(\w+(?:\.\w+)?)\}")
#: "{sie|ihn}" goes by the gender of the pawn, "{blocker:sie|er}" by that of the other one.
_GENDER = re.compile(r"\{(?:(\w+):)?([^{}|:]*)\|([^{}|]*)\}")
#: Advice how else to play the card: left out if no legal play bears it out.
_ADVICE = re.compile(r"\[(.*?)\]")
#: Forms of a colour: of a pawn, of a pawn whose rank is masculine, of a field.
_COLOUR_FORMS: Final = ("pawn", "masculine", "field")
_MASCULINE: Final = "masculine"
Values = Mapping[str, str | int]


class UnknownMessageError(KeyError):
    """No text has this code."""


def phrase(words: Messages, code: str, params: Params = (), context: str = "messages", count: int | None = None) -> str:
    """Returns the message in one language; `count` chooses its plural form.  Raises UnknownMessageError."""
    return filled(words, message(words, code, context, count), dict(params))


def message(words: Messages, code: str, context: str = "messages", count: int | None = None) -> str:
    try:
        return words[context][code] if count is None else words.plural(context, code, count)
    except KeyError:
        raise UnknownMessageError(code) from None


def filled(words: Messages, template: str, values: Values) -> str:
    """Fills the blanks; a blank without a value shows dots rather than stopping the game.

    Text in square brackets is advice; it is left out if no legal play bears it out.
    """

    def word(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in values:
            return _WORDED[name](words, str(values[name])) if name in _WORDED else isolated(str(values[name]))
        stem = name.removesuffix("_fields")
        return count_fields(words, values[stem]) if stem != name and stem in values else "…"

    useless = values.get(NEAREST) == NO_PLAY or values.get(ADVICE) == NO_ADVICE
    advised = _ADVICE.sub("" if useless else r"\1", template)
    gendered = _GENDER.sub(lambda match: match[3 if values.get(f"{match[1] or 'pawn'}.masculine") else 2], advised)
    filled = _BLANK.sub(word, gendered)
    return filled[:1].upper() + filled[1:]


def _card(words: Messages, card: str) -> str:
    return words["cards"].get(card, card)


def _cards(words: Messages, cards: str) -> str:
    """Returns cards as alternatives in a sentence: "an ace, a 2 or a king"."""
    listed = words["listed"]
    return _either(
        words,
        [listed.get(card, listed["other"]).format(card=_card(words, card)) for card in cards.split(ALTERNATIVES)],
    )


def _corners(words: Messages, corners: str) -> str:
    """Returns corners of the board as it lies in the camera's picture: "upper left, lower right"."""
    return ", ".join(words["phrases"].get(f"corner.{corner}", corner) for corner in corners.split(ALTERNATIVES))


def _spots(words: Messages, spots: str) -> str:
    """Returns spots of the board (`PLACE:NUMBER:COLOUR`): "3 fields after the red start field, in the middle"."""
    return ", ".join(_spot(words, *spot.split(":")) for spot in spots.split(ALTERNATIVES))


def _spot(words: Messages, place: str, number: str, colour: str) -> str:
    field = words["colours"].get(f"{colour}.field", colour)
    nth = words["phrases"].get(f"nth.{number}", number)
    return words["places"][place].format(fields=count_fields(words, number), nth=nth, field=field)


#: Blanks whose values have words in the catalogues.
_WORDED: Final = {"card": _card, "cards": _cards, "corners": _corners, "spots": _spots}


def _either(words: Messages, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} {words['phrases']['or']} {names[-1]}"


def count_fields(words: Messages, value: str | int) -> str:
    """Returns a number of fields, or alternatives of it: "1 field", "1 or 11 fields", "1 to 7 fields"."""
    numbers = [int(part) for part in str(value).split(ALTERNATIVES)]
    return words.plural("phrases", "count_fields", numbers[-1]).format(count=_either(words, _runs(words, numbers)))


def _runs(words: Messages, numbers: Sequence[int]) -> list[str]:
    """Returns rising numbers, each run of them as a range: "1 to 6", "8"."""
    range_of = words["phrases"]["range"]
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    ranges: list[str] = []
    for run in runs:
        ranges += [range_of.format(first=run[0], last=run[-1])] if len(run) >= RANGE else map(str, run)
    return ranges


def colour_forms(words: Messages, colours: Sequence[str], seat: int) -> Mapping[str, str]:
    name = colours[seat] if 0 <= seat < len(colours) else ""
    return {form: words["colours"].get(f"{name}.{form}", name) for form in _COLOUR_FORMS}


def named(
    blank: str, words: Messages, colours: Sequence[str], seat: int, rank: str | None, *, word: str = "pawn"
) -> dict[str, str | int]:
    """Returns the values of a blank that is a pawn: its name, the name as an object, and whether that is masculine."""
    colour, ranks, plain = colour_forms(words, colours, seat), words["ranks"], words["phrases"][word]
    return {
        blank: ranks.get(f"{rank}.name", plain).format(**colour),
        f"{blank}.object": ranks.get(f"{rank}.object", plain).format(**colour),
        f"{blank}.masculine": int(ranks.get(f"{rank}.gender") == _MASCULINE),
    }


def rank_at(rules: Rules, position: Position, seat: int, place: Place) -> str | None:
    """Returns the rank of the seat's pawn on a place that only one can hold; None if pawns are alike."""
    ranks = rules.variant.ranks
    row = position.placement.pawns[seat] if 0 <= seat < len(position.placement.pawns) else ()
    return ranks[row.index(place)].name if ranks and place != KENNEL and place in row else None


def place_words(
    rules: Rules,
    words: Messages,
    place: Place,
    position: Position,
    colours: Sequence[str],
    owner: int | None = None,
    *,
    ahead: bool = False,
) -> str:
    """Returns a place in relation to the nearest start field, with `ahead` to the last one that a walk passes."""
    places = words["places"]
    if is_goal(place) and owner is not None:
        nth = words["phrases"][f"nth.{goal_number(place)}"]
        return places["goal_of"].format(nth=nth, field=colour_forms(words, colours, owner)["field"])
    if is_goal(place):
        return places["goal"].format(n=goal_number(place))
    if not is_track(place):
        return places[{KENNEL: "kennel", CENTRE: "centre", OFF: "off"}[place]]
    seat, offset = (_last_start if ahead else _nearest_start)(rules, place, position)
    field = colour_forms(words, colours, seat)["field"]
    if not offset:
        return places["start"].format(field=field)
    side = "after" if offset > 0 else "before"
    return places[side].format(fields=count_fields(words, abs(offset)), field=field)


def _beyond_starts(rules: Rules, place: Place, position: Position) -> list[int]:
    """Returns by seat how many fields beyond its start field the place is."""
    variant = rules.variant
    count = variant.field_count(position.sectors)
    return [(place - variant.start_field(sector)) % count for sector in position.seats]


def _last_start(rules: Rules, place: Place, position: Position) -> tuple[int, int]:
    """Returns the seat of the last start field before the place, and how many fields beyond it the place is.

    If that lies a sector or more back, because nobody plays there, it is the nearest one.
    """
    offset, seat = min((offset, seat) for seat, offset in enumerate(_beyond_starts(rules, place, position)))
    return (seat, offset) if offset < rules.sector_length else _nearest_start(rules, place, position)


def _nearest_start(rules: Rules, place: Place, position: Position) -> tuple[int, int]:
    """Returns the seat of the nearest start field, and how many fields beyond it the place is (before it: negative)."""
    count, beyond = rules.variant.field_count(position.sectors), _beyond_starts(rules, place, position)
    offsets = [offset if offset <= count - offset else offset - count for offset in beyond]
    seat = min(range(len(offsets)), key=lambda index: (abs(offsets[index]), -offsets[index]))
    return seat, offsets[seat]
