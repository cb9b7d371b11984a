"""The spectators' page in a real browser, fed by the real publisher over the real broker."""

import os
import signal
from dataclasses import replace

import pytest
from brokers_for_tests import kill_broker
from browser_for_tests import LETTERS_FROM_THE_LEFT
from page_broadcasts import Broadcast, shown
from rules_for_tests import with_rules
from views_for_tests import NAMES, game_view, idle_view, midgame, seat_views, texts, verdict

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place
from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.rules.schema import position_to_json
from companion.rules.setup import first_position
from companion.session.state import Phase
from companion.texts import LANGUAGES
from companion.views.table_view import AnomalyView
from companion.writing.bidi import in_visual_order


def moved(seat: int, origin: int, target: int) -> Position:
    position = midgame(dog=30, wheel=2)
    rows = [list(row) for row in position.placement.pawns]
    rows[seat][rows[seat].index(Place(origin))] = Place(target)
    return position.with_placement(position.placement.with_pawns(tuple(tuple(sorted(row)) for row in rows)))


def test_a_late_spectator_sees_the_whole_table(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    assert spectator.pawns() == shown(midgame())
    assert (spectator.dog(), spectator.wheel()) == (26, 1)
    assert spectator.page.evaluate("window.pawtrackState.position") == position_to_json(*with_rules(midgame()))
    assert [row.inner_text() for row in spectator.page.query_selector_all("#seats .name")] == list(NAMES)
    assert [row.inner_text() for row in spectator.page.query_selector_all("#seats .count")] == ["5", "4", "3", "2"]
    assert len(spectator.page.query_selector_all('#seats [data-seat="2"] .pips .full')) == 2
    assert spectator.text("#turn-text") == "Carla to play"
    assert (spectator.text("#verdict-word"), spectator.text("#verdict-card")) == ("Correct", "8")
    assert spectator.text("#verdict-text") == verdict().text["en"]
    assert (spectator.text("#title"), spectator.text("#round")) == ("Black DOG", "Round 2 · play 14")
    assert spectator.page.title() == "Black DOG · Pawtrack"
    assert spectator.text("#badge") == "Live"
    assert spectator.text("#piles").split() == ["Deck", "41", "Discard", "29", "13"]
    assert spectator.troubles == []
    spectator.close()


def test_every_pawn_is_drawn_on_its_own_field(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    board = load_board("black_dog")
    spots = {tuple(spot) for spot in board.track}
    spots |= {tuple(spot) for lane in (*board.goal, *board.kennel) for spot in lane}
    drawn = {(round(x, 1), round(y, 1)) for x, y in spectator.spots_mm()}
    assert len(drawn) == 16
    assert drawn <= spots
    assert {board.track[field] for field in (5, 9, 17, 33, 40, 24, 48)} <= drawn
    spectator.close()


def test_a_play_is_seen_as_it_happens(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    after = moved(0, 9, 12)
    broadcast.publisher.publish(game_view(seq=8, position=after, declared=None), ())
    spectator.wait_for(seq=8)
    assert spectator.pawns() == shown(after)
    assert (spectator.dog(), spectator.wheel()) == (30, 2)
    halos = spectator.page.query_selector_all("#board .moved")
    assert sorted(halo.get_attribute("data-place") or "" for halo in halos) == ["12", "30"]
    captured = moved(2, 33, KENNEL)
    broadcast.publisher.publish(game_view(seq=9, position=captured), ())
    spectator.wait_for(seq=9)
    assert spectator.pawns() == shown(captured)
    broadcast.publisher.publish(game_view(seq=10), ())
    spectator.wait_for(seq=10)
    assert spectator.pawns() == shown(midgame())
    assert spectator.troubles == []
    spectator.close()


def test_an_illegal_play_is_shown_with_word_and_sentence(broadcast: Broadcast) -> None:
    refused = verdict(VerdictKind.ILLEGAL, seq=8, card="black1-7")
    broadcast.publisher.publish(game_view(seq=8, verdict=refused, declared="black1-7"), ())
    words = {"de": "Nicht erlaubt", "en": "Not allowed", "fr": "Pas permis", "it": "Non permesso"}
    cards = {"de": "schwarze 1–7", "en": "black 1–7", "fr": "1–7 noir", "it": "1–7 nero"}
    for language in LANGUAGES:
        spectator = broadcast.open(f"lang={language}")
        spectator.wait_for(seq=8)
        assert spectator.page.get_attribute("#verdict", "data-verdict") == "illegal"
        assert spectator.text("#verdict-word") == words[language]
        assert spectator.text("#verdict-text") == refused.text[language]
        assert spectator.text("#verdict-card") == spectator.text("#turn-card") == cards[language]
        assert spectator.page.get_attribute("#turn-card use", "href") == "#card_dog"
        assert spectator.page.get_attribute("html", "lang") == language
        spectator.close()


def test_an_anomaly_on_the_board_is_shown_as_long_as_it_lasts(broadcast: Broadcast) -> None:
    missing = AnomalyView(code="pawn_missing", text=texts("The red pawn is missing"))
    broadcast.publisher.publish(game_view(seq=8, anomaly=missing), ())
    spectator = broadcast.open("lang=en")
    spectator.wait_for(seq=8)
    assert spectator.page.get_attribute("#verdict", "data-verdict") == "anomaly"
    assert spectator.text("#verdict-text") == missing.text["en"]
    broadcast.publisher.publish(game_view(seq=8), ())
    spectator.page.wait_for_selector("#verdict[data-verdict=legal]")
    assert spectator.troubles == []
    spectator.close()


def test_a_demo_is_called_one_as_long_as_it_is_played(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(seq=8, demo=True), ())
    spectator = broadcast.open("lang=de")
    spectator.page.wait_for_selector("#demo:not([hidden])")
    assert spectator.text("#demo").startswith("Demo")
    broadcast.publisher.publish(game_view(seq=9), ())
    spectator.page.wait_for_selector("#demo", state="hidden")
    assert spectator.troubles == []
    spectator.close()


def test_a_name_is_text_and_never_markup(broadcast: Broadcast) -> None:
    names = ("<script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>", "&amp;", "'\"` ${1}")
    broadcast.publisher.publish(game_view(seats=seat_views(names)), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    assert [row.inner_text() for row in spectator.page.query_selector_all("#seats .name")] == list(names)
    assert spectator.page.evaluate("window.hacked") is None
    assert spectator.page.query_selector_all("#page script, #seats img") == []
    assert spectator.troubles == []
    spectator.close()


def test_a_broker_that_was_killed_is_not_even_noticed(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    kill_broker(broadcast.broker)
    broadcast.publisher.publish(game_view(seq=8), ())
    spectator.wait_for(seq=8)
    assert spectator.troubles == []
    spectator.close()


def test_a_gateway_that_was_killed_is_found_again(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    gateway = broadcast.broker.gateway_pid
    assert gateway
    os.kill(gateway, signal.SIGKILL)
    spectator.wait_for(seq=7, signal="lost")
    assert spectator.text("#badge") == "Signal lost"
    assert spectator.pawns() == shown(midgame())
    broadcast.publisher.publish(game_view(seq=8, position=moved(0, 9, 12)), ())
    spectator.wait_for(seq=8, signal="live")
    assert spectator.pawns() == shown(moved(0, 9, 12))
    spectator.close()


def test_a_table_that_left_or_paused_is_shown(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(paused=True), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7, signal="paused")
    assert spectator.text("#badge") == "Paused"
    broadcast.publisher.stop()
    spectator.wait_for(seq=7, signal="lost")
    assert spectator.pawns() == shown(midgame())
    spectator.close()


def test_a_silent_table_is_distinguished_from_a_quiet_game(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    page = broadcast.browser.new_page()
    page.clock.install()
    page.goto(f"{broadcast.server.url}?lang=en")
    page.wait_for_selector('body[data-signal="live"][data-seq="7"]')
    page.clock.fast_forward(70_000)
    assert page.get_attribute("body", "data-signal") == "live"
    page.clock.fast_forward(6_000)
    page.wait_for_selector('body[data-signal="lost"]')
    page.close()


def test_an_old_state_never_replaces_a_newer_one(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(seq=8), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=8)
    verdicts = spectator.page.evaluate(
        """async () => {
             const { isNewer } = await import('/feed.js');
             const last = { epoch: 3, game: 'a', seq: 8, ts: 1000 };
             return [
               { ...last, seq: 7, ts: 2000 }, { ...last, ts: 2000 }, { ...last, seq: 9 },
               { ...last, epoch: 2, ts: 900 },
               { ...last, epoch: 4, seq: 1, ts: 10 }, { ...last, epoch: 1, seq: 1, ts: 5000 },
               { ...last, game: 'b', seq: 1, ts: 2000 }, { ...last, game: 'b', seq: 99, ts: 900 },
               { ...last, ts: 900 },
             ].map((next) => isNewer(next, last));
           }"""
    )
    assert verdicts == [False, True, True, False, True, True, True, False, False]
    spectator.close()


def test_a_table_without_a_game_shows_an_empty_board(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(idle_view(), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=0)
    assert spectator.pawns() == []
    assert spectator.text("#turn-text") == "No game yet. It starts soon."
    assert not spectator.page.is_visible("#verdict")
    broadcast.publisher.publish(game_view(), ())
    spectator.wait_for(seq=7)
    assert spectator.pawns() == shown(midgame())
    spectator.close()


def test_a_rematch_begins_without_the_old_dog(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    fresh = first_position(SHIPPED.variant("black_dog"))
    broadcast.publisher.publish(game_view(seq=1, game="the-next", position=fresh, phase=Phase.FIGURE, figure="dog"), ())
    spectator.wait_for(seq=1)
    assert spectator.pawns() == shown(fresh)
    assert spectator.page.query_selector_all('#board [data-figure="dog"]') == []
    broadcast.publisher.publish(game_view(seq=2, game="the-next"), ())
    spectator.wait_for(seq=2)
    assert spectator.dog() == 26
    assert spectator.troubles == []
    spectator.close()


def test_the_winners_are_named(broadcast: Broadcast) -> None:
    spectator = broadcast.open()
    results: list[tuple[tuple[int, ...], str]] = [
        ((0, 2), "Anna and Carla win!"),
        ((3,), "David wins!"),
        ((), "The game was ended"),
    ]
    for seq, (result, words) in enumerate(results, start=20):
        broadcast.publisher.publish(game_view(seq=seq, phase=Phase.OVER, result=result), ())
        spectator.wait_for(seq=seq)
        assert spectator.text("#turn-text") == words
        assert len(spectator.page.query_selector_all("#seats .winner")) == len(result)
    spectator.close()


def test_the_final_board_stays_when_the_table_goes(broadcast: Broadcast) -> None:
    """A headless table leaves half a second after the last play; the winner stays on the page."""
    over = game_view(seq=20, phase=Phase.OVER, result=(0, 2))
    broadcast.publisher.publish(over, ())
    spectator = broadcast.open()
    spectator.wait_for(seq=20)
    broadcast.publisher.stop()
    spectator.wait_for(seq=20, signal="over")
    late = broadcast.open()
    late.wait_for(seq=20, signal="over")
    kill_broker(broadcast.broker)
    late.wait_for(seq=20, signal="over")
    for page in (spectator, late):
        assert page.text("#badge") == "The game is over"
        assert page.text("#turn-text") == "Anna and Carla win!"
        assert page.pawns() == shown(midgame())
        assert page.page.evaluate("getComputedStyle(document.getElementById('board')).opacity") == "1"
        page.close()


def test_everything_fits_on_phone_and_desktop_in_every_language(broadcast: Broadcast) -> None:
    long_names = ("Wilhelmina-Friederike", "Maximilian Alexander", "X" * 40, "Ö")
    view = game_view(seats=seat_views(long_names), declared="partner4", demo=True)
    broadcast.publisher.publish(replace(view, verdict=verdict(VerdictKind.ILLEGAL)), ())
    for language in LANGUAGES:
        spectator = broadcast.open(f"lang={language}")
        spectator.wait_for(seq=7)
        for width, height in ((1280, 800), (390, 844), (1080, 1920)):
            spectator.page.set_viewport_size({"width": width, "height": height})
            assert spectator.page.evaluate("document.documentElement.scrollWidth") <= width
            board = spectator.page.locator("#board").bounding_box()
            assert board is not None
            assert board["width"] >= 0.9 * min(width, height * 0.7)
            assert abs(board["width"] - board["height"]) < 1
            for selector in ("#turn", "#verdict", "#seats li", "#piles div", "#badge", "#demo"):
                for element in spectator.page.query_selector_all(selector):
                    assert element.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), selector
        spectator.close()


def test_a_laptop_shows_the_whole_page_without_scrolling(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    for language in LANGUAGES:
        spectator = broadcast.open(f"lang={language}")
        spectator.wait_for(seq=7)
        for width, height in ((1280, 800), (1366, 650), (1440, 900), (1920, 1080), (1024, 768)):
            spectator.page.set_viewport_size({"width": width, "height": height})
            far = spectator.page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert far == 0, (language, width, height)
        spectator.close()


def test_the_overlay_lets_the_picture_behind_it_through(broadcast: Broadcast) -> None:
    broadcast.publisher.publish(game_view(), ())
    for query, alpha in (("lang=en&overlay=1", "rgba(0, 0, 0, 0)"), ("lang=en", "rgb(21, 25, 30)")):
        spectator = broadcast.open(query)
        spectator.wait_for(seq=7)
        assert spectator.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == alpha
        spectator.close()


@pytest.mark.long
def test_right_to_left_names_keep_their_order_and_reorder_nothing_else(broadcast: Broadcast) -> None:
    names = ("דנה 2", "יוסי (B)", "Zoë", "Łukasz")
    seats = tuple(replace(seat, name=name) for seat, name in zip(seat_views(), names, strict=True))
    broadcast.publisher.publish(replace(game_view(), seats=seats), ())
    spectator = broadcast.open()
    spectator.wait_for(seq=7)
    drawn = spectator.page.evaluate(LETTERS_FROM_THE_LEFT, "#seats .name, #verdict-who bdi")
    wanted = [in_visual_order(name).replace("\u00a0", " ").replace("(", ")") for name in names]
    assert [name.replace("(", ")") for name in drawn] == [wanted[game_view().last_play.seat], *wanted]
    spectator.close()
