"""Events survive the trip to JSON and back, and what is not understood is refused."""

from typing import get_args

import msgspec
import pytest
from events_for_tests import every_kind

from companion.session.events import Event, TurnSkipped
from companion.store import codec
from companion.store.codec import CodecError, decode_event, encode_event
from companion.store.upcasters import lift


def test_the_examples_have_every_kind_of_event() -> None:
    assert {type(event) for event in every_kind()} == set(get_args(Event))


@pytest.mark.parametrize("event", every_kind(), ids=lambda event: type(event).__name__)
def test_an_event_comes_back_equal(event: Event) -> None:
    kind, body = encode_event(event)
    assert kind == type(event).__name__
    assert decode_event(kind, body) == event
    assert msgspec.json.decode(body)["v"] == 1


def test_an_unknown_event_is_from_a_newer_version() -> None:
    with pytest.raises(CodecError, match="newer version"):
        decode_event("PawnGlued", '{"v":1}')


def test_an_unknown_field_is_from_a_newer_version() -> None:
    with pytest.raises(CodecError, match=r"'mood'.*newer version"):
        decode_event("TurnSkipped", '{"v":1,"seat":0,"mood":"sad"}')


def test_a_newer_form_of_a_known_event_is_refused() -> None:
    with pytest.raises(CodecError, match=r"version 2.*newer version"):
        decode_event("TurnSkipped", '{"v":2,"seat":0}')


@pytest.mark.parametrize(
    "body",
    ["", "[]", '{"v":1', '{"v":1}', '{"v":1,"seat":"one"}', '{"v":"1","seat":0}', '{"seat":0}', '{"v":0,"seat":0}'],
)
def test_a_broken_body_is_refused(body: str) -> None:
    with pytest.raises(CodecError):
        decode_event("TurnSkipped", body)


def test_old_forms_are_lifted_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"TurnSkipped": 3}
    upcasters = {
        ("TurnSkipped", 1): lambda body: {"player": body["who"]},
        ("TurnSkipped", 2): lambda body: {"seat": body["player"]},
    }
    monkeypatch.setattr(codec, "VERSIONS", versions)
    monkeypatch.setattr(codec, "lift", lambda kind, version, body: lift(kind, version, body, versions, upcasters))
    assert decode_event("TurnSkipped", '{"v":1,"who":2}') == TurnSkipped(seat=2)
    assert decode_event("TurnSkipped", '{"v":3,"seat":1}') == TurnSkipped(seat=1)
    assert encode_event(TurnSkipped(seat=1)) == ("TurnSkipped", '{"v":3,"seat":1}')
