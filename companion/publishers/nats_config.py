"""The configuration of the embedded broker, and its users' passwords.

Law: nobody comes in without a password, and only from this machine; viewers are served by the gateway.
"""

import logging
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.programs.tcp_ports import LOOPBACK
from companion.system.disk.whole_file import write_whole

TABLE: Final = "table"
OPERATOR: Final = "operator"
GATEWAY: Final = "gateway"

log = logging.getLogger(__name__)


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Made once per installation; nobody types them."""

    table: str
    operator: str


def load_passwords(path: Path) -> Passwords:
    """Reads the passwords, or makes new ones if the file is missing or unreadable."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Passwords)
    except (OSError, msgspec.DecodeError):
        passwords = Passwords(secrets.token_urlsafe(24), secrets.token_urlsafe(24))
    try:
        write_private(path, msgspec.json.encode(passwords))
    except OSError as error:
        log.warning("the operator's password holds for this time only, since it cannot be written: %s", error)
    return passwords


def write_private(path: Path, content: bytes) -> None:
    """Writes a file that only its owner may read, completely or not at all.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def render_config(
    port: int, nats_port: int, passwords: Mapping[str, str], gateway: str, folder: Path, tree: str
) -> str:
    """Returns the text of the configuration file.

    `port` is for MQTT, `nats_port` for NATS' own protocol; `passwords` are those of the users that read and write
    everything, `gateway` that of the gateway, which reads `tree` alone.
    A filter `.../public/#` needs the parent subject beside `public.>`.  NATS' own protocol, which the server speaks
    too, is closed to everybody; its first line is the server's sign of life.
    """
    users = "".join(
        f"""      {{ user: {name}, password: {_quoted(password)}, allowed_connection_types: ["MQTT"] }}\n"""
        for name, password in passwords.items()
    )
    return f"""server_name: pawtrack
host: "{LOOPBACK}"
port: {nats_port}
jetstream {{ store_dir: {_quoted(str(folder / "store"))}, max_mem: 32M, max_file: 64M }}
mqtt {{ host: "{LOOPBACK}", port: {port} }}
max_payload: 64KB
log_file: {_quoted(str(folder / "broker.log"))}
logfile_size_limit: 1MB
logfile_max_num: 2
accounts {{
  PAWTRACK: {{
    jetstream: enabled
    users: [
{users}      {{ user: {GATEWAY}, password: {_quoted(gateway)}, allowed_connection_types: ["MQTT"], permissions: {{
        publish: {{ deny: ">" }}
        subscribe: {{ allow: ["pawtrack.1.*.*.{tree}", "pawtrack.1.*.*.{tree}.>"] }} }} }}
    ]
  }}
}}
"""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
