"""Games, cards and switches in words: nothing without a text, nothing left unfilled, the same in four languages."""

import pytest
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.open_row.catalogue import game_ids, load_game
from companion.rules.mechanic import Use
from companion.rules.variant_files.file import mechanics_of
from companion.texts import LANGUAGES
from companion.views.wording import game_words as words

ALL = [(language, game) for language in LANGUAGES for game in SHIPPED.ids]


def everything(code: str, game: str) -> list[str]:
    language, variant = WORDING[code], SHIPPED.variant(game)
    texts = [words.game_line(language, game, variant.seat_counts, variant.deck_size)]
    texts += [line for lines in words.facts(language, variant).values() for line in lines]
    texts += [words.card_words(language, variant.uses[card]) for card in variant.cards]
    texts += [words.switch_words(language, switch) for switch in variant.options]
    return texts


@pytest.mark.parametrize(("language", "game"), ALL)
def test_every_game_is_described_in_full(language: str, game: str) -> None:
    texts = everything(language, game)
    assert all(text.strip() for text in texts)
    assert not [text for text in texts if "{" in text or "}" in text]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("context", ["games.switches", "games.uses"])
def test_no_text_was_left_in_english(language: str, context: str) -> None:
    english, texts = WORDING["en"][context], WORDING[language][context]
    assert [key for key, text in texts.items() if text == english[key]] == []


def test_every_kind_of_use_and_every_switch_has_words_and_no_others() -> None:
    english = WORDING["en"]
    tags = {str(kind.__struct_config__.tag) for kind in mechanics_of(Use)}
    assert tags <= set(english["games.uses"])
    switches = {name for game in SHIPPED.ids for name in SHIPPED.variant(game).options}
    switches |= {name for game in game_ids() for name in load_game(game).options}
    assert set(english["games.switches"]) == switches
    assert set(english["games.games"]) == {*SHIPPED.ids, *game_ids(), "own"}


@pytest.mark.parametrize(
    ("game", "card", "text"),
    [
        ("black_dog", "1/11", "bring a pawn onto the start field or go 1 or 11 forward"),
        ("black_dog", "black1-7", "go 1–7 forward, then the dog as far"),
        ("dog", "7", "share out 7 points among your own pawns (every pawn overtaken goes back to its kennel)"),
        ("dog", "swap", "swap one of your pawns with somebody else's (without effect when there is nothing to swap)"),
        ("dog_royal", "10", "go 10 forward (ranks do not count)"),
        ("super_tock_advanced", "10", "swap one of your pawns with an opponent's or go 10 forward (if "
         "st.ten_keeps_value is on) or go into the middle from a door, or out of it to a door"),
    ],
)  # fmt: skip
def test_every_card_has_its_text(game: str, card: str, text: str) -> None:
    assert words.card_words(WORDING["en"], SHIPPED.variant(game).uses[card]) == text


def test_a_game_is_described_by_its_numbers() -> None:
    """Seats, boards, pawns, set-up and deal of the classic, by number of players."""
    facts = words.facts(WORDING["en"], SHIPPED.variant("dog"))
    assert facts["players"] == ("2, 3 or 5: everybody alone", "4 or 6: teams of 2")
    assert facts["board"] == (
        "64 fields, 4 sectors, for 2, 3 or 4 players",
        "96 fields, 6 sectors, for 5 or 6 players",
    )
    assert facts["pawns"] == ("5 each with 2, 3 or 5 players", "4 each with 4 or 6 players")
    assert facts["setup"] == ("Everybody puts a pawn on the start field before the first card (2, 3 or 5 players).",)
    assert "2–6 players: 6, 5, 4, 3, 2 cards, round by round" in facts["deal"]
    assert facts["special"] == ()


def test_a_switch_shows_what_may_be_written() -> None:
    options = SHIPPED.variant("black_dog").options
    assert words.switch_value_line(WORDING["de"], options["bd.free_start"]) == "must (must oder may)"
    assert words.switch_value_line(WORDING["en"], options["bd.paw_own_only"]) == "false (false or true)"
    assert words.switch_value_line(WORDING["fr"], options["core.touch_move"]) == "false (fixe)"
