"""A table without declared cards: finds the cards that explain the pictures, and the moment when a play is complete.

Laws: a play is accepted only after the game has gone on from it, because it could be half of another card's play, or be
corrected once more; it then counts from the picture that first showed it.  Nobody is accused: without cards the number
of plays between two pictures is unknown, so that point 3 of `session.decide.grounds` never holds.
"""

from dataclasses import dataclass, replace

import msgspec

from companion.model.observation import Observation
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.match import cards_that_change_nothing, infer
from companion.rules.apply import after_play
from companion.rules.rules import Rules
from companion.session.decide import DOUBT_STANDS_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The result of a picture: the verdict, every card that explains it, and the picture itself."""

    verdict: Verdict
    cards: tuple[str, ...]
    observation: Observation


class CardFinder:
    """Judges the pictures of one table after another; `judge` returns a play to accept or a question to put, or None.

    `waits`: the last picture showed an unfinished play.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.waits = False
        self._faces: tuple[str, ...] = ()
        self._complete: Found | None = None
        self._unchanged: Observation | None = None
        self._doubtful_ms: int | None = None
        self._asked = False

    def judge(self, position: Position, observation: Observation) -> Found | None:
        """Returns a play to accept, or a question to put once; None to wait for more pictures."""
        seen = self._look(position, observation, self._faces)
        verdict = seen.verdict
        if self._complete is not None:
            if self._has_gone_on(position, self._complete, observation):
                return self._complete
            if verdict.kind is VerdictKind.LEGAL and verdict.play == self._complete.verdict.play:
                return None
            if verdict.kind is not VerdictKind.LEGAL and not verdict.unchanged:
                return None
        elif verdict.kind is VerdictKind.ILLEGAL and (idle := self._card_without_effect(position, observation)):
            return idle
        if verdict.unchanged:
            self._unchanged = observation
        # A first reading; or the play went on, was changed or was taken back.
        self._complete = seen if verdict.kind is VerdictKind.LEGAL else None
        self.waits = verdict.kind is VerdictKind.UNFINISHED and not verdict.unchanged
        if verdict.kind in (VerdictKind.LEGAL, VerdictKind.UNFINISHED):
            self._doubtful_ms = None
            return None
        return self._question(seen)

    @property
    def complete(self) -> Found | None:
        """The complete play from which the game has not gone on yet."""
        return self._complete

    def accepted(self, found: Found) -> None:
        """Called when the play is in the record; the next picture is the next player's."""
        self._faces = self._faces_after(found)
        self.waits = False
        self._complete, self._unchanged, self._doubtful_ms = None, None, None
        self._asked = False

    def _look(self, position: Position, observation: Observation, faces: tuple[str, ...]) -> Found:
        cards = self._rules.variant.cards
        verdict, fitting = infer(self._rules, position, observation, cards, faces if position.copied else ())
        return Found(verdict=verdict, cards=fitting, observation=observation)

    def _has_gone_on(self, position: Position, complete: Found, observation: Observation) -> bool:
        """Returns whether the picture shows at least a part of the next player's play on top of the complete play."""
        play = complete.verdict.play
        assert play is not None
        after = after_play(self._rules, position, play)
        verdict = self._look(after, observation, self._faces_after(complete)).verdict
        return verdict.kind is VerdictKind.LEGAL or (verdict.kind is VerdictKind.UNFINISHED and not verdict.unchanged)

    def _card_without_effect(self, position: Position, observation: Observation) -> Found | None:
        """Returns a card laid without effect (DOG-R14, ST-R11), known by the next play on the unchanged board."""
        idle = cards_that_change_nothing(self._rules, position)
        for play in idle.values():
            verdict = self._look(after_play(self._rules, position, play), observation, self._faces).verdict
            if verdict.kind is VerdictKind.LEGAL and self._unchanged is not None:
                verdict = Verdict(kind=VerdictKind.LEGAL, play=play, seen=position.placement)
                return Found(verdict=verdict, cards=tuple(idle), observation=self._unchanged)
        return None

    def _faces_after(self, found: Found) -> tuple[str, ...]:
        """Returns the cards that the play may have been: a card that copies could stand for any of them."""
        variant = self._rules.variant
        faces = [card for card in found.cards if not variant.stands_in(card)]
        copied = self._faces if len(faces) < len(found.cards) else ()
        return tuple(dict.fromkeys((*faces, *copied)))

    def _question(self, seen: Found) -> Found | None:
        """Returns a question about a board that no play explains, once, after it has stood for a while."""
        t_ms = seen.observation.t_ms
        if self._doubtful_ms is None:
            self._doubtful_ms = t_ms
        if self._asked or t_ms - self._doubtful_ms < DOUBT_STANDS_MS:
            return None
        self._asked = True
        question = msgspec.structs.replace(
            seen.verdict, kind=VerdictKind.UNCLEAR, reasons=(Reason(ruling="", code="ask_play"),)
        )
        return replace(seen, verdict=question, cards=())
