"""Events survive the trip to JSON and back, and an unknown one is refused."""

from typing import Any, get_args

import msgspec
import pytest
from events_for_tests import card_game, every_kind

from companion.catalogue.shipped import SHIPPED
from companion.session.events import Event, TurnSkipped
from companion.store import codec
from companion.store.codec import CodecError, decode_event, encode_event
from companion.store.upcasters import VERSIONS, lift


def test_the_examples_have_every_kind_of_event() -> None:
    assert {type(event) for event in (*every_kind(), *card_game())} == set(get_args(Event))


@pytest.mark.parametrize("event", [*every_kind(), *card_game()], ids=lambda event: type(event).__name__)
def test_an_event_comes_back_equal(event: Event) -> None:
    kind, body = encode_event(event)
    assert kind == type(event).__name__
    assert decode_event(SHIPPED, kind, body) == event
    assert msgspec.json.decode(body)["v"] == VERSIONS.get(kind, 1)


def test_an_unknown_event_is_from_a_newer_version() -> None:
    with pytest.raises(CodecError, match="newer version"):
        decode_event(SHIPPED, "PawnGlued", '{"v":1}')


def test_an_unknown_field_is_from_a_newer_version() -> None:
    with pytest.raises(CodecError, match=r"'mood'.*newer version"):
        decode_event(SHIPPED, "TurnSkipped", '{"v":1,"seat":0,"mood":"sad"}')


def test_a_newer_form_of_a_known_event_is_refused() -> None:
    with pytest.raises(CodecError, match=r"version 2.*newer version"):
        decode_event(SHIPPED, "TurnSkipped", '{"v":2,"seat":0}')


@pytest.mark.parametrize(
    "body",
    ["", "[]", '{"v":1', '{"v":1}', '{"v":1,"seat":"one"}', '{"v":"1","seat":0}', '{"seat":0}', '{"v":0,"seat":0}'],
)
def test_a_broken_body_is_refused(body: str) -> None:
    with pytest.raises(CodecError):
        decode_event(SHIPPED, "TurnSkipped", body)


def test_old_forms_are_lifted_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"TurnSkipped": 3}
    upcasters = {
        ("TurnSkipped", 1): lambda _, body: {"player": body["who"]},
        ("TurnSkipped", 2): lambda _, body: {"seat": body["player"]},
    }
    monkeypatch.setattr(codec, "VERSIONS", versions)
    monkeypatch.setattr(
        codec, "lift", lambda games, kind, version, body: lift(games, kind, version, body, versions, upcasters)
    )
    assert decode_event(SHIPPED, "TurnSkipped", '{"v":1,"who":2}') == TurnSkipped(seat=2)
    assert decode_event(SHIPPED, "TurnSkipped", '{"v":3,"seat":1}') == TurnSkipped(seat=1)
    assert encode_event(TurnSkipped(seat=1)) == ("TurnSkipped", '{"v":3,"seat":1}')


def _with(tables: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The tables with another value at the end of a path."""
    key, _, rest = path.partition("/")
    return {**tables, key: _with(tables[key], rest, value) if rest else value}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rules/tables", {}),
        ("rules/tables/row_end", 15),
        ("rules/tables/row_end", 10**9),
        ("rules/tables/open_row", 12),
        ("rules/tables/cards", {}),
        ("rules/tables/cards/7/looks", 10**9),
        ("rules/tables/cards/7/count", 7),
        ("rules/tables/seats", {}),
        ("rules/tables/seats/2/hand", 8),
        ("rules/tables/options", {"dc.nothing": {"default": True, "values": [True], "sets": "x", "rulings": []}}),
        ("position", ""),
        ("position", "v1 dog_cards 2"),
        ("position", "v1 black_dog 4 turn=0"),
    ],
)
def test_a_game_of_cards_that_cannot_be_begun_is_damaged(path: str, value: object) -> None:
    kind, body = encode_event(card_game()[0])
    broken = _with(msgspec.json.decode(body), path, value)
    with pytest.raises(CodecError):
        decode_event(SHIPPED, kind, msgspec.json.encode(broken).decode())


def test_rules_of_a_newer_form_are_not_called_damaged() -> None:
    kind, body = encode_event(card_game()[0])
    newer = _with(msgspec.json.decode(body), "rules/format", 2)
    with pytest.raises(CodecError, match="newer"):
        decode_event(SHIPPED, kind, msgspec.json.encode(newer).decode())
