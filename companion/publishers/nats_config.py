"""The configuration of the embedded broker: who may read and write what.

Law: whoever comes without a password is a viewer; a viewer reads one tree and writes nothing.
"""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

TABLE: Final = "table"
OPERATOR: Final = "operator"
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Made once per installation; nobody types them."""

    table: str
    operator: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """MQTT over TCP stays on this machine; the WebSocket is for viewers, on the whole network where `lan` is set."""

    mqtt_port: int
    websocket_port: int
    lan: bool

    @property
    def websocket_host(self) -> str:
        return EVERYWHERE if self.lan else LOOPBACK


def load_passwords(path: Path) -> Passwords:
    """Reads the passwords, or makes them where there are none or none that can be read.  Raises OSError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Passwords)
    except (FileNotFoundError, msgspec.DecodeError):
        passwords = Passwords(secrets.token_urlsafe(24), secrets.token_urlsafe(24))
        write_private(path, msgspec.json.encode(passwords))
        return passwords


def write_private(path: Path, content: bytes) -> None:
    """Writes a file that only its owner may read, whole or not at all.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.touch(mode=0o600)
    draft.chmod(0o600)
    draft.write_bytes(content)
    draft.replace(path)


def render_config(listening: Listening, passwords: Passwords, folder: Path, tree: str) -> str:
    """The text of the configuration file.  `tree` is what viewers may read: public, or delayed where a delay is set.

    A filter `.../public/#` needs the parent subject beside `public.>`; `$MQTT.sub.>` is where subscriptions with QoS 1
    are delivered.  NATS' own protocol, which the server speaks too, is closed to everybody.
    """
    return f"""server_name: pawtrack
host: "{LOOPBACK}"
port: -1
jetstream {{ store_dir: {_quoted(str(folder / "store"))}, max_mem: 32M, max_file: 64M }}
mqtt {{ host: "{LOOPBACK}", port: {listening.mqtt_port} }}
websocket {{ host: "{listening.websocket_host}", port: {listening.websocket_port}, no_tls: true }}
max_payload: 64KB
log_file: {_quoted(str(folder / "broker.log"))}
logfile_size_limit: 1MB
logfile_max_num: 2
no_auth_user: viewer
accounts {{
  PAWTRACK: {{
    jetstream: enabled
    users: [
      {{ user: {TABLE}, password: {_quoted(passwords.table)}, allowed_connection_types: ["MQTT"] }}
      {{ user: {OPERATOR}, password: {_quoted(passwords.operator)}, allowed_connection_types: ["MQTT", "MQTT_WS"] }}
      {{ user: viewer, password: {_quoted(secrets.token_urlsafe(24))},
        allowed_connection_types: ["MQTT", "MQTT_WS"], permissions: {{
        publish: {{ deny: ">" }}
        subscribe: {{ allow: ["pawtrack.1.*.*.{tree}", "pawtrack.1.*.*.{tree}.>", "$MQTT.sub.>"] }} }} }}
    ]
  }}
}}
"""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
