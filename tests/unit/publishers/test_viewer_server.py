"""The page's server serves the page and three public values, and nothing else."""

import http.client
import json
import re
import socket
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from web_for_tests import ServedPage

from companion.board.board_svg import page_svg
from companion.board.drawing import GameMarks
from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.catalogue.shipped import SHIPPED
from companion.looks.colours import PAWNS
from companion.looks.icons import ICONS
from companion.looks.sheet import sheet_svg
from companion.web.pages.colours import colours_css
from companion.web.pages.drawings import Drawings
from companion.web.pages.tables import board_geometry

BROKER = SimpleNamespace(websocket_port=4321, viewers_tree="delayed")

FORBIDDEN = ["/vendor/", "/vendor", "/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "//etc/passwd", "/no", "*"]


def settings(port: int = 0) -> SimpleNamespace:
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
    return SimpleNamespace(site="My Club", table="t-1", viewer_port=port, delay_s=0)


@pytest.fixture(scope="module")
def server() -> Iterator[ServedPage]:
    made = ServedPage(BROKER, load_board("black_dog"), SHIPPED, settings())
    made.start()
    yield made
    made.stop()


def ask(server: ServedPage, path: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    assert server.url
    connection = http.client.HTTPConnection(server.url.split("/")[2], timeout=60)
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
        ("/touch-icon.png", "image/png"),
        ("/board.json", "application/json"),
        ("/colours.css", "text/css"),
        ("/sheet.svg", "image/svg+xml"),
        ("/board/0.svg", "image/svg+xml"),
        ("/stream", "text/html"),
        ("/overlay/scorebug?theme=light&side=right", "text/html"),
        ("/overlay/parts/lower-third.js", "text/javascript"),
        ("/vendor/qrcode.mjs", "text/javascript"),
        ("/themes/light.css", "text/css"),
    ],
)
def test_the_parts_of_the_page_are_served(server: ServedPage, path: str, kind: str) -> None:
    answer, body = ask(server, path)
    assert answer.status == 200
    assert (answer.headers["Content-Type"] or "").startswith(kind)
    assert len(body) == int(answer.headers["Content-Length"] or 0) > 100


def test_every_answer_forbids_foreign_scripts(server: ServedPage) -> None:
    policy = ask(server, "/")[0].headers["Content-Security-Policy"] or ""
    assert "default-src 'self'" in policy
    assert "connect-src 'self' ws: wss:" in policy
    assert "unsafe" not in policy
    assert ask(server, "/")[0].headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", FORBIDDEN)
def test_there_is_no_listing_and_no_way_out(server: ServedPage, path: str) -> None:
    assert ask(server, path)[0].status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(server: ServedPage, method: str) -> None:
    assert ask(server, "/", method)[0].status == 501


def test_a_head_is_a_get_without_its_body(server: ServedPage) -> None:
    answer, body = ask(server, "/viewer.js", "HEAD")
    assert (answer.status, body) == (200, b"")
    assert int(answer.headers["Content-Length"] or 0) > 1000


def test_big_files_travel_packed(server: ServedPage) -> None:
    answer, body = ask(server, "/vendor/mqtt.min.js", **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(body) < 150_000


def test_the_page_learns_where_the_broker_is(server: ServedPage) -> None:
    config = json.loads(ask(server, "/config.json")[1])
    assert config["websocket"] == {"port": 4321, "path": "/mqtt"}
    assert (config["base"], config["tree"]) == ("pawtrack/1/my-club/t-1", "delayed")


def test_a_page_that_is_open_learns_that_other_files_are_served(server: ServedPage) -> None:
    def content(board: str) -> str:
        made = ServedPage(BROKER, load_board(board), SHIPPED, settings())
        return str(json.loads(made._files()["/config.json"])["content"])

    assert content("black_dog") == json.loads(ask(server, "/config.json")[1])["content"]
    assert content("star_4") != content("black_dog")


def test_the_board_is_what_the_profile_says() -> None:
    board = load_board("black_dog")
    shown = json.loads(msgspec.json.encode(board_geometry(board)))
    assert shown["track"] == [list(spot) for spot in board.track]
    assert shown["wheel"]["paws"]["white"] == list(board.wheel.paws["white"])
    assert "markers" not in shown


def test_the_cards_have_names_in_every_language(server: ServedPage) -> None:
    words = json.loads(ask(server, "/words.json")[1])
    assert sorted(words["cards"]) == ["de", "en", "fr", "it"]
    assert words["cards"]["de"]["swap"] == "Tausch"


def test_pawns_and_boards_look_as_on_the_tablet(server: ServedPage) -> None:
    assert ask(server, "/sheet.svg")[1].decode() == sheet_svg()
    assert f"--pawn-red: {PAWNS['red'].fill};" in ask(server, "/colours.css")[1].decode()
    known = json.loads(ask(server, "/games.json")[1])
    layout, game = BoardLayout(load_board("black_dog")), SHIPPED.variant("black_dog")
    drawing = ask(server, known["games"]["black_dog"]["drawings"]["0"])[1].decode()
    assert drawing == page_svg(layout, GameMarks.of(game, 4, 0, clockwise=True))


def test_every_game_of_a_board_has_its_drawings() -> None:
    """By the offsets that a house rule can give the lanes; a game that needs another board has none."""
    games = list(SHIPPED.variants.values())
    tock = Drawings(load_board("toc_6"), games)
    assert set(tock.by_game["tock_6"]) == {"0", "-2"}
    early, usual = (tock.files()[tock.by_game["tock_6"][offset]] for offset in ("-2", "0"))
    assert early != usual
    assert usual.count('class="door"') == 6
    assert "door" not in tock.files()[tock.plain]
    star = Drawings(load_board("star_4"), games)
    assert "black_dog" not in star.by_game
    assert star.by_game["dog"] == {"0": star.plain}
    assert star.files()[star.by_game["dog_royal"]["0"]].count('class="special"') == 4


def test_every_card_of_every_game_has_its_pictogram_and_its_colour(server: ServedPage) -> None:
    games = json.loads(ask(server, "/games.json")[1])["games"]
    for game, known in games.items():
        assert list(known["cards"]) == list(SHIPPED.variant(game).cards)
        for look in known["cards"].values():
            assert look["pictogram"] in ICONS
            assert f"--{look['colour'].replace('_', '-')}:" in colours_css()
    assert games["black_dog"]["cards"]["swap"] == {"value": "", "pictogram": "card_swap", "colour": "card_red"}


def test_every_colour_of_the_pages_has_a_value() -> None:
    folder = Path(str(resources.files("companion.web.pages"))) / "static"
    styles, scripts = (
        "".join(path.read_text(encoding="utf-8") for path in folder.rglob(f"*.{kind}") if path.parent.name != "vendor")
        for kind in ("css", "js")
    )
    set_by_scripts = set(re.findall(r'setProperty\("--([a-z-]+)"', scripts))
    known = set(re.findall(r"--([a-z-]+):", colours_css() + styles)) | set_by_scripts
    assert set(re.findall(r"var\(--([a-z-]+)\)", styles)) <= known
    asked = re.findall(r'pawnColour[^"\n]*"([a-z-]+)"', scripts)
    assert {"wood-edge", "line", "pawn-unknown"} == set(asked) <= known


def test_a_taken_port_is_replaced(server: ServedPage) -> None:
    assert server.url
    taken = int(server.url.rstrip("/").rpartition(":")[2])
    second = ServedPage(BROKER, load_board("black_dog"), SHIPPED, settings(taken))
    second.start()
    assert second.url is not None
    assert int(second.url.rstrip("/").rpartition(":")[2]) > taken
    second.stop()
