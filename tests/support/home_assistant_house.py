"""A real Home Assistant with an MQTT broker of its own, as a family would have them."""

import base64
import hashlib
import hmac
import json
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final

from brokers_for_tests import Mosquitto, free_ports

PATIENCE_S: Final = 120.0
_USER, _KEY, _TOKEN = "a" * 32, "b" * 64, "c" * 32
_LONG: Final = 315360000.0
_CONFIGURATION: Final = """homeassistant: {{name: House, unit_system: metric, time_zone: UTC}}
http: {{server_host: 127.0.0.1, server_port: {port}}}
api:
config:
logger: {{default: warning}}
"""


class House:
    """`program` is the venv's `hass`; the house begins empty, with Home Assistant listening to its broker."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.broker_port, self.port = free_ports(2)
        self.broker = Mosquitto(folder, self.broker_port)
        self._program = program
        self._folder = folder / "config"
        self._log = folder / "home-assistant.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self._furnish()

    def start(self) -> float:
        """Broker and Home Assistant; the seconds until it answers."""
        self.broker.start()
        return self.start_home_assistant()

    def start_home_assistant(self) -> float:
        began_s = time.monotonic()
        command = [str(self._program), "-c", str(self._folder), "--skip-pip"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        self.wait(lambda: self.states() is not None)
        return time.monotonic() - began_s

    def stop_home_assistant(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None

    def stop(self) -> None:
        self.stop_home_assistant()
        self.broker.kill()

    def wait(self, condition: Any) -> float:
        """Waits until `condition()` is true; the seconds it took."""
        began_s = time.monotonic()
        while not condition():
            if time.monotonic() > began_s + PATIENCE_S:
                raise SystemExit(f"not within {PATIENCE_S:.0f} s: {self.states()}\n{self.complaints()}")
            time.sleep(0.05)
        return time.monotonic() - began_s

    def states(self) -> dict[str, dict[str, Any]] | None:
        """By entity id state and attributes; None while nobody answers."""
        try:
            return {each["entity_id"]: each for each in json.loads(self._ask("/api/states"))}
        except OSError:
            return None

    def picture(self, entity: str) -> bytes:
        return self._ask(f"/api/image_proxy/{entity}")

    def press(self, entity: str) -> None:
        self._ask("/api/services/button/press", {"entity_id": entity})

    def changes(self) -> "Changes":
        """Every new state of every entity from this moment on."""
        return Changes(urllib.request.urlopen(self._request("/api/stream"), timeout=PATIENCE_S))

    def complaints(self) -> list[str]:
        """Returns the complaints of Home Assistant about our messages, without those about its killed broker."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        loud = [line for line in lines if "ERROR" in line or "WARNING" in line]
        return [line for line in loud if "mqtt" in line and "mqtt.client]" not in line]

    @property
    def version(self) -> str:
        done = subprocess.run([str(self._program), "--version"], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def _ask(self, path: str, body: Any = None) -> bytes:
        with urllib.request.urlopen(self._request(path, body), timeout=10) as answer:
            return bytes(answer.read())

    def _request(self, path: str, body: Any = None) -> urllib.request.Request:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {_bearer()}", "Content-Type": "application/json"}
        return urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)

    def _furnish(self) -> None:
        """Writes the files of the set-up in the browser."""
        store = self._folder / ".storage"
        store.mkdir(parents=True)
        (self._folder / "configuration.yaml").write_text(_CONFIGURATION.format(port=self.port))
        entry = {
            **{"entry_id": "e" * 32, "version": 1, "minor_version": 1, "domain": "mqtt", "title": "mqtt"},
            "data": {
                **{"broker": "127.0.0.1", "port": self.broker_port},
                **{"discovery": True, "discovery_prefix": "homeassistant"},
            },
            **{"options": {}, "pref_disable_new_entities": False, "pref_disable_polling": False},
            **{"source": "user", "unique_id": None, "disabled_by": None},
        }
        user = {"id": _USER, "group_ids": ["system-admin"], "is_owner": True, "is_active": True, "name": "Test"}
        groups = [{"id": f"system-{name}", "name": name} for name in ("admin", "users", "read-only")]
        token = {
            **{"id": _TOKEN, "user_id": _USER, "client_id": None, "client_name": "test", "client_icon": None},
            **{"token_type": "long_lived_access_token", "created_at": "2024-01-01T00:00:00+00:00"},
            **{"access_token_expiration": _LONG, "token": "d" * 128, "jwt_key": _KEY, "version": "2024.3.3"},
            **{"last_used_at": None, "last_used_ip": None, "expire_at": None, "credential_id": None},
        }
        auth = {
            "users": [{**user, "system_generated": False, "local_only": False}],
            **{"groups": groups, "credentials": [], "refresh_tokens": [token]},
        }
        done = {"done": ["user", "core_config", "analytics", "integration"]}
        for name, version, data in (
            ("onboarding", 4, done),
            ("core.config_entries", 1, {"entries": [entry]}),
            ("auth", 1, auth),
        ):
            content = {"version": version, "minor_version": 1, "key": name, "data": data}
            (store / name).write_text(json.dumps(content))


class Changes:
    """The stream of changes, read by a thread of its own."""

    def __init__(self, answer: Any) -> None:
        self.all: list[dict[str, Any]] = []
        self._answer = answer
        threading.Thread(target=self._read, daemon=True).start()

    def of(self, entity: str) -> list[dict[str, Any]]:
        """The states that an entity took, in order."""
        return [each for each in list(self.all) if each["entity_id"] == entity]

    def _read(self) -> None:
        try:
            for line in self._answer:
                if line.startswith(b"data: {"):
                    event = json.loads(line[6:])
                    new = event["data"].get("new_state") if event["event_type"] == "state_changed" else None
                    if new:
                        self.all.append(new)
        except (OSError, ValueError):
            return


def _bearer() -> str:
    """A token as Home Assistant signs its own (JWT, HS256)."""
    now = int(time.time()) - 60
    parts = [{"alg": "HS256", "typ": "JWT"}, {"iss": _TOKEN, "iat": now, "exp": now + 86400}]
    signed = b".".join(_encoded(json.dumps(part).encode()) for part in parts)
    return (signed + b"." + _encoded(hmac.new(_KEY.encode(), signed, hashlib.sha256).digest())).decode()


def _encoded(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def home_assistant_program(folder: Path) -> Path:
    """Returns the installed program.  Ends the run if there is none."""
    program = folder / "bin" / "hass"
    if not program.exists() or shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        raise SystemExit("Home Assistant or mosquitto is missing: make home-assistant")
    return program
