"""DOG Cards, the powers of single cards, ruling by ruling: buying, taking from piles, robbing, exchanging a joker."""

import pytest
from card_tables import after, ruled, table

TO_13 = "1/11 2 3 4 5 6 7 8 9 10 joker 12 13"


def test_a_number_buys_the_card_at_its_place() -> None:
    """DC-R08"""
    position = table("1/11 5 13", draw="3")
    for place, bought in ((1, "2"), (11, "13")):
        after_it = after(position, f"buy 1/11 {place}")
        assert bought in after_it.hands[0]
        assert after_it.discard[-1] == "1/11"
        assert after_it.open_row[place - 1] == "3"
    assert ruled(position, "buy 1/11 2") == "DC-R08 buys_its_number"
    assert ruled(position, "buy 5 5") == "legal"
    assert ruled(position, "buy 5 6") == "DC-R08 buys_its_number"
    assert ruled(position, "buy 13 13") == "legal"
    assert ruled(position, "buy 13 1") == "DC-R08 buys_its_number"


def test_a_joker_buys_any_open_card_even_another_joker() -> None:
    """DC-R09"""
    position = table("joker", open_row="2 3 joker 5 6 7 8 9 10 12 13 14 2")
    assert all(ruled(position, f"buy joker {place}") == "legal" for place in range(1, 14))
    assert after(position, "buy joker 3").hands[0].count("joker") == 1
    assert ruled(position, "buy joker 14") == "DC-R10 no_such_place"


def test_a_14_buys_nothing() -> None:
    """DC-R10"""
    for place in (1, 12, 13, 14):
        assert ruled(table("14"), f"buy 14 {place}") == "DC-R10 end_buys_nothing"


def test_a_4_buys_at_places_1_to_8() -> None:
    """DC-R11"""
    position = table("4")
    assert [ruled(position, f"buy 4 {place}") for place in range(1, 9)] == ["legal"] * 8
    assert {ruled(position, f"buy 4 {place}") for place in range(9, 14)} == {"DC-R11 four_reaches"}


def test_a_7_takes_one_of_the_top_seven_and_leaves_the_others_as_they_lie() -> None:
    """DC-R12"""
    looked = after(table("7", draw="2 3 5 6 8 9 10 12 13"), "look 7 4")
    assert "6" in looked.hands[0]
    assert looked.draw == ("2", "3", "5", "8", "9", "10", "12", "13")
    assert looked.discard[-1] == "7"
    assert ruled(table("7", draw="2 3 5 6 8 9 10 12 13"), "look 7 8") == "DC-R12 looks_at_seven"
    assert ruled(table("8"), "look 8 1") == "DC-R12 only_seven_looks"


def test_a_7_views_fewer_cards_if_the_pile_has_fewer() -> None:
    """DC-R12: nothing is shuffled while a card lies in the draw pile."""
    position = table("7", draw="2 3", discard="5")
    assert ruled(position, "look 7 2") == "legal"
    assert ruled(position, "look 7 3") == "DC-R12 fewer_to_look_at"
    looked = after(position, "look 7 1")
    assert looked.draw == ("3",)
    assert looked.discard == (*position.discard, "7")


def test_a_7_with_an_empty_pile_shuffles_first_but_not_itself() -> None:
    """DC-R12"""
    position = table("7", draw="")
    order = tuple(reversed(position.discard))
    looked = after(position, "look 7 2", order)
    assert looked.draw == (order[0], *order[2:])
    assert looked.discard == ("7",)


def test_a_14_takes_any_card_of_the_discard_pile() -> None:
    """DC-R13"""
    position = table("14 8", discard="3 joker 3")
    searched = after(position, "search 14 joker")
    assert searched.discard == ("3", "3", "14")
    assert "joker" in searched.hands[0]
    assert ruled(position, "search 14 5") == "DC-R13 not_thrown_away"
    assert ruled(position, "search 8 3") == "DC-R13 only_end_searches"


def test_a_14_takes_another_14_but_never_itself() -> None:
    """DC-R13"""
    assert ruled(table("14", discard="3"), "search 14 14") == "DC-R13 not_the_one_played"
    assert after(table("14", discard="3 14"), "search 14 14").hands[0].count("14") == 1
    strict = table("14", discard="3 14", options={"dc.take_14": False})
    assert ruled(strict, "search 14 14") == "DC-R13 end_takes_no_end"
    assert ruled(strict, "search 14 3") == "legal"


