"""Drives the pure session in tests: carries commands through decide and evolve and keeps the events."""

import pytest

from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Seen
from companion.model.places import KENNEL, Place
from companion.model.position import Placement, Position, Switch
from companion.rules.catalogue import Catalogue
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session.decide import Decision, Senses, decide
from companion.session.events import Event
from companion.session.evolve import evolve
from companion.session.state import NoGame, Phase
from companion.session.turns import next_to_start

NAMES = ("Anna", "Ben", "Carla", "David", "Eva", "Finn")
COLOURS = ("red", "yellow", "green", "blue", "black", "white")
HOME: list[int] = [KENNEL] * 4


def position(
    pawns: list[list[int]], dog: int = 10, turn: int = 0, wheel: int = 0, copied: str | None = None
) -> Position:
    return table(
        "black_dog", pawns, teams=(0, 1, 0, 1), turn=turn, copied=copied, extras=(("dog", dog), ("wheel", wheel))
    )


def table(
    variant: str,
    pawns: list[list[int]],
    *,
    teams: tuple[int, ...] | None = None,
    turn: int = 0,
    copied: str | None = None,
    extras: tuple[tuple[str, int], ...] = (),
    options: tuple[tuple[str, Switch], ...] = (),
) -> Position:
    """A position of any game in which sectors 0, 1, ... are in play."""
    rules, seats = SHIPPED.variant(variant), tuple(range(len(pawns)))
    rows = [[Place(place) for place in row] for row in pawns]
    return Position(
        variant=variant,
        sectors=rules.usual_sectors(len(seats)),
        seats=seats,
        teams=rules.default_teams(len(seats)) if teams is None else teams,
        turn=turn,
        copied=copied,
        placement=Placement(tuple(tuple(row if rules.ranks else sorted(row)) for row in rows), extras),
        options=options,
    )


def refusal(session: "Session", command: cmd.Command) -> str:
    """The code with which the command is refused; fails when it is not."""
    with pytest.raises(cmd.Refused) as refused:
        session.do(command)
    return refused.value.code


class Session:
    """A game in memory.  `do` returns the decision, so that a test can check its events and verdict."""

    def __init__(self) -> None:
        self.state = NoGame()
        self.senses = Senses()
        self.events: list[Event] = []

    def do(self, command: cmd.Command) -> Decision:
        decision = decide(self.state, self.senses, command)
        self.senses = decision.senses
        for event in decision.events:
            self.state = evolve(self.state, event)
            self.events.append(event)
        return decision

    def start(
        self,
        position: Position | None = None,
        first: int = 0,
        *,
        variant: str = "black_dog",
        catalogue: Catalogue = SHIPPED,
        seats: int = 4,
        teams: tuple[int, ...] | None = None,
        **options: Switch,
    ) -> "Session":
        """Begins a game; `options` are switches by name with the dot written as two underscores."""
        game = catalogue.variant(position.variant if position else variant)
        switches = tuple(sorted((name.replace("__", "."), value) for name, value in options.items()))
        self.do(
            cmd.StartGame(
                game="test",
                variant=game,
                names=NAMES[:seats],
                colours=COLOURS[:seats],
                board=variant,
                sectors=game.usual_sectors(seats),
                seats=tuple(range(seats)),
                options=switches,
                first=first,
                teams=teams,
                position=position,
            )
        )
        return self

    def ready(self, first: int = 0, dog: int = 10, **options: Switch) -> "Session":
        """Black DOG for four, set up, dealt, dog placed, cards exchanged: the first player may play."""
        self.start(first=first, **options)
        self.do(cmd.Deal())
        self.do(cmd.PlaceDog(field=dog))
        return self.exchange()

    def dealt(self, *hands: tuple[str, ...], exchanged: bool = True) -> "Session":
        """Deals, with known hands if there are any; without `exchanged` nobody has pushed a card over yet."""
        self.do(cmd.Deal(hands=hands or None))
        return self.exchange() if exchanged else self

    def exchange(self) -> "Session":
        """Everybody pushes a card over: with known hands the first of the hand."""
        for seat, done in enumerate(self.state.exchanged):
            if not done:
                self.do(cmd.Exchange(seat=seat, card=self.state.hands[seat][0] if self.state.hands else None))
        return self

    def to_play(self) -> "Session":
        """Deals and does everything that comes before the first play of the round, in the simplest way."""
        while self.state.phase is not Phase.PLAY:
            if self.state.phase is Phase.DEAL:
                self.do(cmd.Deal())
            elif self.state.phase is Phase.FIGURE:
                self.do(cmd.PlaceDog(field=10))
            elif self.state.phase is Phase.EXCHANGE:
                self.exchange()
            else:
                seat = next_to_start(self.state)
                assert seat is not None
                names = self.state.rules.variant.rank_names
                self.do(cmd.FreeStart(seat=seat, rank=names[0] if names else None))
        return self

    @property
    def position(self) -> Position:
        assert self.state.position is not None
        return self.state.position

    def stand(self, *pawns: list[int], turn: int | None = None, **extras: int) -> "Session":
        """Corrects the board to these rows of pawns; extra values stay unless given."""
        rows = tuple(tuple(sorted(Place(place) for place in row)) for row in pawns)
        placement = self.position.placement.with_pawns(rows)
        for name, value in extras.items():
            placement = placement.with_extra(name, value)
        self.do(cmd.Correct(placement=placement, next_turn=turn))
        return self

    def play(self, card: str, number: int = 0, acting_as: str | None = None) -> Decision:
        """Declares the card for the player to move and shows the result of its play `number`."""
        result = legal_plays(self.state.rules, self.position, card, acting_as)[number].result
        self.do(cmd.DeclarePlay(seat=self.position.turn, card=card, acting_as=acting_as))
        return self.show(result)

    def show(self, placement: Placement, t_ms: int = 1) -> Decision:
        return self.do(cmd.ReportObservation(observation=Seen(t_ms=t_ms, placement=placement)))
