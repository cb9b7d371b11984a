"""DOG Cards, ruling by ruling: the legal actions, the illegal ones and their rulings."""

from collections import Counter
from dataclasses import replace

import pytest
from card_tables import after, hand_changes, offered, ruled, table

from companion.open_row.actions import format_action, parse_action
from companion.open_row.apply import ShuffleError, after_action, cards_to_shuffle
from companion.open_row.catalogue import ruleset
from companion.open_row.faults import explain
from companion.open_row.legal import legal_actions, nearest_action
from companion.open_row.position import UNKNOWN, rules_of, winners

TO_13 = "1/11 2 3 4 5 6 7 8 9 10 joker 12 13"


@pytest.mark.parametrize("place", [1, 11])
def test_one_eleven_lies_neither_at_one_nor_at_eleven(place: int) -> None:
    """DC-R01"""
    rules = ruleset("dog_cards", 2, ())
    assert not rules.may_lie("1/11", place)
    assert all(rules.may_lie("1/11", other) for other in range(2, 11))


@pytest.mark.parametrize("card", ["joker", "robber", "14"])
def test_cards_without_an_own_place_lie_anywhere(card: str) -> None:
    """DC-R02"""
    rules = ruleset("dog_cards", 2, ())
    assert all(rules.may_lie(card, place) for place in range(1, 14))


@pytest.mark.parametrize("number", ["2", "5", "8", "10", "12", "13"])
def test_a_number_lies_anywhere_but_at_its_own_place(number: str) -> None:
    rules = ruleset("dog_cards", 2, ())
    assert [place for place in range(1, 14) if not rules.may_lie(number, place)] == [int(number)]


def test_a_wrong_open_card_is_replaced_until_one_may_lie_there() -> None:
    """DC-R03"""
    wrong = table("2 8", open_row="2 3 4 5 5 7 8 9 10 12 13 14 2", draw="5 5 robber 6")
    assert ruled(wrong, "discard 8") == "DC-R03 mend_first"
    assert ruled(wrong, "mend 4") == "DC-R03 nothing_to_mend"
    mended = after(wrong, "mend 5")
    assert mended.open_row[4] == "robber"
    assert mended.draw == ("6", "5", "5", "5")
    assert mended.turn == wrong.turn
    assert ruled(mended, "discard 8") == "legal"
    assert [choice.action.kind for choice in legal_actions(rules_of(wrong), wrong)] == ["mend"]


def test_every_place_with_a_wrong_card_is_corrected_by_itself() -> None:
    """DC-R03"""
    wrong = table("2", open_row="1/11 3 4 5 5 7 8 9 10 12 13 14 2", draw="6 6")
    half = after(wrong, "mend 1")
    assert ruled(half, "mend 1") == "DC-R03 nothing_to_mend"
    assert ruled(after(half, "mend 5"), "discard 2") == "legal"


def test_after_a_purchase_cards_on_their_own_number_go_under_the_pile() -> None:
    """DC-R03, DC-R01"""
    bought = after(table("1/11", draw="1/11 1/11 3 8"), "buy 1/11 11")
    assert bought.open_row[10] == "3"
    assert bought.draw == ("8", "1/11", "1/11")


def test_discards_are_shuffled_under_a_draw_pile_without_a_fitting_card() -> None:
    """DC-R03, DC-R12"""
    only_fives = replace(table("5", draw="5 5"), discard=("8",))
    rules = rules_of(only_fives)
    assert cards_to_shuffle(rules, only_fives, parse_action(rules, "buy 5 5")) == ("8", "5")
    bought = after(only_fives, "buy 5 5", ("5", "8"))
    assert bought.open_row[4] == "8"
    assert bought.draw == ("5", "5", "5")
    assert bought.discard == ()


def test_drawing_from_an_empty_pile_shuffles_the_discards() -> None:
    """DC-R12: the card just thrown away is shuffled in; without the order nobody knows the new pile."""
    position = replace(table("8 5", draw=""), discard=("3", "9"))
    rules = rules_of(position)
    discard = parse_action(rules, "discard 8")
    assert cards_to_shuffle(rules, position, discard) == ("3", "9", "8")
    drawn = after_action(rules, position, discard, ("9", "8", "3"))
    assert Counter(drawn.hands[0])["9"] == Counter(position.hands[0])["9"] + 1
    assert (drawn.draw, drawn.discard) == (("8", "3"), ())
    assert after_action(rules, position, discard).draw == ("?", "?")
    assert cards_to_shuffle(rules, table("8"), parse_action(rules, "discard 8")) == ()
    with pytest.raises(ShuffleError, match="exactly those of the discard pile"):
        after_action(rules, position, discard, ("9", "3"))


def test_a_place_stays_empty_when_no_card_is_left_that_may_lie_there() -> None:
    """DC-R03"""
    only_fives = replace(table("5", draw="5 5"), discard=("5",))
    gap = after(only_fives, "buy 5 5")
    assert gap.open_row[4] == "-"
    assert gap.draw == ("5", "5")


