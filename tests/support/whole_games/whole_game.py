"""A whole game, from the first deal to the winners, played through `session.decide` and `session.evolve`.

The players decide, the pack deals, the session decides on the due and the legal acts: there is no second course of a
game beside the real one.  Hands are known to the session here, so it checks every card that is played.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from phase_facts import pushed_over

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place
from companion.model.position import Position, Switch
from companion.players.player import Knowledge, Player, RandomSource, declared_face
from companion.rules.deal import deal_cards
from companion.rules.setup import spread_seats
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.decide import NO_SENSES, decide
from companion.session.evolve import evolve
from companion.session.state import BoardGame, NoGame, Owed, OwedKind, Phase
from companion.session.turns import missing_cards, next_to_start
from whole_games.pack import Pack

#: Seat colours in the order of the seats, as a record wants them.
COLOURS: Final = ("red", "yellow", "green", "blue", "black", "white")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Which game, who sits where and by which switches; `first` begins.  None: as usual in the game."""

    variant: str
    seats: tuple[int, ...]
    sectors: int | None = None
    options: tuple[tuple[str, Switch], ...] = ()
    teams: tuple[int, ...] | None = None
    first: int = 0


def usual_table(variant: str) -> Table:
    """As most people play it: the usual number of players, spread round the board."""
    count = SHIPPED.variant(variant).usual_seats
    sectors = SHIPPED.variant(variant).usual_sectors(count)
    return Table(variant=variant, seats=spread_seats(count, sectors), sectors=sectors)


