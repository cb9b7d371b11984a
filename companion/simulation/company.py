"""The people at a simulated table: how they look at what it shows, speak to it, and handle cards beside their plays.

A generator yields a command to post, or None to let the camera take a picture.
"""

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from companion.board_files import BoardProfile
from companion.model.places import Place
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.referee.sight import shown
from companion.rules.catalogue import load_variant
from companion.rules.ruleset import ruleset_of
from companion.session import commands as cmd
from companion.session.commands import Command
from companion.session.turns import when_stuck
from companion.simulation.acts import Act, ActKind, Answer
from companion.simulation.gestures import Gestures
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.players import Players
from companion.views.table_view import PendingView, TableView

#: Pictures that players wait for a verdict before they help, and for the table to take notice of a word.
_PATIENCE: Final = 70
_HEARING: Final = 40
#: A question that stands this long is answered; a shorter one may answer itself.
_QUESTION: Final = 12
#: What somebody owes or may do with cards before the next play.
OWED_CARDS: Final = ("replace", "draw", "may_draw", "discard")

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


class Company:
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
        self.players = players
        self._profile = profile
        self._table = table
        self._gestures = gestures
        self._manner = manner
        self._rng = random.Random(seed)
        self._view: TableView | None = None
        self._game = ""

    def on_view(self, view: TableView) -> None:
        """What the table shows now.  The first game that is heard of finds its pawns already on the board."""
        if not self._game and view.game and view.position:
            self._table.set_up(visible(view.position))
            self._game = view.game
        self._view = view

    def _place_figure(self, view: TableView, position: Position, figure: str) -> Steps:
        self._hold(view)
        taken = {place for row in position.placement.pawns for place in row}
        fields = sorted(load_variant(position.variant).wheel_fields(position.sectors) - taken)
        field = self.players.choose_field(position, view.dealer, tuple(Place(field) for field in fields))
        wanted = visible(position).with_extra(figure, field)
        yield from self._gestures.arrange(wanted, position.seats[view.dealer])
        yield cmd.PlaceDog(field=field)
        yield from self._hear(lambda seen: seen.phase != figure)

    def _start_free(self, view: TableView, position: Position) -> Steps:
        """Who is asked brings a pawn onto the start field without a card, or lets it be (BD-R01, ROY-R30)."""
        self._hold(view)
        seat, rules = view.turn, ruleset_of(position)
        pawn = self.players.choose_start(position, seat, must=rules.setup.duty == "must")
        rank = rules.ranks[pawn].name if rules.ranks and pawn is not None else None
        yield cmd.FreeStart(seat=seat, rank=rank, use=pawn is not None)
        yield from self._hear(lambda seen: seen.phase != "start" or seen.turn != seat)
        now = self._view
        if now and now.position and now.game == view.game:
            yield from self._gestures.arrange(visible(now.position), position.seats[seat])

    def _settle_cards(self, view: TableView, position: Position, owed: PendingView) -> Steps:
        """Cards that are drawn, or thrown away because somebody's play costs them."""
        self._hold(view)
        seat = owed.seat
        if owed.kind == "discard":
            card = self.players.choose_card(position, seat)
            yield cmd.Discard(seat=seat, card=card)
            if card is not None:
                self.players.throw(seat, card)
        else:
            takes = owed.kind != "may_draw" or self.players.draws(position, seat)
            yield cmd.DrawCards(seat=seat, count=owed.count if takes else 0)
        yield from self._hear(lambda seen: seen.pending != owed)

    def _exchange(self, view: TableView, position: Position) -> Steps:
        self._hold(view)
        for seat in view.seats:
            if not seat.exchanged:
                yield cmd.Exchange(seat=seat.seat)
                yield None
        yield from self._hear(lambda seen: seen.phase != "exchange")
        if self._view and self._view.phase in ("play", "start"):
            self.players.exchange(position)

    def _give_up(self, view: TableView, position: Position) -> Steps:
        """No card can be played: the hand is laid open, and then all of it or one card is lost, as the game says.

        Where the table would not believe it, it is asked to take the player's word.
        """
        seat = position.turn
        hand = tuple(self.players.hands[seat])
        whole = when_stuck(position) in ("forfeit", "lay_down") and view.pending is None
        card = None if whole else self.players.choose_card(position, seat)
        asked: list[Command] = (
            [cmd.Forfeit(seat=seat, hand=hand), cmd.Forfeit(seat=seat, hand=None)]
            if whole
            else [cmd.Discard(seat=seat, card=card, hand=hand), cmd.Discard(seat=seat, card=card)]
        )
        told = False
        for number, command in enumerate(asked):
            yield command
            told = yield from self._hear(lambda seen: _gave_up(seen, view, seat))
            if number == 0:
                self._note(
                    view,
                    seat=seat,
                    card=card or "",
                    kind=ActKind.FORFEIT,
                    placement=None,
                    answer=Answer.LEGAL if told else Answer.ILLEGAL,
                    why=" ".join(hand),
                )
            if told:
                break
        if told and card is None:
            self.players.forfeit(seat)
        elif told and card is not None:
            self.players.throw(seat, card)

    def _tell(self, before: TableView, play: Play) -> Generator[Command | None, None, Answer]:
        """The play is told by hand."""
        yield cmd.ChoosePlay(result=play.result)
        told = yield from self._hear(lambda seen: seen.ply > before.ply)
        return Answer.LEGAL if told else Answer.SILENT

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
        alike: bool = False,
    ) -> None:
        act = Act(
            ply=view.ply, seat=seat, card=card, kind=kind, placement=placement, why=why, answer=answer, alike=alike
        )
        self.acts.append(act)

    def _hold(self, view: TableView) -> None:
        self.players.hold(tuple(seat.cards for seat in view.seats))


def _gave_up(seen: TableView, before: TableView, seat: int) -> bool:
    """The lost cards are in the record: the seat is out or holds less, or the round ended with it."""
    if seen.round != before.round or seen.phase != before.phase or seen.seats[seat].out:
        return True
    return seen.seats[seat].cards != before.seats[seat].cards or seen.pending != before.pending


def visible(position: Position) -> Placement:
    """What of a position lies on the table."""
    return shown(load_variant(position.variant), position.placement)
