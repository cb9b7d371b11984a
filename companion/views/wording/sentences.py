"""Sentences in every language for everything the core says: verdict reasons, plays, refusals, states of the parts.

Law: a message is a code and values; its words live only in the catalogues of `companion/texts`.  All languages know the
same codes with the same blanks (the tests hold this), and a sentence says what is wrong *and* what to do.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.play import Play, Step, StepKind
from companion.model.position import Position
from companion.model.verdict import Params, Reason
from companion.referee.hint import ADVICE, NEAREST, NO_ADVICE, NO_PLAY, hinted_steps
from companion.rules.rules import Rules
from companion.views.table_view import Texts
from companion.views.wording.messages import Messages
from companion.writing.bidi import isolated

#: Colours by sector where nobody named any (`judge` has no table behind it).
DEFAULT_COLOURS: Final = ("red", "yellow", "green", "blue", "black", "white")
#: A value that separates alternatives: "1|11" is worded "1 or 11".
ALTERNATIVES: Final = "|"
#: From this many alternatives in a row on they are worded as a range.
RANGE: Final = 3
#: Sentences that say themselves where their pawn stood.
SAYS_WHERE: Final = frozenset({"lane_from_start", "magnet_nothing_to_pull", "centre_stop_first"}) | {
    f"swap_{what}" for what in ("protected", "own_blocker", "out_of_lane", "in_centre", "and_walk", "no_jump")
}
#: From so many pawns of a colour on the board on it is said which one is meant.
ALIKE: Final = 2

#: Where a sentence ends and the next one begins.
_END = re.compile(r"(?<=[.!?])\s+")
_BLANK = re.compile(r"\{(\w+(?:\.\w+)?)\}")
#: "{sie|ihn}" goes by the gender of the pawn, "{blocker:sie|er}" by that of the other one.
_GENDER = re.compile(r"\{(?:(\w+):)?([^{}|:]*)\|([^{}|]*)\}")
#: The first time that a sentence names its pawn.
_FIRST_NAMED = re.compile(r"\{pawn(?:\.object)?\}")
#: Advice how else to play the card: left out where no legal play bears it out.
_ADVICE = re.compile(r"\[(.*?)\]")
#: How a colour is written: of a pawn, of a pawn whose rank is masculine, of a field.
_COLOUR_FORMS: Final = ("pawn", "masculine", "field")
_MASCULINE: Final = "masculine"
Values = Mapping[str, str | int]


class UnknownMessageError(KeyError):
    """No text has this code."""


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """Every language, and sentences in each of them at once; handed to whatever says something to people."""

    languages: tuple[Messages, ...]

    def __getitem__(self, language: str) -> Messages:
        """Raises KeyError for a language that there is not."""
        for messages in self.languages:
            if messages.language == language:
                return messages
        raise KeyError(language)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the languages."""
        return tuple(messages.language for messages in self.languages)

    def say(self, code: str, params: Params = ()) -> Texts:
        """The message in every language.  Raises UnknownMessageError."""
        return self.in_all(lambda words: phrase(words, code, params))

    def sentences(self, code: str, params: Params = (), context: str = "messages") -> Mapping[str, tuple[str, ...]]:
        """The message in every language, sentence by sentence.  Raises UnknownMessageError."""
        values = dict(params)
        return {
            words.language: tuple(
                _sentence(words, sentence, values) for sentence in _END.split(_message(words, code, context))
            )
            for words in self.languages
        }

    def reason_text(self, rules: Rules, reason: Reason, position: Position, colours: Sequence[str]) -> Texts:
        """A reason, its pawn and places in words; `colours` go by seat.  Raises UnknownMessageError."""
        return self.in_all(lambda words: _reason(rules, words, reason, position, colours))

    def play_text(self, rules: Rules, play: Play, position: Position, colours: Sequence[str]) -> Texts:
        """What was done, a short sentence for each step."""
        return self.in_all(lambda words: _play(rules, words, play, position, colours))

    def place_text(
        self, rules: Rules, place: Place, position: Position, colours: Sequence[str], owner: int | None = None
    ) -> Texts:
        """Where a place is, as seen from the start fields: "3 fields after the yellow start field".

        `owner` is the seat of the pawn there, so that a goal field can be named by its colour.
        """
        return self.in_all(lambda words: _place(rules, words, place, position, colours, owner))

    def in_all(self, worded: Callable[[Messages], str]) -> Texts:
        """What a function says in each language."""
        return {messages.language: worded(messages) for messages in self.languages}


def phrase(words: Messages, code: str, params: Params = (), context: str = "messages", count: int | None = None) -> str:
    """The message in one language; `count` chooses its plural form.  Raises UnknownMessageError."""
    return _sentence(words, _message(words, code, context, count), dict(params))


def _message(words: Messages, code: str, context: str = "messages", count: int | None = None) -> str:
    try:
        return words[context][code] if count is None else words.plural(context, code, count)
    except KeyError:
        raise UnknownMessageError(code) from None


