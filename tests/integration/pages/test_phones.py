"""Phones at a real table, over real sockets: each names its own card, and nobody speaks for another seat."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from brokers_for_tests import free_ports, wait_until
from page_clients import fetch
from phone_tables import PhoneTable, phone_table
from views_for_tests import game_view
from web_for_tests import ServedPhones

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
from companion.model.observation import Seen
from companion.programs.lines import line_of
from companion.programs.tcp_ports import accepts, hand_over
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.settings.schema import as_demo
from companion.system.programs import program_environment
from companion.web.messages import PhonesConfig, Setup, Shown, digest
from companion.web.program import PROGRAM


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneTable]:
    with phone_table() as made:
        yield made


@pytest.fixture(autouse=True)
def _new_game(table: PhoneTable) -> None:
    table.begin(str(uuid.uuid4()))


def show_play(table: PhoneTable, card: str) -> None:
    """The board shows the first legal play of the card that lies open."""
    state = table.table.board
    assert state
    result = legal_plays(state.rules, state.position, card)[0].result
    table.table.post(cmd.ReportObservation(observation=Seen(t_ms=1, placement=result)))


def test_a_player_names_a_card_by_phone_and_the_tablet_sees_it(table: PhoneTable) -> None:
    token = table.take(0)
    page = table.ask(token=token)[1]["page"]
    assert (page["seat"], page["may"], page["state"]["turn"]) == (0, ["declare"], 0)
    assert table.order(token, "declare", card="8") == {"v": 1, "id": "a-1", "ok": True, "error": None}
    table.until(lambda: table.table.view.declared == "8")
    assert table.order(token, "withdraw", id="a-2")["ok"]
    table.until(lambda: table.table.view.declared is None)
    # beside the tablet: the first to name the card has named it
    table.table.post(cmd.DeclarePlay(seat=0, card="9"))
    table.until(lambda: table.table.view.declared == "9")
    assert table.order(token, "declare", id="a-3", card="8")["error"] == "card_open"


def test_a_play_is_judged_and_only_who_played_takes_it_back(table: PhoneTable) -> None:
    first, second = table.take(0), table.take(1)
    table.order(first, "declare", card="8")
    table.until(lambda: table.table.view.declared == "8")
    show_play(table, "8")
    table.until(lambda: table.table.view.turn == 1)
    assert table.order(second, "undo")["error"] == "not_yours"
    page = table.ask(token=first)[1]["page"]
    assert (page["state"]["last"]["verdict"], page["may"]) == ("legal", ["undo"])
    assert table.order(first, "undo", id="a-2")["ok"]
    table.until(lambda: table.table.view.turn == 0)


def test_news_comes_when_there_is_any(table: PhoneTable) -> None:
    token = table.take(3)
    before = table.ask(token=token)[1]
    table.table.post(cmd.DeclarePlay(seat=0, card="8"))
    after = table.ask(token=token, after=before["after"])[1]
    assert (before["page"]["state"]["declared"], after["page"]["state"]["declared"]) == (None, "8")
    assert before["after"] != after["after"]


def test_what_concerns_another_seat_is_no_news(table: PhoneTable) -> None:
    token = table.take(3)
    word = table.ask(token=token)[1]["after"]
    heard: list[Any] = []
    waiting = threading.Thread(target=lambda: heard.append(table.ask(token=token, after=word)[1]))
    waiting.start()
    for _ in range(3):
        table.take(2)
    table.table.post(cmd.DeclarePlay(seat=0, card="8"))
    waiting.join()
    assert heard[0]["page"]["state"]["declared"] == "8"


def test_another_phone_takes_the_seat_and_the_table_sends_one_away(table: PhoneTable) -> None:
    first, second = table.take(2), table.take(2)
    assert table.ask(token=first) == (403, {"error": "taken"})
    assert table.order(first, "declare", card="8") == {"error": "taken"}
    assert [each.taken for each in table.server.invitations()] == [False, False, True, False]
    shown = table.invitation(2)
    table.server.dismiss(2)
    table.until(lambda: table.ask(token=second) == (403, {"error": "taken"}))
    assert table.ask(invitation=shown)[0] == 403
    assert table.ask(token=table.take(2))[0] == 200


def test_with_the_game_every_token_ends(table: PhoneTable) -> None:
    token, shown = table.take(0), table.invitation(0)
    table.table.post(cmd.Abandon())
    table.until(lambda: not table.server.invitations())
    table.until(lambda: table.ask(token=token) == (403, {"error": "over"}))
    assert table.ask(invitation=shown)[0] == 403
    table.begin("the next game")
    assert table.ask(token=token) == (403, {"error": "over"})
    assert table.order(table.take(0), "declare", card="8")["ok"]


def test_a_waiting_phone_hears_at_once_that_it_is_sent_away(table: PhoneTable) -> None:
    token = table.take(0)
    word = table.ask(token=token)[1]["after"]
    table.take(0)
    assert table.ask(token=token, after=word) == (403, {"error": "taken"})


@pytest.mark.skipif(sys.platform == "win32", reason="no open port is handed to another program there")
def test_a_chosen_port_stays_reserved_while_the_table_is_busy(
    tmp_path: Path,
) -> None:
    """The server takes a while to begin; meanwhile others look for a port, and the table sends much."""
    view = game_view()
    server = ServedPhones(lambda *_: None, free_ports(1)[0], {})
    starting = threading.Thread(target=server.start)
    starting.start()
    wait_until(lambda: server.pid)
    first = server.pid
    with pytest.raises(OSError, match="in use"):
        socket.create_server(("127.0.0.1", server.port))
    said = 0
    while starting.is_alive():
        said += 1
        server.publish(replace(view, seq=said, notice={"en": "x" * 200}), ())
        time.sleep(0.001)
    assert b"phone.js" in fetch(server.port)
    assert server.pid == first
    assert said > 64
    server.stop()
    socket.create_server(("127.0.0.1", server.port)).close()


@pytest.mark.skipif(sys.platform == "win32", reason="no open port is handed to another program there")
def test_a_phone_that_connects_before_the_table_waits_for_it() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    where = hand_over(listener)
    command = [sys.executable, "-m", PROGRAM]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        subprocess.Popen(command, env=program_environment(), pass_fds=where.handles, **pipes) as server,
        socket.create_connection(listener.getsockname()) as phone,
    ):
        assert server.stdin
        assert server.stdout
        server.stdin.write(line_of(Setup(phones=PhonesConfig(where, {}))))
        server.stdin.flush()
        assert b"hello" in server.stdout.readline()
        body = json.dumps({"token": "mine"}).encode()
        phone.sendall(b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        assert select.select([phone], [], [], 1.0)[0] == []
        shown = Shown(pages=(("word", msgspec.Raw(b"{}")),), seats={digest("mine"): 0})
        server.stdin.write(line_of(shown))
        server.stdin.flush()
        assert phone.recv(64).startswith(b"HTTP/1.1 200")
        server.stdin.close()
    listener.close()


@pytest.mark.long
def test_after_a_restart_of_the_page_its_phones_go_on(table: PhoneTable) -> None:
    token = table.take(1)
    before = table.server.pid
    assert before
    os.kill(before, signal.SIGKILL)
    table.until(lambda: table.server.pid not in (None, before))
    # a request during the start waits, and does not get the answer that the game is over
    answered = table.ask(token=token)
    assert (answered[0], answered[1]["page"]["seat"]) == (200, 1)
    assert b"phone.js" in fetch(table.server.port)


#: The attempts of the phone of seat 1 during seat 0's turn: TOKEN is its own, GUEST an invitation of its own seat, VOID
#: a token that another phone made void, and "e" and "s" are replaced by the present epoch and row.
NOW = {"epoch": "e", "seq": "s"}
DECLARE = {"id": "x", "expect": NOW, "order": "declare", "card": "8"}
BODIES: dict[str, Any] = {
    "a card out of turn": {"token": "TOKEN", "order": DECLARE},
    "for another seat": {"token": "TOKEN", "order": {**DECLARE, "seat": 0}},
    "a seat beside the token": {"token": "TOKEN", "seat": 0, "order": DECLARE},
    "with a void token": {"token": "VOID", "order": DECLARE},
    "with an invitation for a token": {"token": "GUEST", "order": DECLARE},
    "with a token for an invitation": {"invitation": "TOKEN"},
    "with both, the order for the other": {"token": "TOKEN", "invitation": "VOID", "order": DECLARE},
    "without a token": {"order": DECLARE},
    "an empty token": {"token": "", "order": DECLARE},
    "a token of null": {"token": None, "order": DECLARE},
    "a number as token": {"token": 0, "order": DECLARE},
    "a list as token": {"token": ["TOKEN"], "order": DECLARE},
    "every token": {"token": {"$ne": ""}, "order": DECLARE},
    "a wildcard": {"token": "*", "order": DECLARE},
    "a long token": {"token": "T" * 900, "order": DECLARE},
    "a zero in the token": {"token": "TOKEN\x00", "order": DECLARE},
    "half a character": {"token": "\ud800", "order": DECLARE},
    "a digest for a token": {"token": "0" * 64, "order": DECLARE},
    "the other's card back": {"token": "TOKEN", "order": {**DECLARE, "order": "withdraw"}},
    "the other's play": {"token": "TOKEN", "order": {**DECLARE, "order": "choose", "play": "8 0:20>28"}},
    "the other's play undone": {"token": "TOKEN", "order": {**DECLARE, "order": "undo"}},
    "pause": {"token": "TOKEN", "order": {**DECLARE, "order": "pause"}},
    "the end of the game": {"token": "TOKEN", "order": {**DECLARE, "order": "Abandon"}},
    "a correction": {"token": "TOKEN", "order": {**DECLARE, "order": "correct", "placement": {}}},
    "a command by its name": {"token": "TOKEN", "order": {**DECLARE, "order": "__init__"}},
    "no order": {"token": "TOKEN", "order": {}},
    "an old state": {"token": "TOKEN", "order": {**DECLARE, "expect": {"epoch": 0, "seq": 0}}},
    "a state to come": {"token": "TOKEN", "order": {**DECLARE, "expect": {"epoch": "e", "seq": 10**9}}},
    "a huge row": {"token": "TOKEN", "order": {**DECLARE, "expect": {"epoch": "e", "seq": 10**40}}},
    "no state": {"token": "TOKEN", "order": {"id": "x", "order": "declare", "card": "8"}},
    "a topic as id": {"token": "TOKEN", "order": {**DECLARE, "id": "../#"}},
    "a long id": {"token": "TOKEN", "order": {**DECLARE, "id": "x" * 65}},
    "a card of another game": {"token": "TOKEN", "order": {**DECLARE, "card": "joker"}},
    "a card that is a program": {"token": "TOKEN", "order": {**DECLARE, "card": "<script>alert(1)</script>"}},
    "a number as card": {"token": "TOKEN", "order": {**DECLARE, "card": 8}},
    "the hand of another": {"token": "TOKEN", "order": {**DECLARE, "order": "hand"}},
    "an order that is text": {"token": "TOKEN", "order": json.dumps(DECLARE)},
    "a list": [DECLARE],
    "null": None,
    "a word": "TOKEN",
}
#: The same over the bare line; the bytes after the head are sent as they are.
LINES: dict[str, bytes] = {
    "two lengths": b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 30\r\n\r\n{}",
    "a negative length": b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}",
    "a length in words": b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n{}",
    "a body without an end": b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n" + b"x" * 4096,
    "a chunked body": b"POST /seat HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "both": b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    "no length": b"POST /seat HTTP/1.1\r\nHost: a\r\n\r\n{}",
    "another path": b"POST /seat/../admin HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
    "no body that could be read": b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n\xff\xfe\x00",
    "brackets": b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + b"[" * 1000,
    "a GET": b"GET /seat HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "a PUT": b"PUT /seat HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
    "no path": b"POST\r\n\r\n",
    "no HTTP": b"\x00\x01\x02\r\n\r\n",
}


def filled(value: Any, names: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: filled(each, names) for key, each in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.sampled(8)
@pytest.mark.parametrize("script", [*BODIES, *LINES])
def test_a_hostile_phone_changes_nothing(table: PhoneTable, script: str) -> None:
    void, token, victim = table.take(1), table.take(1), table.take(0)
    view = table.table.view
    if script in LINES:
        heard = table.say(LINES[script])
        assert heard.startswith((b"HTTP/1.1 4", b"HTTP/1.1 501")), heard
    else:
        names = {"TOKEN": token, "VOID": void, "GUEST": table.invitation(1), "e": view.epoch, "s": view.seq}
        body = json.dumps(filled(BODIES[script], names)).encode()
        heard = table.say(b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        assert heard.startswith((b"HTTP/1.1 400", b"HTTP/1.1 403")) or b'"ok":false' in heard, heard
    assert victim.encode() not in heard
    assert table.table.view == view
    assert table.order(victim, "declare", card="8")["ok"]
    table.until(lambda: table.table.view.declared == "8")


def test_there_are_fifty_hostile_scripts() -> None:
    assert len({**BODIES, **LINES}) >= 50


def test_a_phone_whose_line_is_cut_again_and_again_is_obeyed_once(table: PhoneTable) -> None:
    cut_lines(table, 40)


@pytest.mark.long
def test_a_phone_whose_line_is_cut_a_thousand_times_is_obeyed_once(table: PhoneTable) -> None:
    cut_lines(table, 1000)


def cut_lines(table: PhoneTable, times: int) -> None:
    """Every order is sent on lines that end before it, within it, or before its answer, and then once more."""
    token, view = table.take(0), table.table.view
    order = {**DECLARE, "id": "once", "expect": {"epoch": view.epoch, "seq": view.seq}}
    body = json.dumps({"token": token, "order": order}).encode()
    request = b"POST /seat HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    for number in range(times):
        table.say(request[: len(request) * (number % 9) // 8], hear=False)
    assert table.ask(token=token, order=order) == (200, {"v": 1, "id": "once", "ok": True, "error": None})
    table.until(lambda: table.table.view.declared == "8")
    assert table.table.view.seq == view.seq + 1


@pytest.mark.long
def test_six_phones_and_the_tablet_hear_every_play(table: PhoneTable) -> None:
    table.begin("six", 6, "dog")
    tokens = [table.take(seat) for seat in range(6)]
    for number in range(6):
        seat = table.table.view.turn
        assert table.order(tokens[seat], "declare", id=f"n-{number}", card="8")["ok"]
        table.until(lambda: table.table.view.declared)
        show_play(table, "8")
        table.until(lambda seat=seat: table.table.view.turn != seat)
        table.until(lambda: {seq_shown(table, token) for token in tokens} == {table.table.view.seq})


def seq_shown(table: PhoneTable, token: str) -> int:
    return int(table.ask(token=token)[1]["page"]["state"]["seq"])


@pytest.mark.long
def test_only_a_family_that_switched_phones_on_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    launcher = Launcher(Choices(broker="none"))
    plain = launcher.settings()
    with closing(launcher):
        for phones, seats in ((False, 0), (True, 4)):
            settings = msgspec.structs.replace(plain, phones=phones, phone_port=free_ports(1)[0])
            opened = launcher.open_table(settings)
            opened.post(new_game(launcher.catalogue, settings))
            wait_until(lambda opened=opened: opened.table.view.game != "")
            wait_until(lambda opened=opened, seats=seats: len(opened.phones.invitations()) == seats)
            assert accepts(settings.phone_port) == phones
        # a demo is played by nobody
        opened = launcher.open_table(as_demo(settings))
        assert (opened.phones.invitations(), accepts(settings.phone_port)) == ((), False)
