"""A person plays one seat of a demo: the table waits, the simulated hands obey, and the reader reads the result."""

from collections.abc import Callable

import pytest
from perfect_eyes import NoCamera, PerfectEyes

from companion.app.table_setup import start_command
from companion.catalogue.shipped import SHIPPED
from companion.model.verdict import VerdictKind
from companion.referee.sight import shown
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.settings.schema import Settings
from companion.simulation.simulated_players import visible
from companion.views.demo_seat import DemoSeat
from companion.views.table_view import TableView

SEAT = 0
#: Pictures that two turns of everybody else take at most.
PATIENCE = 3000
GAMES = {
    "black_dog": Settings(),
    "dog": Settings(variant="dog", board="star_4"),
    "dog_royal": Settings(variant="dog_royal", board="star_4"),
    "tock_6": Settings(variant="tock_6", board="toc_4"),
}
EACH_GAME = [pytest.param(game, marks=[] if game == "dog" else [pytest.mark.long]) for game in GAMES]


class Demo(PerfectEyes):
    """A demo whose first seat a person has."""

    def __init__(self, settings: Settings, seed: int = 3) -> None:
        super().__init__(settings, seed, mistakes=False)
        self.visitor = self.simulation.visitor
        self.visitor.take(SEAT)

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def seat(self) -> DemoSeat:
        return self.visitor.shown()

    def go_on(self, until: Callable[[], object], patience: int = PATIENCE) -> None:
        for _ in range(patience):
            if until():
                return
            self.tick()
        raise AssertionError(f"the demo does not come that far: {self.view.phase} {self.view.turn} {self.seat}")

    def to_own_turn(self) -> str:
        """A card of the own hand that can be played and moves something."""
        self.go_on(lambda: self.playable() or self.pass_on())
        return self.playable()[0]

    def pass_on(self) -> None:
        """A hand without such a card is left to the simulated player."""
        if self.seat.hand and not self.seat.busy:
            self.visitor.leave()
        elif self.view.turn != SEAT:
            self.visitor.take(SEAT)

    def playable(self) -> list[str]:
        position = self.view.position
        if position is None or self.view.phase != "play" or self.view.turn != SEAT or self.seat.busy:
            return []
        return [card for card in self.seat.hand if card not in ("joker", "copy") and self.moves(card)]

    def moves(self, card: str) -> bool:
        position = self.view.position
        assert position is not None
        unmoved = visible(self.view.rules, position)
        plays = legal_plays(self.view.rules, position, card)
        return bool(plays) and all(shown(self.view.rules.variant, play.result) != unmoved for play in plays)

    def declare(self, card: str) -> None:
        self.say(cmd.DeclarePlay(seat=SEAT, card=card))
        assert self.view.declared == card


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.camera.virtual_camera.VirtualCamera", NoCamera)


@pytest.mark.parametrize("game", EACH_GAME)
def test_the_table_waits_and_plays_what_the_visitor_tapped(game: str) -> None:
    demo = Demo(GAMES[game])
    card = demo.to_own_turn()
    ply = demo.view.ply
    for _ in range(300):
        demo.tick()
    assert (demo.view.ply, demo.view.turn, demo.view.declared) == (ply, SEAT, None)
    demo.declare(card)
    wanted = demo.view.plays[0].result
    demo.visitor.play(wanted)
    demo.go_on(lambda: demo.view.ply > ply)
    assert demo.view.last_play
    assert (demo.view.last_play.seat, demo.view.last_play.card) == (SEAT, card)
    demo.go_on(lambda: demo.view.ply > ply + 1)
    assert demo.view.last_play.seat != SEAT


@pytest.mark.parametrize("game", EACH_GAME)
def test_a_wrong_move_is_refused_put_back_and_then_played_properly(game: str) -> None:
    demo = Demo(GAMES[game], seed=5)
    card = demo.to_own_turn()
    ply = demo.view.ply
    demo.declare(card)
    demo.visitor.err()
    demo.go_on(lambda: demo.view.verdict and demo.view.verdict.seq and demo.seat.astray and not demo.seat.busy, 400)
    assert demo.view.verdict
    assert demo.view.verdict.kind is VerdictKind.ILLEGAL
    assert demo.view.verdict.ruling
    assert demo.view.ply == ply
    demo.visitor.put_back()
    demo.go_on(lambda: demo.view.declared is None and not demo.seat.busy, 400)
    assert not demo.seat.astray
    assert demo.view.position
    assert demo.simulation.physical.placement() == visible(demo.view.rules, demo.view.position)
    demo.declare(card)
    demo.visitor.play(demo.view.plays[0].result)
    demo.go_on(lambda: demo.view.ply > ply, 400)