def _sentence(words: Messages, template: str, values: Values) -> str:
    """Fills the blanks; a blank without a value shows dots rather than stopping the game.

    What stands in square brackets is advice that is said unless no legal play bears it out.
    """

    def word(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in values:
            return _CARDS[name](words, str(values[name])) if name in _CARDS else isolated(str(values[name]))
        stem = name.removesuffix("_fields")
        return _fields(words, values[stem]) if stem != name and stem in values else "…"

    useless = values.get(NEAREST) == NO_PLAY or values.get(ADVICE) == NO_ADVICE
    advised = _ADVICE.sub("" if useless else r"\1", template)
    gendered = _GENDER.sub(lambda match: match[3 if values.get(f"{match[1] or 'pawn'}.masculine") else 2], advised)
    filled = _BLANK.sub(word, gendered)
    return filled[:1].upper() + filled[1:]


def _card(words: Messages, card: str) -> str:
    return words["cards"].get(card, card)


def _cards(words: Messages, cards: str) -> str:
    """Cards as alternatives in a sentence: "an ace, a 2 or a king"."""
    listed = words["listed"]
    return _either(
        words,
        [listed.get(card, listed["other"]).format(card=_card(words, card)) for card in cards.split(ALTERNATIVES)],
    )


#: Blanks that are cards.
_CARDS: Final = {"card": _card, "cards": _cards}


def _either(words: Messages, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} {words['phrases']['or']} {names[-1]}"


def _fields(words: Messages, value: str | int) -> str:
    """A number of fields, or alternatives of it: "1 field", "1 or 11 fields", "1 to 7 fields"."""
    numbers = [int(part) for part in str(value).split(ALTERNATIVES)]
    return words.plural("phrases", "count_fields", numbers[-1]).format(count=_either(words, _runs(words, numbers)))


def _runs(words: Messages, numbers: Sequence[int]) -> list[str]:
    """Rising numbers, each run of them as a range: "1 to 6", "8"."""
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


def _colour(words: Messages, colours: Sequence[str], seat: int) -> Mapping[str, str]:
    name = colours[seat] if 0 <= seat < len(colours) else ""
    return {form: words["colours"].get(f"{name}.{form}", name) for form in _COLOUR_FORMS}


def _pawn(words: Messages, colours: Sequence[str], seat: int, rank: str | None = None, *, word: str = "pawn") -> str:
    """A pawn by its colour, and by its rank where it has one: "the red king"; `word` may be "another" one."""
    return str(_named("pawn", words, colours, seat, rank, word=word)["pawn"])


def _named(
    blank: str, words: Messages, colours: Sequence[str], seat: int, rank: str | None, *, word: str = "pawn"
) -> dict[str, str | int]:
    """The values of a blank that is a pawn: its name, the name as an object, and whether that is masculine."""
    colour, ranks, plain = _colour(words, colours, seat), words["ranks"], words["phrases"][word]
    return {
        blank: ranks.get(f"{rank}.name", plain).format(**colour),
        f"{blank}.object": ranks.get(f"{rank}.object", plain).format(**colour),
        f"{blank}.masculine": int(ranks.get(f"{rank}.gender") == _MASCULINE),
    }


def _rank_at(rules: Rules, position: Position, seat: int, place: Place) -> str | None:
    """The rank of the seat's pawn on a place that only one can hold; None where pawns are alike."""
    ranks = rules.variant.ranks
    row = position.placement.pawns[seat] if 0 <= seat < len(position.placement.pawns) else ()
    return ranks[row.index(place)].name if ranks and place != KENNEL and place in row else None


def _place(
    rules: Rules, words: Messages, place: Place, position: Position, colours: Sequence[str], owner: int | None = None
) -> str:
    places = words["places"]
    if is_goal(place) and owner is not None:
        nth = words["phrases"][f"nth.{goal_number(place)}"]
        return places["goal_of"].format(nth=nth, field=_colour(words, colours, owner)["field"])
    if is_goal(place):
        return places["goal"].format(n=goal_number(place))
    if not is_track(place):
        return places[{KENNEL: "kennel", CENTRE: "centre", OFF: "off"}[place]]
    seat, offset = _nearest_start(rules, place, position)
    field = _colour(words, colours, seat)["field"]
    if not offset:
        return places["start"].format(field=field)
    side = "after" if offset > 0 else "before"
    return places[side].format(fields=_fields(words, abs(offset)), field=field)


def _nearest_start(rules: Rules, place: Place, position: Position) -> tuple[int, int]:
    """The seat whose start field is nearest, and how many fields beyond it the place is (negative: before it)."""
    variant = rules.variant
    count = variant.field_count(position.sectors)
    beyond = [(place - variant.start_field(sector)) % count for sector in position.seats]
    offsets = [offset if offset <= count - offset else offset - count for offset in beyond]
    seat = min(range(len(offsets)), key=lambda index: (abs(offsets[index]), -offsets[index]))
    return seat, offsets[seat]


def _reason(rules: Rules, words: Messages, reason: Reason, position: Position, colours: Sequence[str]) -> str:
    values: dict[str, str | int] = dict(reason.params)
    if reason.seat is not None:
        rank = values.get("rank")
        values |= _named("pawn", words, colours, reason.seat, None if rank is None else str(rank))
    blocker = values.get("blocker")
    if isinstance(blocker, int):
        rank = _rank_at(rules, position, blocker, Place(int(values.get("blocker_at", OFF))))
        alike = blocker == reason.seat and rank is None
        values |= _named("blocker", words, colours, blocker, rank, word="another" if alike else "pawn")
    for name, place in (("at_origin", reason.origin), ("at_target", reason.target)):
        if place is not None:
            values[name] = _place(rules, words, Place(place), position, colours, reason.seat)
    template = _message(words, reason.code)
    place = _which_one(rules, reason, position)
    if place is not None and "{at_" not in template and reason.code not in SAYS_WHERE:
        values["at_pawn"] = _place(rules, words, place, position, colours, reason.seat)
        template = _FIRST_NAMED.sub(r"\g<0> ({at_pawn})", template, count=1)
    sentence = _sentence(words, template, values)
    named = "{pawn" in template and place is None
    hint = _hint(rules, words, reason if named else None, values, position, colours)
    return f"{sentence} {hint}" if hint else sentence


def _which_one(rules: Rules, reason: Reason, position: Position) -> Place | None:
    """Where the pawn of a reason is to be seen, if its colour alone does not show which one is meant."""
    if reason.seat is None or reason.origin is None or rules.variant.ranks:
        return None
    out = [place for place in position.placement.pawns[reason.seat] if place != KENNEL]
    if len(out) + (reason.origin == KENNEL) < ALIKE:
        return None
    shown = [place for place in (reason.target, reason.origin) if place not in (None, KENNEL, OFF)]
    return Place(shown[0]) if shown and shown[0] is not None else None


def _is_other(step: Step, named: Reason | None) -> bool:
    """Whether the step is another pawn's than the one that was named, so that its place must be named."""
    same = named is not None and (step.seat, step.origin) == (named.seat, named.origin)
    return step.kind is not StepKind.START and not same


def _hint(
    rules: Rules, words: Messages, named: Reason | None, values: Values, position: Position, colours: Sequence[str]
) -> str:
    """What the card could have done instead; empty where the reason does not say it.

    `named` is the reason, if its sentence has named its pawn so that there is no doubt which one it is.
    """
    nearest = str(values.get(NEAREST, ""))
    if not nearest:
        return ""
    hints = words["hints"]
    if nearest == NO_PLAY:
        return _sentence(words, hints["none"], values)
    sentence = " ".join(
        _own_step(rules, words, step, position, colours, wherefrom=_is_other(step, named))
        for step in hinted_steps(nearest)
    )
    return _sentence(words, hints["play"], {"play": sentence})


def _play(rules: Rules, words: Messages, play: Play, position: Position, colours: Sequence[str]) -> str:
    if not play.steps:
        return _sentence(words, words["steps"]["nothing"], {})
    sentences = [sentence for step in play.steps for sentence in _step(rules, words, step, position, colours)]
    if play.draws:
        sentences.append(words["steps"]["draw"])
    return " ".join(sentences)


def _step(rules: Rules, words: Messages, step: Step, position: Position, colours: Sequence[str]) -> list[str]:
    """The step itself and each capture it makes."""
    sentences = [_own_step(rules, words, step, position, colours)]
    for capture in step.captures:
        pawn = _named("pawn", words, colours, capture.seat, _rank_at(rules, position, capture.seat, capture.place))
        sentences.append(_sentence(words, words["steps"]["capture"], pawn))
    return sentences


def _own_step(
    rules: Rules, words: Messages, step: Step, position: Position, colours: Sequence[str], *, wherefrom: bool = False
) -> str:
    """What the pawn of a step does; with `wherefrom` it is said where it stands, as a swap says anyway."""
    values: dict[str, str | int] = {
        "count": abs(step.value) - step.wasted,
        "at_origin": _place(rules, words, step.origin, position, colours, step.seat),
        "at_target": _place(rules, words, step.target, position, colours, step.seat),
    }
    if step.seat is not None:
        values |= _named("pawn", words, colours, step.seat, _rank_of(rules, step, position))
        if wherefrom and step.kind is not StepKind.SWAP:
            values["pawn"] = f"{values['pawn']} ({values['at_origin']})"
    if step.other_seat is not None:
        rank = _rank_at(rules, position, step.other_seat, step.target)
        values["other"] = _pawn(words, colours, step.other_seat, rank)
    sentence = _sentence(words, words["steps"][_step_key(step)], values)
    if step.wasted:
        sentence = f"{sentence} {_sentence(words, words['steps']['waste'], {'count': step.wasted})}"
    return sentence


def _rank_of(rules: Rules, step: Step, position: Position) -> str | None:
    ranks = rules.variant.ranks
    if ranks and step.rank is not None:
        return ranks[step.rank].name
    return None if step.seat is None else _rank_at(rules, position, step.seat, step.origin)


def _step_key(step: Step) -> str:
    if step.kind is StepKind.WHEEL:
        return "wheel_forward" if step.value > 0 else "wheel_back"
    if step.kind is StepKind.ADVANCE and step.value < 0:
        return "retreat"
    return step.kind.value
