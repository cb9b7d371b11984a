"""The lobby in a real browser: every table of a club from its retained state, and the static copy of the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers_for_tests import free_ports
from browser_for_tests import Spectator
from club_tables import Club, FileServer, game_of, named
from page_broadcasts import Broadcast
from typer.testing import CliRunner
from views_for_tests import game_view

from companion.board.files import load_board
from companion.commands.cli import app
from companion.texts import LANGUAGES

pytestmark = pytest.mark.long

HOSTILE = ("<img src=x onerror=alert(1)>", "\u202eevil\u2066", "a" * 40, "محمد")
#: Messages that no table of ours sends.
BAD: tuple[object, ...] = (b"{nonsense", b"\xff\xfe", [], {"v": 1}, {"seats": "x"}, b'{"seq": 1e999}', "state")


@pytest.fixture
def club(broadcast: Broadcast) -> Iterator[Club]:
    made = Club(broadcast.broker)
    yield made
    made.close()


def opened(broadcast: Broadcast, count: int, language: str = "en", **size: int) -> Spectator:
    page = Spectator(broadcast.browser, f"{broadcast.server.url}lobby?lang={language}", **size)
    page.page.wait_for_selector(f'body[data-tables="{count}"]')
    return page


def tile(table: str, signal: str = "live") -> str:
    return f'[data-table="{table}"][data-signal="{signal}"]'


def test_forty_tables_stand_in_the_lobby(broadcast: Broadcast, club: Club) -> None:
    for number in range(1, 41):
        view = named(game_view(), *HOSTILE) if number % 2 else game_view()
        club.table(f"table-{number}", view)
    page = opened(broadcast, 40, "de", width=1920, height=1080)
    page.page.wait_for_function("() => document.querySelectorAll('#tables .figure').length === 40 * 17")
    shown = [item.get_attribute("data-table") for item in page.page.query_selector_all("#tables li")]
    assert shown == [f"table-{number}" for number in range(1, 41)]
    names = [name.inner_text() for name in page.page.query_selector_all(f"{tile('table-1')} .name")]
    assert names == list(HOSTILE)
    assert page.page.query_selector("#tables img") is None
    # all of them at once on a large screen, and nothing beside a phone's
    assert page.page.evaluate("document.documentElement.scrollHeight") <= 1080
    page.page.set_viewport_size({"width": 390, "height": 844})
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.troubles == []
    page.close()


def test_the_lobby_speaks_every_language(broadcast: Broadcast, club: Club) -> None:
    club.table("table-1", game_view())
    club.table("table-2", game_view(), state="lost")
    counts = []
    for language in LANGUAGES:
        page = opened(broadcast, 2, language, width=390, height=844)
        page.page.wait_for_selector(tile("table-2", "lost"))
        counts.append((page.text("#title"), page.text("#count")))
        for selector in ("h1", ".badge", "#count"):
            for each in page.page.query_selector_all(selector):
                assert each.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), (language, selector)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= 390
        page.close()
    assert counts == [
        ("Tische", "1 Tisch live"),
        ("Tables", "1 table live"),
        ("Tables", "1 table en direct"),
        ("Tavoli", "1 tavolo in diretta"),
    ]


def test_a_table_that_goes_away_says_so_and_comes_back(broadcast: Broadcast, club: Club) -> None:
    club.table("table-1", game_view())
    club.table("table-2", game_view(), state="paused")
    page = opened(broadcast, 2)
    page.page.wait_for_selector(tile("table-2", "paused"))
    club.table("table-1", game_view(), state="lost")
    page.page.wait_for_selector(tile("table-1", "lost"))
    assert page.text(f"{tile('table-1', 'lost')} .badge") == "Signal lost"
    assert page.text("#count") == "0 tables live"
    club.table("table-1", game_view(seq=8))
    page.page.wait_for_selector(f'{tile("table-1")}[data-seq="8"]')
    assert page.text("#count") == "1 table live"
    assert page.troubles == []
    page.close()


def test_the_lobby_names_tables_that_it_cannot_show(broadcast: Broadcast, club: Club) -> None:
    page = opened(broadcast, 0)
    page.page.wait_for_selector("body[data-connected=true]")
    assert page.text("#word") == "No table is on. As soon as one begins it appears here."
    club.table("good", game_view())
    for number, payload in enumerate(BAD):
        club.say(f"bad-{number}/public/state", payload)
        club.say(f"bad-{number}/public/status", payload)
    club.table("odd", game_view(), position=None, seats=[])
    for strange in ("UPPER/public/state", "x" * 65 + "/public/state", "good/public/other"):
        club.say(strange, {"v": 1})
    page.page.wait_for_selector(f'body[data-tables="{len(BAD) + 2}"]')
    for number in range(len(BAD)):
        assert page.text(f'[data-table="bad-{number}"] .now') == "What this table sends cannot be read here."
    page.page.wait_for_selector(tile("good"))
    broadcast.broker.stop()
    page.page.wait_for_selector("body[data-connected=false]")
    assert page.text("#word").startswith("No connection.")
    # a browser itself reports a missing answer; the page writes nothing to the console
    assert [each for each in page.troubles if "ERR_CONNECTION" not in each and "WebSocket" not in each] == []
    page.close()


def test_a_tap_leads_to_the_page_of_the_table(broadcast: Broadcast, club: Club) -> None:
    club.table("table-1", game_view(seq=7))
    club.table("table-2", game_view(seq=9))
    page = opened(broadcast, 2)
    page.page.click(f"{tile('table-2')} a")
    page.wait_for(seq=9)
    assert page.page.evaluate("location.search") == "?lang=en&table=table-2"
    assert page.troubles == []
    page.close()


def test_a_static_copy_shows_every_board_and_skips_a_dead_node(
    broadcast: Broadcast, club: Club, tmp_path: Path
) -> None:
    dead = free_ports(1)[0]
    brokers = [f"ws://127.0.0.1:{port}/mqtt" for port in (dead, broadcast.broker.websocket_port, dead)]
    words = [
        "static-page",
        str(tmp_path / "copy"),
        "--site",
        "Home",
        *(word for each in brokers for word in ("--broker", each)),
    ]
    assert CliRunner().invoke(app, words).exit_code == 0
    six, none = game_of("tock_6", 6), [[], [], [], []]
    club.table("six", six)
    club.table("four", game_view())
    open_row = {"open": ["7", None, "?"], "rows": none, "finished": [0, 0, 0, 0]}
    club.table("cards", game_view(), variant="dog_cards", position=open_row)
    server = FileServer(tmp_path / "copy")
    page = Spectator(broadcast.browser, f"{server.url}?lang=en")
    page.page.wait_for_selector('body[data-tables="3"]')
    page.page.wait_for_selector(f"{tile('six')} .figure")
    page.page.click(f"{tile('six')} a")
    page.wait_for(seq=six.seq)
    board = load_board(six.board)
    spots = {tuple(spot) for spot in board.track} | {tuple(s) for row in (*board.goal, *board.kennel) for s in row}
    page.page.wait_for_function("() => document.querySelectorAll('#board [data-seat]').length === 24")
    assert {(round(x, 1), round(y, 1)) for x, y in page.spots_mm()} <= spots | {board.centre}
    page.page.goto(f"{server.url}table.html?lang=en&table=cards")
    page.page.wait_for_selector(".card-table .open-row")
    assert [each for each in page.troubles if "ERR_CONNECTION" not in each and "WebSocket" not in each] == []
    page.close()
    server.close()


@pytest.mark.parametrize(
    ("broker", "reason"),
    [
        ("http://club.example", "must look like"),
        ("wss://", "must look like"),
        ("wss://user@club.example", "must look like"),
    ],
)
def test_an_address_that_is_none_is_refused_in_one_line(tmp_path: Path, broker: str, reason: str) -> None:
    done = CliRunner().invoke(app, ["static-page", str(tmp_path / "copy"), "--site", "home", "--broker", broker])
    assert done.exit_code == 2
    assert reason in done.output
    assert len(done.output.splitlines()) == 1
    assert not (tmp_path / "copy").exists()
