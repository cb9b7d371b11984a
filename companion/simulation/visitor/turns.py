"""The visitor's turns: the table waits, hands carry out the visitor's requests, and the camera judges the result."""

import random
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Final

from companion.board.files import BoardProfile
from companion.model.places import KENNEL, Place, is_track
from companion.model.position import Placement, Position
from companion.referee.sight import shown
from companion.rules.legal import legal_plays, playable
from companion.session import commands as cmd
from companion.simulation.card_players import CardPlayers
from companion.simulation.gestures import Gestures
from companion.simulation.mistakes import Mistake, Situation, find_mistake, is_illegal, moved
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.simulated_players import PlaySettings, SimulatedPlayers, Steps, visible
from companion.simulation.visitor.seat import Gesture, Lay, Request, VisitorSeat
from companion.views.table_view import HealthState, TableView

#: The pictures for which a hand without a playable card is shown, and that a verdict may take.
_SIT_OUT_FRAMES: Final = 25
_VERDICT_FRAMES: Final = 40
#: Pictures of the board at rest before a hand comes, so that nobody is accused of a move whose beginning was not seen.
_REST_FRAMES: Final = 15
#: The weight of a picture while the camera does not see; in the end the hand comes all the same.
_BLIND_SHARE: Final = 0.2
#: Pictures after which the camera has seen that everything is back.
_SETTLE_FRAMES: Final = 8