def test_a_row_begins_with_1_11_or_13_and_the_next_is_2() -> None:
    """DC-R04"""
    position = table("1/11 13 2")
    for start in ("1/11", "13"):
        begun = after(position, f"lay {start} 0.1")
        assert begun.rows[0] == ((start,),)
    assert ruled(position, "lay 2 0.1") == "DC-R04 needs_start_or_joker"
    thirteen = table("2 3", rows={0: "13"})
    assert ruled(thirteen, "lay 2 0.1") == "legal"
    assert ruled(thirteen, "lay 3 0.1") == "DC-R04 wrong_number"


def test_a_row_has_no_gap_and_never_goes_back() -> None:
    """DC-R04"""
    position = table("4 5 6 1/11 13", rows={0: "1/11 2 3 4"})
    assert ruled(position, "lay 5 0.1") == "legal"
    for card in ("4", "6", "1/11", "13"):
        assert ruled(position, f"lay {card} 0.1") == "DC-R04 wrong_number"


def test_1_11_and_13_are_laid_at_their_own_numbers_too() -> None:
    """DC-R04"""
    assert ruled(table("1/11", rows={0: "1/11 2 3 4 5 6 7 8 9 10"}), "lay 1/11 0.1") == "legal"
    assert ruled(table("13", rows={0: "13 2 3 4 5 6 7 8 9 10 1/11 12"}), "lay 13 0.1") == "legal"


def test_a_joker_may_begin_a_row_unless_the_switch_forbids_it() -> None:
    """DC-R05"""
    assert after(table("joker"), "lay joker 0.1").rows[0] == (("joker",),)
    strict = {"dc.joker_first": False}
    assert ruled(table("joker", options=strict), "lay joker 0.1") == "DC-R05 joker_not_first"
    assert ruled(table("2", options=strict), "lay 2 0.1") == "DC-R04 needs_start"
    assert ruled(table("joker", rows={0: "13"}, options=strict), "lay joker 0.1") == "legal"


def test_a_joker_is_every_number_but_14() -> None:
    """DC-R06"""
    for count in range(1, 13):
        row = " ".join(TO_13.split()[:count])
        assert ruled(table("joker", rows={0: row}), "lay joker 0.1") == "legal"
    assert ruled(table("joker", rows={0: TO_13}), "lay joker 0.1") == "DC-R06 joker_is_no_end"
    assert ruled(table("13", rows={0: TO_13}), "lay 13 0.1") == "DC-R04 row_needs_end"


def test_hands_stay_as_large_as_they_were() -> None:
    """DC-R07: laying and discarding draw a card; where a card was taken, none is drawn."""
    position = table(
        "4 7 14 robber 5 8 joker", rows={0: "1/11 2 3 4 joker 6 7", 1: "13 2"}, draw="9 10 12", discard="3"
    )
    came = {
        "lay 8 0.1": "9",
        "discard 8": "9",
        "buy 4 7": "8",
        "buy joker 12": "14",
        "look 7 2": "10",
        "search 14 3": "3",
        "rob robber 1.1": "2",
        "exchange 5 0.1@5": "joker",
    }
    for action, card in came.items():
        assert hand_changes(position, action) == (Counter([card]), Counter([action.split()[1]])), action
        assert len(after(position, action).hands[0]) == 7, action
    assert ruled(position, "buy 4 7 + draw") == "DC-R07 card_replaces_card"
    assert ruled(position, "rob robber 1.1 + draw") == "DC-R07 card_replaces_card"
    assert ruled(position, "discard 8 + draw") == "legal"
    assert ruled(position, "lay 8 0.1 + draw") == "legal"
    assert ruled(position, "lay 8 0.1 + draw + draw") == "DC-R07 card_replaces_card"
    assert ruled(position, "draw") == "DC-R07 draw_is_no_action"


def test_with_two_or_three_nobody_has_more_than_two_rows() -> None:
    """DC-R18"""
    for seats in (2, 3):
        assert ruled(table("13", seats=seats, rows={0: "1/11"}), "lay 13 0.2") == "legal"
        full = table("13", seats=seats, rows={0: "1/11 | 13"})
        assert ruled(full, "lay 13 0.3") == "DC-R18 two_rows_at_most"
        finished = table("13", seats=seats, rows={0: "1/11"}, finished={0: 1})
        assert ruled(finished, "lay 13 0.2") == "DC-R18 two_rows_at_most"
    assert ruled(table("13", rows={0: "1/11"}), "lay 13 0.3") == "DC-R18 no_such_row"


def test_with_four_everybody_has_one_row() -> None:
    """DC-R18"""
    position = table("13", seats=4, rows={0: "1/11", 2: "13"})
    assert ruled(position, "lay 13 0.2") == "DC-R18 one_row_each"
    assert ruled(position, "lay 13 2.2") == "DC-R18 one_row_each"
    assert ruled(table("13", seats=4), "lay 13 2.1") == "legal"


