"""The standings of the evening below the table on the viewers' page, in a real browser over the real broker."""

from club_tables import Club
from overlay_states import EPOCH, EVENING
from page_broadcasts import Broadcast
from views_for_tests import game_view

#: Pixels between the texts of two cells of the first line.
_ROOM = """(pairs) => pairs.map((pair) => {
  const [left, right] = pair.map((name) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(`#standings ${name}`));
    return range.getBoundingClientRect();
  });
  return right.left - left.right;
})"""


def test_the_standings_are_shown_and_names_are_text(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    page = broadcast.open("lang=de").page
    page.wait_for_selector("body[data-seq='7']")
    assert not page.is_visible("#standings")
    club = Club(broadcast.broker)
    lines = [
        {**line, "names": [f"<b>{line['rank']}</b>", "Ζωή"], "points": 10 - line["rank"]} for line in EVENING["lines"]
    ]
    club.say("table-1/public/evening", {**EVENING, "epoch": EPOCH, "lines": lines})
    page.wait_for_selector("#standings:not([hidden])")
    said = page.inner_text("#standings").splitlines()
    assert said[0] == "Rangliste"
    assert said[1].split("\t") == ["1.", "<b>1</b> & Ζωή", "9 von 90 gewonnen", "9"]
    assert len(said) == 1 + len(lines)
    # the eye finds the name of a rank, and the points of a win
    pairs = page.evaluate(_ROOM, [[".rank", ".standing-names"], [".won", ".points"]])
    assert all(0 <= room < 48 for room in pairs), pairs
    club.say("table-1/public/evening", {**EVENING, "epoch": EPOCH, "ts": 2, "lines": [{"rank": "x"}]})
    club.say("table-1/public/evening", {**EVENING, "epoch": EPOCH, "ts": 3, "lines": lines[:2]})
    page.wait_for_function("() => document.querySelectorAll('#standings tr').length === 2")
    club.close()
