"""Debian's WebKitGTK as a spectator's browser, by the W3C's WebDriver protocol: the engine of an iPad or iPhone."""

import json
import subprocess
import urllib.request
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from brokers_for_tests import PATIENCE_S, free_ports, wait_until
from virtual_screens import VirtualScreen

DRIVER: Final = "WebKitWebDriver"
_ENGINES: Final = Path("/usr/lib")
_VIEW: Final = "webkit2gtk-4.1/MiniBrowser"


class WebKit:
    """One window of the engine; `evaluate` takes the body of a function of JavaScript."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}/session"
        view = next(_ENGINES.glob(f"*/{_VIEW}"))
        options = {"webkitgtk:browserOptions": {"binary": str(view), "args": ["--automation"]}}
        begun = self._post("", {"capabilities": {"alwaysMatch": options}})
        self._url += "/" + begun["sessionId"]
        self.version = str(begun["capabilities"]["browserVersion"])

    def open(self, url: str, width: int, height: int) -> None:
        self._post("/window/rect", {"width": width, "height": height})
        self._post("/url", {"url": url})

    def evaluate(self, body: str) -> Any:
        return self._post("/execute/sync", {"script": body, "args": []})

    def picture(self) -> bytes:
        """Returns the page as PNG."""
        return b64decode(self._ask("GET", "/screenshot"))

    def close(self) -> None:
        self._ask("DELETE", "")

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        return self._ask("POST", path, json.dumps(body).encode())

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Any:
        request = urllib.request.Request(
            f"{self._url}{path}", body, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)["value"]


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Starts the engine on a screen in memory."""
    screen = VirtualScreen(folder / "screen", 1600, 1200)
    (port,) = free_ports(1)
    driver = subprocess.Popen([DRIVER, f"--port={port}"], env=_environment(screen.name, folder))
    try:
        wait_until(lambda: _answers(port))
        browser = WebKit(port)
        yield browser
        browser.close()
    finally:
        driver.kill()
        driver.wait()
        screen.close()


def _environment(display: str, home: Path) -> dict[str, str]:
    # its sandbox needs rights that a container seldom gives
    sandbox = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    return {
        "DISPLAY": display,
        "HOME": str(home),
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "GDK_BACKEND": "x11",
    } | sandbox


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=1) as answer:
            return bool(json.load(answer)["value"]["ready"])
    except OSError:
        return False
