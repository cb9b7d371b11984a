"""The strong player: legal in every game, the same by the same seed, within its budget, and without any hidden hand."""

import ctypes
import logging
import random
from dataclasses import replace
from functools import cache

import msgspec
import pytest
from playout_tables import Case, kernel_for_tests, positions, ready, variants
from rules_for_tests import rules_of, with_rules
from whole_games.whole_game import WholeGame, usual_table

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_play, parse_position
from companion.model.places import is_goal
from companion.model.play import Play
from companion.players.evaluation import Evaluation
from companion.players.level import Level
from companion.players.player import Knowledge, plays_in_hand
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer
from companion.playout import levels
from companion.playout.compile import compile_table
from companion.playout.games import Owed, Phase, board_game
from companion.playout.library import Kernel
from companion.playout.strong_player import Budget, StrongPlayer, game_after
from companion.playout.structs import SEATS, Game, Table
from companion.rules.mechanic import Use
from companion.rules.schema import checked_position
from companion.session.state import Phase as SessionPhase
from companion.simulation.card_players import CardPlayers

#: No clock ends a decision of the tests but where the clock is what is tested.
UNHURRIED_S = 3600.0
SMALL = Budget(playouts=30, limit_s=UNHURRIED_S)
PLAYS = 16


class Teleport(Use, frozen=True, kw_only=True, tag="teleport"):
    """A card use that the kernel has never heard of."""


