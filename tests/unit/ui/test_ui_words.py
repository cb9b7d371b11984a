"""The tablet's words agree with the code."""

import re
from pathlib import Path

import pytest

import ui
from companion.board.files import board_ids
from companion.catalogue.shipped import SHIPPED
from companion.history.course import LineKind
from companion.history.filters import Ended
from companion.looks.colours import PAWNS
from companion.looks.icons import ICONS
from companion.open_row.catalogue import game_ids
from companion.texts import LANGUAGES
from companion.views.kept.kept_backup import BackupFault
from companion.views.wording.words import card_name
from ui.i18n import load_words
from ui.presenters.evening.games import SPANS
from ui.presenters.house_rules import rule_groups
from ui.presenters.play.cards import card_face, card_help
from ui.presenters.setup import game_data
from ui.theme import COLOURS

GAMES = (*SHIPPED.ids, *game_ids())
STAGES = {"idle", "start", "deal", "figure", "over", "replace", "draw", "may_draw", "discard"}
ENGLISH = load_words("en").words
SOURCES = [path for path in Path(ui.__file__).parent.rglob("*") if path.suffix in (".py", ".kv")]


def test_every_message_named_in_the_code_exists():
    pattern = re.compile(r"""(?:i18n\._|words\.text|catalogue\.text|words)\(\s*"([a-z_]+\.[a-z_0-9]+)\"""")
    named = {message for path in SOURCES for message in pattern.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 60
    assert named - ENGLISH.keys() == set()


@pytest.mark.parametrize(
    "prefix",
    [
        "setup",
        "health",
        "verdict",
        "banner",
        "prompt",
        "part",
        "seat",
        "variant",
        "game",
        "board",
        "rank",
        "games",
        "line",
        "backup",
    ],
)
def test_messages_put_together_in_the_code_exist(prefix):
    wanted = {
        "setup": {"camera_none", "camera_simulated", "camera_watches"},
        "health": {"ok", "searching", "lost", "off"},
        "verdict": {"legal", "illegal", "unfinished", "unclear"},
        "banner": {*STAGES, "exchange"},
        "prompt": {*STAGES, "exchange_partner", "exchange_left", "watch", "tap", "ask", "as", "wheel"},
        "part": {"camera", "wheel", "mqtt", "record"},
        "seat": {"out", "exchanged", "open"},
        "variant": set(GAMES),
        "game": set(GAMES),
        "board": set(board_ids()),
        "games": {
            *(f"state_{state}" for state in Ended),
            *(f"span_{span}" for span in range(len(SPANS))),
            Ended.OPEN.value,
            Ended.ABANDONED.value,
        },
        "backup": {f"fault_{fault}" for fault in BackupFault},
        "line": {kind.value for kind in LineKind if kind is not LineKind.PLAY},
        "rank": {rank for variant in SHIPPED.ids for rank in SHIPPED.variant(variant).rank_names},
    }[prefix]
    assert {f"{prefix}.{name}" for name in wanted} <= ENGLISH.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", GAMES)
def test_every_card_has_a_face_a_name_and_a_help(language, variant):
    words = load_words(language)
    for card in game_data(SHIPPED, variant).cards:
        face = card_face(card, words, game_data(SHIPPED, variant))
        assert face.value or not face.caption.startswith("card.")
        assert face.picture in ICONS
        assert face.colour in COLOURS
        assert card_name(card, words)
        assert card_help(card, words, game_data(SHIPPED, variant)), card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", GAMES)
def test_every_house_rule_is_put_in_words(language, variant):
    words = load_words(language)
    groups = rule_groups(game_data(SHIPPED, variant), {}, words)
    rules = [rule for group in groups for rule in group.rules]
    wanted = [name for name, rule in game_data(SHIPPED, variant).options.items() if len(rule.values) > 1]
    assert sorted(rule.name for rule in rules) == sorted(wanted)
    for rule in rules:
        assert rule.title != rule.name
        assert len(rule.help.split()) > 4
        assert len({value.label for value in rule.values}) == len(rule.values)
        assert not any(value.label.startswith("option.") for value in rule.values)
        assert not re.search(r"[A-Z]+-R\d", f"{rule.title} {rule.help}"), "rulings are for the manual"
        assert not rule.changed
    assert not any(group.title.startswith("rules.") for group in groups)


def test_no_house_rule_has_words_that_no_game_knows():
    known = {name for variant in GAMES for name in game_data(SHIPPED, variant).options}
    described = {
        message.removeprefix("option.").partition(":")[0] for message in ENGLISH if message.startswith("option.")
    }
    assert {name.removesuffix(".help") for name in described} <= known


def test_every_pawn_colour_has_a_name():
    assert {f"colour.{colour}" for colour in PAWNS} <= ENGLISH.keys()


def test_a_sentence_of_the_core_falls_back_to_english():
    words = load_words("it")
    assert words.of({"it": "ciao", "en": "hello"}) == "ciao"
    assert words.of({"en": "hello"}) == "hello"
    assert words.of(None) == ""


def test_an_unknown_language_and_an_unknown_message_do_not_stop_a_game():
    assert load_words("xx").language == "en"
    assert load_words("en").text("no.such") == "no.such"
