"""The end of a program on a busy machine: a broker that is held up still gets the last state to the viewers."""

import os
import signal
import sys
import threading
from pathlib import Path

import pytest
from brokers_for_tests import BASE, PATIENCE_S, Listener, Reports, settings_for_tests
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.publishers import broker_thread
from companion.publishers.mqtt import MqttPublisher

if sys.platform == "win32":
    pytest.skip("signals of POSIX systems", allow_module_level=True)

LAST = 9999
#: Longer than a broker takes that has the machine to itself.
HELD_UP_S = 1.5


def test_viewers_hear_the_end_of_a_table_whose_broker_is_held_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_thread, "LAST_MESSAGES_S", PATIENCE_S)
    monkeypatch.setattr(broker_thread, "STOP_TIMEOUT_S", PATIENCE_S)
    settings, reports = settings_for_tests(), Reports()
    broker = ServedBroker(settings, tmp_path)
    broker.start(reports)
    publisher = MqttPublisher(broker.table_url, settings, None, broker.renew)
    publisher.start(reports)
    publisher.publish(game_view(), ())
    reports.wait_for("mqtt_ok")
    ports = ((broker.mqtt_port, False), (broker.websocket_port, True))
    viewers = [Listener(port, f"{BASE}/public/#", qos=0, websocket=websocket) for port, websocket in ports]
    assert broker.pid
    os.kill(broker.pid, signal.SIGSTOP)
    going_on = threading.Timer(HELD_UP_S, os.kill, (broker.pid, signal.SIGCONT))
    going_on.start()
    publisher.publish(game_view(seq=LAST), ())
    publisher.stop()
    going_on.join()
    broker.stop()
    for viewer in viewers:
        viewer.wait_on("public/state", lambda state: state["seq"] == LAST)
        viewer.wait_on("public/status", lambda status: status["state"] == "disconnected")
        viewer.close()