def test_a_finished_row_leaves_its_14_and_two_of_them_win() -> None:
    """DC-R18"""
    position = table("14", rows={0: TO_13}, draw="9")
    done = after(position, "lay 14 0.1")
    assert done.rows[0] == ()
    assert done.finished == (1, 0)
    assert done.discard[-13:] == tuple(TO_13.split())
    assert "9" in done.hands[0]
    assert winners(rules_of(done), done) == ()
    last = after(table("14", rows={0: TO_13}, finished={0: 1}), "lay 14 0.1")
    assert winners(rules_of(last), last) == (0,)
    assert ruled(last, "discard 8") == "DC-R18 game_is_won"
    assert legal_actions(rules_of(last), last) == ()


def test_a_finished_partner_helps_and_may_do_everything_else() -> None:
    """DC-R19"""
    position = table(
        "13 3 7 14 robber", seats=4, rows={1: "13 joker", 2: "13 2"}, finished={0: 1}, discard="8", draw="9"
    )
    assert ruled(position, "lay 13 0.1") == "DC-R19 lay_at_partner"
    for action in (
        "lay 3 2.1",
        "buy 3 3",
        "look 7 1",
        "search 14 8",
        "rob robber 1.1",
        "discard 13",
    ):
        assert ruled(position, action) == "legal", action
    assert ruled(table("2", seats=4, rows={1: "13 joker"}, finished={0: 1}), "exchange 2 1.1@2") == "legal"
    assert ruled(table("13", seats=4, finished={2: 1}), "lay 13 2.1") == "DC-R19 partner_is_done"


def test_partners_win_together_and_lay_only_in_their_team() -> None:
    """DC-R19"""
    position = table("14 3", seats=4, rows={1: "13 2", 2: TO_13}, finished={0: 1})
    assert ruled(position, "lay 3 1.1") == "DC-R22 not_your_row"
    done = after(position, "lay 14 2.1")
    assert winners(rules_of(done), done) == (0, 2)
    assert ruled(done, "discard 9") == "DC-R19 game_is_won"


def test_partners_exchange_a_card_once_before_the_game() -> None:
    """DC-R20"""
    position = table("8 9", seats=4, turn=1, given="- - - -")
    assert ruled(position, "discard 8") == "DC-R20 give_first"
    half = after(position, "give 8")
    assert half.turn == 2
    assert half.given == (None, "8", None, None)
    assert len(half.hands[1]) == 4
    last = table("2 3", seats=4, turn=0, given="- 8 ? 10")
    done = after(last, "give 3")
    assert done.given is None
    assert done.turn == 1
    assert [len(hand) for hand in done.hands] == [5, 5, 5, 5]
    assert "3" in done.hands[2]
    assert "8" in done.hands[3]
    assert "10" in done.hands[1]
    assert UNKNOWN in done.hands[0]
    assert ruled(table("8", seats=4), "give 8") == "DC-R20 gave_already"
    assert ruled(table("8"), "give 8") == "DC-R20 nobody_to_give_to"


def test_a_joker_does_nothing_special() -> None:
    """DC-R21"""
    position = table("joker", rows={1: "13 2"}, discard="8")
    for action in ("look joker 1", "search joker 8", "rob joker 1.1"):
        assert ruled(position, action) == "DC-R21 joker_has_no_special", action


def test_one_card_on_one_row_in_a_turn() -> None:
    """DC-R22"""
    position = table("3 5", rows={0: "13 2 | 1/11 2 3 4"})
    assert ruled(position, "lay 3 0.1 + lay 5 0.2") == "DC-R22 one_row_only"
    assert ruled(position, "lay 3 0.1 + discard 5") == "DC-R22 one_action_only"
    assert ruled(position, "lay 3 0.1") == "legal"


def test_a_card_is_played_from_the_own_hand() -> None:
    """DC-R22"""
    assert ruled(table("3"), "discard 13") == "DC-R22 card_not_held"
    assert ruled(table(" ".join("?" * 7)), "discard 13") == "legal"
    gone = table(" ".join("?" * 7), discard=" ".join(["13"] * 7))
    assert ruled(gone, "discard 13") == "DC-R22 card_not_held"
    assert ruled(table("3", rows={1: "13 2"}), "lay 3 1.1") == "DC-R22 not_your_row"


def test_actions_that_come_to_the_same_are_offered_once() -> None:
    position = table("7 4")
    looks = [choice.action for choice in legal_actions(rules_of(position), position) if choice.action.kind == "look"]
    assert len(looks) == 1
    assert offered(position, "look 7 3")
    assert explain(rules_of(position), position, (looks[0],)) == ()


@pytest.mark.parametrize(
    ("action", "nearest"),
    [
        ("lay 8 0.1", "lay 8 0.2"),  # the same card where it fits
        ("lay 9 0.1", "lay 3 0.1"),  # else the card that fits there
        ("buy 3 8", "buy 3 3"),
        ("exchange 9 1.1@2", "exchange 3 1.1@3"),
        ("look 9 1", "discard 9"),
    ],
)
def test_the_nearest_legal_action_is_offered(action: str, nearest: str) -> None:
    position = table("8 3 9", rows={0: "13 2 | 1/11 2 3 4 5 6 7", 1: "13 2 joker"})
    assert ruled(position, action) != "legal"
    rules = rules_of(position)
    found = nearest_action(rules, position, parse_action(rules, action))
    assert found is not None
    assert format_action(found) == nearest
