"""A play in words: a short sentence for each step, and the places of its pawns after all of it.

Law: a place is named only as the end of the play; a pawn that goes on, is carried by the disc or goes home has none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.model.places import KENNEL, Place
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Position
from companion.referee.wheel_turn import carried
from companion.rules.mechanics.magnet import Magnet
from companion.rules.rules import Rules
from companion.views.wording.messages import Messages
from companion.views.wording.phrases import filled, named, place_words, rank_at

#: Of a step that walks: its sentence with the pawn's place after it, and without.
_WALKS: Final = {"advance": "walk", "retreat": "walk_back", "jump": "leap"}


@dataclass(slots=True)
class _Walker:
    """A pawn that a play moves: its newest step, where it is after it, and whether the disc carried it on."""

    seat: int
    place: Place
    step: int
    rank: str | None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Telling:
    """Words for a play of `card` (as `acting_as`) from a position, in one language.

    `choice`: it is one of several that people choose from.  Then all places count from the last start field behind
    them, and a captured pawn of the player is "your own".
    """

    rules: Rules
    words: Messages
    position: Position
    colours: Sequence[str]
    card: str
    acting_as: str | None
    choice: bool = False

    def play(self, play: Play) -> str:
        """Returns a play that was made, in words."""
        if not play.steps:
            return self._said("nothing")
        sentences = list(self._told(play.steps))
        if play.draws:
            sentences.append(self.words["steps"]["draw"])
        return " ".join(sentences)

    def hint(self, steps: tuple[Step, ...], known: tuple[int | None, int | None] | None) -> str:
        """Returns a possible play; each pawn is named with its place too, but for the `known` one outside a swap."""
        return " ".join(self._told(steps, hinted=True, known=known))

    def _told(
        self, steps: tuple[Step, ...], *, hinted: bool = False, known: tuple[int | None, int | None] | None = None
    ) -> Iterator[str]:
        walkers = self._walkers(steps)
        ends = {walker.step: walker for walker in walkers if walker.place != KENNEL and not walker.carried}
        for index, step in enumerate(steps):
            named_so_far = step.kind is not StepKind.SWAP and (step.seat, step.origin) == known
            where = hinted and step.kind is not StepKind.START and not named_so_far
            yield self._step(step, where=where, ends=index in ends)
            if step.wasted:
                yield self._said("waste", count=step.wasted)
            for capture in step.captures:
                rank = rank_at(self.rules, self.position, capture.seat, capture.place)
                yield self._said(self._fate(capture), **self._named("pawn", capture.seat, rank))
            if step.kind is StepKind.SWAP and not hinted:
                yield from (self._stands(walker) for walker in walkers if walker.step == index)
            elif index in ends and self._is_pull(step):
                yield self._stands(ends[index])
            if step.kind is StepKind.WHEEL:
                yield from (self._stands(walker) for walker in walkers if walker.carried)

    def _step(self, step: Step, *, where: bool, ends: bool) -> str:
        """Returns the sentence of a step; `where` adds the pawn's former place, `ends` its new one."""
        key = _key(step)
        values: dict[str, str | int] = {
            "count": abs(step.value) - step.wasted,
            "at_target": self._place(step.target, step.seat),
        }
        if step.seat is not None:
            values |= self._named("pawn", step.seat, self._rank(step))
            if where:
                values["pawn"] = f"{values['pawn']} ({self._place(step.origin, step.seat)})"
        if step.other_seat is not None:
            rank = rank_at(self.rules, self.position, step.other_seat, step.target)
            values |= self._named("other", step.other_seat, rank)
            if where:
                values["other"] = f"{values['other']} ({self._place(step.target, step.other_seat)})"
        if self._is_pull(step):
            key, ahead = self._pulled(step)
            values |= ahead
        elif key in _WALKS and not ends:
            key = _WALKS[key]
        return self._said(key, **values)

    def _walkers(self, steps: tuple[Step, ...]) -> list[_Walker]:
        """Returns every pawn that the steps move, as it is after the last of them."""
        walkers: list[_Walker] = []
        figures = {value for name, value in self.position.placement.extras if name in self.rules.variant.figures}
        for index, step in enumerate(steps):
            for capture in step.captures:
                for walker in walkers:
                    if (walker.seat, walker.place) == (capture.seat, capture.place):
                        walker.place = capture.to
            if step.kind is StepKind.WHEEL:
                self._turn(walkers, step.value)
            if step.seat is None:
                continue
            bitten = step.kind is StepKind.ADVANCE and step.target in figures
            self._walk(walkers, step.seat, step.origin, KENNEL if bitten else step.target, index, self._rank(step))
            if step.kind is StepKind.SWAP and step.other_seat is not None:
                rank = rank_at(self.rules, self.position, step.other_seat, step.target)
                walkers.append(_Walker(step.other_seat, step.origin, index, rank))
        return walkers

    def _walk(
        self, walkers: list[_Walker], seat: int, origin: Place, target: Place, index: int, rank: str | None
    ) -> None:
        for walker in walkers:
            if (walker.seat, walker.place) == (seat, origin) != (seat, KENNEL):
                walker.place, walker.step = target, index
                return
        walkers.append(_Walker(seat, target, index, rank))

    def _turn(self, walkers: list[_Walker], turns: int) -> None:
        for walker in walkers:
            place = carried(self.rules.variant, self.position.sectors, walker.place, turns)
            walker.carried, walker.place = walker.carried or place != walker.place, place

    def _is_pull(self, step: Step) -> bool:
        """Returns whether the step is a magnet's, on which no number of fields is printed."""
        uses = self.rules.uses.get(self.acting_as or self.card, ())
        return step.kind is StepKind.ADVANCE and bool(uses) and all(isinstance(use, Magnet) for use in uses)

    def _pulled(self, step: Step) -> tuple[str, dict[str, str | int]]:
        """Returns the sentence of a pull and the piece right ahead, on the board before it."""
        ahead = Place((step.target + 1) % self.rules.field_count)
        for seat, row in enumerate(self.position.placement.pawns):
            if ahead in row:
                rank = rank_at(self.rules, self.position, seat, ahead)
                word = "another" if seat == step.seat and rank is None else "pawn"
                return "pull", self._named("other", seat, rank, word=word)
        return "pull_dog", {}

    def _fate(self, capture: Capture) -> str:
        """Returns the message about the end of a captured pawn."""
        if capture.to != KENNEL:
            return "goes_to_entrance"
        return "capture_own" if self.choice and capture.seat == self.position.turn else "capture"

    def _stands(self, walker: _Walker) -> str:
        place = self._place(walker.place, walker.seat)
        return self._said("stands", at_target=place, **self._named("pawn", walker.seat, walker.rank))

    def _place(self, place: Place, owner: int | None) -> str:
        return place_words(self.rules, self.words, place, self.position, self.colours, owner, ahead=self.choice)

    def _named(self, blank: str, seat: int, rank: str | None, *, word: str = "pawn") -> dict[str, str | int]:
        return named(blank, self.words, self.colours, seat, rank, word=word)

    def _rank(self, step: Step) -> str | None:
        ranks = self.rules.variant.ranks
        if ranks and step.rank is not None:
            return ranks[step.rank].name
        return None if step.seat is None else rank_at(self.rules, self.position, step.seat, step.origin)

    def _said(self, key: str, **values: str | int) -> str:
        return filled(self.words, self.words["steps"][key], values)


def _key(step: Step) -> str:
    if step.kind is StepKind.WHEEL:
        return "wheel_forward" if step.value > 0 else "wheel_back"
    if step.kind is StepKind.ADVANCE and step.value < 0:
        return "retreat"
    return step.kind.value
