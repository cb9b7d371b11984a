"""The readable engine: the card's uses, then the after-effects, once for each placement they lead to.

A compiled lister is held against it, and it answers wherever there is none.
"""

from collections.abc import Iterator

from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.rules.mechanic import StandIn, Use
from companion.rules.moves.turn import Draft, Stage, Turn, turn_of
from companion.rules.rules import Rules


class Search:
    """The plays in one position by one set of rules; the drafts of each use are kept for other faces of the card."""

    __slots__ = ("_drafts_of", "_rules", "is_over", "turn")

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules = rules
        self.turn = turn_of(rules, position)
        self.is_over = bool(self.turn.board.complete_teams())
        self._drafts_of: dict[Use, tuple[Draft, ...]] = {}

    def plays(self, card: str, acting_as: str | None) -> tuple[Play, ...]:
        """Returns every complete legal play of the card, once per result, in a stable order."""
        if self.is_over:
            return ()
        spares_void = acting_as is None and card in self._rules.declared
        found: dict[object, Play] = {}
        for face, use in _faces(self._rules, self.turn, card, acting_as):
            for draft in self._drafts(use):
                key = (draft.board.pawns, draft.board.extras, draft.draws)
                # a player who lays a card as another one without effect has to name that one (DOG-R14)
                if key not in found and not (spares_void and is_void(draft.steps)):
                    found[key] = _play(card, face, draft)
        return tuple(found.values())

    def some_play(self, card: str) -> Play | None:
        """Returns one of the plays without listing all of them, with an effect if any of them has one."""
        if self.is_over:
            return None
        void = None
        for face, use in _faces(self._rules, self.turn, card, None):
            moved = use.some_outcome(self.turn)
            if moved is None:
                continue
            play = _play(card, face, _settled(self._rules, self.turn, moved)[0])
            if not is_void(moved.steps):
                return play
            void = void or play
        return None if card in self._rules.declared else void

    def stages(self, card: str, acting_as: str | None) -> tuple[Stage, ...]:
        """Returns every proper state between the parts of a play, once per placement and missing part."""
        found: dict[object, Stage] = {}
        for _, use in _faces(self._rules, self.turn, card, acting_as):
            course = use.course(self.turn)
            for stage in (*course.stages, *_before_effects(self._rules, self.turn, course.outcomes)):
                found.setdefault((stage.placement, stage.missing), stage)
        return tuple(found.values())

    def _drafts(self, use: Use) -> tuple[Draft, ...]:
        """Returns the results of the use with its after-effects."""
        drafts = self._drafts_of.get(use)
        if drafts is None:
            moved = use.outcomes(self.turn)
            drafts = self._drafts_of[use] = tuple(
                [draft for each in moved for draft in _settled(self._rules, self.turn, each)]
                if self._rules.effects
                else moved
            )
        return drafts


def _faces(rules: Rules, turn: Turn, card: str, acting_as: str | None) -> Iterator[tuple[str | None, Use]]:
    """Yields the uses of the card with the face they belong to (None: its own)."""
    for use in rules.uses[card]:
        if not isinstance(use, StandIn):
            yield None, use
            continue
        for face in use.faces(turn):
            if acting_as in (None, face):
                yield from ((face, borrowed) for borrowed in rules.uses[face])


def _play(card: str, face: str | None, draft: Draft) -> Play:
    return Play(card=card, steps=draft.steps, result=draft.board.placement, acting_as=face, draws=draft.draws)


def _settled(rules: Rules, turn: Turn, draft: Draft) -> tuple[Draft, ...]:
    """Returns the draft with every pending after-effect carried out; a finished game drops them (CORE-R19)."""
    drafts: tuple[Draft, ...] = (draft,)
    for effect in rules.effects:
        if effect.pending(turn, draft) and not draft.board.complete_teams():
            drafts = tuple(after for before in drafts for after in effect.outcomes(turn, before))
    return drafts


def _before_effects(rules: Rules, turn: Turn, drafts: tuple[Draft, ...]) -> Iterator[Stage]:
    for draft in drafts:
        for effect in rules.effects:
            if effect.pending(turn, draft) and not draft.board.complete_teams():
                yield Stage(draft.board.placement, effect.missing, draft.steps)
