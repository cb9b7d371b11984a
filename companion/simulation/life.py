"""The life at a simulated table: its players deal, play, err, listen to the referee and put things right.

One generator that yields a command to post, or None to let the camera take a picture.  It reacts to what the table
shows, so it goes on after a restart, an undo or a correction by hand.
"""

import random
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from companion.board_files import BoardProfile
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.rules.catalogue import load_variant
from companion.rules.legal import stages
from companion.session import commands as cmd
from companion.session.commands import Command
from companion.simulation.acts import Act, ActKind, Answer
from companion.simulation.gestures import Gestures
from companion.simulation.mistakes import Mistake, Situation, find_mistake
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.players import Players
from companion.views.table_view import TableView

#: Pictures that players wait for a verdict before they help, and for the table to take notice of a word.
_PATIENCE: Final = 70
_HEARING: Final = 40
#: A question that stands this long is answered; a shorter one may answer itself.
_QUESTION: Final = 12
_SETTLED: Final = 8
#: Accepted plays between two mistakes, from and to.
_MISTAKE_EVERY: Final = (2, 4)
_PAUSE_SHARE: Final = 0.4

Steps = Generator[Command | None, None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How the players play: `think` pictures before each declaration, `plies` until they stop, whether they err.

    `patience` multiplies their waiting where simulated time runs faster than the eyes can follow.
    """

    think: int = 6
    plies: int | None = None
    mistakes: bool = True
    patience: int = 1


class TableLife:
    """The players at `table`; they hear of the record through `on_view`, and `acts` keeps what they did."""

    def __init__(
        self,
        profile: BoardProfile,
        table: PhysicalTable,
        players: Players,
        gestures: Gestures,
        *,
        seed: int,
        manner: Manner,
    ) -> None:
        self.acts: list[Act] = []
        self.made: Counter[str] = Counter()
        self.done = False
        self.players = players
        self._profile = profile
        self._table = table
        self._gestures = gestures
        self._manner = manner
        self._rng = random.Random(seed)
        self._next_mistake = self._rng.randint(*_MISTAKE_EVERY)
        self._view: TableView | None = None
        self._game = ""

    def on_view(self, view: TableView) -> None:
        """What the table shows now.  The first game that is heard of finds its pawns already on the board."""
        if not self._game and view.game and view.position:
            self._table.set_up(view.position.placement)
            self._game = view.game
        self._view = view

    def live(self) -> Steps:
        """Goes on for ever; `done` is true while there is nothing more to play."""
        while True:
            view = self._view
            if view is None or view.position is None or view.paused or not view.game:
                yield None
            elif view.game != self._game:
                yield from self._clear_up(view, view.position)
            else:
                self.done = self._is_over(view)
                yield from ((None,) if self.done else self._next(view, view.position))

    def _is_over(self, view: TableView) -> bool:
        return view.phase == "over" or (self._manner.plies is not None and view.ply >= self._manner.plies)

    def _next(self, view: TableView, position: Position) -> Steps:
        if view.phase == "deal":
            yield cmd.Deal()
            yield from self._hear(lambda seen: seen.phase != "deal")
        elif view.phase == "dog":
            yield from self._place_dog(view, position)
        elif view.phase == "exchange":
            yield from self._exchange(view, position)
        else:
            yield from self._turn(view, position)

    def _clear_up(self, view: TableView, position: Position) -> Steps:
        """Another game is on: everything is laid anew."""
        for _ in range(4):
            self._table.reach((self._profile.size_mm[0] / 2, self._profile.size_mm[1] / 2), 2, 0)
            yield None
        self._table.set_up(position.placement)
        self.players = Players(position.variant, len(position.seats), self._rng.randrange(1 << 30))
        self._game = view.game
        self._next_mistake = view.ply + self._rng.randint(*_MISTAKE_EVERY)
        yield None

    def _place_dog(self, view: TableView, position: Position) -> Steps:
        taken = {place for row in position.placement.pawns for place in row}
        fields = sorted(load_variant(position.variant).wheel_fields(position.sectors) - taken)
        wanted = position.placement.with_extra("dog", self._rng.choice(fields))
        yield from self._gestures.arrange(wanted, position.seats[view.dealer])
        yield cmd.PlaceDog(field=wanted.extra("dog") or 0)
        yield from self._hear(lambda seen: seen.phase != "dog")

    def _exchange(self, view: TableView, position: Position) -> Steps:
        self._hold(view)
        for seat in view.seats:
            if not seat.exchanged:
                yield cmd.Exchange(seat=seat.seat)
                yield None
        yield from self._hear(lambda seen: seen.phase != "exchange")
        if self._view and self._view.phase == "play":
            self.players.exchange(position)

    def _turn(self, view: TableView, position: Position) -> Steps:
        """One turn of one player, from the choice of a card to the accepted play."""
        self._hold(view)
        if view.declared is not None:
            yield from self._withdraw()
        if self._table.placement() != position.placement:
            yield from self._gestures.arrange(position.placement, position.seats[position.turn])
        for _ in range(self._manner.think):
            yield None
        play = self.players.choose(position)
        if play is None:
            yield from self._forfeit(view, position)
            return
        found = self._mistake(view, position, play)
        if found:
            play = found[1]
            on = yield from self._err(view, position, found[0], play)
            if not on:
                return
        yield from self._play(view, position, play)

    def _mistake(self, view: TableView, position: Position, play: Play) -> tuple[Mistake, Play] | None:
        if not self._manner.mistakes or view.ply < self._next_mistake:
            return None
        hand = tuple(self.players.hands[position.turn])
        ground = Situation(profile=self._profile, position=position, hand=hand, play=play)
        found = find_mistake(ground, self.made, self._rng)
        if found:
            self.made[found[0].kind] += 1
            self._next_mistake = view.ply + self._rng.randint(*_MISTAKE_EVERY)
        return found

    def _err(
        self, view: TableView, position: Position, mistake: Mistake, play: Play
    ) -> Generator[Command | None, None, bool]:
        """Makes the mistake and waits to be told; back to how it was, unless the play itself puts it right.

        False when the table took it for a play or people meddled: the turn begins anew.
        """
        yield cmd.DeclarePlay(seat=mistake.seat, card=mistake.card)
        if mistake.placement is not None:
            yield from self._hear(lambda seen: seen.declared == mistake.card)
            yield from self._gestures.arrange(mistake.placement, position.seats[position.turn])
        answer = yield from self._verdict(view)
        self._note(
            view,
            seat=mistake.seat,
            card=mistake.card,
            kind=ActKind.ILLEGAL,
            placement=mistake.placement,
            answer=answer,
            why=mistake.kind,
        )
        if answer in (Answer.LEGAL, Answer.INTERRUPTED):
            return False
        if mistake.placement is None:
            return True
        if mistake.card == play.card and self._rng.random() < 0.5:
            return True
        yield from self._gestures.arrange(position.placement, position.seats[position.turn])
        for _ in range(_SETTLED):
            yield None
        if mistake.card != play.card:
            yield from self._withdraw()
        return True

    def _play(self, view: TableView, position: Position, play: Play) -> Steps:
        sector = position.seats[position.turn]
        now = self._view
        if now is None or now.declared != play.card:
            yield cmd.DeclarePlay(seat=position.turn, card=play.card)
            yield from self._hear(lambda seen: seen.declared == play.card)
        start = self._view or view
        known = {stage.placement for stage in stages(position, play.card)}
        may_pause = self._rng.random() < _PAUSE_SHARE
        fresh = self._table.placement() == position.placement
        yield from self._gestures.arrange(play.result, sector, lambda lying: may_pause and fresh and lying in known)
        answer = yield from self._verdict(start)
        if answer is Answer.SILENT:
            yield from self._gestures.touch(position.turn, self._table.placement().pawns[position.turn][0], sector)
            again = yield from self._verdict(start)
            answer = again if again is Answer.LEGAL else answer
        if answer is Answer.LEGAL and self._view and self._view.position:
            answer = Answer.LEGAL if self._view.position.placement == play.result else Answer.OTHER
        self._note(view, seat=position.turn, card=play.card, kind=ActKind.LEGAL, placement=play.result, answer=answer)
        if answer in (Answer.ILLEGAL, Answer.UNCLEAR, Answer.SILENT):
            yield cmd.ChoosePlay(result=play.result)
            yield from self._hear(lambda seen: seen.ply > view.ply)
        if self._view and self._view.ply > view.ply:
            self.players.spend(position.turn, play.card)

    def _forfeit(self, view: TableView, position: Position) -> Steps:
        """Lays the hand open; where the table would not believe it, it is asked to take the player's word."""
        seat = position.turn
        hand = tuple(self.players.hands[seat])
        yield cmd.Forfeit(seat=seat, hand=hand)
        told = yield from self._hear(lambda seen: _gave_up(seen, view, seat))
        answer = Answer.LEGAL if told else Answer.ILLEGAL
        self._note(view, seat=seat, card="", kind=ActKind.FORFEIT, placement=None, answer=answer, why=" ".join(hand))
        if not told:
            yield cmd.Forfeit(seat=seat, hand=None)
            told = yield from self._hear(lambda seen: _gave_up(seen, view, seat))
        if told:
            self.players.forfeit(seat)

    def _withdraw(self) -> Steps:
        yield cmd.WithdrawDeclaration()
        yield from self._hear(lambda seen: seen.declared is None)

    def _hear(self, told: Callable[[TableView], bool]) -> Generator[None, None, bool]:
        """Waits until the table shows that it has taken notice; False when it does not in good time."""
        for _ in range(_HEARING * self._manner.patience):
            yield None
            if self._view and told(self._view):
                return True
        return False

    def _verdict(self, before: TableView) -> Generator[None, None, Answer]:
        """The referee's word on what lies there now; `before` is what the table showed before it was laid."""
        asked, left = 0, _PATIENCE * self._manner.patience
        while left:
            yield None
            view = self._view
            if view is None or view.paused:
                continue
            left -= 1
            if view.game != before.game or view.ply < before.ply:
                return Answer.INTERRUPTED
            if view.ply > before.ply:
                return Answer.LEGAL
            kind = view.verdict.kind if view.verdict else None
            if view.verdict and kind is VerdictKind.ILLEGAL and view.verdict.seq > before.seq:
                return Answer.ILLEGAL
            asked = asked + 1 if kind is VerdictKind.UNCLEAR else 0
            if asked > _QUESTION:
                return Answer.UNCLEAR
        return Answer.SILENT

    def _note(
        self,
        view: TableView,
        *,
        seat: int,
        card: str,
        kind: ActKind,
        placement: Placement | None,
        answer: Answer,
        why: str = "",
    ) -> None:
        act = Act(ply=view.ply, seat=seat, card=card, kind=kind, placement=placement, why=why, answer=answer)
        self.acts.append(act)

    def _hold(self, view: TableView) -> None:
        self.players.hold(tuple(seat.cards for seat in view.seats))


def _gave_up(seen: TableView, before: TableView, seat: int) -> bool:
    """The forfeit is in the record: the seat is out, or the round ended with it."""
    return seen.round != before.round or seen.phase != before.phase or seen.seats[seat].out
