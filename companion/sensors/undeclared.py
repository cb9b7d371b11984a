"""A table where nobody says which card was played: the cards that explain what was seen, and when a play is complete.

Law: nothing is taken for a play before the game has gone on from it, because it could be half of another card's play,
or be put right once more; it then counts from the picture that first showed it.
"""

from dataclasses import dataclass, replace

from companion.model.observation import Observation
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.match import cards_that_change_nothing, infer
from companion.rules.apply import after_play
from companion.rules.catalogue import load_variant
from companion.session.decide import DOUBT_STANDS_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a picture came to: the verdict, every card that explains it, and the picture itself."""

    verdict: Verdict
    cards: tuple[str, ...]
    observation: Observation


class CardFinder:
    """Judges the pictures of one table after another; `judge` says what is to be told or accepted now, if anything.

    `waits` tells that the last picture showed a play that is not finished.
    """

    def __init__(self) -> None:
        self.waits = False
        self._faces: tuple[str, ...] = ()
        self._complete: Found | None = None
        self._unchanged: Observation | None = None
        self._doubt: tuple[Placement | None, int] | None = None
        self._told: set[Placement | None] = set()

    def judge(self, position: Position, observation: Observation) -> Found | None:
        """A play to be accepted, a fault or a question to be told once; None to go on looking."""
        seen = self._look(position, observation, self._faces)
        verdict = seen.verdict
        if self._complete is not None:
            if self._has_gone_on(position, self._complete, observation):
                return self._complete
            if verdict.kind is VerdictKind.LEGAL and verdict.play == self._complete.verdict.play:
                return None
            if verdict.kind is not VerdictKind.LEGAL and not verdict.unchanged:
                return None
        elif verdict.kind is VerdictKind.ILLEGAL and (idle := self._laid_down(position, observation)):
            return idle
        if verdict.unchanged:
            self._unchanged = observation
        # A first look; or the play went on, was changed or was taken back.
        self._complete = seen if verdict.kind is VerdictKind.LEGAL else None
        self.waits = verdict.kind is VerdictKind.UNFINISHED and not verdict.unchanged
        if verdict.kind in (VerdictKind.LEGAL, VerdictKind.UNFINISHED):
            self._doubt = None
            return None
        return self._doubted(seen)

    @property
    def complete(self) -> Found | None:
        """The complete play from which the game has not gone on yet."""
        return self._complete

    def accepted(self, position: Position, found: Found) -> None:
        """The play is in the record; the next picture is the next player's."""
        self._faces = self._faces_after(position, found)
        self.waits = False
        self._complete, self._unchanged, self._doubt = None, None, None
        self._told.clear()

    def _look(self, position: Position, observation: Observation, faces: tuple[str, ...]) -> Found:
        cards = load_variant(position.variant).cards
        verdict, fitting = infer(position, observation, cards, faces if position.copied else ())
        return Found(verdict=verdict, cards=fitting, observation=observation)

    def _has_gone_on(self, position: Position, complete: Found, observation: Observation) -> bool:
        """Whether the picture shows a play of the next player, or a part of one, on top of the complete play."""
        play = complete.verdict.play
        assert play is not None
        after = after_play(position, play)
        verdict = self._look(after, observation, self._faces_after(position, complete)).verdict
        return verdict.kind is VerdictKind.LEGAL or (verdict.kind is VerdictKind.UNFINISHED and not verdict.unchanged)

    def _laid_down(self, position: Position, observation: Observation) -> Found | None:
        """A card laid without effect (DOG-R14, ST-R11), told by the next player's play on the unchanged board."""
        idle = cards_that_change_nothing(position)
        for play in idle.values():
            verdict = self._look(after_play(position, play), observation, self._faces).verdict
            if verdict.kind is VerdictKind.LEGAL and self._unchanged is not None:
                told = Verdict(kind=VerdictKind.LEGAL, play=play, seen=position.placement)
                return Found(verdict=told, cards=tuple(idle), observation=self._unchanged)
        return None

    def _faces_after(self, position: Position, found: Found) -> tuple[str, ...]:
        """The cards that the play may have been: a card that copies could stand for any of them."""
        variant = load_variant(position.variant)
        faces = [card for card in found.cards if not variant.stands_in(card)]
        copied = self._faces if len(faces) < len(found.cards) else ()
        return tuple(dict.fromkeys((*faces, *copied)))

    def _doubted(self, seen: Found) -> Found | None:
        """A fault or a question must stand a while, and after a question nobody is accused."""
        verdict = seen.verdict
        if verdict.kind is VerdictKind.ILLEGAL and None in self._told:
            verdict = replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(Reason(ruling="", code="ask_play"),))
        doubt = verdict.seen if verdict.kind is VerdictKind.ILLEGAL else None
        t_ms = seen.observation.t_ms
        if self._doubt is None or self._doubt[0] != doubt:
            self._doubt = (doubt, t_ms)
        if t_ms - self._doubt[1] < DOUBT_STANDS_MS or doubt in self._told:
            return None
        self._told.add(doubt)
        return replace(seen, verdict=verdict, cards=())
