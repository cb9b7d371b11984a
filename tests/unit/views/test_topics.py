"""The public tree agrees with docs/reference/formats/mqtt.md, and no hand is in it."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from events_for_tests import every_kind
from views_for_tests import game_view, idle_view, midgame, seat_views, texts, verdict
from words_for_tests import WORDING, say

from companion.catalogue.shipped import SHIPPED
from companion.model.verdict import VerdictKind
from companion.rules.schema import position_from_json
from companion.rules.setup import first_position
from companion.session import events as ev
from companion.session.state import Phase
from companion.views.broadcast import topics, words
from companion.views.table_view import AnomalyView, Health, HealthState

KEYS = ["v", "epoch", "seq", "ts", "game", "variant", "phase", "round", "ply", "position", "seats", "dealer", "first"]
KEYS += ["turn", "deck", "discard", "declared", "last", "result", "pending", "amiss", "recent", "stage", "acting"]


def as_json(payload: msgspec.Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(payload))


def test_the_state_has_the_fields_of_the_format() -> None:
    state = as_json(topics.state(game_view(), 1234))
    assert list(state) == KEYS
    assert (state["v"], state["epoch"], state["seq"], state["ts"]) == (1, 3, 7, 1234)
    assert list(state["seats"][1]) == ["seat", "name", "colour", "team", "cards", "out", "exchanged", "home"]
    assert state["seats"][1] == {
        "seat": 1, "name": "Ben", "colour": "yellow", "team": 1, "cards": 4, "out": False, "exchanged": True, "home": 1,
    }  # fmt: skip
    assert state["discard"] == {"count": 29, "top": "13"}
    assert list(state["last"]) == ["seq", "seat", "card", "play", "verdict", "ruling", "text"]
    assert (state["last"]["verdict"], sorted(state["last"]["text"])) == ("legal", ["de", "en", "fr", "it"])
    assert state["result"] is None


def test_the_position_of_the_state_is_the_position_of_the_table() -> None:
    assert position_from_json(SHIPPED, as_json(topics.state(game_view(), 0))["position"]) == midgame()


def test_a_table_without_a_game_has_a_state_too() -> None:
    state = as_json(topics.state(idle_view(), 0))
    assert (state["phase"], state["position"], state["seats"], state["last"]) == ("idle", None, [], None)
    assert list(state) == KEYS


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.FIGURE])
def test_viewers_get_the_phase_by_its_name(phase: Phase) -> None:
    view = replace(game_view(), phase=phase)
    assert as_json(topics.state(view, 0))["phase"] == phase.value


def test_a_dog_that_is_not_placed_yet_is_left_out() -> None:
    view = game_view(position=first_position(SHIPPED.variant("black_dog")), phase=Phase.FIGURE, figure="dog")
    state = as_json(topics.state(view, 0))
    assert (state["phase"], state["stage"]) == ("dog", "figure")
    position = state["position"]
    assert "dog" not in position
    assert position["pawns"][0] == ["kennel", "kennel", "kennel", 0]


def test_a_refusal_is_the_last_thing_that_happened() -> None:
    refused = verdict(VerdictKind.ILLEGAL, seq=9)
    last = as_json(topics.state(game_view(seq=9, verdict=refused), 0))["last"]
    assert (last["seq"], last["verdict"], last["ruling"], last["play"]) == (9, "illegal", "CORE-R10", None)


@pytest.mark.parametrize("kind", [VerdictKind.UNFINISHED, VerdictKind.UNCLEAR])
def test_waiting_and_asking_are_not_for_the_world(kind: VerdictKind) -> None:
    last = as_json(topics.state(game_view(verdict=verdict(kind, seq=8)), 0))["last"]
    assert (last["seq"], last["verdict"]) == (7, "legal")


def test_an_anomaly_on_the_board_is_published_beside_the_last_play() -> None:
    missing = AnomalyView(code="pawn_missing", text=texts("The red pawn is missing"), seat=0, origin=5)
    state = as_json(topics.state(game_view(anomaly=missing), 0))
    assert state["amiss"] == {"code": "pawn_missing", "text": dict(missing.text)}
    assert state["last"]["verdict"] == "legal"
    assert as_json(topics.state(game_view(), 0))["amiss"] is None


def test_the_winners_are_named() -> None:
    assert as_json(topics.state(game_view(phase=Phase.OVER, result=(1, 3)), 0))["result"] == [1, 3]


@pytest.mark.parametrize("name", ["W" * 500, "\u0001" * 500, "😀" * 500, '"\\' * 300])
def test_the_state_stays_below_8_kb_whatever_people_are_called(name: str) -> None:
    endless = replace(verdict(), text=texts("é" * 5000), play="x" * 60)
    view = game_view(seats=seat_views((name,) * 4), verdict=endless, last_play=endless, options=(("rule", True),))
    view = replace(view, anomaly=AnomalyView(code="pawn_missing", text=texts("é" * 5000)))
    encoded = msgspec.json.encode(topics.state(view, 1_795_000_000_000))
    assert len(encoded) <= topics.STATE_LIMIT_BYTES
    assert as_json(topics.info(view, 0, "1.0"))["names"][0].endswith("…")


@pytest.mark.parametrize("reason", ["", "é" * 240, "😀" * 240])
def test_the_newest_events_are_in_the_state_as_far_as_there_is_room(reason: str) -> None:
    correction = msgspec.structs.replace(
        next(each for each in every_kind() if isinstance(each, ev.PositionCorrected)), reason=reason
    )
    messages = topics.event_messages(WORDING, game_view(seq=40), (correction,) * 30, 0)
    view = game_view(seq=40, verdict=replace(verdict(), text=texts("é" * 5000)))
    state = topics.state(view, 0, messages)
    stamped = msgspec.structs.replace(state, ts=1_795_000_000_000)
    assert len(msgspec.json.encode(stamped)) <= topics.STATE_LIMIT_BYTES
    assert [each.seq for each in state.recent] == list(range(40 - len(state.recent) + 1, 41))
    assert state.recent
    assert topics.state(game_view(seq=40, game="the-next"), 0, messages).recent == []


def test_a_hand_over_the_board_is_no_news_of_the_camera() -> None:
    def published(code: str) -> dict[str, Any]:
        return as_json(
            topics.health(WORDING, Health(part="camera", state=HealthState.OK, code=code, text=say(code)), 3, 0)
        )

    assert published("camera_hand") == published("camera_moving") == published("camera_ok")
    assert published("camera_glare") != published("camera_ok")


def test_no_hand_is_in_any_payload() -> None:
    """Counts are numbers; even a hand laid open to prove a forfeit stays at the table."""
    hand = ("13", "swap", "partner4", "black1-7", "magnet")
    view = game_view(
        cards=(), discard_top=None, position=msgspec.structs.replace(midgame(), copied=None), declared=None
    )
    shown = [topics.info(view, 0, "1"), topics.state(view, 0)]
    shown += topics.event_messages(WORDING, view, (ev.HandForfeited(seat=2, hand=hand),), 0)
    shown += [topics.health(WORDING, report, 3, 0) for report in view.health]
    for payload in shown:
        text = msgspec.json.encode(payload).decode()
        assert "hand" not in text
        assert not [card for card in hand if f'"{card}"' in text]


def test_info_says_who_plays_what() -> None:
    info = as_json(topics.info(game_view(options=(("royal", True),)), 5, "0.1.0", delay_s=60))
    assert info["names"] == ["Anna", "Ben", "Carla", "David"]
    assert info["colours"] == ["red", "yellow", "green", "blue"]
    assert (info["variant"], info["options"], info["delay_s"]) == ("black_dog", {"royal": True}, 60)
    assert (info["app"], info["schema"]) == ("0.1.0", 1)


def test_status_is_one_word_with_the_epoch() -> None:
    assert as_json(topics.status(words.LOST, 4, 99)) == {
        "v": 1,
        "state": "lost",
        "epoch": 4,
        "ts": 99,
        "program": "",
    }
    assert [topics.presence(game_view(paused=paused)) for paused in (False, True)] == ["ready", "paused"]


def test_health_has_the_figures_behind_the_word() -> None:
    wheel = as_json(topics.health(WORDING, game_view().health[2], 3, 0))
    assert (wheel["state"], wheel["code"], wheel["figures"]) == ("lost", "wheel_lost", {"port": "/dev/ttyUSB0"})


def test_every_event_is_published_with_its_row() -> None:
    events = every_kind()
    published = [as_json(each) for each in topics.event_messages(WORDING, game_view(seq=40), events, 77)]
    kinds = {each["seq"]: each["kind"] for each in published}
    first = 40 - len(events) + 1
    assert [kinds.get(first + index, "-") for index in range(len(events))] == [
        "start", "deal", "dog", "exchange", "free_start", "-", "illegal", "-", "play", "skip", "forfeit", "discard",
        "draw", "-", "-", "correction", "undo", "undo",
        "-", "-", "-", "-", "result", "result",
    ]  # fmt: skip
    assert all(
        (each["v"], each["epoch"], each["ts"], each["game"]) == (1, 3, 77, game_view().game) for each in published
    )
    play = next(each for each in published if each["kind"] == "play")
    assert (play["seat"], play["card"], play["detail"]["as"]) == (0, "copy", "8")
    assert next(each for each in published if each["kind"] == "illegal")["detail"]["ruling"] == "CORE-R10"


def test_a_play_is_published_in_words() -> None:
    accepted = every_kind()[8]
    assert as_json(topics.event_messages(WORDING, game_view(seq=7), (accepted,), 0)[0])["text"] == verdict().text
    assert as_json(topics.event_messages(WORDING, game_view(seq=8), (accepted,), 0)[0])["text"] is None


@pytest.mark.parametrize(
    ("site", "table", "base"),
    [
        ("home", "table-1", "pawtrack/1/home/table-1"),
        ("Café Röslï/#", "Tisch +1", "pawtrack/1/caf--r-sl/tisch--1"),
        ("", "***", "pawtrack/1/table/table"),
    ],
)
def test_topics_are_made_of_plain_letters(site: str, table: str, base: str) -> None:
    assert topics.topic_base(site, table) == base
