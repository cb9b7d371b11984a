"""Drives the pure session in tests: carries commands through decide and evolve and keeps the events."""

from companion.model.observation import Seen
from companion.model.places import KENNEL, Place
from companion.model.position import Placement, Position
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session.decide import Decision, decide
from companion.session.events import Event
from companion.session.evolve import evolve
from companion.session.state import Senses, State

NAMES = ("Anna", "Ben", "Carla", "David")
COLOURS = ("red", "yellow", "green", "blue")
HOME: list[int] = [KENNEL] * 4


def position(
    pawns: list[list[int]], dog: int = 10, turn: int = 0, wheel: int = 0, copied: str | None = None
) -> Position:
    rows = tuple(tuple(sorted(Place(place) for place in row)) for row in pawns)
    return Position(
        variant="black_dog",
        sectors=4,
        seats=(0, 1, 2, 3),
        teams=(0, 1, 0, 1),
        turn=turn,
        copied=copied,
        placement=Placement(rows, (("dog", dog), ("wheel", wheel))),
    )


class Session:
    """A game in memory.  `do` returns the decision, so that a test can look at its events and verdict."""

    def __init__(self) -> None:
        self.state = State()
        self.senses = Senses()
        self.events: list[Event] = []

    def do(self, command: cmd.Command) -> Decision:
        decision = decide(self.state, self.senses, command)
        self.senses = decision.senses
        for event in decision.events:
            self.state = evolve(self.state, event)
            self.events.append(event)
        return decision

    def start(self, position: Position | None = None, first: int = 0) -> "Session":
        self.do(
            cmd.StartGame(
                game="test",
                variant="black_dog",
                names=NAMES,
                colours=COLOURS,
                board="black_dog",
                sectors=4,
                seats=(0, 1, 2, 3),
                first=first,
                position=position,
            )
        )
        return self

    def ready(self, first: int = 0, dog: int = 10) -> "Session":
        """Set up, dealt, dog placed, cards exchanged: the first player may play."""
        self.start(first=first)
        self.do(cmd.Deal())
        self.do(cmd.PlaceDog(field=dog))
        return self.exchange()

    def exchange(self) -> "Session":
        for seat in range(4):
            self.do(cmd.Exchange(seat=seat))
        return self

    @property
    def position(self) -> Position:
        assert self.state.position is not None
        return self.state.position

    def play(self, card: str, number: int = 0) -> Decision:
        """Declares the card for the player to move and shows the result of its play `number`."""
        result = legal_plays(self.position, card)[number].result
        self.do(cmd.DeclarePlay(seat=self.position.turn, card=card))
        return self.show(result)

    def show(self, placement: Placement, t_ms: int = 1) -> Decision:
        return self.do(cmd.ReportObservation(observation=Seen(t_ms=t_ms, placement=placement)))
