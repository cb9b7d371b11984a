"""A recorded game watched again in a real browser: as a file with the network blocked, and from the page's server."""

import json
import unicodedata
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from brokers_for_tests import free_ports
from browser_for_tests import LETTERS_FROM_THE_LEFT, PATIENCE_MS, Spectator
from gallery.history_views import card_course, played_course
from playwright.sync_api import Browser, Page
from web_for_tests import ServedPage
from words_for_tests import WORDING

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.handover.captions import captions_vtt
from companion.history.charts import game_charts
from companion.history.course import GameCourse, course_of
from companion.history.line_words import line_title
from companion.history.play_clock import Stored
from companion.history.replay import make_replay, public_state
from companion.history.summary import summarise
from companion.session.events import GameAbandoned
from companion.store.event_log import EventLog
from companion.texts import LANGUAGES
from companion.views.wording.words import Words
from companion.web.pages.replay_file import replay_file
from companion.writing.bidi import in_visual_order

HOSTILE = (
    "</script><script>document.title='broken'</script>", "\u202eevil\"'><img src=x onerror=alert(1)>",
    "W" * 5000, "<!--<script>\u2028${alert(1)}`{count}",
)  # fmt: skip
COURSES = pytest.mark.parametrize("course", [played_course(), card_course()], ids=["board", "cards"])
#: The present state of the page, as plain values.
SHOWN = "() => JSON.parse(JSON.stringify(window.pawtrackState))"
SAYS = "(says) => document.getElementById('games').innerText.includes(says)"
ROW = "() => Number(document.body.dataset.seq)"


def stored_of(course: GameCourse) -> tuple[Stored, ...]:
    return tuple(Stored(1, 1_700_000_000_000 + 20 * row) for row in range(len(course.events)))


def with_names(course: GameCourse, names: tuple[str, ...]) -> GameCourse:
    begun: Any = course.events[0]
    return course_of((msgspec.structs.replace(begun, names=names[: len(begun.names)]), *course.events[1:]))


@cache
def file_of(course: GameCourse, names: tuple[str, ...]) -> bytes:
    called = with_names(course, names)
    return replay_file(called, make_replay(called, stored_of(course), WORDING), WORDING, "en")


@contextmanager
def opened(
    browser: Browser, folder: Path, course: GameCourse, names: tuple[str, ...] = HOSTILE
) -> Iterator[tuple[Page, list[str]]]:
    """The game as a file, opened from the disk without a network, of players with names that would break it; the
    second value are the console's words."""
    file = folder / "game.html"
    file.write_bytes(file_of(course, names))
    context = browser.new_context(offline=True, reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    troubles: list[str] = []

    def guard(route: Any) -> None:
        if route.request.url.startswith(("file:", "data:")):
            route.continue_()
        else:
            troubles.append(f"asked for {route.request.url}")
            route.abort()

    context.route("**/*", guard)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-seq]")
    yield page, troubles
    context.close()


