"""A language that is one more file: the tablet offers and speaks it, and so does the spectators' page."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from another_language import with_dutch
from brokers_for_tests import Reports, settings_for_tests
from browser_for_tests import Spectator, chromium
from views_for_tests import NAMES, game_view
from web_for_tests import ServedBroker, ServedPage

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.publishers.mqtt import MqttPublisher
from companion.session.state import Phase

TABLET = """
import sys
from pathlib import Path
from another_language import with_dutch
from gallery.fakes import FakeLauncher
from stepped_app import SteppedApp
stepped = SteppedApp(FakeLauncher(), wording=with_dutch(Path(sys.argv[1])))
stepped.settle()
home = stepped.screens.get_screen("home")
offered = {button.text: button for button in home.ids.languages.children}
print(sorted(offered))
offered["Nederlands"].dispatch("on_release")
stepped.settle()
print(stepped.app.model.settings.language)
texts = {widget.text for widget in home.walk() if getattr(widget, "text", "")}
print("Nieuw spel" in texts, "New game" in texts)
"""


@pytest.mark.long
def test_the_tablet_offers_it_and_speaks_it(tmp_path: Path) -> None:
    """In a process of its own: Kivy knows one window a process."""
    done = subprocess.run(
        [sys.executable, "-c", TABLET, str(tmp_path)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PAWTRACK_HOME": str(tmp_path / "home"),
            "SDL_VIDEODRIVER": "offscreen",
            "KIVY_NO_CONFIG": "1",
            "KIVY_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stdout.splitlines()[-3:] == [
        "['Deutsch', 'English', 'Français', 'Italiano', 'Nederlands']",
        "nl",
        "True False",
    ], done.stderr


def test_the_page_offers_it_and_speaks_it(tmp_path: Path) -> None:
    wording = with_dutch(tmp_path)
    settings = settings_for_tests()
    broker = ServedBroker(settings, tmp_path / "broker")
    broker.start(Reports())
    publisher = MqttPublisher(broker.table_url, settings, wording=wording)
    publisher.start(Reports())
    server = ServedPage(broker, load_board("black_dog"), SHIPPED, settings, wording=wording)
    server.start()
    try:
        with chromium() as browser:
            publisher.publish(game_view(phase=Phase.OVER, result=(1, 3)), ())
            spectator = Spectator(browser, f"{server.url}?lang=nl")
            spectator.page.wait_for_selector("body[data-seq='7']")
            assert spectator.page.get_attribute("html", "lang") == "nl"
            assert spectator.text("#turn-text") == f"{NAMES[1]} and {NAMES[3]} winnen!"
            assert "Nederlands" in spectator.text("#languages")
            assert spectator.troubles == []
    finally:
        server.stop()
        publisher.stop()
        broker.stop()