def test_a_robber_takes_the_last_card_of_another_players_row() -> None:
    """DC-R14"""
    position = table("robber 8", seats=3, rows={0: "13 2", 1: "1/11 2 3", 2: "13 2 | 1/11 2 3 4"})
    robbed = after(position, "rob robber 2.2")
    assert robbed.rows[2] == (("13", "2"), ("1/11", "2", "3"))
    assert "4" in robbed.hands[0]
    assert robbed.discard == ("robber",)
    assert ruled(position, "rob robber 1.1") == "legal"
    assert ruled(position, "rob robber 0.1") == "DC-R14 rob_not_yourself"
    assert ruled(position, "rob robber 1.2") == "DC-R14 nothing_to_rob"
    assert ruled(position, "rob 8 1.1") == "DC-R14 only_robber_robs"


def test_the_14_of_a_finished_row_is_safe() -> None:
    """DC-R14"""
    assert ruled(table("robber", finished={1: 1}), "rob robber 1.1") == "DC-R14 finished_is_safe"


def test_the_partner_may_be_robbed_unless_the_switch_forbids_it() -> None:
    """DC-R14"""
    rows = {1: "13", 2: "13 2"}
    assert ruled(table("robber", seats=4, rows=rows), "rob robber 2.1") == "legal"
    strict = table("robber", seats=4, rows=rows, options={"dc.rob_partner": False})
    assert ruled(strict, "rob robber 2.1") == "DC-R14 rob_not_partner"
    assert ruled(strict, "rob robber 1.1") == "legal"


def test_a_robber_is_no_number() -> None:
    """DC-R14"""
    position = table("robber", rows={0: "13"})
    assert ruled(position, "lay robber 0.1") == "DC-R14 no_number"
    assert ruled(position, "buy robber 3") == "DC-R14 no_number"


def test_a_row_whose_only_card_is_robbed_is_gone() -> None:
    """DC-R15"""
    robbed = after(table("robber", rows={1: "13 | 1/11 2"}), "rob robber 1.1")
    assert robbed.rows[1] == (("1/11", "2"),)


def test_a_robbed_joker_is_a_joker_in_the_hand() -> None:
    """DC-R16"""
    robbed = after(table("robber", rows={1: "13 2 joker"}), "rob robber 1.1")
    assert robbed.hands[0].count("joker") == 1


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_joker_is_exchanged_in_anybodys_row(seat: int) -> None:
    """DC-R17"""
    position = table("3 5", seats=4, rows={seat: "13 2 joker 4"})
    exchanged = after(position, f"exchange 3 {seat}.1@3")
    assert exchanged.rows[seat] == (("13", "2", "3", "4"),)
    assert exchanged.hands[0].count("joker") == 1
    assert exchanged.turn == 1
    assert ruled(position, f"exchange 5 {seat}.1@3") == "DC-R17 not_what_joker_stands_for"


def test_only_a_joker_of_a_row_is_exchanged_and_only_for_its_number() -> None:
    """DC-R17"""
    position = table("2 joker", rows={1: "13 2 joker"}, open_row="2 3 4 joker 6 7 8 9 10 12 13 14 2")
    assert ruled(position, "exchange 2 1.1@2") == "DC-R17 no_joker_there"
    assert ruled(position, "exchange 2 1.1@4") == "DC-R17 no_joker_there"
    assert ruled(position, "exchange 2 1.2@1") == "DC-R17 no_joker_there"
    assert ruled(position, "exchange 2 0.1@2") == "DC-R17 no_joker_there"
    assert ruled(position, "exchange joker 1.1@3") == "DC-R17 joker_for_joker"
    assert ruled(position, "exchange 2 open@4") == "DC-R17 open_joker_is_bought"


def test_the_joker_of_place_1_is_exchanged_for_a_start_card() -> None:
    """DC-R17"""
    position = table("1/11 13 2", rows={1: "joker 2 3"})
    assert after(position, "exchange 13 1.1@1").rows[1] == (("13", "2", "3"),)
    assert ruled(position, "exchange 1/11 1.1@1") == "legal"
    assert ruled(position, "exchange 2 1.1@1") == "DC-R17 place_one_needs_start"
    eleven = table("1/11", rows={1: "13 2 3 4 5 6 7 8 9 10 joker 12"})
    assert ruled(eleven, "exchange 1/11 1.1@11") == "legal"


def test_exchanging_a_joker_is_the_whole_turn() -> None:
    """DC-R17"""
    position = table("3 4", rows={0: "13 2 joker"})
    assert ruled(position, "exchange 3 0.1@3 + lay 4 0.1") == "DC-R17 exchange_is_whole_turn"
