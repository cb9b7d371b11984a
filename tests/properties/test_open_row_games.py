"""Laws that hold in every position of whole games of DOG Cards."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from card_games import LONGEST_GAME, card_game
from card_tables import GAME
from hypothesis import given, settings
from hypothesis import strategies as st
from words_for_tests import WORDING

from companion.open_row.actions import Action, ActionKind, format_action, parse_action
from companion.open_row.apply import after_action
from companion.open_row.catalogue import Options, full_deck, load_game
from companion.open_row.faults import explain
from companion.open_row.legal import legal_actions, nearest_action
from companion.open_row.players import random_player, sensible_player
from companion.open_row.position import CardPosition, all_cards, rules_of, seen_by, winners, wrong_places
from companion.open_row.schema import position_from_json, position_to_json
from companion.open_row.text import format_card_position, parse_card_position
from companion.views.wording.card_wording import card_reason_text

DECK = Counter(full_deck(load_game(GAME)))
SWITCHES = ("dc.joker_first", "dc.rob_partner", "dc.take_14")

seeds = st.integers(0, 2**32 - 1)
seat_counts = st.sampled_from([2, 3, 4])
option_sets = st.sets(st.sampled_from(SWITCHES)).map(lambda off: tuple((name, False) for name in sorted(off)))


def some_turns(
    seed: int, seats: int, options: Options, count: int = 25
) -> Iterator[tuple[CardPosition, Action, CardPosition]]:
    """A stretch out of a game of players who differ, so that openings, middles and ends all come up."""
    chance = random.Random(seed)
    players = [chance.choice([random_player, sensible_player, sensible_player]) for _ in range(seats)]
    yield from islice(card_game(seed, players, options), skipped := chance.randrange(90), skipped + count)


def every_action(position: CardPosition) -> list[Action]:
    """Returns every action on this table with one card more or less, sensible or not."""
    rules = rules_of(position)
    texts = ["draw"] + [f"mend {place}" for place in range(1, 15)]
    for card in rules.game.cards:
        texts += [f"{kind} {card}" for kind in ("discard", "give")]
        texts += [f"buy {card} {place}" for place in range(1, 16)]
        texts += [f"look {card} {place}" for place in range(1, 10)]
        texts += [f"search {card} {wanted}" for wanted in rules.game.cards]
        texts += [f"exchange {card} open@{place}" for place in range(1, 14)]
        for seat in range(position.seat_count):
            texts += [f"{kind} {card} {seat}.{row}" for kind in ("lay", "rob") for row in range(1, 5)]
            texts += [f"exchange {card} {seat}.{row}@{place}" for row in range(1, 4) for place in range(1, 15)]
    return [parse_action(rules, text) for text in texts]


def begins_row(position: CardPosition, action: Action) -> bool:
    """Whether the card may begin the row after a seat's last one."""
    switches = dict.fromkeys(SWITCHES, True) | dict(position.options)
    rows = position.rows[action.seat or 0]
    room = len(rows) + position.finished[action.seat or 0] < (1 if position.seat_count == 4 else 2)
    startable = action.card in ("1/11", "13") or (action.card == "joker" and switches["dc.joker_first"])
    return action.row == len(rows) + 1 and room and startable


def allowed(position: CardPosition, action: Action) -> bool:
    """The printed rules once more, as short as possible; for games in which no open card is wrong."""
    card, place, mover = action.card or "", action.place or 0, position.turn
    switches = dict.fromkeys(SWITCHES, True) | dict(position.options)
    pairs = position.seat_count == 4
    partner = (mover + 2) % 4 if pairs else None
    if winners(rules_of(position), position) or card not in position.hands[mover]:
        return False
    if position.given is not None or action.kind is ActionKind.GIVE:
        return position.given is not None and action.kind is ActionKind.GIVE
    numbers = {"1/11": {1, 11}, "13": {1, 13}, "joker": set(range(1, 14)), "robber": set()}.get(card) or (
        {int(card)} if card.isdigit() else set()
    )
    rows = position.rows[action.seat] if action.seat is not None else ()
    row = rows[action.row - 1] if action.row is not None and action.row <= len(rows) else None
    match action.kind:
        case ActionKind.DISCARD:
            return True
        case ActionKind.LAY:
            follows = begins_row(position, action) if row is None else len(row) + 1 in numbers
            return action.seat in (mover, partner) and follows
        case ActionKind.BUY:
            reach = {"4": set(range(1, 9)), "13": {13}, "14": set()}.get(card, numbers)
            return place in reach and position.open_row[place - 1] != "-"
        case ActionKind.LOOK:
            return card == "7" and place <= min(7, len(position.draw) or len(position.discard))
        case ActionKind.SEARCH:
            fourteen = action.wanted != "14" or switches["dc.take_14"]
            return card == "14" and action.wanted in position.discard and fourteen
        case ActionKind.ROB:
            victim = action.seat != mover and (action.seat != partner or switches["dc.rob_partner"])
            return card == "robber" and row is not None and victim
        case ActionKind.EXCHANGE:
            joker = row is not None and place <= len(row) and row[place - 1] == "joker"
            return joker and card != "joker" and place in numbers
    return False