def test_without_a_card_the_hand_errs_with_one_of_its_own() -> None:
    demo = Demo(GAMES["dog"])
    demo.to_own_turn()
    hand = demo.seat.hand
    demo.visitor.err()
    demo.go_on(lambda: demo.view.verdict and demo.seat.astray, 400)
    assert demo.view.declared in hand


def test_any_placement_is_laid_and_judged() -> None:
    """Somebody else's pawn on another field is no play of anything."""
    demo = Demo(GAMES["dog"])
    card = demo.to_own_turn()
    demo.declare(card)
    assert demo.view.position
    rows = [list(row) for row in demo.view.position.placement.pawns]
    rows[1][rows[1].index("kennel" if "kennel" in rows[1] else rows[1][0])] = 9
    placement = demo.view.position.placement.with_pawns(tuple(tuple(sorted(row, key=str)) for row in rows))
    demo.visitor.lay(placement)
    demo.go_on(lambda: demo.view.verdict and demo.view.verdict.kind is VerdictKind.ILLEGAL, 400)


def test_a_seat_that_is_left_is_played_by_the_simulated_player_again() -> None:
    demo = Demo(GAMES["dog"])
    card = demo.to_own_turn()
    ply = demo.view.ply
    demo.declare(card)
    demo.visitor.err()
    demo.go_on(lambda: demo.seat.astray and not demo.seat.busy, 400)
    demo.visitor.leave()
    demo.go_on(lambda: demo.view.ply > ply + 4)
    assert demo.seat == DemoSeat()


def test_an_undo_begins_the_turn_anew_and_a_pause_stops_the_hands() -> None:
    demo = Demo(GAMES["dog"])
    card = demo.to_own_turn()
    ply = demo.view.ply
    demo.say(cmd.Pause())
    demo.visitor.err()
    for _ in range(100):
        demo.tick()
    assert not demo.seat.astray
    demo.say(cmd.Resume())
    demo.go_on(lambda: demo.seat.astray and not demo.seat.busy, 400)
    demo.say(cmd.WithdrawDeclaration())
    demo.declare(card)
    demo.visitor.play(demo.view.plays[0].result)
    demo.go_on(lambda: demo.view.ply > ply and demo.view.declared is not None)
    while demo.view.ply > ply:
        demo.say(cmd.Undo())
    demo.go_on(lambda: demo.seat.hand and not demo.seat.astray)
    assert (demo.view.turn, demo.view.ply) == (SEAT, ply)


def test_a_visitor_may_play_a_card_of_no_hand_and_no_card_is_lost() -> None:
    demo = Demo(GAMES["dog"])
    demo.to_own_turn()
    deck = demo.simulation.game_loop.players.cards()
    ply = demo.view.ply
    strange = next(card for card in demo.view.cards if card not in (*demo.seat.hand, "joker") and demo.moves(card))
    demo.declare(strange)
    demo.visitor.play(demo.view.plays[0].result)
    demo.go_on(lambda: demo.view.ply > ply)
    demo.to_own_turn()
    assert demo.simulation.game_loop.players.cards() == deck


def test_nobody_moves_anything_in_a_game_of_people_whatever_a_visitor_asks() -> None:
    people = Demo(GAMES["dog"])
    people.say(cmd.Abandon())
    people.say(start_command(SHIPPED, GAMES["dog"], "ours"))
    assert not people.view.demo
    before, seq = people.simulation.physical.placement(), people.view.seq
    people.visitor.err()
    people.visitor.lay(before)
    for _ in range(200):
        assert people.simulation.tick().commands == ()
    assert (people.simulation.physical.placement(), people.view.seq) == (before, seq)
