"""A table as a device of Home Assistant: its entities, its states, and templates that read the sent values."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from brokers_for_tests import Reports
from events_for_tests import every_kind
from gallery.views import game_view as any_game
from views_for_tests import game_view, idle_view
from words_for_tests import WORDING

from companion.app.plugins import TableContext, own_table
from companion.board.board_picture import BoardPicture
from companion.board.files import board_for, load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.play import Step, StepKind
from companion.publishers.home_assistant.device import BUTTONS, Device
from companion.publishers.home_assistant.plugin import PLUGIN
from companion.publishers.home_assistant.settings import HomeAssistantSettings, Mode
from companion.publishers.home_assistant.values import TableState, event_payloads, table_state
from companion.session import events as ev
from companion.settings.file import SettingsError
from companion.settings.schema import Settings
from companion.texts import LANGUAGES
from companion.views.commentary.lines import commented
from companion.views.table_view import TableView

#: The characters that Home Assistant allows in ids (MQTT discovery).
ID = re.compile(r"[a-zA-Z0-9_-]+")


def device(language: str = "en", buttons: bool = False) -> Device:
    words = WORDING[language]
    root = "pawtrack/1/home/table-1/home-assistant"
    return Device(
        id="pawtrack_home_table-1", name="Pawtrack table-1", root=root, prefix="ha", words=words, buttons=buttons
    )


def described(view: TableView, **how: Any) -> dict[str, Any]:
    """By component and key the entities that are there."""
    found = {}
    for topic, payload in device(**how).descriptions(view).items():
        prefix, component, node, key, config = topic.split("/")
        assert (prefix, node, config) == ("ha", "pawtrack_home_table-1", "config")
        assert ID.fullmatch(key)
        if payload:
            found[f"{component} {key}"] = json.loads(payload)
    return found


def test_the_entities_are_those_of_the_game_on_the_table() -> None:
    homes = {f"sensor home_{seat}" for seat in range(4)}
    always = {f"sensor {name}" for name in ("phase", "turn", "round", "last_verdict", "commentary")}
    always |= {"binary_sensor problem", "event verdict"}
    board = {"binary_sensor camera", "image board"}
    wheel = {"binary_sensor wheel", "event wheel_turn"}
    assert set(described(idle_view())) == always
    assert set(described(game_view())) == always | homes | board | wheel
    assert set(described(any_game("dog", 4))) == always | homes | board
    buttons = {f"button {name}" for name in BUTTONS}
    assert set(described(game_view(), buttons=True)) - set(described(game_view())) == buttons


def test_whatever_a_game_lacks_is_taken_away_and_without_a_view_everything() -> None:
    idle, playing = device(buttons=True).descriptions(idle_view()), device(buttons=True).descriptions(game_view())
    assert set(idle) == set(playing) == set(device().descriptions(None))
    assert set(device().descriptions(None).values()) == {b""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entity_is_described_whole(language: str) -> None:
    entities = described(game_view(), language=language, buttons=True)
    assert len({config["unique_id"] for config in entities.values()}) == len(entities)
    assert len({(key.split()[0], config["name"]) for key, config in entities.items()}) == len(entities)
    for key, config in entities.items():
        assert config["device"]["identifiers"] == ["pawtrack_home_table-1"]
        assert config["availability_topic"].endswith("/availability")
        assert config["name"]
        assert "{" not in config["name"]
        assert ("state_topic" in config) == (key.split()[0] not in ("image", "button"))


def test_templates_read_fields_that_are_sent() -> None:
    fields = {field.name for field in msgspec.structs.fields(TableState)}
    text = json.dumps(described(game_view(), buttons=True))
    asked = set(re.findall(r"value_json\.(\w+)", text))
    assert asked <= fields
    # for readers that keep the newest of two publishers
    assert fields - asked == {"program"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_state_says_what_the_table_shows(language: str) -> None:
    lines = commented(WORDING, game_view(), every_kind()[8:9])
    state = table_state(WORDING, language, game_view(), lines)
    assert (state.stage, state.turn, state.round, state.verdict) == ("play", "Carla", 2, "legal")
    assert (state.player, state.card, state.home, state.paused) == ("Ben", "8", [0, 1, 2, 3], False)
    assert (state.camera, state.wheel, state.problem) == ("ON", "OFF", "ON")
    assert "Carla" in state.waits_for
    assert state.commentary == lines[-1].text[language]
    idle = table_state(WORDING, language, idle_view(), ())
    assert (idle.stage, idle.turn, idle.verdict, idle.problem, idle.home) == ("idle", None, None, "OFF", [])
    assert "…" not in idle.waits_for


def test_a_judged_play_and_a_turned_wheel_are_events() -> None:
    payloads = dict(event_payloads(WORDING, "en", game_view(seq=40), every_kind()))
    assert payloads["verdict"].event_type == "legal"  # type: ignore[attr-defined]
    assert payloads["wheel"].event_type == "counter_clockwise"  # type: ignore[attr-defined]
    refused = next(each for each in every_kind() if isinstance(each, ev.PlayRefused))
    ((topic, payload),) = event_payloads(WORDING, "en", game_view(seq=40), (refused,))
    sent = json.loads(msgspec.json.encode(payload))
    assert topic == "verdict"
    assert (sent["event_type"], sent["player"], sent["ruling"]) == ("illegal", "Anna", "CORE-R10")
    accepted = next(each for each in every_kind() if isinstance(each, ev.PlayAccepted))
    turned = msgspec.structs.replace(accepted, steps=(Step(kind=StepKind.WHEEL, value=1),))
    names = [name for name, _ in event_payloads(WORDING, "en", game_view(seq=40), (turned,))]
    assert names == ["verdict", "wheel"]


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_the_picture_has_every_pawn(variant: str) -> None:
    view = any_game(variant, SHIPPED.variant(variant).usual_seats)
    picture = BoardPicture(load_board(board_for(SHIPPED.variant(variant), view.position.sectors)))  # type: ignore[union-attr]
    empty = replace(
        view, position=view.position.with_placement(view.position.placement.with_pawns(((),) * len(view.seats)))
    )  # type: ignore[union-attr]
    drawn, plain = picture.draw(view), picture.draw(empty)
    ET.fromstring(drawn)
    assert len(drawn) < 60_000
    assert len(drawn) > len(plain)


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"mode": "maybe"}, "mode"),
        ({"prefix": "home/#"}, "prefix"),
        ({"broker": 5}, "broker"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_table_of_the_settings_that_makes_no_sense_is_refused(table: dict[str, Any], fault: str) -> None:
    with pytest.raises(SettingsError, match=fault):
        own_table("publishers.home_assistant", PLUGIN.settings, table)
    assert HomeAssistantSettings().mode == "off"


@pytest.mark.parametrize(
    ("own", "broker", "reported"),
    [
        (HomeAssistantSettings(), "embedded", []),
        (HomeAssistantSettings(mode=Mode.ON), "embedded", ["home_assistant_no_broker"]),
        (HomeAssistantSettings(mode=Mode.ON, broker="http://house"), "embedded", ["home_assistant_no_broker"]),
        (HomeAssistantSettings(mode=Mode.ON), "mqtt://house", []),
        (HomeAssistantSettings(mode=Mode.REMOVE, broker="mqtt://house"), "none", []),
    ],
)
def test_it_is_off_until_it_is_wanted_and_needs_the_broker_of_the_house(
    own: HomeAssistantSettings, broker: str, reported: list[str]
) -> None:
    heard = Reports()
    settings, posted = Settings(broker=broker), list[object]()
    table = SimpleNamespace(
        settings=settings,
        wording=WORDING,
        profile=None,
        report=heard,
        post_on=lambda view, command: posted.append((view, command)),
    )
    publisher = PLUGIN.build(own, cast(TableContext, table))
    assert heard.codes == reported
    assert (publisher is None) == (own.mode is Mode.OFF or bool(reported))
