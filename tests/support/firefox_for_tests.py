"""Debian's Firefox without a window, by the W3C's WebDriver BiDi protocol."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from brokers_for_tests import PATIENCE_S, free_ports
from websockets.sync.client import ClientConnection, connect

PROGRAM: Final = "firefox-esr"
#: Nothing calls home, and the camera is the browser's own moving test picture, which nobody must allow.
_CHOICES: Final = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "media.navigator.permission.disabled": True,
    "media.navigator.streams.fake": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "",
}


class FirefoxError(Exception):
    """The browser's own words."""


class Firefox:
    """One page; `evaluate` takes the body of a function of JavaScript.  Every error of a script is kept."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._number = line, 0
        self.troubles: list[str] = []
        begun = self._call("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self.version = str(begun["capabilities"]["browserVersion"])
        self._call("session.subscribe", events=["log.entryAdded"])
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url: str, width: int, height: int) -> None:
        self._call("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})
        # another fragment alone would load nothing
        for address in ("about:blank", url):
            self._call("browsingContext.navigate", context=self._page, url=address, wait="interactive")

    def evaluate(self, body: str) -> Any:
        """Returns what the body returns, as JSON has it.  Raises FirefoxError for an error in it."""
        script = f"JSON.stringify((() => {{ {body} }})() ?? null)"
        said = self._call(
            "script.evaluate", expression=script, target={"context": self._page}, awaitPromise=True, userActivation=True
        )
        if said["type"] != "success":
            raise FirefoxError(str(said["exceptionDetails"]["text"]))
        return json.loads(said["result"]["value"])

    def close(self) -> None:
        self._call("browser.close")

    def _call(self, method: str, **values: Any) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": values}))
        while True:
            said = json.loads(self._line.recv(PATIENCE_S))
            if said["type"] == "event":
                self._note(said["params"])
            elif said["id"] == self._number:
                if said["type"] == "error":
                    raise FirefoxError(f"{method}: {said['message']}")
                return said["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry.get("level") == "error":
            self.troubles.append(str(entry.get("text")))


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    (port,) = free_ports(1)
    (folder / "profile").mkdir(parents=True)
    choices = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _CHOICES.items())
    (folder / "profile" / "user.js").write_text("\n".join(choices))
    command = [PROGRAM, "--headless", "--no-remote", "--profile", str(folder / "profile")]
    home = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MOZ_CRASHREPORTER_DISABLE": "1"}
    program = subprocess.Popen(
        [*command, "--remote-debugging-port", str(port)],
        env=home,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with _line(port) as line:
            browser = Firefox(line)
            yield browser
            browser.close()
    finally:
        program.kill()
        program.wait()


def _line(port: int) -> ClientConnection:
    ends_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            return connect(f"ws://127.0.0.1:{port}/session", max_size=None)
        except OSError:
            assert time.monotonic() < ends_s, "Firefox does not answer"
            time.sleep(0.1)
