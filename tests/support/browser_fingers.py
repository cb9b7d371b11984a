"""People at a table without a camera: all their acts are entered by fingers on a tablet in a real browser.

Law, as for fingers on the window: the table agrees with the session's own rules, with no touch more.
"""

import math
import time
from collections.abc import Callable
from typing import Any

from board_fingers import TouchedSession
from browser_for_tests import Spectator
from playwright.sync_api import Browser, Locator
from tablet_tables import TabletTable
from tapped_plays import spots_in_order

from companion.model.position import Placement
from companion.session import commands as cmd
from companion.session.state import BoardGame, OwedKind
from companion.views.table_view import CandidateView
from ui.i18n import load_words
from ui.presenters.browser.board import spot_key
from ui.presenters.play.choices import quarter_turns
from ui.presenters.play.forfeit import open_hand
from ui.presenters.play.play import TabletState, play_view_model
from ui.presenters.spots import Spot

#: The browser's own errors for a refused or cut request, as the page expects them.
EXPECTED = ("403", "404", "429", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_INTERNET_DISCONNECTED")
#: A second tap in this time and so near is the second half of a double tap, a little more than in `taps.js`.
DOUBLE_S, NEAR_PX = 0.45, 60


#: The words of a page that are cut off, broken in two or too low for a finger, and a page or sheet that is too large.
MISFITS = """() => {
  const found = [], seen = [...document.querySelectorAll("button, h1, h2, p")].filter((part) => part.offsetParent);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  const sheet = document.querySelector("#sheet:not([hidden]) > div")?.getBoundingClientRect();
  if (sheet && (sheet.top < 0 || sheet.bottom > innerHeight)) found.push("the sheet is too high");
  for (const part of seen) {
    const low = part.matches("button") && part.getBoundingClientRect().height < 44;
    if (low || part.scrollWidth > part.clientWidth + 1) found.push(part.textContent);
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s–-]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) found.push(word);
      }
    }
  }
  return found;
}"""


class BrowserTablet(Spectator):
    """A browser that opened the code of a table, with a touch screen."""

    def __init__(self, browser: Browser, table: TabletTable, size: tuple[int, int], language: str = "en") -> None:
        self.table = table
        super().__init__(browser, f"{table.link}?lang={language}#{table.code}", *size, touch=True)
        self.words = load_words(language)
        self._last_tap = (-math.inf, 0.0, 0.0)
        self._scrolled, self._moved_s = 0.0, -math.inf
        #: The words and parts that did not fit after any touch.
        self.misfits: set[str] = set()
        self.page.wait_for_selector("body[data-signal=live][data-seen]")
        self.token = self.page.evaluate("localStorage.getItem('pawtrack.tablet')")
        self.settle()

    @property
    def strange(self) -> list[str]:
        return [trouble for trouble in self.troubles if not any(word in trouble for word in EXPECTED)]

    @property
    def acts(self) -> list[str]:
        """The acts that can be done now, in the order of the page."""
        return self.acts_in("body")

    def acts_in(self, part: str) -> list[str]:
        found = f"[...document.querySelectorAll('{part} [data-act]')].map((part) => part.dataset.act)"
        return list(self.page.evaluate(found))

    @property
    def scrolled(self) -> float:
        """How far down the page is, in pixels."""
        return float(self.page.evaluate("scrollY"))

    def part(self, act: str) -> Locator:
        return self.page.locator(f'[data-act="{act}"]').first

    def press(self, act: str) -> None:
        """Touches a button; the page that follows is shown when this returns."""
        self.press_part(self.part(act))

    def press_text(self, text: str) -> None:
        self.press_part(self.page.get_by_role("button", name=text, exact=True).first)

    def press_part(self, part: Locator, shares: tuple[float, ...] = (0.5, 0.2, 0.8)) -> None:
        """A finger seldom meets a wide button twice at the same of the `shares` of its width."""
        part.scroll_into_view_if_needed()
        self._scrolled = self.scrolled
        box = part.bounding_box()
        assert box
        y, places = box["y"] + box["height"] / 2, [box["x"] + box["width"] * share for share in shares]
        self.tap(next((x for x in places if not self._is_near(x, y)), places[0]), y)

    def tap(self, x: float, y: float) -> None:
        """The tap of a person who takes the time to see the page."""
        waited_s = max(self._last_tap[0] if self._is_near(x, y) else -math.inf, self._moved_s)
        time.sleep(max(0.0, waited_s + DOUBLE_S - time.monotonic()))
        self.after(lambda: self._down_and_up(x, y))

    def _is_near(self, x: float, y: float) -> bool:
        return math.hypot(x - self._last_tap[1], y - self._last_tap[2]) < NEAR_PX

    def _down_and_up(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
        # a busy browser takes it late
        self._last_tap = (time.monotonic(), x, y)

    def key(self, act: str, key: str) -> None:
        """Presses a key on a part that has the focus."""
        self.part(act).focus()
        self.after(lambda: self.page.keyboard.press(key))

    def touch(self, act: str) -> None:
        """Touches the board where a spot is, and there again where the board is enlarged first."""
        for _ in range(4):
            self.press_part(self.part(act), (0.5,))
            if not self.page.locator("#whole").is_visible():
                return
        raise AssertionError(f"{act} is never meant")

    def settle(self) -> None:
        """Waits until the page shows what the table shows."""
        self.table.opened.table.mark().wait()

        def is_shown() -> bool:
            page = self.table.page(self.token)
            newest = page["seq"] == self.table.view.seq
            return newest and self.page.get_attribute("body", "data-seen") == page["seen"]

        self.table.until(is_shown)
        self.page.wait_for_selector("body:not(.busy)")
        before, self._scrolled = self._scrolled, self.scrolled
        if self._scrolled != before:
            self._moved_s = time.monotonic()

    def notice(self) -> None:
        """Waits as people do before a page that has changed, and perhaps moved, without a touch."""
        self.settle()
        self._moved_s = time.monotonic()

    def after(self, do: Callable[[], object]) -> None:
        """Does it; the page that follows is shown when this returns."""
        seen = self.page.get_attribute("body", "data-seen")
        do()
        self.page.wait_for_selector(f'body:not([data-seen="{seen}"])')
        self.settle()
        self.misfits.update(self.page.evaluate(MISFITS))


class BrowserSession(TouchedSession):
    """A session whose commands are touches of a page; without `touching` they go to the table at once."""

    def __init__(self, tablet: BrowserTablet) -> None:
        self.tablet = tablet
        super().__init__(tablet)  # type: ignore[arg-type]

    @property
    def table(self) -> Any:
        return _Posted(self.tablet.table)

    def follow(self) -> None:
        self.tablet.table.opened.table.mark().wait()
        self.state = self.tablet.table.opened.table.state
        assert isinstance(self.state, BoardGame)

    def _touch(self, command: cmd.Command) -> None:
        if self._behind:
            self.tablet.notice()
            self._behind = False
        super()._touch(command)

    def _declare(self, command: cmd.DeclarePlay) -> None:
        self._card(command.card)
        if command.acting_as:
            self._card(command.acting_as)

    def _give_up(self, command: cmd.Forfeit | cmd.Discard) -> None:
        owed = self.state.owed
        if owed is not None and owed.kind is OwedKind.DISCARD:
            self._answer(use=True, rank="")
            return
        count = open_hand(self.tablet.table.view).count
        self._text("play.forfeit")
        wanted = list(command.hand or ())
        if count == 1 and isinstance(command, cmd.Discard) and command.card:
            wanted = [command.card]
        for card in wanted[:count]:
            self._card(card)
        if (
            isinstance(command, cmd.Discard)
            and any(act.startswith("throw.") for act in self.tablet.acts)
            and count != 1
        ):
            self._press(f"throw.{wanted.index(command.card or '')}")
        self._press("give_up")

    def _tap_play(self, wanted: Placement) -> None:
        view = self.tablet.table.view
        for spot in (*spots_in_order(view, CandidateView(play="", text={}, result=wanted)), None):
            if self._chosen(wanted):
                return
            if spot is not None:
                self._spot(spot)
        self._press("list")
        assert self._chosen(wanted), f"{view.declared} to {wanted} is never offered"

    def _chosen(self, wanted: Placement) -> bool:
        view, acts = self.tablet.table.view, self.tablet.acts
        assert view.position
        if "wheel.on" in acts:
            self._press({1: "wheel.on", 3: "wheel.back"}[quarter_turns(view.position, wanted)])
            return True
        texts = {self.tablet.words.of(play.text) for play in view.plays if play.result == wanted}
        offered = [act for act in acts if act.startswith("play.")]
        named = [act for act in offered if self.tablet.part(act).inner_text().strip() in texts]
        if not named:
            return False
        self._press(named[0])
        return True

    def _answer(self, *, use: bool, rank: str) -> None:
        answers = play_view_model(self.tablet.table.view, TabletState(), self.tablet.words).answers
        (number,) = [at for at, answer in enumerate(answers) if (answer.use, answer.rank) == (use, rank)]
        self._press(f"answer.{number}")

    def _card(self, card: str) -> None:
        self._press(next(act for act in self.tablet.acts if act.partition(".")[2] == card))

    def _text(self, message: str) -> None:
        self.taps += 1
        self.tablet.press_text(self.tablet.words.text(message))

    def _spot(self, spot: Spot) -> None:
        self.taps += 1
        self.tablet.touch(spot_key(spot))

    def _press(self, act: str) -> None:
        self.taps += 1
        self.tablet.press(act)


class _Posted:
    """The table as the fingers' session knows it."""

    def __init__(self, table: TabletTable) -> None:
        self._table = table
        self.table = table.opened.table

    def post(self, command: cmd.Command) -> None:
        self._table.post(command)