class VisitorTurns(SimulatedPlayers):
    """`visitor` is the seat; nobody plays it until somebody takes it.

    The simulated players do everything beside the plays, such as dealing and exchanging, for the visitor too.
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
        super().__init__(profile, table, players, gestures, seed=seed, settings=settings)
        self.visitor = VisitorSeat()
        self._erred: Counter[str] = Counter()
        self._slips = random.Random(seed)
        self._rested = 0.0

    def _visitor_turn(self, view: TableView, position: Position) -> Steps:
        """Waits for the visitor until the turn is over in any way, or the seat is left."""
        self._hold(view)
        self.visitor.end_turn()
        self._rested = 0
        if self._table.placement() != visible(view.rules, position):
            yield from self._gestures.arrange(visible(view.rules, position), position.seats[position.turn])
        hand = tuple(self.players.hands[position.turn])
        if not any(playable(view.rules, position, hand)):
            yield from self._sit_out(view, position, hand)
            return
        laid = view.declared
        while self._is_on(view):
            now = self._view or view
            laid = now.declared or laid
            request = None if now.paused else self.visitor.next_request()
            self._show(view, position, busy=request is not None)
            if request is None:
                self._look()
                yield None
                continue
            while self._rested < _REST_FRAMES * self._settings.patience and self._is_on(view):
                self._look()
                yield None
            yield from self._obey(view, position, request)
        self.visitor.end_turn()
        over = self._view
        if over and over.game == view.game and over.ply > view.ply and laid in self.players.hands[position.turn]:
            self.players.spend(position.turn, laid)

    def _look(self) -> None:
        """One more picture of the board at rest; it counts little while the camera does not see."""
        health = self._view.health if self._view else ()
        sees = any(part.part == "camera" and part.state is HealthState.OK for part in health)
        self._rested += 1 if sees else _BLIND_SHARE

    def _is_on(self, view: TableView) -> bool:
        """Whether it is still this turn, and still the visitor's."""
        now = self._view
        if now is None or now.position is None or now.position.turn != self.visitor.shown().seat:
            return False
        turn, began = ((each.game, each.phase, each.round, each.ply, each.position) for each in (now, view))
        return turn == began and now.pending == view.pending

    def _sit_out(self, view: TableView, position: Position, hand: tuple[str, ...]) -> Steps:
        """No card can be played: the visitor sees the hand, then the table takes it as the game demands."""
        self.visitor.show(hand=hand, busy=True, astray=False)
        left = _SIT_OUT_FRAMES
        while left and self._is_on(view):
            left -= 0 if self._view and self._view.paused else 1
            yield None
        self.visitor.end_turn()
        if self._is_on(view):
            if self._view and self._view.declared is not None:
                yield from self._withdraw()
            yield from self._give_up(view, position)

    def _show(self, view: TableView, position: Position, *, busy: bool) -> None:
        astray = self._table.placement() != visible(view.rules, position)
        self.visitor.show(hand=tuple(self.players.hands[position.turn]), busy=busy, astray=astray)

    def _obey(self, view: TableView, position: Position, request: Request) -> Steps:
        """Makes the moves of the request, and waits until the camera has reported its reading."""
        variant = view.rules.variant
        if request is Gesture.ERR:
            yield from self._err(view, position)
        elif isinstance(request, Lay):
            wanted = shown(variant, request.placement)
            seen = wanted != visible(view.rules, position) and (yield from self._move(wanted, position))
            if request.chosen and not seen and self._is_on(view):
                yield cmd.ChoosePlay(result=request.placement)
                yield from self._wait_until(lambda now: now.ply > view.ply)
        else:
            yield from self._put_back(view, position)

    def _put_back(self, view: TableView, position: Position) -> Steps:
        """Everything goes back, the card to the hand, too: then the turn begins anew."""
        yield from self._gestures.arrange(visible(view.rules, position), position.seats[position.turn])
        self._rested = 0
        for _ in range(_SETTLE_FRAMES):
            yield None
        if self._is_on(view) and self._view and self._view.declared is not None:
            yield from self._withdraw()

    def _err(self, view: TableView, position: Position) -> Steps:
        now = self._view or view
        mistake = self._slip(now, position)
        if mistake is None or mistake.placement is None:
            return
        if now.declared not in (None, mistake.card):
            yield from self._withdraw()
        if now.declared != mistake.card:
            yield cmd.DeclarePlay(seat=mistake.seat, card=mistake.card, acting_as=mistake.acting_as)
            yield from self._wait_until(lambda seen: seen.declared == mistake.card)
        yield from self._move(mistake.placement, position)

    def _slip(self, now: TableView, position: Position) -> Mistake | None:
        """A wrong play of the declared card, else of any of the hand; all kinds are equally frequent."""
        rules = now.rules
        offered = {play.result for play in now.plays}
        hand = (now.declared,) if now.declared else tuple(self.players.hands[position.turn])
        plays = [play for card in hand for play in legal_plays(rules, position, card)]
        plays = [play for play in plays if not now.declared or play.result in offered]
        if plays:
            play = self._slips.choice(plays)
            ground = Situation(profile=self._profile, rules=rules, position=position, hand=hand, play=play)
            found = find_mistake(ground, self._erred, self._slips, out_of_turn=False)
            if found:
                self._erred[found[0].kind] += 1
                return found[0]
        for card in hand:
            for placement in _strayed(now, position):
                if is_illegal(rules, position, card, placement):
                    return Mistake(kind="strayed", seat=position.turn, card=card, placement=placement)
        return None

    def _move(self, wanted: Placement, position: Position) -> Generator[None, None, bool]:
        """True once the table has reacted to the moved figures; False if it stays silent."""
        before = self._view
        yield from self._gestures.arrange(wanted, position.seats[position.turn])
        for _ in range(_VERDICT_FRAMES * self._settings.patience):
            yield None
            now = self._view
            if now and before and (now.ply, now.verdict, now.anomaly) != (before.ply, before.verdict, before.anomaly):
                return True
        return False


def _strayed(view: TableView, position: Position) -> Iterator[Placement]:
    """Own pawns one to three fields on, or out of the kennel."""
    seat, placement, rules = position.turn, position.placement, view.rules
    taken = {place for row in placement.pawns for place in row} | {
        placement.extra(name) for name in rules.variant.figures
    }
    count = rules.variant.field_count(position.sectors)
    for origin in dict.fromkeys(placement.pawns[seat]):
        start = rules.starts[seat]
        steps = ((origin + step) % count for step in (1, 2, 3)) if is_track(origin) else (start, start + 1)
        for target in steps if is_track(origin) or origin == KENNEL else ():
            if target not in taken:
                yield moved(rules, placement, seat, origin, Place(target))
