"""Addresses of brokers are read strictly and never show a password."""

import pytest

from companion.publishers.broker_url import BrokerUrlError, parse_broker_url


def test_an_address_is_parsed_into_its_parts() -> None:
    plain = parse_broker_url("mqtt://broker.local")
    assert (plain.host, plain.port, plain.tls, plain.user) == ("broker.local", 1883, False, None)
    full = parse_broker_url(" mqtts://us%40er:p%3Aw@[::1]:99 ")
    assert (full.host, full.port, full.tls, full.user, full.password) == ("::1", 99, True, "us@er", "p:w")
    assert parse_broker_url("mqtts://h").port == 8883


def test_a_password_is_never_shown() -> None:
    broker = parse_broker_url("mqtt://user:secret@host")
    assert "secret" not in f"{broker} {broker!r}"


@pytest.mark.parametrize(
    "text", ["", "host", "http://host", "mqtt://", "mqtt://host:port", "mqtt://host:99999", "mqtt://[::1"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BrokerUrlError):
        parse_broker_url(text)
