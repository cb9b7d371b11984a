"""Every reason of the card games has a sentence in four languages that reads without a gap."""

import ast
import re
from pathlib import Path

import pytest
from card_tables import table
from words_for_tests import WORDING, load_language

import companion.open_row
from companion.model.verdict import Reason
from companion.open_row.actions import ActionKind, parse_action, parse_turn
from companion.open_row.faults import explain
from companion.open_row.position import rules_of
from companion.texts import LANGUAGES
from companion.views.wording.card_wording import action_done_text, action_text, card_reason_text
from companion.views.wording.phrases import UnknownMessageError

BLANK = re.compile(r"\{(\w+)\}")
MANUAL = Path(__file__).parents[3] / "docs/reference/formats/dog-cards.md"


def codes_of_the_source() -> set[str]:
    """Every code that `faults.py` gives to a reason: its constants of several words."""
    source = (Path(companion.open_row.__file__).parent / "faults.py").read_text(encoding="utf-8")
    constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {text for text in constants if isinstance(text, str) and re.fullmatch(r"[a-z]+(_[a-z0-9]+)+", text)}


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert codes_of_the_source() == load_language("en")["open_row"].keys()


def test_every_code_is_documented() -> None:
    documented = set(re.findall(r"`([a-z_]+)`", MANUAL.read_text(encoding="utf-8")))
    assert codes_of_the_source() <= documented


def test_every_kind_of_action_is_worded() -> None:
    worded = load_language("en")["open_row_actions"].keys()
    assert load_language("en")["open_row_done"].keys() == worded
    assert worded == {kind.value for kind in ActionKind} - {"draw"} | {"begin"}


def test_sentences_end_and_have_room_for_no_gap() -> None:
    for language in LANGUAGES:
        for code, text in load_language(language)["open_row"].items():
            assert text[0].isupper() or text[0] == "{", (language, code)
            assert text.endswith("."), (language, code)
            assert ". " in text, f"{language} {code} says what is wrong, but not what to do"


def test_a_wrong_number_reads_well() -> None:
    position = table("8", rows={0: "13 2"})
    rules = rules_of(position)
    (reason,) = explain(rules, position, parse_turn(rules, "lay 8 0.1"))
    assert card_reason_text(WORDING, reason) == {
        "de": "Die Karte „8“ passt hier nicht: In dieser Reihe kommt als Nächstes die Zahl 3. Nehmt sie zurück; "
        "diese Zahl oder ein Joker passt.",
        "en": "The card “8” does not fit here: this row goes on with number 3. Take it back; "
        "that number or a joker fits.",
        "fr": "La carte «\u00a08\u00a0» ne va pas ici\u00a0: cette suite continue avec le nombre 3. "
        "Reprenez-la\u00a0; ce nombre ou un joker convient.",
        "it": "La carta «8» qui non va: questa fila continua con il numero 3. Riprendetela; va bene quel numero o un "
        "jolly.",
    }


def test_cards_and_alternatives_are_named_in_each_language() -> None:
    position = table("14 1/11", discard="8")
    rules = rules_of(position)
    (searched,) = explain(rules, position, parse_turn(rules, "search 14 robber"))
    assert "„Räuber“" in card_reason_text(WORDING, searched)["de"]
    assert "«\u00a0voleur\u00a0»" in card_reason_text(WORDING, searched)["fr"]
    (bought,) = explain(rules, position, parse_turn(rules, "buy 1/11 5"))
    assert "place 1 or 11 of" in card_reason_text(WORDING, bought)["en"]
    assert "Platz 1 oder 11," in card_reason_text(WORDING, bought)["de"]


@pytest.mark.parametrize(
    ("action", "english"),
    [
        ("lay 3 0.1", "Lay the card “3” on row 1 of player 1."),
        ("lay 13 0.2", "Begin a row in front of player 1 with the card “13”."),
        ("search 14 joker", "Play the card “14” and take a card “joker” out of the discard pile."),
        ("rob robber 1.1", "Play the card “robber” and take the last card of row 1 of player 2."),
        ("mend 5", "Put the card at place 5 of the open row under the draw pile and lay a new one there."),
    ],
)
def test_an_action_is_worded_as_an_order_to_a_player(action: str, english: str) -> None:
    position = table("3 13 14 robber", rows={0: "13 2", 1: "13"})
    assert action_text(WORDING, parse_action(rules_of(position), action), position)["en"] == english


def test_an_action_that_was_done_is_no_order() -> None:
    position = table("8 13 14 robber", rows={0: "13 2", 1: "13"})
    action = parse_action(rules_of(position), "discard 8")
    assert action_done_text(WORDING, action, position)["en"] == "The card “8” was discarded and a new one drawn."
    for language in LANGUAGES:
        words = load_language(language)
        assert not set(words["open_row_done"].values()) & set(words["open_row_actions"].values())


def test_an_unknown_code_is_a_fault_of_the_program() -> None:
    with pytest.raises(UnknownMessageError):
        card_reason_text(WORDING, Reason(ruling="DC-R01", code="no_such_code"))
