"""The tablet's catalogues are complete and agree with each other and with the code."""

import re
import string
from pathlib import Path

import pytest

import ui
from companion.board_files import board_ids
from companion.rules.catalogue import load_variant, variant_ids
from companion.settings import LANGUAGES
from ui.art.icons import ICONS
from ui.i18n import OWN_NAMES, Catalogue, load_catalogue
from ui.presenters.cards import card_face, card_help, card_name
from ui.presenters.house_rules import rule_groups
from ui.theme import COLOURS, PAWNS

STAGES = {"idle", "start", "deal", "figure", "over", "replace", "draw", "may_draw", "discard"}
ENGLISH = load_catalogue("en").words
SOURCES = [path for path in Path(ui.__file__).parent.rglob("*") if path.suffix in (".py", ".kv")]


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_has_the_same_messages_and_blanks(language):
    words = load_catalogue(language).words
    assert words.keys() == ENGLISH.keys()
    assert {message: blanks(text) for message, text in words.items()} == {
        message: blanks(text) for message, text in ENGLISH.items()
    }


def test_every_message_named_in_the_code_exists():
    pattern = re.compile(r"""(?:i18n\._|words\.text|catalogue\.text|words)\(\s*"([a-z_]+\.[a-z_0-9]+)\"""")
    named = {message for path in SOURCES for message in pattern.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 60
    assert named - ENGLISH.keys() == set()


@pytest.mark.parametrize(
    "prefix", ["health", "verdict", "banner", "prompt", "part", "seat", "variant", "game", "board", "rank"]
)
def test_messages_put_together_in_the_code_exist(prefix):
    wanted = {
        "health": {"ok", "searching", "lost", "off"},
        "verdict": {"legal", "illegal", "unfinished", "unclear"},
        "banner": {*STAGES, "exchange"},
        "prompt": {*STAGES, "exchange_partner", "exchange_left", "watch", "tap", "ask", "as", "wheel"},
        "part": {"camera", "wheel", "mqtt", "record"},
        "seat": {"out", "exchanged", "open"},
        "variant": set(variant_ids()),
        "game": set(variant_ids()),
        "board": set(board_ids()),
        "rank": {rank for variant in variant_ids() for rank in load_variant(variant).rank_names},
    }[prefix]
    assert {f"{prefix}.{name}" for name in wanted} <= ENGLISH.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", variant_ids())
def test_every_card_has_a_face_a_name_and_a_help(language, variant):
    words = load_catalogue(language)
    for card in load_variant(variant).cards:
        face = card_face(card, words, variant)
        assert face.value or not face.caption.startswith("card.")
        assert face.picture in ICONS
        assert face.colour in COLOURS
        assert card_name(card, words)
        assert card_help(card, words, variant), card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", variant_ids())
def test_every_house_rule_is_told_in_words(language, variant):
    words = load_catalogue(language)
    groups = rule_groups(variant, {}, words)
    rules = [rule for group in groups for rule in group.rules]
    wanted = [name for name, rule in load_variant(variant).options.items() if len(rule.values) > 1]
    assert sorted(rule.name for rule in rules) == sorted(wanted)
    for rule in rules:
        assert rule.title != rule.name
        assert len(rule.help.split()) > 4
        assert len({value.label for value in rule.values}) == len(rule.values)
        assert not any(value.label.startswith("option.") for value in rule.values)
        assert not rule.changed
    assert not any(group.title.startswith("rules.") for group in groups)


def test_no_house_rule_has_words_that_no_game_knows():
    known = {name for variant in variant_ids() for name in load_variant(variant).options}
    told = {message.removeprefix("option.").partition(":")[0] for message in ENGLISH if message.startswith("option.")}
    assert {name.removesuffix(".help") for name in told} <= known


def test_every_pawn_colour_has_a_name():
    assert {f"colour.{colour}" for colour in PAWNS} <= ENGLISH.keys()


def test_every_language_has_its_own_name():
    assert set(OWN_NAMES) == set(LANGUAGES)


def test_a_sentence_of_the_core_falls_back_to_english():
    words = load_catalogue("it")
    assert words.of({"it": "ciao", "en": "hello"}) == "ciao"
    assert words.of({"en": "hello"}) == "hello"
    assert words.of(None) == ""


def test_an_unknown_language_and_an_unknown_message_do_not_stop_a_game():
    assert load_catalogue("xx").language == "en"
    assert Catalogue("en", {}).text("no.such") == "no.such"
