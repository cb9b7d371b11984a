"""The simulated players of a game of cards alone, in lock-step with a real table."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from card_sessions import CardSession
from words_for_tests import WORDING

from companion.app.card_setup import card_start_command
from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.app.table_setup import with_game
from companion.catalogue.shipped import SHIPPED
from companion.open_row.actions import Action, format_action
from companion.open_row.catalogue import full_deck
from companion.open_row.legal import legal_actions
from companion.open_row.position import UNKNOWN, Cards, all_cards, seen_by
from companion.session import commands as cmd
from companion.session.card_game import CardGame
from companion.session.evolve import replay
from companion.settings.schema import Settings, as_demo
from companion.simulation.acts import ActKind, Answer
from companion.simulation.card_table import SimulatedCardTable, with_all_cards

#: Far more steps than any game takes.
MOST_STEPS = 60_000


class Evening:
    """A table, its players, and the steps that both take in turn."""

    def __init__(self, players: int, seed: int, *, people: bool = False) -> None:
        self.store = MemoryStore()
        self.table = Table(self.store, epoch=1, wording=WORDING)
        self.players = SimulatedCardTable(self.known, seed)
        self.table.subscribe(self.players.on_view)
        settings = with_game(SHIPPED, Settings(), "dog_cards", players)
        self.table.handle(card_start_command(settings if people else as_demo(settings), "evening"))

    def known(self) -> CardGame | None:
        state = self.table.state
        return state if isinstance(state, CardGame) else None

    @property
    def game(self) -> CardGame:
        assert isinstance(self.table.state, CardGame)
        return self.table.state

    def step_until(self, reached: Callable[[], object]) -> None:
        for _ in range(MOST_STEPS):
            if reached():
                return
            command = self.players.step()
            if command is not None:
                self.table.handle(command)
        raise AssertionError("the players do not come that far")

    def to_visitor(self) -> Cards:
        """The visitor's hand once it is its turn."""
        self.step_until(lambda: self.players.visitor.shown().hand and self.game.position.turn == 0)
        return self.players.visitor.shown().hand

    def visitors_action(self, hand: Cards) -> Action:
        """A legal action with a card of the hand."""
        position = self.game.position
        hands = (hand, *position.hands[1:])
        return legal_actions(self.game.rules, seen_by(replace(position, hands=hands), 0))[-1].action

    def play(self, plies: int | None = None) -> None:
        """Until the game is over, or so many actions were taken."""
        for _ in range(MOST_STEPS):
            if self.game.result is not None or self.game.ply == plies:
                return
            command = self.players.step()
            if command is not None:
                assert self.table.handle(command).refused is None, command
        raise AssertionError("the players play no more")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_and_every_verdict_is_right(players: int) -> None:
    evening = Evening(players, seed=players)
    evening.play()
    assert evening.game.result
    assert all(act.right for act in evening.players.acts)
    answers = Counter((act.kind, act.answer) for act in evening.players.acts)
    assert set(answers) == {(ActKind.LEGAL, Answer.LEGAL), (ActKind.ILLEGAL, Answer.ILLEGAL)}
    assert replay(evening.store.load("evening")) == evening.table.state


def test_after_an_undo_the_players_go_on_with_cards_that_fit() -> None:
    evening = Evening(2, seed=7)
    evening.play(plies=12)
    for _ in range(5):
        evening.table.handle(cmd.Undo())
    assert evening.game.ply == 7
    evening.play()
    assert evening.game.result
    assert all(act.right for act in evening.players.acts)


def test_the_table_waits_for_a_visitor_and_goes_on_from_the_laid_board() -> None:
    evening = Evening(3, seed=4)
    evening.players.visitor.take(0)
    for turn in range(6):
        hand = evening.to_visitor()
        ply = evening.game.ply
        assert all(evening.players.step() is None for _ in range(300)), "nobody plays for the visitor"
        assert evening.players.visitor.shown().hand == hand
        action = evening.visitors_action(hand)
        evening.table.handle(cmd.DeclareAction(seat=0, action=format_action(action)))
        assert evening.game.ply == ply + 1
        kept = Counter(hand) - Counter([action.card])
        assert kept <= Counter(evening.to_visitor()), f"the hand is another after action {turn}"
    assert all(act.right for act in evening.players.acts)


def test_the_simulated_hand_makes_the_visitor_s_wrong_action_too() -> None:
    evening = Evening(2, seed=5)
    evening.players.visitor.take(0)
    hand = evening.to_visitor()
    ply = evening.game.ply
    evening.players.visitor.err()
    evening.step_until(lambda: evening.game.last is not None and not evening.game.last.legal)
    assert evening.game.last
    assert evening.game.last.card in hand
    assert (evening.game.ply, evening.players.visitor.shown().seat) == (ply, 0)


def test_a_visitor_with_a_foreign_card_gets_a_new_hand() -> None:
    evening = Evening(2, seed=6)
    evening.players.visitor.take(0)
    hand = evening.to_visitor()
    other = next(card for card in evening.game.rules.cards if card not in hand)
    evening.table.handle(cmd.DeclareAction(seat=0, action=f"discard {other}"))
    evening.to_visitor()
    evening.players.visitor.leave()
    evening.play()
    assert evening.game.result


def test_a_game_of_people_is_never_played_on() -> None:
    evening = Evening(2, seed=1, people=True)
    assert all(evening.players.step() is None for _ in range(200))
    assert evening.game.ply == 0


def test_the_cards_that_nobody_knows_are_those_that_are_left() -> None:
    session = CardSession().begin(seats=4)
    session.turn_up(3, "joker")
    rules = session.table.rules
    whole = with_all_cards(rules, session.table.position, random.Random(1))
    deck = Counter(full_deck(rules.game))
    assert Counter(all_cards(rules, whole)) == deck
    assert whole.open_row[2] == "joker"
    assert all(rules.may_lie(card, place) for place, card in enumerate(whole.open_row, 1))
    assert UNKNOWN not in whole.draw
