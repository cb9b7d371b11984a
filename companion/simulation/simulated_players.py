"""The simulated players: they follow the table's view, give commands, and handle cards beside their plays.

A generator yields a command to post, or None to let the camera take a picture.
"""

import random
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from companion.board.files import BoardProfile
from companion.model.places import Place
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.players.level import Level
from companion.referee.sight import shown
from companion.rules.rules import Rules
from companion.session import commands as cmd
from companion.session.commands import Command
from companion.session.state import Phase
from companion.session.turns import when_stuck
from companion.simulation.acts import Act, ActKind, Answer
from companion.simulation.card_players import CardPlayers
from companion.simulation.gestures import Gestures
from companion.simulation.physical_table import PhysicalTable
from companion.views.table_view import PendingView, TableView

#: Frames that players wait for a verdict before they choose the play by hand, and for a command to take effect.
_VERDICT_FRAMES: Final = 70
_RESPONSE_FRAMES: Final = 40
#: Frames after which an unclear verdict counts; a shorter one may resolve itself.
_UNCLEAR_FRAMES: Final = 12
#: Accepted plays between two mistakes, from and to.
PLIES_BETWEEN_MISTAKES: Final = (2, 4)
#: Duties or choices of a player with cards before the next play.
OWED_CARDS: Final = ("replace", "draw", "may_draw", "discard")

