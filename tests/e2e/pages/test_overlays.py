"""The overlays of the stream in a real browser, fed by the real publisher over the real broker, or state by state."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from overlay_pages import CANVASES, PARTS, OverlayPage
from overlay_states import ANALYSIS, EPOCH, EVENING, SEQ, busy_state, junk_states
from page_broadcasts import Broadcast
from views_for_tests import game_view, idle_view, texts, verdict

from companion.texts import LANGUAGES
from companion.views.broadcast import payloads

#: Left, top, right and bottom in pixels.
Box = tuple[float, float, float, float]

NORMAL = [part for part in PARTS if part not in ("chances", "winner", "standings", "starting-soon", "paused")]
HOSTILE = ("<img src=x onerror=window.hacked=1>", "W" * 60, "\u202eevil\u0000", "Ä̈" * 40)


def opened(table: Broadcast, part: str, query: str = "lang=en", **size: int) -> OverlayPage:
    return OverlayPage(table.browser, str(table.server.url), part, query, **size)


def shown_over(table: Broadcast, part: str, query: str, state: dict[str, Any]) -> OverlayPage:
    """An overlay at its fullest: the verdict is news, and the chances are known."""
    page = opened(table, part, query)
    page.hear({"state": "paused" if part == "paused" else "ready", "epoch": state["epoch"], "ts": 1}, topic="status")
    page.hear({**state, "last": None}, state)
    page.hear({**ANALYSIS, "epoch": state["epoch"], "seq": state["seq"], "game": state["game"]}, topic="analysis")
    page.hear({**EVENING, "epoch": state["epoch"]}, topic="evening")
    page.page.evaluate("pawtrackFeed.connected = true; pawtrackFeed.onChange(pawtrackFeed)")
    return page


def state_for(part: str) -> dict[str, Any]:
    return busy_state(**{"winner": {"result": [0, 2], "stage": "over"}, "starting-soon": {"ply": 0}}.get(part, {}))


@pytest.fixture(scope="module")
def overlays(table: Broadcast) -> Iterator[dict[str, OverlayPage]]:
    """Each overlay once, for the tests that show it several states."""
    pages = {part: opened(table, part) for part in PARTS}
    yield pages
    for page in pages.values():
        page.close()


def test_before_the_game_only_the_overlay_for_it_speaks(table: Broadcast, overlays: dict[str, OverlayPage]) -> None:
    table.publisher.publish(idle_view(), ())
    for part, page in overlays.items():
        page.wait_for(seq=0)
        assert page.quiet == (part != "starting-soon"), part
        if page.quiet:
            assert not page.picture()[:, :, 3].any()
        assert page.troubles == []


def test_the_retained_state_is_shown(table: Broadcast, overlays: dict[str, OverlayPage]) -> None:
    table.publisher.publish(game_view(), ())
    for page in overlays.values():
        page.wait_for(seq=7)
    assert "Carla to play" in overlays["scorebug"].said()
    assert "Black DOG" in overlays["scorebug"].said()
    last = overlays["last-play"].said()
    assert "Ben" in last
    assert verdict().text["en"] in last
    assert verdict().play not in last
    assert len(overlays["board"].pawns()) == 4
    # nothing has happened since the broadcast began, and nobody publishes chances
    silent = {"timeline", "ticker", "chances", "winner", "standings", "starting-soon", "paused"}
    assert {part for part, page in overlays.items() if page.quiet} - {"lower-third"} == silent
    late = opened(table, "lower-third")
    late.wait_for(seq=7)
    assert late.quiet  # the verdict was there before the page: old news
    late.close()
    table.publisher.publish(game_view(seq=8, verdict=verdict(seq=8)), ())
    overlays["lower-third"].wait_for(seq=8)
    assert verdict().text["en"] in overlays["lower-third"].said()
    assert [page.troubles for page in overlays.values()] == [[]] * len(PARTS)


def test_a_pause_and_a_lost_table_are_shown(table: Broadcast) -> None:
    table.publisher.publish(game_view(epoch=5, paused=True), ())
    paused, score = opened(table, "paused"), opened(table, "scorebug")
    for page in (paused, score):
        page.wait_for(seq=7, signal="paused")
        assert "Paused" in page.said()
    score.hear({"state": "lost", "epoch": 5, "ts": 1}, topic="status")
    score.wait_for(seq=7, signal="lost")
    assert "Signal lost" in score.said()
    for page in (paused, score):
        assert page.troubles == []
        page.close()


def test_a_verdict_goes_by_itself_and_what_lies_wrong_stays(table: Broadcast) -> None:
    page = opened(table, "lower-third")
    page.page.clock.install()
    page.page.reload()
    state = busy_state(seq=SEQ + 1)
    page.hear({**state, "last": None}, state)
    assert state["last"]["text"]["en"] in page.said()
    page.page.clock.fast_forward(60_000)
    assert page.quiet
    page.hear({**state, "amiss": {"code": "pawn_missing", "text": texts("The red pawn is missing")}})
    page.page.clock.fast_forward(70_000)
    assert "The red pawn is missing (en)" in page.said()
    page.hear(state)
    assert page.quiet
    page.close()


def test_one_seat_alone_can_be_shown(table: Broadcast) -> None:
    score, last = (opened(table, part, "lang=en&seat=2") for part in ("scorebug", "last-play"))
    for page in (score, last):
        page.hear(busy_state())
    assert [row.get_attribute("data-seat") for row in score.page.query_selector_all(".seat")] == ["2"]
    assert last.quiet
    last.hear(busy_state(last={**busy_state()["last"], "seat": 2}))
    assert "Carla" in last.said()
    for page in (score, last):
        page.close()


def test_the_ticker_says_the_commentary_of_the_game_that_is_on(table: Broadcast) -> None:
    page, state = opened(table, "ticker", "lang=fr"), busy_state()
    page.hear(state)
    without = page.said()
    lines = [
        {"seq": SEQ - 1, "seat": 0, "text": texts("Anna")},
        {"seq": SEQ, "seat": 1, "text": texts("Ben is bitten")},
    ]
    commentary = {"v": 1, "epoch": EPOCH, "seq": SEQ, "ts": 1, "game": state["game"], "lines": lines}
    page.hear({**commentary, "game": "another"}, topic="commentary")
    assert page.said() == without
    page.hear(
        commentary, {**commentary, "lines": [{"seq": 1, "text": 5}]}, {**commentary, "lines": {}}, topic="commentary"
    )
    assert page.said().splitlines() == ["Ben is bitten (fr)", "Anna (fr)"]
    page.hear({**commentary, "lines": []}, topic="commentary")
    assert page.said() == without
    assert page.troubles == []
    page.close()


@pytest.mark.long
@pytest.mark.sampled(10)
@pytest.mark.parametrize("part", PARTS)
def test_junk_of_any_kind_raises_nothing(table: Broadcast, part: str) -> None:
    page = opened(table, part)
    page.hear({"v": 1, "demo": "yes", "delay_s": {}}, None, 5, [], {"names": 7}, topic="info")
    page.hear(None, [], {"state": 5}, {"epoch": "x"}, topic="status")
    page.hear(*junk_states(120, seed=PARTS.index(part)), busy_state(seq=SEQ + 1000))
    analyses = [{}, {"teams": 5}, {"teams": [{}]}, {"teams": [{"seats": ["x"], "chance": 2}]}, {"teams": [None]}]
    page.hear(
        *analyses, *({**each, "epoch": EPOCH, "seq": 1, "game": "gallery"} for each in analyses), topic="analysis"
    )
    assert page.troubles == []
    page.close()


@pytest.mark.sampled(10)
@pytest.mark.parametrize("part", PARTS)
def test_names_and_sentences_of_any_kind_are_text(table: Broadcast, part: str) -> None:
    state = state_for(part)
    for seat, name in zip(state["seats"], HOSTILE, strict=True):
        seat["name"] = name[: payloads.NAME_LENGTH]
    state["last"]["text"] = dict.fromkeys(LANGUAGES, "<b onclick=window.hacked=1>" * 8)
    page = shown_over(table, part, "lang=en&theme=../x&side=up&scale=-4&seat=abc&layout=round", state)
    assert not page.quiet
    assert page.page.evaluate("window.hacked") is None
    assert page.page.query_selector_all("#part script, #part img, #part [onclick]") == []
    for width, height in CANVASES:
        page.resize(width, height)
        assert [fault for fault in page.faults() if fault[0] != "cut"] == []
    assert page.troubles == []
    page.close()


def variations() -> dict[str, list[dict[str, Any]]]:
    """By field of the payloads: pairs of states that differ in it alone (the first of a pair, and its other)."""
    usual, before = busy_state(), busy_state(ply=0, round=0)
    over = busy_state(stage="over", phase="over", result=[0, 2])
    exchange = busy_state(stage="exchange_partner", phase="exchange")
    drawing = busy_state(stage="draw", pending={"kind": "draw", "seat": 2, "count": 2})
    dealt = busy_state(recent=busy_state()["recent"][:1])
    asked = busy_state(amiss={"code": "x", "text": texts("A pawn is missing")})

    def change(state: dict[str, Any], path: str, value: Any) -> list[dict[str, Any]]:
        changed = deepcopy(state)
        *way, last = path.split(".")
        place: Any = changed
        for step in way:
            place = place[int(step)] if step.isdecimal() else place[step]
        place[last] = value
        return [state, changed]

    return {
        "State.variant": change(over, "variant", "dog"),
        "State.round": change(usual, "round", 9),
        "State.ply": change(usual, "ply", 99),
        "State.position": change(usual, "position", {**usual["position"], "wheel": 3}),
        "State.seats": change(usual, "seats.0.name", "Zoe"),
        "State.dealer": change(usual, "dealer", 2),
        "State.first": change(before, "first", 3),
        "State.turn": change(usual, "turn", 3),
        "State.deck": change(usual, "deck", 7),
        "State.discard": change(usual, "discard.count", 99),
        "State.declared": change(usual, "declared", None),
        "State.last": change(usual, "last", None),
        "State.result": change(over, "result", [1, 3]),
        "State.pending": change(drawing, "pending", None),
        "State.amiss": change(asked, "amiss", None),
        "State.recent": change(usual, "recent", []),
        "State.stage": change(usual, "stage", "may_draw"),
        "State.acting": change(usual, "acting", 0),
        "Seat.name": change(usual, "seats.0.name", "Zoe"),
        "Seat.colour": change(usual, "seats.0.colour", "purple"),
        "Seat.team": change(usual, "seats.0.team", 1),
        "Seat.cards": change(usual, "seats.0.cards", None),
        "Seat.out": change(usual, "seats.0.out", True),
        "Seat.exchanged": change(exchange, "seats.0.exchanged", False),
        "Seat.home": change(usual, "seats.0.home", 3),
        "Discard.count": change(usual, "discard.count", 99),
        "Discard.top": change(usual, "discard.top", None),
        "Last.seat": change(usual, "last.seat", 3),
        "Last.card": change(usual, "last.card", "13"),
        "Last.verdict": change(usual, "last.verdict", "legal"),
        "Last.text": change(usual, "last.text", texts("Something else")),
        "Pending.count": change(drawing, "pending.count", 3),
        "Anomaly.text": change(asked, "amiss.text", texts("Something else")),
        "Recent.kind": change(usual, "recent.10.kind", "illegal"),
        "Recent.seat": change(usual, "recent.10.seat", 3),
        "Recent.card": change(usual, "recent.10.card", "13"),
        "Recent.detail": change(dealt, "recent.0.detail", {"round": 8, "dealer": 1}),
    }


#: Fields that order messages, repeat another field, are the number of a row in a list, or speak to programs.
NOT_FOR_VIEWERS = {
    *(f"State.{name}" for name in ("v", "epoch", "seq", "ts", "game", "phase")),
    *(f"Last.{name}" for name in ("seq", "play", "ruling")),
    *("Seat.seat", "Recent.seq", "Pending.kind", "Pending.seat", "Anomaly.code"),
}
#: The state and the structs in it.
STRUCTS = (
    payloads.State,
    payloads.Seat,
    payloads.Discard,
    payloads.Last,
    payloads.Pending,
    payloads.Anomaly,
    payloads.Recent,
)


def test_every_field_of_the_public_state_is_on_some_overlay(overlays: dict[str, OverlayPage]) -> None:
    fields = {f"{each.__name__}.{field.name}" for each in STRUCTS for field in msgspec.structs.fields(each)}
    pairs = variations()
    assert set(pairs) == fields - NOT_FOR_VIEWERS
    pages = list(overlays.values())
    unseen = [
        field
        for field, (one, other) in pairs.items()
        if not any(page.looks_after(one) != page.looks_after(other) for page in pages)
    ]
    assert unseen == []
    assert [page.troubles for page in pages] == [[]] * len(pages)


@pytest.mark.long
@pytest.mark.thinned(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_overlays_fit_into_one_picture(table: Broadcast, language: str) -> None:
    """In every size: nothing is cut, outside or under another, all text is legible over anything, also where the
    sentence is as long as one can be."""
    boxes: dict[tuple[int, int], dict[str, Box]] = {size: {} for size in CANVASES}
    for part in PARTS:
        state = state_for(part)
        sentence = state["last"]["text"][language]
        state["last"]["text"] = {
            language: f"{'W' * payloads.NAME_LENGTH} {sentence} {sentence}"[: payloads.TEXT_LENGTH]
        }
        page = shown_over(table, part, f"lang={language}", state)
        assert not page.quiet, part
        for width, height in CANVASES:
            page.resize(width, height)
            assert page.faults() == [], (part, width, height)
            boxes[width, height][part] = page.box()
            assert (width, height) != CANVASES[1] or leaves_the_rest_clear(page), part
        assert page.troubles == []
        page.close()
    together = [*NORMAL, "chances"]
    for size, found in boxes.items():
        crossing = [
            (one, other, size)
            for index, one in enumerate(together)
            for other in together[index + 1 :]
            if crosses(found[one], found[other])
        ]
        assert crossing == []


@pytest.mark.long
@pytest.mark.thinned(3)
@pytest.mark.parametrize(("width", "height"), CANVASES)
def test_what_an_overlay_leaves_free_is_clear(table: Broadcast, width: int, height: int) -> None:
    for part in PARTS:
        page = shown_over(table, part, "lang=en", state_for(part))
        page.resize(width, height)
        assert leaves_the_rest_clear(page), part
        page.close()


def leaves_the_rest_clear(page: OverlayPage) -> bool:
    left, top, right, bottom = page.box()
    alpha = page.picture()[:, :, 3]
    # the part with its shadow
    alpha[max(0, int(top) - 80) : int(bottom) + 80, max(0, int(left) - 80) : int(right) + 80] = 0
    return not alpha.any()


def crosses(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_every_theme_is_legible(table: Broadcast, theme: str) -> None:
    for part in PARTS:
        page = shown_over(table, part, f"lang=de&theme={theme}", state_for(part))
        assert page.faults() == [], part
        assert page.troubles == []
        page.close()
