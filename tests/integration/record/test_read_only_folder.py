"""A data folder that nobody can write to: viewers are served as ever, from a folder that goes with the program."""

from pathlib import Path

import pytest
from brokers_for_tests import settings_for_tests
from data_folders import run_unprivileged, write_protected

#: Begins the broker on a data folder; prints whether viewers are served and the files in the passing place meanwhile.
SERVE = """
import os, sys
from pathlib import Path
from companion.publishers.broker import EmbeddedBroker
from companion.settings.schema import Settings
from companion.web.messages import Setup
from companion.web.program import WebProgram
ports = dict(zip(("mqtt_port", "websocket_port"), map(int, sys.argv[2:])))
web = WebProgram()
broker = EmbeddedBroker(Settings(**ports), Path(sys.argv[1]), web, lan=False)
broker.start(lambda health: None)
print(web.start(Setup(gateway=broker.gateway)), len(list(Path(os.environ["TMPDIR"]).glob("pawtrack-broker-*"))))
web.stop()
broker.stop()
"""


@pytest.mark.parametrize("protected", [True, False])
def test_a_folder_that_cannot_be_written_keeps_no_viewer_out(tmp_path: Path, protected: bool) -> None:
    home, passing = tmp_path / "home", tmp_path / "passing"
    home.mkdir()
    passing.mkdir()
    settings = settings_for_tests()
    arguments = (str(home), str(settings.mqtt_port), str(settings.websocket_port))
    if protected:
        with write_protected(home):
            done = run_unprivileged(SERVE, *arguments, TMPDIR=str(passing))
    else:
        done = run_unprivileged(SERVE, *arguments, TMPDIR=str(passing))
    assert done.stdout.split() == ["True", "1" if protected else "0"], done.stderr
    assert list(passing.iterdir()) == []
    assert (home / "broker").exists() is not protected
