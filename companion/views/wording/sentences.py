"""Sentences in every language for all messages of the core: verdict reasons, plays, refusals, states of the parts.

Law: a message is a code and values; its words live only in the catalogues of `companion/texts`.  All languages know the
same codes with the same blanks (the tests hold this), and a sentence names the fault *and* its cure.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.model.places import KENNEL, OFF, Place
from companion.model.play import Play
from companion.model.position import Position
from companion.model.verdict import Params, Reason
from companion.referee.hint import NEAREST, NO_PLAY, hinted_play
from companion.rules.rules import Rules
from companion.views.table_view import Texts
from companion.views.wording.messages import Messages
from companion.views.wording.phrases import Values, filled, message, named, phrase, place_words, rank_at
from companion.views.wording.plays import Telling

#: Sentences that name the place of their pawn themselves.
SAYS_WHERE: Final = frozenset({"lane_from_start", "magnet_nothing_to_pull", "centre_stop_first"}) | {
    f"swap_{what}" for what in ("protected", "own_blocker", "out_of_lane", "in_centre", "and_walk", "no_jump")
}
#: From so many pawns of a colour on the board on the sentence identifies the pawn.
ALIKE: Final = 2

#: The end of a sentence and the beginning of the next one.
_END = re.compile(r"(?<=[.!?])\s+")
#: The first time that a sentence names its pawn.
_FIRST_NAMED = re.compile(r"\{pawn(?:\.object)?\}")


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """Every language, and sentences in each of them at once; for every part that has messages to people."""

    languages: tuple[Messages, ...]

    def __getitem__(self, language: str) -> Messages:
        """Raises KeyError for an unknown language."""
        for messages in self.languages:
            if messages.language == language:
                return messages
        raise KeyError(language)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the languages."""
        return tuple(messages.language for messages in self.languages)

    def say(self, code: str, params: Params = ()) -> Texts:
        """Returns the message in every language.  Raises UnknownMessageError."""
        return self.in_all(lambda words: phrase(words, code, params))

    def sentences(self, code: str, params: Params = (), context: str = "messages") -> Mapping[str, tuple[str, ...]]:
        """Returns the message in every language, sentence by sentence.  Raises UnknownMessageError."""
        values = dict(params)
        return {
            words.language: tuple(
                filled(words, sentence, values) for sentence in _END.split(message(words, code, context))
            )
            for words in self.languages
        }

    def reason_text(self, rules: Rules, reason: Reason, position: Position, colours: Sequence[str]) -> Texts:
        """Returns a reason, its pawn and places in words; `colours` go by seat.  Raises UnknownMessageError."""
        return self.in_all(lambda words: _reason(rules, words, reason, position, colours))

    def play_text(
        self, rules: Rules, play: Play, position: Position, colours: Sequence[str], *, choice: bool = False
    ) -> Texts:
        """Returns a play: a short sentence for each step, and the places of its pawns in the end.

        `choice`: it is one of several that people choose from (`Telling`).
        """
        return self.in_all(
            lambda words: Telling(rules, words, position, colours, play.card, play.acting_as, choice).play(play)
        )

    def place_text(
        self, rules: Rules, place: Place, position: Position, colours: Sequence[str], owner: int | None = None
    ) -> Texts:
        """Returns a place in relation to the start fields: "3 fields after the yellow start field".

        `owner` is the seat of the pawn there, so that a goal field can be named by its colour.
        """
        return self.in_all(lambda words: place_words(rules, words, place, position, colours, owner))

    def in_all(self, worded: Callable[[Messages], str]) -> Texts:
        """Returns the results of a function for each language."""
        return {messages.language: worded(messages) for messages in self.languages}


def _reason(rules: Rules, words: Messages, reason: Reason, position: Position, colours: Sequence[str]) -> str:
    values: dict[str, str | int] = dict(reason.params)
    if reason.seat is not None:
        rank = values.get("rank")
        values |= named("pawn", words, colours, reason.seat, None if rank is None else str(rank))
    blocker = values.get("blocker")
    if isinstance(blocker, int):
        rank = rank_at(rules, position, blocker, Place(int(values.get("blocker_at", OFF))))
        alike = blocker == reason.seat and rank is None
        values |= named("blocker", words, colours, blocker, rank, word="another" if alike else "pawn")
    for name, place in (("at_origin", reason.origin), ("at_target", reason.target)):
        if place is not None:
            values[name] = place_words(rules, words, Place(place), position, colours, reason.seat)
    template = message(words, reason.code)
    place = _which_one(rules, reason, position)
    if place is not None and "{at_" not in template and reason.code not in SAYS_WHERE:
        values["at_pawn"] = place_words(rules, words, place, position, colours, reason.seat)
        template = _FIRST_NAMED.sub(r"\g<0> ({at_pawn})", template, count=1)
    sentence = filled(words, template, values)
    is_named = "{pawn" in template and place is None
    hint = _hint(rules, words, reason if is_named else None, values, position, colours)
    return f"{sentence} {hint}" if hint else sentence


def _which_one(rules: Rules, reason: Reason, position: Position) -> Place | None:
    """Returns the visible place of the pawn of a reason, if its colour alone does not identify it."""
    if reason.seat is None or reason.origin is None or rules.variant.ranks:
        return None
    out = [place for place in position.placement.pawns[reason.seat] if place != KENNEL]
    if len(out) + (reason.origin == KENNEL) < ALIKE:
        return None
    shown = [place for place in (reason.target, reason.origin) if place not in (None, KENNEL, OFF)]
    return Place(shown[0]) if shown and shown[0] is not None else None


def _hint(
    rules: Rules, words: Messages, named_pawn: Reason | None, values: Values, position: Position, colours: Sequence[str]
) -> str:
    """Returns the other possible play of the card in words; empty if the reason does not hold one.

    `named_pawn` is the reason, if its sentence has named its pawn so that there is no doubt which one it is.
    """
    nearest = str(values.get(NEAREST, ""))
    if not nearest:
        return ""
    hints = words["hints"]
    if nearest == NO_PLAY:
        return filled(words, hints["none"], values)
    steps, acting_as = hinted_play(nearest)
    told = Telling(rules, words, position, colours, str(values.get("card", "")), acting_as)
    known = None if named_pawn is None else (named_pawn.seat, named_pawn.origin)
    return filled(words, hints["play"], {"play": told.hint(steps, known)})
