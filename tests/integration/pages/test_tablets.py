"""Browsers as tablets at a real table, over real sockets: the code, the page, the acts, and who may do none."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from card_sessions import GAME
from page_clients import fetch
from tablet_tables import TabletTable, tablet_table

from companion.programs.tcp_ports import accepts
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.settings.schema import as_demo
from companion.texts import LANGUAGES


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TabletTable]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAWTRACK_HOME", str(tmp_path_factory.mktemp("home")))
        with tablet_table() as made:
            yield made


@pytest.fixture
def token(table: TabletTable) -> str:
    """A tablet on a new game."""
    table.begin()
    token = table.open()
    table.until(lambda: table.page(token)["turn"]["name"])
    return token


def shown(table: TabletTable, token: str, act: str) -> Any:
    """The page that offers an act."""
    found: list[Any] = []

    def offers() -> bool:
        found[:] = [table.page(token)]
        return f'"{act}"' in json.dumps(found[0])

    table.until(offers)
    return found[0]


def test_a_browser_deals_the_cards_and_both_screens_go_on(table: TabletTable, token: str) -> None:
    assert table.act(token, "act", shown(table, token, "act")) == {"ok": True, "error": ""}
    assert table.view.phase is Phase.FIGURE
    spot = next(spot for spot in shown(table, token, "spot..12.0")["board"]["spots"] if spot["act"])
    assert table.act(token, spot["act"])["ok"]
    table.post(cmd.Undo())
    table.until(lambda: "redo" in json.dumps(table.page(token)["panel"]))


def test_a_code_opens_one_tablet_and_the_next_one_another(table: TabletTable, token: str) -> None:
    code = table.code
    table.until(lambda: table.ask(invitation=code)[0] == 200)
    assert table.code != code
    assert table.ask(invitation=code) == (403, {"error": "over"})
    assert table.page(table.open())["seen"] == table.page(token)["seen"]


def test_a_code_is_typed_as_people_type(table: TabletTable) -> None:
    assert all(letter not in "0O1lIo" for letter in table.code)
    table.until(lambda: table.ask(invitation=table.code)[0] == 200)


def test_two_tablets_never_do_the_same_act_twice(table: TabletTable, token: str) -> None:
    other = table.open()
    before, seen = shown(table, token, "act"), shown(table, other, "act")
    said: list[Any] = []
    pressing = [
        threading.Thread(target=lambda who=who, page=page: said.append(table.act(who, "act", page)))
        for who, page in ((token, before), (other, seen))
    ]
    for thread in pressing:
        thread.start()
    for thread in pressing:
        thread.join()
    # dealt once: a second deal would have been refused with a notice
    assert table.view.phase is Phase.FIGURE
    assert table.view.notice is None
    table.until(lambda: table.page(other)["seen"] != seen["seen"])
    assert table.act(other, "act", seen) == {"ok": False, "error": "stale"}


def test_an_act_on_an_old_page_is_not_done(table: TabletTable, token: str) -> None:
    old = shown(table, token, "act")
    table.post(cmd.Deal())
    table.until(lambda: table.page(token)["seen"] != old["seen"])
    before = table.view.seq
    assert table.act(token, "act", old)["error"] == "stale"
    assert table.view.seq == before


def test_every_tablet_speaks_its_own_language(table: TabletTable, token: str) -> None:
    pages = {language: table.page(table.open(language)) for language in LANGUAGES}
    assert {language: page["language"] for language, page in pages.items()} == {each: each for each in LANGUAGES}
    assert len({page["banner"]["word"] for page in pages.values()}) == len(LANGUAGES)
    assert table.act(token, "language.fr")["ok"]
    table.until(lambda: table.page(token)["language"] == "fr")


def test_a_tablet_that_is_closed_hears_it_and_does_nothing_more(table: TabletTable, token: str) -> None:
    page = table.page(token)
    code = table.code
    assert table.opened.tablets
    table.opened.tablets.close_tablets()
    table.until(lambda: table.ask(token=token)[0] == 403)
    assert table.act(token, "act", page) == {"error": "over"}
    assert table.ask(invitation=code)[0] in (403, 429)


def test_at_most_six_are_open(table: TabletTable) -> None:
    tokens = [table.open() for _ in range(7)]
    table.until(lambda: table.ask(token=tokens[0])[0] == 403)
    assert table.ask(token=tokens[1])[0] == 200


#: The attempts of a browser with a token; "SEEN" is replaced by its present page, TOKEN by its token.
ACT = {"seen": "SEEN", "name": "act"}
HOSTILE: dict[str, Any] = {
    "no token": {"act": ACT},
    "an empty token": {"token": "", "act": ACT},
    "a token of null": {"token": None, "act": ACT},
    "a number as token": {"token": 0, "act": ACT},
    "a wildcard": {"token": "*", "act": ACT},
    "a digest for a token": {"token": "0" * 64, "act": ACT},
    "a zero in the token": {"token": "TOKEN\x00", "act": ACT},
    "half a character": {"token": "\ud800", "act": ACT},
    "a long token": {"token": "T" * 900, "act": ACT},
    "a token as code": {"invitation": "TOKEN"},
    "a code of many": {"invitation": ["TOKEN"]},
    "an act that is not offered": {"token": "TOKEN", "act": {**ACT, "name": "play.0"}},
    "an act of Python": {"token": "TOKEN", "act": {**ACT, "name": "__class__"}},
    "a command by its name": {"token": "TOKEN", "act": {**ACT, "name": "Abandon"}},
    "a card of another game": {"token": "TOKEN", "act": {**ACT, "name": "card.joker"}},
    "a long name": {"token": "TOKEN", "act": {**ACT, "name": "x" * 900}},
    "a name that is a list": {"token": "TOKEN", "act": {**ACT, "name": ["act"]}},
    "no name": {"token": "TOKEN", "act": {"seen": "SEEN"}},
    "an old page": {"token": "TOKEN", "act": {**ACT, "seen": "0" * 16}},
    "no page": {"token": "TOKEN", "act": {"name": "act"}},
    "a page of null": {"token": "TOKEN", "act": {**ACT, "seen": None}},
    "a touch without an end": {
        "token": "TOKEN",
        "act": {**ACT, "name": "touch", "touch": {"x": 1e400, "y": 0, "side": 9}},
    },
    "a touch of no number": {"token": "TOKEN", "act": {**ACT, "name": "touch", "touch": {"x": "a", "y": 0, "side": 9}}},
    "a touch far away": {"token": "TOKEN", "act": {**ACT, "name": "touch", "touch": {"x": 1e9, "y": 0, "side": 9}}},
    "a board of no size": {"token": "TOKEN", "act": {**ACT, "name": "touch", "touch": {"x": 0.5, "y": 0.5, "side": 0}}},
    "a touch where none is wanted": {
        "token": "TOKEN",
        "act": {**ACT, "name": "touch", "touch": {"x": 0.5, "y": 0.5, "side": 99}},
    },
    "a touch without a touch": {"token": "TOKEN", "act": {**ACT, "name": "touch"}},
    "a field that is unknown": {"token": "TOKEN", "act": ACT, "seat": 0},
    "commands beside the act": {"token": "TOKEN", "act": {**ACT, "name": "play.0", "commands": [{"type": "Undo"}]}},
    "an order of a phone": {"token": "TOKEN", "order": {"id": "x", "expect": {"epoch": 1, "seq": 1}, "order": "undo"}},
    "a list": [ACT],
    "null": None,
    "a word": "TOKEN",
    "deep brackets": [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],
    "a huge body": {"token": "TOKEN", "act": ACT, "after": "x" * 5000},
    "a language of Python": {"invitation": "x", "language": "../" * 5},
    "a language that is long": {"invitation": "x", "language": "e" * 999},
}
RAW: dict[str, bytes] = {
    "no JSON": b"\xff\xfe\x00",
    "half a body": b'{"token": "',
    "brackets": b"[" * 1000,
    "a number without an end": b'{"token": "x", "act": {"seen": "x", "name": "touch", "touch": {"x": 1'
    + b"0" * 500
    + b"}}}",
}


def test_nothing_hostile_is_done(table: TabletTable, token: str) -> None:
    page = shown(table, token, "act")
    before = table.view
    for name, body in HOSTILE.items():
        text = json.dumps(body).replace('"SEEN"', json.dumps(page["seen"])).replace("TOKEN", token)
        status, said = table.say(text.encode())
        assert status in (400, 403, 429) or not said["ok"], name
    for name, raw in RAW.items():
        assert table.say(raw)[0] == 400, name
    table.opened.table.mark().wait()
    assert table.view is before
    # and the right tablet is as good as ever
    assert table.act(token, "act", table.page(token))["ok"]
    assert table.view.phase is Phase.FIGURE


def test_wrong_codes_have_a_limit_which_costs_the_right_one_nothing(table: TabletTable, token: str) -> None:
    answers = {table.ask(invitation=f"guess{number}")[0] for number in range(40)}
    assert {429} <= answers <= {403, 429}
    assert table.open()
    assert table.page(token)


def test_a_flood_of_acts_is_bounded_and_harms_no_other_tablet(table: TabletTable, token: str) -> None:
    other = table.open()
    answers = [table.ask(token=token, act={"seen": "x", "name": "act"})[0] for _ in range(200)]
    assert 429 in answers
    assert table.act(other, "act", shown(table, other, "act"))["ok"]


@pytest.mark.long
def test_a_game_of_cards_alone_is_played_in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with tablet_table(GAME) as cards:
        cards.begin()
        token = cards.open()
        assert cards.act(token, "act", shown(cards, token, "act"))["ok"]
        assert cards.act(token, "card.4", shown(cards, token, "card.4"))["ok"]
        assert cards.act(token, "pile.discard", shown(cards, token, "pile.discard"))["ok"]
        assert (cards.view.ply, cards.view.turn) == (1, 1)


@pytest.mark.long
def test_only_a_family_that_switched_phones_on_has_them_and_no_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    made = TabletTable()
    with closing(made):
        assert b"tablet.js" in fetch(made.settings.phone_port, "/tablet")
        opened = made.launcher.open_table(as_demo(made.settings))
        assert (opened.tablets.tablet_invitation() if opened.tablets else None) is None
        assert not accepts(made.settings.phone_port)
