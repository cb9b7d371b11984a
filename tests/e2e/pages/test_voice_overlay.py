"""The overlay that speaks, in a real browser, with the real broker and the real espeak-ng."""

import pytest
from overlay_pages import OverlayPage
from page_broadcasts import Broadcast
from views_for_tests import game_view

from companion.session.events import EventsUndone, GamePaused
from companion.texts import LANGUAGES

pytestmark = pytest.mark.long
_SHY = """() => {
  const play = HTMLMediaElement.prototype.play;
  let touched = false;
  document.addEventListener("pointerdown", () => { touched = true; }, { capture: true });
  HTMLMediaElement.prototype.play = function () {
    return touched ? play.call(this) : Promise.reject(new DOMException("not now", "NotAllowedError"));
  };
}"""


def opened(table: Broadcast, query: str) -> OverlayPage:
    page = OverlayPage(table.browser, str(table.server.url), "voice", query)
    page.page.wait_for_selector("body[data-quiet]")
    return page


def test_a_new_sentence_is_heard_and_earlier_ones_are_not(broadcast: Broadcast) -> None:
    view = game_view(seq=7)
    broadcast.publisher.publish(view, (GamePaused(),))
    page = opened(broadcast, "lang=de&volume=40")
    page.wait_for(seq=7)
    page.page.wait_for_function("() => pawtrackFeed.commentary !== null")
    assert page.page.get_attribute("body", "data-spoken") is None
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url.partition("/voice")[2]))
    broadcast.publisher.publish(game_view(seq=8), (EventsUndone(back_to=8),))
    page.page.wait_for_selector(f'body[data-quiet="true"][data-spoken="{view.epoch}-8"]')
    broadcast.publisher.publish(game_view(seq=9), (GamePaused(),))
    page.page.wait_for_selector(f'body[data-spoken="{view.epoch}-9"]')
    assert {f"/de/{view.epoch}-8.wav", f"/de/{view.epoch}-9.wav"} == set(asked)
    # a browser that lets no page play before it was touched
    page.page.evaluate(_SHY)
    broadcast.publisher.publish(game_view(seq=10), (GamePaused(),))
    page.page.wait_for_selector('body[data-quiet="false"]')
    assert page.said() == "Hier tippen, um die Stimme zu hören."
    page.page.click("#part .title")
    page.page.wait_for_selector(f'body[data-quiet="true"][data-spoken="{view.epoch}-10"]')
    assert page.troubles == []
    page.close()


def test_where_nobody_can_speak_the_page_says_so_for_a_while(broadcast: Broadcast) -> None:
    for language in LANGUAGES:
        page = broadcast.browser.new_page()
        page.route("**/voice.json", lambda route: route.fulfill(json={"v": 1, "there": False}))
        page.goto(f"{broadcast.server.url}overlay/voice?lang={language}")
        page.wait_for_selector("#part .title")
        assert "espeak-ng" in page.inner_text("#part")
        page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_says_that_there_is_nothing_to_see(broadcast: Broadcast, language: str) -> None:
    page = opened(broadcast, f"lang={language}&sample=1")
    assert page.said()
    assert page.troubles == []
    page.close()
