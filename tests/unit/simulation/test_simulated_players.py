"""The simulated players: no card is lost, plays are legal, a game comes to its end, mistakes are real mistakes."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace
from rules_for_tests import rules_of, with_rules

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.play import Play
from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.rules.apply import after_play, winners
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position
from companion.simulation.card_players import CardPlayers, rehearse
from companion.simulation.mistakes import KINDS, OUT_OF_TURN, Mistake, Situation, find_mistake

PROFILE = load_board("black_dog")
#: Kinds that need a card or a field that Black DOG has not.
OF_OTHER_GAMES = {"forward_for_backward", "centre_without_a_door"}
DECK = Counter(SHIPPED.variant("black_dog").deck)


class Game:
    """Players among themselves, without a table; `find` may have a mistake made before each play."""

    def __init__(self, seed: int) -> None:
        self.players = CardPlayers(rules_of(first_position(SHIPPED.variant("black_dog"))), seed)
        self.rng = random.Random(seed)
        self.made: Counter[str] = Counter()
        self.mistakes: list[tuple[Position, Mistake]] = []
        self.plays: list[tuple[Position, Play]] = []

    def play(self, limit: int = 700) -> Position:
        position = first_position(SHIPPED.variant("black_dog"))
        position = position.with_placement(position.placement.with_extra("dog", 24))
        for number in range(limit):
            self.players.hold((5, 5, 5, 5))
            self.players.exchange(position)
            position = replace(position, copied=None, turn=number % 4)
            while any(self.players.hands) and not winners(rules_of(position), position):
                position = self.turn(position)
            assert self.players.cards() == DECK
            if winners(rules_of(position), position):
                break
        return position

    def turn(self, position: Position) -> Position:
        passed = replace(position, turn=(position.turn + 1) % 4)
        hand = tuple(self.players.hands[position.turn])
        if not hand:
            return passed
        play = self.players.choose(position)
        if play is None:
            assert not any(legal_plays(rules_of(position), position, card) for card in hand)
            assert self.players.forfeit(position.turn) == hand
            return passed
        found = find_mistake(
            Situation(profile=PROFILE, rules=rules_of(position), position=position, hand=hand, play=play),
            self.made,
            self.rng,
        )
        if found:
            self.made[found[0].kind] += 1
            self.mistakes.append((position, found[0]))
            play = found[1]
        self.plays.append((position, play))
        self.players.spend(position.turn, play.card)
        return after_play(rules_of(position), position, play)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    games = [Game(seed) for seed in range(2)]
    for game in games:
        assert winners(*with_rules(game.play()))
    return games


@pytest.mark.long
def test_a_game_comes_to_its_end_with_all_cards_there(games: list[Game]) -> None:
    for game in games:
        assert game.players.cards() == DECK
        assert all(play in legal_plays(rules_of(position), position, play.card) for position, play in game.plays)


def test_every_mistake_is_really_illegal(games: list[Game]) -> None:
    for position, mistake in (pair for game in games for pair in game.mistakes):
        if mistake.placement is None:
            assert mistake.seat != position.turn
        else:
            assert judge(rules_of(position), position, mistake.card, mistake.placement).kind is VerdictKind.ILLEGAL, (
                mistake
            )


def test_every_kind_of_mistake_is_made(games: list[Game]) -> None:
    made = sum((game.made for game in games), Counter[str]())
    assert made.keys() == KINDS.keys() - OF_OTHER_GAMES
    assert OUT_OF_TURN in made
    assert len(KINDS) >= 8


def test_rare_kinds_come_first(games: list[Game]) -> None:
    game = games[0]
    first = [mistake.kind for _, mistake in game.mistakes[:8]]
    assert len(set(first)) == 8


def test_the_same_seed_plays_the_same_game() -> None:
    one, same, other = (Game(seed) for seed in (5, 5, 6))
    for game in (one, same, other):
        game.play(limit=3)
    assert one.plays == same.plays
    assert one.mistakes == same.mistakes
    assert one.plays != other.plays


def test_partners_exchange_one_card_each() -> None:
    players = CardPlayers(rules_of(first_position(SHIPPED.variant("black_dog"))), 1)
    players.hold((5, 5, 5, 5))
    before = [Counter(hand) for hand in players.hands]
    players.exchange(first_position(SHIPPED.variant("black_dog")))
    after = [Counter(hand) for hand in players.hands]
    for seat in range(4):
        given, got = before[seat] - after[seat], after[seat] - before[seat]
        assert given.total() <= 1
        assert got == before[(seat + 2) % 4] - after[(seat + 2) % 4]
    assert players.cards() == DECK


def test_hands_follow_the_record_after_an_undo_and_a_restart() -> None:
    players = CardPlayers(rules_of(first_position(SHIPPED.variant("black_dog"))), 1)
    players.hold((3, 0, 5, None))
    assert [len(hand) for hand in players.hands] == [3, 0, 5, 0]
    players.hold((2, 1, 5, None))
    assert [len(hand) for hand in players.hands] == [2, 1, 5, 0]
    assert players.cards() == DECK


def test_the_discard_pile_is_shuffled_when_the_deck_runs_out() -> None:
    players = CardPlayers(rules_of(first_position(SHIPPED.variant("black_dog"))), 1)
    for _ in range(7):
        players.hold((5, 5, 5, 5))
        for seat in range(4):
            players.forfeit(seat)
    assert players.cards() == DECK
    assert len(players.deck) + len(players.discard) == DECK.total()


@pytest.mark.long
def test_a_rehearsed_position_is_in_the_middle_of_a_game() -> None:
    positions = [rehearse(SHIPPED.variant("black_dog"), 4, seed) for seed in range(5)]
    assert len({position.placement for position in positions}) == 5
    assert not any(winners(rules_of(position), position) for position in positions)