Steps = Generator[Command | None, None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySettings:
    """`think`: frames before each declaration; `plies`: plays until they stop; `mistakes`: whether they break rules.

    `level`: their strength.

    `patience` multiplies their waiting when simulated time runs faster than the reader can follow.
    """

    think: int = 6
    plies: int | None = None
    mistakes: bool = True
    patience: int = 1
    level: Level = Level.NORMAL


class SimulatedPlayers:
    """The players at `table`; `on_view` brings the state of the game, `acts` stores their acts.

    `made` counts their mistakes by kind; `done` is true while there is nothing more to play.
    """

    def __init__(
        self,
        profile: BoardProfile,
        table: PhysicalTable,
        players: CardPlayers,
        gestures: Gestures,
        *,
        seed: int,
        settings: PlaySettings,
    ) -> None:
        self.acts: list[Act] = []
        self.players = players
        self._profile = profile
        self._table = table
        self._gestures = gestures
        self._settings = settings
        self._rng = random.Random(seed)
        self._view: TableView | None = None
        self._game = ""
        self.made: Counter[str] = Counter()
        self.done = False
        self._next_mistake = self._rng.randint(*PLIES_BETWEEN_MISTAKES)

    def on_view(self, view: TableView) -> None:
        """Takes the table's newest view.  The pawns of the first game are set up at once."""
        if not self._game and view.game and view.position:
            self._table.set_up(visible(view.rules, view.position))
            self._game = view.game
        self._view = view

    def _place_figure(self, view: TableView, position: Position, figure: str) -> Steps:
        self._hold(view)
        taken = {place for row in position.placement.pawns for place in row}
        fields = sorted(view.rules.variant.wheel_fields(position.sectors) - taken)
        field = self.players.choose_field(position, view.dealer, tuple(Place(field) for field in fields))
        wanted = visible(view.rules, position).with_extra(figure, field)
        yield from self._gestures.arrange(wanted, position.seats[view.dealer])
        yield cmd.PlaceDog(field=field)
        yield from self._wait_until(lambda seen: seen.figure != figure)

    def _free_start(self, view: TableView, position: Position) -> Steps:
        """The player in question brings a pawn onto the start field without a card, or declines (BD-R01, ROY-R30)."""
        self._hold(view)
        seat, rules = view.turn, view.rules
        pawn = self.players.choose_start(position, seat, must=rules.setup.duty == "must")
        rank = rules.ranks[pawn].name if rules.ranks and pawn is not None else None
        yield cmd.FreeStart(seat=seat, rank=rank, use=pawn is not None)
        yield from self._wait_until(lambda seen: seen.phase is not Phase.START or seen.turn != seat)
        now = self._view
        if now and now.position and now.game == view.game:
            yield from self._gestures.arrange(visible(view.rules, now.position), position.seats[seat])

    def _settle_cards(self, view: TableView, position: Position, owed: PendingView) -> Steps:
        """Cards that are drawn, or thrown away because a play costs them."""
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
        yield from self._wait_until(lambda seen: seen.pending != owed)

    def _exchange(self, view: TableView, position: Position) -> Steps:
        self._hold(view)
        for seat in view.seats:
            if not seat.exchanged:
                yield cmd.Exchange(seat=seat.seat)
                yield None
        yield from self._wait_until(lambda seen: seen.phase is not Phase.EXCHANGE)
        if self._view and self._view.phase in (Phase.PLAY, Phase.START):
            self.players.exchange(position)

    def _give_up(self, view: TableView, position: Position) -> Steps:
        """No card can be played: the hand is laid open, and then all of it or one card is lost, as the game demands.

        If the table does not believe it, it is requested to take the player's word.
        """
        seat = position.turn
        hand = tuple(self.players.hands[seat])
        whole = when_stuck(view.rules, position) in ("forfeit", "lay_down") and view.pending is None
        card = None if whole else self.players.choose_card(position, seat)
        asked: list[Command] = (
            [cmd.Forfeit(seat=seat, hand=hand), cmd.Forfeit(seat=seat, hand=None)]
            if whole
            else [cmd.Discard(seat=seat, card=card, hand=hand), cmd.Discard(seat=seat, card=card)]
        )
        accepted = False
        for number, command in enumerate(asked):
            yield command
            accepted = yield from self._wait_until(lambda seen: _gave_up(seen, view, seat))
            if number == 0:
                self._record_act(
                    view,
                    seat=seat,
                    card=card or "",
                    kind=ActKind.FORFEIT,
                    placement=None,
                    answer=Answer.LEGAL if accepted else Answer.ILLEGAL,
                    why=" ".join(hand),
                )
            if accepted:
                break
        if accepted and card is None:
            self.players.forfeit(seat)
        elif accepted and card is not None:
            self.players.throw(seat, card)

    def _choose_play(self, before: TableView, play: Play) -> Generator[Command | None, None, Answer]:
        """The player chooses the play on the tablet."""
        yield cmd.ChoosePlay(result=play.result)
        accepted = yield from self._wait_until(lambda seen: seen.ply > before.ply)
        return Answer.LEGAL if accepted else Answer.SILENT

    def _withdraw(self) -> Steps:
        yield cmd.WithdrawDeclaration()
        yield from self._wait_until(lambda seen: seen.declared is None)

    def _wait_until(self, condition: Callable[[TableView], bool]) -> Generator[None, None, bool]:
        """Waits until `condition` holds of the view; False after the time limit."""
        for _ in range(_RESPONSE_FRAMES * self._settings.patience):
            yield None
            if self._view and condition(self._view):
                return True
        return False

    def _await_verdict(self, before: TableView) -> Generator[None, None, Answer]:
        """Waits for the verdict on the present table; `before` is the view before the pawns were moved."""
        asked, left = 0, _VERDICT_FRAMES * self._settings.patience
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
            if asked > _UNCLEAR_FRAMES:
                return Answer.UNCLEAR
        return Answer.SILENT

    def _record_act(
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
        self.players.hold(tuple(seat.cards for seat in view.seats), view.round, view.dealer)


def _gave_up(seen: TableView, before: TableView, seat: int) -> bool:
    """The lost cards are in the record: the seat is out or holds less, or the round ended with it."""
    if seen.round != before.round or seen.phase != before.phase or seen.seats[seat].out:
        return True
    if seen.turn != before.turn:
        return True
    return seen.seats[seat].cards != before.seats[seat].cards or seen.pending != before.pending


def visible(rules: Rules, position: Position) -> Placement:
    """The part of a position that lies on the table."""
    return shown(rules.variant, position.placement)