class WholeGame:
    """One game as it goes on: `state` and `events` are the session's, `pack` holds the cards that nobody holds."""

    def __init__(self, table: Table, players: Sequence[Player], rng: RandomSource) -> None:
        self._variant = SHIPPED.variant(table.variant)
        self._players = players
        self.pack = Pack(self._variant, rng)
        self.state = NoGame()
        self.events: list[ev.Event] = []
        count = len(table.seats)
        self._do(
            cmd.StartGame(
                game="",
                variant=self._variant,
                names=tuple(f"player {seat + 1}" for seat in range(count)),
                colours=COLOURS[:count],
                board="",
                sectors=table.sectors or self._variant.usual_sectors(count),
                seats=table.seats,
                options=table.options,
                first=table.first,
                teams=table.teams,
            )
        )

    @property
    def position(self) -> Position:
        """The present position."""
        assert self.state.position is not None
        return self.state.position

    @property
    def is_over(self) -> bool:
        return self.state.phase is Phase.OVER

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards by seat."""
        return self.state.hands or ((),) * len(self.position.seats)

    @property
    def cards(self) -> Counter[str]:
        """All cards, wherever they are: in hands, pushed over, on the piles."""
        given = (card for card in pushed_over(self.state) if card is not None)
        held = (card for hand in self.hands for card in hand)
        return self.pack.cards + Counter([*given, *held])

    def advance(self) -> tuple[ev.Event, ...]:
        """Does what is due next, and gives what happened."""
        return _DUE[self.state.phase](self)

    def knowledge(self, seat: int) -> Knowledge:
        """Returns the present knowledge of the player on the seat."""
        return Knowledge(
            rules=self.state.rules,
            position=self.position,
            seat=seat,
            hand=self.hands[seat],
            laid=tuple(self.pack.laid),
            counts=self.state.cards,
            round=self.state.round,
            dealer=self.state.dealer,
        )

    def _do(self, *commands: cmd.Command) -> tuple[ev.Event, ...]:
        happened: list[ev.Event] = []
        for command in commands:
            for event in decide(self.state, NO_SENSES, command).events:
                self.state = evolve(self.state, event)
                happened.append(event)
        self.events += happened
        return (*happened, *self._drawn_after_play())

    def _drawn_after_play(self) -> tuple[ev.Event, ...]:
        """Names the card that a player has drawn without a word (PJ-R08)."""
        if not isinstance(self.state, BoardGame) or not self.state.rules.deal.draws_after_play:
            return ()
        for seat in range(len(self.state.names)):
            if missing_cards(self.state, seat):
                card = self.pack.draw(top_stays=self._variant.remembers_last_card)
                return self._do(cmd.EnterCards(seat=seat, cards=(card,)))
        return ()

    def _deal(self) -> tuple[ev.Event, ...]:
        state, position = self.state, self.position
        seats, number = len(position.seats), state.round + 1
        rules = state.rules.deal
        dealt = deal_cards(rules, number, seats, state.deck or 0, state.discard)
        together = rules.gathers_all_cards or rules.reshuffle == "all_together"
        return self._do(cmd.Deal(hands=self.pack.deal(dealt, seats, together=together)))

    def _place_figure(self) -> tuple[ev.Event, ...]:
        position = self.position
        taken = {place for row in position.placement.pawns for place in row}
        fields = tuple(Place(field) for field in sorted(self._variant.wheel_fields(position.sectors) - taken))
        dealer = self.state.dealer
        return self._do(cmd.PlaceDog(field=self._players[dealer].figure_field(self.knowledge(dealer), fields)))

    def _exchange(self) -> tuple[ev.Event, ...]:
        seat = self.state.exchanged.index(False)
        return self._do(cmd.Exchange(seat=seat, card=self._players[seat].gift(self.knowledge(seat))))

    def _free_start(self) -> tuple[ev.Event, ...]:
        seat = next_to_start(self.state)
        assert seat is not None
        row, names = self.position.placement.pawns[seat], self._variant.rank_names
        waiting = tuple(pawn for pawn, place in enumerate(row) if place == KENNEL)
        must = self.state.rules.setup.duty == "must"
        pawn = self._players[seat].free_start(self.knowledge(seat), waiting if names else waiting[:1], must=must)
        rank = names[pawn] if names and pawn is not None else None
        return self._do(cmd.FreeStart(seat=seat, rank=rank, use=pawn is not None))

    def _turn(self) -> tuple[ev.Event, ...]:
        owed = self.state.owed
        if owed is not None and owed.kind is not OwedKind.PLAY_OR_DISCARD:
            return self._discard(owed.seat) if owed.kind is OwedKind.DISCARD else self._draw(owed)
        seat = self.position.turn
        play = self._players[seat].play(self.knowledge(seat))
        if play is None:
            return self._discard(seat) if owed is not None else self._give_up(seat)
        face = declared_face(play, self._variant)
        self.pack.lay((play.card,))
        return self._do(cmd.DeclarePlay(seat=seat, card=play.card, acting_as=face), cmd.ChoosePlay(result=play.result))

    def _give_up(self, seat: int) -> tuple[ev.Event, ...]:
        """No card can be played: the hand goes, or one card if the game requires it."""
        hand = self.hands[seat]
        try:
            happened = self._do(cmd.Forfeit(seat=seat, hand=hand))
        except Refused:
            return self._discard(seat)
        self.pack.lay(hand, under=True)
        return happened

    def _discard(self, seat: int) -> tuple[ev.Event, ...]:
        card = self._players[seat].discard(self.knowledge(seat))
        self.pack.lay((card,), under=self._variant.remembers_last_card)
        return self._do(cmd.Discard(seat=seat, card=card))

    def _draw(self, owed: Owed) -> tuple[ev.Event, ...]:
        may = owed.kind is OwedKind.MAY_DRAW
        count = 0 if may and not self._players[owed.seat].draws(self.knowledge(owed.seat)) else owed.count
        cards = tuple(self.pack.draw(top_stays=self._variant.remembers_last_card) for _ in range(count))
        return self._do(cmd.DrawCards(seat=owed.seat, count=count, cards=cards))


_DUE: Final[dict[Phase, Callable[[WholeGame], tuple[ev.Event, ...]]]] = {
    Phase.DEAL: WholeGame._deal,
    Phase.FIGURE: WholeGame._place_figure,
    Phase.EXCHANGE: WholeGame._exchange,
    Phase.START: WholeGame._free_start,
    Phase.PLAY: WholeGame._turn,
}
