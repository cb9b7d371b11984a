"""For any act of clients on the page's server, the next browser gets the page, and the game's program is unaffected."""

import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from brokers_for_tests import free_ports, wait_until
from page_clients import PATIENCE_S, HandlePeak, fetch, handles, memory_mb, slow_clients
from web_for_tests import ServedPage

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.programs.capacity import SPARE_FILES
from companion.web.__main__ import PAGE_CAPACITY
from companion.web.bounded import HEAD_S

BROKER = SimpleNamespace(websocket_port=4321, viewers_tree="public")


@pytest.fixture(scope="module")
def server() -> Iterator[ServedPage]:
    made = ServedPage(
        BROKER,
        load_board("black_dog"),
        SHIPPED,
        SimpleNamespace(site="s", table="t", viewer_port=free_ports(1)[0], delay_s=0),
    )
    made.start()
    yield made
    made.stop()


def port_of(server: ServedPage) -> int:
    assert server.url
    return int(server.url.rstrip("/").rpartition(":")[2])


def say(port: int, words: bytes, *, hear: bool = True) -> bytes:
    """Sends it and hears what comes until the server ends the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        heard = b""
        with suppress(ConnectionError):
            client.sendall(words)
            while hear and (piece := client.recv(65536)):
                heard += piece
        return heard


#: The bytes to send, and the beginning of the answer; None: it is never read.
ACTS: dict[str, tuple[bytes, bytes | None]] = {
    "half a head": (b"GET / HTTP/1.1\r\nHost: x", b""),
    "a head without an end": (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * 5000, b"HTTP/1.1 431"),
    "a line without an end": (b"GET /" + b"a" * 100_000, b"HTTP/1.1 431"),
    "many headers": (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A:b\r\n" * 150 + b"\r\n", b"HTTP/1.1 431"),
    "a body that never comes": (
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\nabc",
        b"HTTP/1.1 501",
    ),
    "a body with a GET": (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\n" + b"x" * 30, b"HTTP/1.1 200"),
    "a chunked body": (
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        b"HTTP/1.1 200",
    ),
    "HTTP/1.0": (b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.1 200"),
    "HTTP/0.9": (b"GET /\r\n\r\n", b"HTTP/1.1 400"),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", b"HTTP/1.1 505"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", b"HTTP/1.1 400"),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"HTTP/1.1 400"),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), None),
    "zeros": (bytes(50_000), b"HTTP/1.1 400"),
    "nothing": (b"", None),
    "an empty line": (b"\r\n\r\n", None),
    "garbage": (b"\xff\xfe\x00 \r\n\r\n", b"HTTP/1.1 400"),
    "a way out": (b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"HTTP/1.1 404"),
    "a packed way out": (
        b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"HTTP/1.1 404",
    ),
    "another server": (b"GET http://example.org/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"HTTP/1.1 404"),
    "a tunnel": (b"CONNECT example.org:80 HTTP/1.1\r\nHost: a\r\n\r\n", b"HTTP/1.1 501"),
    "a part": (b"GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\nConnection: close\r\n\r\n", b"HTTP/1.1 200"),
    "a million parts": (
        b"GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=" + b"0-," * 2000 + b"\r\nConnection: close\r\n\r\n",
        b"HTTP/1.1 200",
    ),
    "an upgrade": (
        b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: close\r\n\r\n",
        b"HTTP/1.1 200",
    ),
    "gone before the answer": (b"GET /vendor/mqtt.min.js HTTP/1.1\r\nHost: a\r\n\r\n" * 50, None),
}


@pytest.mark.parametrize("act", ACTS)
def test_after_each_hostile_act_the_page_is_served(server: ServedPage, act: str) -> None:
    words, expected = ACTS[act]
    heard = say(port_of(server), words, hear=expected is not None)
    if expected is not None:
        assert heard[: len(expected)].lower() == expected.lower()
    assert b"<html" in fetch(port_of(server))
    assert server.starts == 1


def test_a_hundred_requests_come_in_one_piece_and_are_answered_in_turn(server: ServedPage) -> None:
    request = b"GET /board.json HTTP/1.1\r\nHost: a\r\n\r\n"
    heard = say(port_of(server), request * 99 + request[:-2] + b"Connection: close\r\n\r\n")
    assert heard.count(b"HTTP/1.1 200 OK") == 100


def test_a_reader_that_never_reads_is_sent_away_and_costs_no_memory(server: ServedPage) -> None:
    hung = []
    for _ in range(200):
        client = socket.create_connection(("127.0.0.1", port_of(server)), timeout=PATIENCE_S)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with suppress(ConnectionError):
            client.sendall(b"GET /vendor/mqtt.min.js HTTP/1.1\r\nHost: a\r\n\r\n" * 20)
        hung.append(client)
    assert b"<html" in fetch(port_of(server))
    assert memory_mb(server.pid) < 150
    for client in hung:
        client.close()


@pytest.mark.parametrize("count", [1500, pytest.param(3000, marks=pytest.mark.long)])
def test_slow_clients_keep_no_browser_out_and_take_nothing_of_the_game(server: ServedPage, count: int) -> None:
    assert server.pid
    before = (threading.active_count(), handles(os.getpid()))
    with HandlePeak(server.pid) as files, slow_clients(port_of(server), count):
        for path in ("/", "/viewer.js", "/vendor/mqtt.min.js"):
            assert len(fetch(port_of(server), path)) > 1000
        assert memory_mb(server.pid) < 150
        assert threading.active_count() <= before[0] + 1
        assert handles(os.getpid()) <= before[1] + 4
    assert files.most <= PAGE_CAPACITY + SPARE_FILES
    assert server.starts == 1


def test_one_byte_now_and_then_does_not_lengthen_a_request(server: ServedPage) -> None:
    """The limit is for the whole head: a client that goes on and on is sent away though it never falls silent."""
    with socket.create_connection(("127.0.0.1", port_of(server)), timeout=PATIENCE_S) as client:
        client.settimeout(0.2)
        started_s = time.monotonic()
        while time.monotonic() - started_s < PATIENCE_S:
            try:
                client.sendall(b"G")
                if client.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    assert time.monotonic() - started_s >= HEAD_S - 1
    assert time.monotonic() - started_s < PATIENCE_S


def test_a_killed_server_is_started_again_on_its_port(server: ServedPage) -> None:
    starts, pid = server.starts, server.pid
    assert pid
    os.kill(pid, 9)
    wait_until(lambda: server.starts > starts)
    assert b"<html" in fetch(port_of(server))
    assert server.starts == starts + 1


ALONE = """
import sys, time
from types import SimpleNamespace
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.publishers.viewer_page import ViewerPage
from companion.web.messages import Setup
from companion.web.program import WebProgram
broker = SimpleNamespace(websocket_port=1, viewers_tree="public")
settings = SimpleNamespace(site="s", table="t", viewer_port=int(sys.argv[1]), delay_s=0)
web, page = WebProgram(), ViewerPage(broker, load_board("black_dog"), SHIPPED, settings)
web.start(Setup(page=page.open(web)))
print(web.pid, flush=True)
time.sleep(600)
"""


def test_the_server_ends_with_a_program_that_is_killed() -> None:
    port = free_ports(1)[0]
    with subprocess.Popen([sys.executable, "-c", ALONE, str(port)], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        pid = int(program.stdout.readline())
        assert b"<html" in fetch(port)
        program.kill()
    wait_until(lambda: not is_alive(pid))


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.long
def test_very_many_short_requests_later_the_page_is_served(server: ServedPage, full: bool) -> None:
    """Eight thousand; a hundred thousand at full size."""

    def hammer() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port_of(server), timeout=PATIENCE_S)
        for number in range(25_000 if full else 2_000):
            with suppress(OSError, http.client.HTTPException):
                connection.request("GET", "/board.json", headers={"Connection": "close"} if number % 10 == 0 else {})
                connection.getresponse().read()
                continue
            connection.close()
        connection.close()

    crowd = [threading.Thread(target=hammer) for _ in range(4)]
    for each in crowd:
        each.start()
    while any(each.is_alive() for each in crowd):
        assert b"<html" in fetch(port_of(server))
    for each in crowd:
        each.join()
    assert server.pid
    assert memory_mb(server.pid) < 150