class CountingKernel(Kernel):
    """The kernel, which keeps the requests for playouts."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[range] = []

    def standings(
        self, table: Table, game: Game, known: "ctypes.Array[ctypes.c_int32]", playouts: range, most: int, team: int
    ) -> int:
        self.asked.append(playouts)
        return super().standings(table, game, known, playouts, most, team)


class Strong(StrongPlayer):
    """A strong player that keeps the positions in which it had to choose."""

    def __init__(self, seed: int) -> None:
        super().__init__(random.Random(seed), kernel_for_tests(), SMALL)
        self.decided: list[tuple[Knowledge, Play]] = []

    def play(self, knowledge: Knowledge) -> Play | None:
        chosen = super().play(knowledge)
        plays = plays_in_hand(knowledge.rules, knowledge.position, knowledge.hand)
        assert (chosen in plays) if plays else chosen is None
        if chosen is not None:
            self.decided.append((knowledge, chosen))
        return chosen


@cache
def decisions(variant: str, seed: int) -> list[tuple[Knowledge, Play]]:
    """The first decisions of a game of strong players, all of which the session takes."""
    player = Strong(seed)
    course = WholeGame(usual_table(variant), [player] * 4, random.Random(seed))
    while not course.is_over and len(player.decided) < PLAYS:
        course.advance()
    return player.decided


def known_hand(knowledge: Knowledge) -> "ctypes.Array[ctypes.c_int32]":
    known = (ctypes.c_int32 * SEATS)()
    known[knowledge.seat] = len(knowledge.hand) - 1
    return known


def knows(line: str, hand: str) -> Knowledge:
    position = checked_position(*with_rules(parse_position(f"v1 {line}")))
    return Knowledge(rules=rules_of(position), position=position, seat=position.turn, hand=tuple(hand.split()))


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_its_plays_are_legal_and_the_same_by_the_same_seed(variant: str) -> None:
    first, again = decisions(variant, 2), decisions.__wrapped__(variant, 2)
    assert len(first) >= PLAYS
    assert [play for _, play in first] == [play for _, play in again]


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_the_game_that_it_plays_on_is_the_one_at_the_table(variant: str) -> None:
    """After its play the kernel's game has the turn, the hands and the copied card of the session's."""
    player = Strong(6)
    course = WholeGame(usual_table(variant), [player] * 4, random.Random(6))
    table = compile_table(course.state.rules)
    compared = 0
    for _ in range(40):
        before = len(player.decided)
        course.advance()
        if len(player.decided) == before or course.state.phase is not SessionPhase.PLAY:
            continue
        game = game_after(kernel_for_tests(), table, *player.decided[-1])
        assert tuple(game.held[: len(course.state.cards)]) == course.state.cards
        assert (game.owed == Owed.NOTHING) == (course.state.owed is None)
        assert (game.phase, game.turn) == (Phase.TO_PLAY, course.position.turn)
        compared += 1
    assert compared > 8


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_no_hidden_hand_is_read(variant: str) -> None:
    """For all hidden hands and orders of the pile: the same seeds see the same playouts."""
    kernel, chance = kernel_for_tests(), random.Random(1)
    for knowledge, play in decisions(variant, 2)[::4]:
        table = compile_table(knowledge.rules)
        game = game_after(kernel, table, knowledge, play)
        other = Game.from_buffer_copy(game)
        for seat in range(4):
            if seat != knowledge.seat:
                other.hand[seat][:] = [chance.randrange(table.faces) for _ in other.hand[seat]]
        other.pile[:] = [chance.randrange(table.faces) for _ in other.pile]
        asked = (known_hand(knowledge), range(40), 12, knowledge.rules.teams[knowledge.seat])
        assert kernel.standings(table, game, *asked) == kernel.standings(table, other, *asked)


def totals(knowledge: Knowledge, card: str, most: int) -> list[int]:
    """How well the team stands after the first play of a card, playout by playout."""
    kernel, table = kernel_for_tests(), compile_table(knowledge.rules)
    play = plays_in_hand(knowledge.rules, knowledge.position, (card,))[0]
    game, team = game_after(kernel, table, knowledge, play), knowledge.rules.teams[knowledge.seat]
    return [
        kernel.standings(table, game, known_hand(knowledge), range(seed, seed + 1), most, team) for seed in range(60)
    ]


def test_the_own_hand_is_what_it_is() -> None:
    """If nobody else holds a card the round goes on alike in every playout, and another hand makes another round."""
    line = "dog 4 turn=0 teams=0,1,0,1 0:k,k,k,20 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k"
    alone = [
        set(totals(msgspec.structs.replace(knows(line, hand), counts=(3, 0, 0, 0)), "9", 2))
        for hand in ("9 13 10", "9 2 3")
    ]
    assert [len(found) for found in alone] == [1, 1]
    assert alone[0] != alone[1]


def test_nobody_is_dealt_a_card_that_has_been_seen() -> None:
    """All cards that can be played in a kennel are laid or in the own hand: the others never play any."""
    knowledge = knows("dog 4 turn=0 teams=0,1,0,1 0:k,k,k,20 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k", "9 13")
    deck = knowledge.rules.variant.deck
    hand = ("9", *["13"] * deck["13"])
    laid = tuple(card for card in ("1/11", "joker", "swap") for _ in range(deck[card]))
    knowledge = msgspec.structs.replace(knowledge, hand=hand, laid=laid, counts=(len(hand), 6, 6, 6))
    assert len(set(totals(knowledge, "9", 2))) == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", variants(), ids=str)
def test_a_team_stands_as_well_as_the_sensible_player_would_say(case: Case) -> None:
    """Held equal to `Evaluation.pawn_value`, but for the rounding of one quarter of a field a pawn."""
    made, kernel = ready(case), kernel_for_tests()
    for position in list(positions(kernel, made, 1, every=9))[:12]:
        if any(sum(map(is_goal, row)) == 4 for row in position.placement.pawns):
            continue
        rules = made.rules
        evaluation = Evaluation(Knowledge(rules=rules, position=position, seat=0, hand=()))
        wanted = sum(
            evaluation.pawn_value(seat, place) * (4 if rules.teams[seat] == rules.teams[0] else -4)
            for seat, row in enumerate(position.placement.pawns)
            for place in row
        )
        game = board_game(rules, position)
        stands = kernel.standings(made.table, game, (ctypes.c_int32 * SEATS)(), range(1), 0, rules.teams[0])
        assert abs(stands - wanted) <= 5 * len(rules.seats)


def test_it_keeps_to_its_playouts() -> None:
    for knowledge, _ in decisions("dog", 2):
        kernel = CountingKernel()
        StrongPlayer(random.Random(1), kernel, Budget(playouts=600, limit_s=UNHURRIED_S)).play(knowledge)
        assert sum(map(len, kernel.asked)) <= 600


def test_it_keeps_to_its_time() -> None:
    """On a machine on which every reading of the clock costs a second, it reads twice: at first, and once more."""
    knowledge = max((knowledge for knowledge, _ in decisions("dog", 2)), key=lambda known: len(set(known.hand)))
    kernel, looks = CountingKernel(), iter(range(100))
    player = StrongPlayer(random.Random(1), kernel, Budget(playouts=10**9, limit_s=3.0), lambda: float(next(looks)))
    assert player.play(knowledge) is not None
    assert next(looks) == 4
    assert len({seeds.start for seeds in kernel.asked}) == 3


def test_it_wins_where_it_can() -> None:
    knowledge = knows("dog 4 turn=0 teams=0,1,0,1 0:g4,g3,g2,62 1:k,k,k,k 2:g1,g2,g3,g4 3:k,k,k,50", "3 2 joker")
    play = StrongPlayer(random.Random(1), kernel_for_tests(), SMALL).play(knowledge)
    assert play is not None
    assert format_play(play) == "3 0:62>g1"


@pytest.mark.parametrize(
    "wrong", [{"laid": ("13",) * 50}, {"counts": (1, 6, 6, 6)}, {"counts": (2, 38, 38, 38)}], ids=str
)
def test_what_cannot_be_known_is_left_to_the_sensible_player(wrong: dict[str, tuple[str, ...]]) -> None:
    """More of a face than the deck has, or more cards in all, as after a mistake of people, is no fault of the game."""
    knowledge = knows("dog 4 turn=0 teams=0,1,0,1 0:k,k,k,20 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k", "13 2")
    knowledge = msgspec.structs.replace(knowledge, **wrong)  # type: ignore[arg-type]
    kernel = CountingKernel()
    assert StrongPlayer(random.Random(1), kernel, SMALL).play(knowledge) is not None
    assert kernel.asked == []


@pytest.mark.parametrize(
    ("level", "kind"), [*zip(Level, ("EasyPlayer", "SensiblePlayer", "StrongPlayer"), strict=True)]
)
def test_each_level_has_its_player(level: Level, kind: str) -> None:
    kernel_for_tests()
    assert type(levels.player_of(level, ready(Case("dog", 4, ())).rules, random.Random(1))).__name__ == kind


def test_without_the_kernel_the_sensible_player_plays_and_gives_the_reason(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rules = ready(Case("dog", 4, ())).rules
    unknown = replace(rules, uses={**rules.uses, "8": (Teleport(),)})
    with caplog.at_level(logging.WARNING):
        assert type(levels.player_of(Level.STRONG, unknown, random.Random(1))) is SensiblePlayer
        monkeypatch.setattr(levels, "kernel", lambda: None)
        assert type(levels.player_of(Level.STRONG, rules, random.Random(1))) is SensiblePlayer
    assert [record.getMessage().partition(": ")[2][:24] for record in caplog.records] == [
        "chances are not availabl",
        "the playout kernel is no",
    ]


def test_strong_simulated_players_count_the_cards() -> None:
    """A game by the simulated players' own hands: no card is lost, and every play is taken."""
    made = ready(Case("dog", 4, ()))
    players = CardPlayers(made.rules, 3, Level.STRONG)
    players.hold((6, 6, 6, 6), 1, 3)
    players.exchange(made.first)
    play = players.choose(made.first)
    assert play is None or play in plays_in_hand(made.rules, made.first, tuple(players.hands[made.first.turn]))


