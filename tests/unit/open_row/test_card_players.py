"""The computer players: legal, without hidden information, and the sensible one better than chance."""

from dataclasses import replace
from random import Random

import pytest
from card_games import card_game
from card_tables import table

from companion.open_row.actions import ActionKind, format_action
from companion.open_row.catalogue import CardRules
from companion.open_row.faults import explain
from companion.open_row.legal import Choice, legal_actions
from companion.open_row.players import Player, play_turn, random_player, sensible_player
from companion.open_row.position import CardPosition, Cards, rules_of, seen_by, winners


def chosen(player: Player, position: CardPosition, chance: int = 0) -> str:
    view = seen_by(position, position.turn)
    rules = rules_of(view)
    return format_action(player(rules, view, legal_actions(rules, view), chance).action)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sensible_player_beats_the_random_one(seats: int) -> None:
    won = []
    for seed in range(3):
        players = [sensible_player if seat % 2 == 0 else random_player for seat in range(seats)]
        *_, (_, _, last) = card_game(seed, players)
        won += winners(rules_of(last), last)
    assert len(won) == 3 * (2 if seats == 4 else 1)
    assert all(seat % 2 == 0 for seat in won)


@pytest.mark.parametrize("player", [random_player, sensible_player])
def test_the_same_chance_gives_the_same_game(player: Player) -> None:
    first = [action for _, action, _ in card_game(5, [player] * 3, most=40)]
    assert first == [action for _, action, _ in card_game(5, [player] * 3, most=40)]
    assert first != [action for _, action, _ in card_game(6, [player] * 3, most=40)]


@pytest.mark.parametrize("player", [random_player, sensible_player])
def test_a_player_knows_neither_other_hands_nor_the_draw_pile(player: Player) -> None:
    """It is handed unknown cards in their stead; cards that change places behind its back change nothing."""
    handed: list[CardPosition] = []

    def watched(rules: CardRules, view: CardPosition, choices: tuple[Choice, ...], chance: int) -> Choice:
        handed.append(view)
        return player(rules, view, choices, chance)

    for position, action, _ in card_game(9, [random_player] * 3, most=60):
        handed.clear()
        hidden = [*position.hands[(position.turn + 1) % 3], *position.draw]
        Random(1).shuffle(hidden)
        hands = list(position.hands)
        hands[(position.turn + 1) % 3] = tuple(hidden[:7])
        other = replace(position, hands=tuple(hands), draw=tuple(hidden[7:]))
        rules = rules_of(position)
        played = [play_turn(rules, one, watched, lambda: 12345, lambda cards: cards)[0] for one in (position, other)]
        assert played[0].kind == played[1].kind
        assert explain(rules, position, (played[0],)) == ()
        for view in handed:
            assert set(view.draw[7:]) <= {"?"}
            assert all(set(hand) == {"?"} for seat, hand in enumerate(view.hands) if seat != view.turn)
        if played[0].kind is not ActionKind.LOOK:
            assert played[0] == played[1]
            assert all(set(view.draw) <= {"?"} for view in handed)
        assert action


def test_who_plays_a_7_chooses_after_seeing_the_cards() -> None:
    position = table("7 2 2 3 3 5 5", draw="9 10 12 joker 9 9 10 14")
    action, after = play_turn(rules_of(position), position, sensible_player, lambda: 0, lambda cards: cards)
    assert format_action(action) == "look 7 4"
    assert "joker" in after.hands[0]


def test_a_7_views_the_shuffled_discards_if_the_draw_pile_is_empty() -> None:
    position = table("7 2 2 3 3 5 5", draw="")

    def jokers_third(cards: Cards) -> Cards:
        best = [card for card in cards if card == "joker"]
        rest = [card for card in cards if card != "joker"]
        return (*rest[:2], *best, *rest[2:])

    action, after = play_turn(rules_of(position), position, sensible_player, lambda: 0, jokers_third)
    assert format_action(action) == "look 7 3"
    assert "joker" in after.hands[0]
    assert after.discard == ("7",)


@pytest.mark.parametrize(
    ("position", "best"),
    [
        (table("14 8 9 10", rows={0: "1/11 2 3 4 5 6 7 8 9 10 joker 12 13"}), "lay 14 0.1"),
        (table("3 joker", rows={0: "13 2"}), "lay 3 0.1"),
        (table("3 8 9", rows={1: "13 2 joker"}), "exchange 3 1.1@3"),
        (table("robber 8", rows={1: "1/11 2 3 4 5 6 7 8 9 10 joker 12 13"}), "rob robber 1.1"),
        (table("3", seats=4, rows={2: "13 2"}, finished={0: 1}), "lay 3 2.1"),
        (table("2 8", open_row="2 3 4 5 5 7 8 9 10 12 13 14 2"), "mend 5"),
    ],
)
def test_the_sensible_player_does_the_obvious(position: CardPosition, best: str) -> None:
    assert chosen(sensible_player, position) == best


def test_the_random_player_tries_every_kind_of_action() -> None:
    position = table("7 14 robber 4 joker 13 3", rows={1: "13 2 joker"}, discard="5")
    kinds = {chosen(random_player, position, chance).split()[0] for chance in range(200)}
    assert kinds == {"lay", "buy", "look", "search", "rob", "exchange", "discard"}
