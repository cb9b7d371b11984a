"""The page's server serves the page and three public values, and nothing else."""

import http.client
import json
import socket
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from companion.board_files import load_board
from companion.publishers.viewer.server import ViewerServer, board_json

BROKER = SimpleNamespace(websocket_port=4321, viewers_tree="delayed")

FORBIDDEN = ["/vendor/", "/vendor", "/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "//etc/passwd", "/no", "*"]


def settings(port: int = 0) -> SimpleNamespace:
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
    return SimpleNamespace(site="My Club", table="t-1", viewer_port=port)


@pytest.fixture(scope="module")
def server() -> Iterator[ViewerServer]:
    made = ViewerServer(BROKER, load_board("black_dog"), settings())
    made.start()
    yield made
    made.stop()


def ask(server: ViewerServer, path: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    assert server.url
    connection = http.client.HTTPConnection(server.url.split("/")[2], timeout=10)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/?lang=de&overlay=1", "text/html"),
        ("/viewer.js", "text/javascript"),
        ("/viewer.css", "text/css"),
        ("/vendor/mqtt.min.js", "text/javascript"),
        ("/vendor/LICENSE-mqtt.md", "text/plain"),
        ("/favicon.svg", "image/svg+xml"),
        ("/board.json", "application/json"),
    ],
)
def test_the_parts_of_the_page_are_served(server: ViewerServer, path: str, kind: str) -> None:
    answer, body = ask(server, path)
    assert answer.status == 200
    assert (answer.headers["Content-Type"] or "").startswith(kind)
    assert len(body) == int(answer.headers["Content-Length"] or 0) > 100


def test_every_answer_forbids_foreign_scripts(server: ViewerServer) -> None:
    policy = ask(server, "/")[0].headers["Content-Security-Policy"] or ""
    assert "default-src 'self'" in policy
    assert "connect-src 'self' ws: wss:" in policy
    assert "unsafe" not in policy
    assert ask(server, "/")[0].headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", FORBIDDEN)
def test_there_is_no_listing_and_no_way_out(server: ViewerServer, path: str) -> None:
    assert ask(server, path)[0].status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(server: ViewerServer, method: str) -> None:
    assert ask(server, "/", method)[0].status == 501


def test_a_head_is_a_get_without_its_body(server: ViewerServer) -> None:
    answer, body = ask(server, "/viewer.js", "HEAD")
    assert (answer.status, body) == (200, b"")
    assert int(answer.headers["Content-Length"] or 0) > 1000


def test_big_files_travel_packed(server: ViewerServer) -> None:
    answer, body = ask(server, "/vendor/mqtt.min.js", **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(body) < 150_000


def test_the_page_is_told_where_the_broker_is(server: ViewerServer) -> None:
    config = json.loads(ask(server, "/config.json")[1])
    assert config["websocket"] == {"port": 4321, "path": "/mqtt"}
    assert (config["base"], config["tree"]) == ("pawtrack/1/my-club/t-1", "delayed")


def test_the_board_is_what_the_profile_says() -> None:
    board = load_board("black_dog")
    told = board_json(board)
    assert told["track"] == board.track
    assert told["wheel"]["paws"]["white"] == board.wheel.paws["white"]
    assert "markers" not in told


def test_the_cards_have_names_in_every_language(server: ViewerServer) -> None:
    words = json.loads(ask(server, "/words.json")[1])
    assert sorted(words["cards"]) == ["de", "en", "fr", "it"]
    assert words["cards"]["de"]["swap"] == "Tausch"


def test_a_taken_port_is_replaced(server: ViewerServer) -> None:
    assert server.url
    taken = int(server.url.rstrip("/").rpartition(":")[2])
    second = ViewerServer(BROKER, load_board("black_dog"), settings(taken))
    second.start()
    assert second.url is not None
    assert int(second.url.rstrip("/").rpartition(":")[2]) > taken
    second.stop()
    assert second.url is None