@pytest.mark.long
@pytest.mark.thinned(2)
@pytest.mark.parametrize("variant", ["dog", "black_dog"])
def test_it_beats_the_sensible_player(variant: str) -> None:
    """Of 24 games 16 or more, which a player that is no better wins once in thirteen times."""
    won = 0
    for seed in range(24):
        strong = StrongPlayer(random.Random(seed), kernel_for_tests(), Budget(playouts=400, limit_s=UNHURRIED_S))
        sensible = SensiblePlayer(random.Random(seed))
        sides = (strong, sensible, strong, sensible) if seed % 2 else (sensible, strong, sensible, strong)
        course = WholeGame(usual_table(variant), sides, random.Random(seed // 2))
        while not course.is_over:
            course.advance()
        won += bool(course.state.result) and (course.state.result or (0,))[0] % 2 != seed % 2
    assert won >= 16, won


def test_the_easy_player_makes_mistakes() -> None:
    """It goes home mostly, but not always, where the sensible player always does."""
    knowledge = knows("dog 4 turn=0 teams=0,1,0,1 0:k,k,62,20 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k", "5 6 9")
    rules, chance = knowledge.rules, random.Random(1)
    easy, lost = levels.player_of(Level.EASY, rules, chance), RandomPlayer(chance)
    home = [
        sum(play is not None and any(is_goal(step.target) for step in play.steps) for play in plays)
        for plays in ([player.play(knowledge) for _ in range(60)] for player in (easy, lost))
    ]
    assert home[1] < home[0] < 60
