"""A change that belongs to nobody is undone before the fault of the card is sought, and no advice leads nowhere.

Each case is a board on which an untrue sentence is easy to give.
"""

import pytest
from rules_for_tests import rules_of
from words_for_tests import WORDING
from written_tables import Table

from companion.commands.programs.judge import verdict_to_json
from companion.referee.judge import judge

HOME = "g1,g2,g3,g4"
CASES = {
    "points left, dog": ("black_dog", "red:33 green:18 dog:50", "partner4", "red:36 green:18 dog:51", "BD-R84"),
    "points left, wheel": ("black_dog", "red:33 green:18 dog:50", "partner4", "red:36 green:18 wheel:1", "BD-R05"),
    "points left, pawn taken off": (
        "black_dog",
        "red:33 yellow:5 green:18 dog:50",
        "partner4",
        "red:36 green:18",
        "CORE-R31",
    ),
    "seven left, pawn taken off": ("dog", "red:20,30 yellow:50", "7", "red:24,30", "CORE-R31"),
    "points left on a paw, wheel": (
        "black_dog",
        "red:6 green:18 dog:50",
        "partner4",
        "red:24 green:18 wheel:1",
        "BD-R08",
    ),
    "wheel left a bystander": ("black_dog", "red:5 yellow:10 dog:36", "3", "red:24 yellow:10 wheel:1", "BD-R17"),
    "wheel left the dog": ("black_dog", "red:5 dog:10", "3", "red:24 dog:10 wheel:1", "BD-R17"),
    "wheel the other way": ("black_dog", "red:5 dog:36", "3", "red:56 wheel:1", "BD-R17"),
    "captured pawn left, another moved": (
        "dog",
        "red:9,10,13,16 yellow:4,12,14",
        "7",
        "red:9,14,19 yellow:12,45",
        "CORE-R31",
    ),
    "void swap": ("dog", "red:20 yellow:16", "swap", "red:16 yellow:20", "DOG-R14"),
    "somebody else out of the kennel": ("dog players=3", "red:20", "13", "red:20 green:40", "CORE-R27"),
    "out of the kennel with a 5": ("dog_royal", "red:citizen@1", "5", "red:citizen@1,king@9", "CORE-R28"),
    "bitten too early": ("black_dog", "red:13 blue:52 dog:50", "black5", "red:18", "BD-R28"),
}


@pytest.mark.parametrize(("game", "before", "card", "done", "ruling"), CASES.values(), ids=CASES)
def test_the_change_that_no_play_made_is_named(game: str, before: str, card: str, done: str, ruling: str) -> None:
    assert _reason(game, before, card, done)["ruling"] == ruling


def test_a_card_that_walks_any_number_of_fields_says_so() -> None:
    assert "1 to 13 fields" in _english("dog", "red:20", "joker", "red:34")


def test_two_pawns_moved_by_one_card_both_go_back() -> None:
    text = _english("dog", "red:20,30,40", "8", "red:23,35,40")
    assert "Put back all the pawns that you moved" in text
    assert "The red pawn (" in text


def test_the_pawn_that_is_meant_is_named_by_its_place() -> None:
    assert _english("dog", "red:20,30", "8", "red:27,30").startswith(
        "The red pawn (5 fields before the green start field) went 7 fields"
    )


def test_partner_4_says_whose_pawns_it_moves() -> None:
    reason = _reason("black_dog", "red:1 yellow:20 green:34", "partner4", "red:1 yellow:24 green:34")
    assert (reason["ruling"], reason["code"]) == ("CORE-R27", "opponents_not_yet")


def test_advice_is_given_only_where_it_can_be_followed() -> None:
    """The king has a play of its own, the 1, and nobody else has one; so nobody is to take another pawn."""
    text = _english(
        "dog_royal", "red:king@20,knight@g4,citizen@g3,jester@g2", "1/11", "red:king@31,knight@g4,citizen@g3,jester@g2"
    )
    assert text.startswith("The red king walks only 1 to 7 fields. Put it back. This would be right")


def test_a_helper_is_not_advised_to_move_a_pawn_of_his_own() -> None:
    text = _english("dog", f"red:{HOME} yellow:3 green:34", "3", f"red:{HOME} yellow:6 green:34")
    assert text.startswith("The yellow pawn belongs to another player. Put it back and choose another pawn.")


def test_of_two_like_pawns_each_went_the_likelier_way() -> None:
    """A wrong count is likelier than a wrong way, so no pawn went out of the goal."""
    reason = _reason("dog", "red:15,g1", "3", "red:17,g3")
    assert (reason["from"], reason["to"], reason["code"]) == (15, 17, "several_pawns_moved")


def _english(game: str, before: str, card: str, done: str) -> str:
    return str(_reason(game, before, card, done)["text"]["en"])


def _reason(game: str, before: str, card: str, done: str) -> dict[str, dict[str, str]]:
    table = Table(game)
    position = table.position(before)
    rules = rules_of(position)
    judged = judge(rules, position, card, table.seen(done, position))
    verdict = verdict_to_json(rules, judged, position, WORDING)
    assert verdict["verdict"] == "illegal"
    first: dict[str, dict[str, str]] = verdict["reasons"][0]
    return first