@settings(max_examples=6, deadline=None)
@given(seeds, seat_counts, option_sets)
def test_cards_are_conserved_and_hands_stay_as_large(seed: int, seats: int, options: Options) -> None:
    for before, action, after in some_turns(seed, seats, options):
        rules, text = rules_of(after), format_action(action)
        assert Counter(all_cards(rules, after)) == DECK, text
        assert wrong_places(rules, after) == (), text
        assert after.turn == (before.turn + 1) % seats, text
        if before.given is None:
            assert [len(hand) for hand in after.hands] == [5 if seats == 4 else 7] * seats, text
        laid = sum(map(len, (row for rows in after.rows for row in rows))) + 14 * sum(after.finished)
        was = sum(map(len, (row for rows in before.rows for row in rows))) + 14 * sum(before.finished)
        assert laid - was == {ActionKind.LAY: 1, ActionKind.ROB: -1}.get(action.kind, 0), text


@settings(max_examples=5, deadline=None)
@given(seeds, seat_counts, option_sets)
def test_what_is_offered_is_exactly_what_is_allowed(seed: int, seats: int, options: Options) -> None:
    chance = random.Random(seed)
    for position, played, _ in some_turns(seed, seats, options, 8):
        rules = rules_of(position)
        choices = legal_actions(rules, position)
        assert all(explain(rules, position, (choice.action,)) == () for choice in choices)
        results = {choice.result for choice in choices}
        assert len({choice.action for choice in choices}) == len(choices)
        sampled = [*chance.sample(every_action(position), 250), played, *(choice.action for choice in choices)]
        for action in sampled:
            reasons = explain(rules, position, (action,))
            assert (not reasons) == allowed(position, action), (format_action(action), format_card_position(position))
            if reasons:
                assert reasons[0].ruling.startswith("DC-R")
                assert card_reason_text(WORDING, reasons[0])["it"]
            else:
                assert after_action(rules, position, action) in results
        assert nearest_action(rules, position, sampled[0]) in {choice.action for choice in choices}


@settings(max_examples=6, deadline=None)
@given(seeds, seat_counts, option_sets)
def test_json_and_text_read_back_to_the_same(seed: int, seats: int, options: Options) -> None:
    for position, action, _ in some_turns(seed, seats, options):
        assert parse_action(rules_of(position), format_action(action)) == action
        for seen in (position, seen_by(position, None), seen_by(position, position.turn, looking=3)):
            assert position_from_json(position_to_json(seen)) == seen
            assert parse_card_position(format_card_position(seen)) == seen


@pytest.mark.long
@settings(max_examples=4, deadline=None)
@given(seeds, seat_counts, option_sets)
def test_who_sees_less_is_offered_the_same(seed: int, seats: int, options: Options) -> None:
    """Actions are legal by the public cards and the own hand; the public misses none that a hand allows."""
    for position, _, _ in some_turns(seed, seats, options, 10):
        rules = rules_of(position)
        known = {_without_depth(choice.action) for choice in legal_actions(rules, position)}
        own = {_without_depth(choice.action) for choice in legal_actions(rules, seen_by(position, position.turn))}
        public = {_without_depth(choice.action) for choice in legal_actions(rules, seen_by(position, None))}
        assert own == known
        assert own <= public


def _without_depth(action: Action) -> str:
    """Which of the looked-at cards is taken matters only to who sees them."""
    return f"look {action.card}" if action.kind is ActionKind.LOOK else format_action(action)


@settings(max_examples=3, deadline=None)
@given(seeds, seat_counts)
def test_a_game_ends_with_a_winner(seed: int, seats: int) -> None:
    turns = 0
    for _, _, after in card_game(seed, [sensible_player] * seats):
        turns += 1
        last = after
    assert turns < LONGEST_GAME, "the bound stopped the game, nobody had won"
    won = winners(rules_of(last), last)
    assert len(won) == (2 if seats == 4 else 1)
    assert all(last.finished[seat] == (1 if seats == 4 else 2) for seat in won)
    assert legal_actions(rules_of(last), last) == ()


@pytest.mark.long
def test_random_players_come_to_an_end_too() -> None:
    *_, (_, _, last) = card_game(3, [random_player] * 2)
    assert winners(rules_of(last), last)
