"""People with real cards at a table where the computer plays some seats: they enter its cards and carry out its plays.

Laws, checked at every step: each announced play is legal and held; the screen is the same for any hand of it.
"""

from collections.abc import Iterator
from itertools import cycle, islice

from live_tables import TableSession
from msgspec.structs import replace
from session_driver import COLOURS, NAMES
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.computer_seats.decisions import due_seat
from companion.computer_seats.thinker import Thinker
from companion.model.position import Switch
from companion.players.level import Level
from companion.publishers.phones.seat_page import seat_pages
from companion.rules.deal import receiver
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.state import BoardGame, Phase
from companion.views.broadcast import topics
from companion.views.table import table_view
from companion.views.table_view import AnnouncedView, Health, TableView
from companion.views.view_context import ViewContext


def begun(
    variant: str, seats: int, levels: tuple[Level | None, ...], options: tuple[tuple[str, Switch], ...] = ()
) -> TableSession:
    """A game of people in which the computer plays the seats that have a level."""
    session, game = TableSession(), SHIPPED.variant(variant)
    session.do(
        cmd.StartGame(
            game="test",
            variant=game,
            names=NAMES[:seats],
            colours=COLOURS[:seats],
            board=variant,
            sectors=game.usual_sectors(seats),
            seats=tuple(range(seats)),
            options=options,
            levels=levels,
        )
    )
    return session


def entered(hand: tuple[str, ...] = ("8", "3", "13", "9", "12", "2")) -> TableSession:
    """Black DOG after the first deal: Ben is played by the computer and this hand has been entered."""
    session = begun("black_dog", 4, (None, Level.NORMAL, None, None))
    session.do(cmd.Deal())
    count = session.state.cards[1]
    session.do(cmd.EnterCards(seat=1, cards=hand[:count]))
    return session


class ComputerTable(RandomPlayers):
    """`clumsy`: every third announced play is first laid wrongly, and put right after the referee's verdict."""

    session: TableSession

    def __init__(self, session: TableSession, seed: int, *, clumsy: bool = False) -> None:
        super().__init__(session, seed)
        self.clumsy = clumsy
        self.health: list[Health] = []
        self.thinker = Thinker(lambda: session.table.state, self._heard, self.health.append)
        self._given: dict[int, str] = {}

    def _heard(self, view: TableView, command: cmd.Command) -> None:
        raise AssertionError("nobody has started a thread")

    @property
    def view(self) -> TableView:
        return self.session.table.view

    def step(self) -> None:
        if self.view.to_enter is not None:
            self.enter()
            return
        if due_seat(self.session.state) is None:
            super().step()
            return
        if self.view.announced is None:
            command = self.thinker.decision(self.view)
            assert command is not None
            self.session.do(command)
        self.done["announced"] += 1
        assert self.view.announced is not None
        self.carry_out(self.view.announced)

    def check(self) -> None:
        super().check()
        assert_hidden(self.session.state)

    def enter(self) -> None:
        """The people at the table tap the cards of the seat that the table does not know yet."""
        asked = self.view.to_enter
        assert asked is not None
        unknown = list(self.hands[asked.seat])
        pushed = [self._given[asked.seat]] if asked.seat in self._given else []
        for card in (*(self.session.state.hands[asked.seat] or ()), *pushed):
            unknown.remove(card)
        assert len(unknown) == asked.count
        self.session.do(cmd.EnterCards(seat=asked.seat, cards=tuple(unknown)))
        self.done["entered"] += 1

    def carry_out(self, said: AnnouncedView) -> None:
        """Carries out the announced play with cards and figures as people do, and then confirms."""
        assert all(said.text[language] for language in WORDING.codes)
        match said.decided:
            case None:
                self._lay(said)
            case cmd.Exchange(seat=seat, card=card):
                assert card is not None
                self._given[seat] = card
                self.session.do(said.decided)
                self._push_over()
            case cmd.Forfeit(seat=seat):
                self.session.do(said.decided)
                self.discard[:0] = self.hands[seat]
                self.hands[seat].clear()
            case cmd.Discard(seat=seat, card=card):
                assert card is not None
                self.session.do(said.decided)
                self.hands[seat].remove(card)
                self.discard.insert(0, card)
                self._refill(seat)
            case cmd.DrawCards(seat=seat, count=count):
                self.session.do(said.decided)
                self.hands[seat].extend(self.taken() for _ in range(count))
            case _:
                self.session.do(said.decided)

    def _lay(self, said: AnnouncedView) -> None:
        """The announced play, at times after another play of the same card."""
        state, play = self.session.state, said.play
        assert play is not None
        assert said.card in self.hands[said.seat]
        others = legal_plays(state.rules, state.position, said.card, state.declared.acting_as)
        assert play.result in [other.result for other in others]
        wrong = [other.result for other in others if other.result != play.result]
        if self.clumsy and wrong and self.done["play"] % 3 == 0:
            refused = self.session.show(self.rng.choice(wrong)).events[0]
            assert isinstance(refused, ev.PlayRefused)
            assert refused.reasons[0].code == "announced_otherwise"
            self.done["wrong"] += 1
        if self.rng.random() < 0.5:
            self.session.do(cmd.ChoosePlay(result=play.result))
        else:
            self.session.show(play.result)
        self.hands[said.seat].remove(said.card)
        self.discard.append(said.card)
        self._refill(said.seat)
        self.done["play"] += 1

    def _exchange(self) -> None:
        """People push over once the computer has."""
        for seat, done in enumerate(self.session.state.exchanged):
            if not done:
                self._given[seat] = self.rng.choice(self.hands[seat])
                self.session.do(cmd.Exchange(seat=seat))
        self._push_over()

    def _push_over(self) -> None:
        if self.session.state.phase is not Phase.EXCHANGE:
            for seat, card in self._given.items():
                self.hands[seat].remove(card)
            for seat, card in self._given.items():
                self.hands[receiver(self.session.state.rules, seat)].append(card)
            self._given.clear()

    def taken(self) -> str:
        """The top card of the pile."""
        if not self.deck:
            kept = self.discard[-1:] if self.variant.remembers_last_card else []
            self.deck, self.discard = self.discard[: len(self.discard) - len(kept)], kept
            self.rng.shuffle(self.deck)
        return self.deck.pop()


def other_hands(state: BoardGame) -> Iterator[BoardGame]:
    """The same game in which the computer holds other cards, as many."""
    if state.hands is None:
        return
    for first in (0, 5):
        faces = cycle(state.rules.variant.cards[first:] + state.rules.variant.cards[:first])
        hands = tuple(None if hand is None else tuple(islice(faces, len(hand))) for hand in state.hands)
        yield replace(state, hands=hands)


def assert_hidden(state: BoardGame) -> None:
    """No view, no topic and no page of a phone depends on which cards the computer holds."""
    around = ViewContext(wording=WORDING, epoch=1)
    view = table_view(state, around)
    public = topics.state(view, 0), seat_pages(view, None)
    for other in other_hands(state):
        seen = table_view(other, around)
        assert seen == view
        assert (topics.state(seen, 0), seat_pages(seen, None)) == public
