"""Viewers with a delay see the end: a table without a screen stays until then, or reports that they do not."""

import json
import signal
import time
from pathlib import Path

import pytest
from brokers_for_tests import Listener, Mosquitto, free_ports
from test_start_and_stop import PATIENCE_S, begin

GAME = ("companion", "run", "--headless", "--variant", "dog_compact", "--players", "2", "--seed", "1", "--speed", "20")
DELAY_S = 4


@pytest.mark.long
@pytest.mark.parametrize("interrupted", [False, True])
def test_delayed_viewers_see_the_end_or_the_table_reports_it(interrupted: bool, tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, free_ports(1)[0])
    broker.start()
    home = tmp_path / "home"
    home.mkdir()
    delay_s = 600 if interrupted else DELAY_S
    (home / "settings.toml").write_text(f'broker = "{broker.url}"\ndelay_s = {delay_s}\n')
    listener = Listener(broker.port, "pawtrack/#")
    program = begin(home, (*GAME, "--plies", "3"))
    if interrupted:
        listener.wait_on("public/state", lambda state: state["ply"] >= 3)
        time.sleep(1)
        program.send_signal(signal.SIGINT)
    said, _ = program.communicate(timeout=PATIENCE_S)
    if interrupted:
        assert "do not see the end" in said
        assert listener.on("delayed/state") == []
    else:
        assert "the end is shown to them first" in said
        last = max(state["ply"] for state in listener.on("public/state"))
        listener.wait_on("delayed/state", lambda state: state["ply"] >= min(3, last))
    assert json.dumps(listener.on("public/status")[-1]["state"]) == '"disconnected"'
    listener.close()
    broker.kill()