@COURSES
def test_a_file_shows_every_row_from_the_disk_without_a_network(
    browser: Browser, tmp_path: Path, course: GameCourse
) -> None:
    called = with_names(course, HOSTILE)
    with opened(browser, tmp_path, course) as (page, troubles):
        rows = len(course.events)
        page.keyboard.press("End")
        assert page.evaluate(ROW) == rows
        for row in (rows, rows // 2, 7, 1):
            page.fill("#place", str(row))
            assert page.evaluate(SHOWN) == json.loads(msgspec.json.encode(public_state(called.view(row, WORDING))))
        steps = [line.row for line in course.lines]
        for row in steps[1:6]:
            page.keyboard.press("ArrowRight")
            assert page.evaluate(ROW) == row
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(ROW) == steps[4]
        marked = page.locator("#move-list [aria-current]")
        assert marked.count() == 1
        assert page.locator("#move-list li").nth(4).get_attribute("aria-current") == "true"
        page.locator("#move-list button").nth(8).click()
        assert page.evaluate(ROW) == steps[8]
        page.keyboard.press("Home")
        assert page.evaluate(ROW) == 1
        assert "broken" not in page.title()
        assert page.locator("img[src=x]").count() == 0
        assert troubles == []


@COURSES
def test_the_statistics_are_those_of_the_tablet_in_every_language(
    browser: Browser, tmp_path: Path, course: GameCourse
) -> None:
    game = summarise(course.events, stored_of(course))
    with opened(browser, tmp_path, course, ("Anna", "דנה", "Carla", "W" * 300)) as (page, troubles):
        names = page.evaluate("() => window.pawtrackState.seats.map((seat) => seat.name)")
        for language in LANGUAGES:
            page.goto(f"{page.url.partition('?')[0]}?lang={language}#5")
            page.wait_for_selector('body[data-seq="5"]')
            charts = game_charts(replace(game, names=tuple(names)), Words(WORDING[language]))
            assert page.locator("#figures figcaption").all_inner_texts() == [
                f"{chart.title}\n{chart.note}" if chart.note else chart.title for chart in charts
            ]
            rows = [(bar.label, bar.text) for chart in charts for bar in chart.bars]
            labels, numbers = (page.locator(f"#figures li {part}").all_text_contents() for part in ("bdi", "b"))
            assert list(zip(labels, numbers, strict=True)) == rows
            drawn = page.evaluate(
                "() => [...document.querySelectorAll('#figures .bar')].map((bar) =>"
                " bar.firstChild.offsetWidth / bar.offsetWidth)"
            )
            assert drawn == pytest.approx([bar.share for chart in charts for bar in chart.bars], abs=0.02)
        assert troubles == []


@COURSES
def test_names_from_right_to_left_turn_no_line_round(browser: Browser, tmp_path: Path, course: GameCourse) -> None:
    """The letters of every line and label lie as they do on the tablet, and begin at the left."""
    names = ("דנה 2", "יוסי (B)", "Ελένη", "محمد 3")
    called = with_names(course, names)
    words = Words(WORDING["en"])
    titles = [in_visual_order(line_title(called, line, words)) for line in called.lines]
    with opened(browser, tmp_path, course, names) as (page, troubles):
        drawn = page.evaluate(LETTERS_FROM_THE_LEFT, "#move-list .title")
        assert list(map(_plain, drawn)) == list(map(_plain, titles))
        lefts = "(part) => [...document.querySelectorAll(part)].map((each) => getComputedStyle(each).textAlign)"
        assert set(page.evaluate(lefts, "#move-list .title, #figures bdi")) == {"left"}
        assert troubles == []


def _plain(seen: str) -> str:
    """Returns the text without the forms of letters and the sides of brackets, which a browser draws only."""
    return unicodedata.normalize("NFKC", seen).translate(str.maketrans(")", "("))


def test_jumps_and_playing_by_itself(browser: Browser, tmp_path: Path) -> None:
    course = played_course()
    sought = {
        jump: [line.row for line in course.lines if line.jump == jump] for jump in ("captures", "disputes", "undos")
    }
    with opened(browser, tmp_path, course) as (page, troubles):
        for jump, rows in sought.items():
            page.keyboard.press("Home")
            for row in [*rows, rows[0]]:
                page.click(f"#jumps [data-jump={jump}]")
                assert page.evaluate(ROW) == row
        page.fill("#place", str(len(course.events) - 5))
        page.keyboard.press(" ")
        page.wait_for_selector(f'body[data-seq="{len(course.events)}"]')
        assert page.get_attribute("#buttons button:nth-child(3)", "title") == "Play"
        speeds = [page.inner_text(".speed")]
        for _ in range(5):
            page.click(".speed")
            speeds.append(page.inner_text(".speed"))
        assert speeds == ["×1", "×2", "×4", "×8", "×16", "×1"]
        assert troubles == []


def test_a_long_pause_is_shortened_and_shown(browser: Browser, tmp_path: Path) -> None:
    course = played_course()
    stored = [Stored(1, 3_600_000 * row) for row in range(len(course.events))]
    file = tmp_path / "slow.html"
    file.write_bytes(replay_file(course, make_replay(course, stored, WORDING), WORDING, "de"))
    spectator = Spectator(browser, file.as_uri())
    spectator.page.keyboard.press(" ")
    assert spectator.text("#shortened") == "Eine Pause von 1:00:00 ist auf 0:10 gekürzt."
    spectator.page.keyboard.press(" ")
    assert spectator.text("#shortened") == ""
    assert spectator.troubles == []
    spectator.close()


def test_nothing_is_wider_than_the_page_in_any_language(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, played_course()) as (page, troubles):
        for language in LANGUAGES:
            page.goto(f"{page.url.partition('?')[0]}?lang={language}#60")
            page.wait_for_selector('body[data-seq="60"]')
            assert page.evaluate("() => document.documentElement.lang") == language
            assert all(button.get_attribute("aria-label") for button in page.query_selector_all("#buttons button"))
            for width, height in ((390, 844), (1280, 800)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("() => document.documentElement.scrollWidth") == width
        assert troubles == []


def test_chromium_reads_every_caption(browser: Browser) -> None:
    course = with_names(played_course(), HOSTILE)
    text = captions_vtt(course, stored_of(course), WORDING, "fr")
    page = browser.new_page()
    page.set_content("<video><track default></video>")
    cues = page.evaluate(
        """async (text) => {
            const track = document.querySelector('track');
            const heard = new Promise((done) => {
                track.onload = () => done(true);
                track.onerror = () => done(false);
            });
            track.track.mode = 'showing';
            track.src = URL.createObjectURL(new Blob([text], {type: 'text/vtt'}));
            if (!await heard) return null;
            return [...track.track.cues].map((cue) => [cue.startTime, cue.endTime, cue.getCueAsHTML().textContent]);
        }""",
        text,
    )
    page.close()
    assert len(cues) == text.count(" --> ")
    assert all(begin < end for begin, end, _ in cues)
    assert "</script>" in cues[0][2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a finished game and one that goes on."""
    made = tmp_path_factory.mktemp("record")
    begun, *played = with_names(played_course(), HOSTILE).events
    with closing(EventLog(SHIPPED, made / "record.sqlite")) as log:
        log.append("won /?#", 1, [msgspec.structs.replace(begun, game="won /?#"), *played, GameAbandoned()])  # type: ignore[call-arg]
        log.append("open", 1, [msgspec.structs.replace(begun, game="open"), *played])  # type: ignore[call-arg]
    return made


@contextmanager
def served(record: Path | None) -> Iterator[str]:
    broker = SimpleNamespace(websocket_port=1, viewers_tree="public")
    settings = SimpleNamespace(site="s", table="t", viewer_port=free_ports(1)[0], delay_s=0)
    server = ServedPage(broker, load_board("black_dog"), SHIPPED, settings, record=record)
    server.start()
    assert server.url
    yield server.url
    server.stop()


def test_the_list_leads_to_a_finished_game_and_not_to_one_that_goes_on(browser: Browser, folder: Path) -> None:
    with served(folder) as url:
        spectator = Spectator(browser, f"{url}replay?lang=en")
        spectator.page.wait_for_selector("#games li")
        assert spectator.page.locator("#games li").count() == 1
        spectator.page.click("#games a")
        spectator.page.wait_for_selector("body[data-seq]")
        spectator.page.keyboard.press("End")
        assert spectator.text("#turn-text") == "The game was ended"
        assert spectator.troubles == []
        for game in ("open", "nobody", "%00", "..%2f..%2fetc", "x" * 3000):
            spectator.page.goto(f"{url}replay/{game}?lang=en")
            spectator.page.wait_for_function(
                "() => document.getElementById('games').innerText.includes('no such game')"
            )
        assert all("404" in trouble for trouble in spectator.troubles)
        spectator.close()


def test_where_replays_are_off_the_page_says_so(browser: Browser, folder: Path) -> None:
    with served(None) as url:
        spectator = Spectator(browser, f"{url}replay?lang=en")
        spectator.page.wait_for_function(SAYS, arg="does not show")
        assert spectator.page.request.get(f"{url}replays/won%20%2F%3F%23.json").status == 404
        assert spectator.troubles == []
        spectator.close()
