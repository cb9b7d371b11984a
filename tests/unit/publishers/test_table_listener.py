"""A listener at another table: its messages, the state of its line, and the beginning of each new line."""

from collections.abc import Iterator
from contextlib import closing

import pytest
import raw_mqtt as raw
from brokers_for_tests import wait_until
from scripted_broker import ScriptedBroker

from companion.publishers.broker_url import BrokerUrl
from companion.publishers.table_listener import TableListener
from companion.web.gateway.packets import NOT_AUTHORISED

ROOT = "pawtrack/1/home/table-1/public"


class Listening:
    """A listener at a broker by hand, and all its reports."""

    def __init__(self, broker: ScriptedBroker, **login: str) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.line: list[tuple[bool, bool]] = []
        self.listener = TableListener(
            BrokerUrl(host="127.0.0.1", port=broker.port, **login),
            ROOT,
            ("state", "info"),
            lambda topic, payload: self.heard.append((topic, payload)),
            lambda there, refused: self.line.append((there, refused)),
        )
        self.listener.start()


@pytest.fixture
def broker() -> Iterator[ScriptedBroker]:
    with ScriptedBroker() as made:
        yield made


def test_its_topics_are_heard_by_their_last_word_and_nothing_late(broker: ScriptedBroker) -> None:
    listening = Listening(broker)
    with closing(broker.caller()) as caller:
        login = caller.welcome()
        assert (login.user, login.password) == (None, None)
        assert caller.subscribed() == [f"{ROOT}/state", f"{ROOT}/info"]
        caller.send(raw.publish(f"{ROOT}/state", b"new") + raw.publish(f"{ROOT}/state", b"old", retain=True))
        caller.send(raw.publish(f"{ROOT}/info", b"kept", retain=True))
        wait_until(lambda: listening.heard[-1:] == [("info", b"kept")])
        assert listening.heard == [("state", b"new"), ("info", b"kept")]
        assert listening.line == [(True, False)]
        listening.listener.stop()


def test_on_the_next_line_a_kept_message_is_news_again(broker: ScriptedBroker) -> None:
    listening = Listening(broker)
    for payload, retain in ((b"live", False), (b"kept", True)):
        with closing(broker.caller()) as caller:
            caller.welcome()
            caller.subscribed()
            caller.send(raw.publish(f"{ROOT}/state", payload, retain=retain))
            wait_until(lambda payload=payload: listening.heard[-1:] == [("state", payload)])
            if retain:
                listening.listener.stop()
    assert listening.line[:3] == [(True, False), (False, False), (True, False)]


def test_a_refused_login_is_distinguished_from_a_missing_broker(broker: ScriptedBroker) -> None:
    listening = Listening(broker, user="viewer", password="secret")
    with closing(broker.caller()) as caller:
        login = caller.welcome(NOT_AUTHORISED)
        assert (login.user, login.password) == ("viewer", b"secret")
        wait_until(lambda: bool(listening.line))
    listening.listener.stop()
    assert listening.line[0] == (False, True)
    assert (True, False) not in listening.line


def test_nobody_at_the_address_is_a_line_that_is_away() -> None:
    with ScriptedBroker() as gone:
        pass
    listening = Listening(gone)
    wait_until(lambda: bool(listening.line))
    listening.listener.stop()
    assert set(listening.line) == {(False, False)}
