"""Typed addresses, and the part of one that may be shown: the only owner of both questions.

Law: an address is parsed surely or not at all.  A password may contain any sign, so if it could end at more than one
place nothing is taken for a host.  The shown part never includes login, port, path or query: makers put passwords in
each.
"""

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import unquote

#: The known kinds of addresses; anything else may stand before "://" too.
SCHEMES: Final = ("rtsp", "rtsps", "http", "https", "rtmp", "rtmps", "udp", "tcp", "srt", "mqtt", "mqtts", "ws", "wss")
#: Replaces the hidden part.
HIDDEN: Final = "…"
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
#: Signs that stand before a host, or end an address, if they are not written as %40 and %23.
_SIGNS: Final = re.compile(r"[@#]")
_HOST: Final = re.compile(r"\[([0-9A-Fa-f:.%]+)\]|([\w.-]+)")
#: Beginnings of addresses whose kind was left out: a host in numbers, a host with a port, a login.
_WITHOUT_SCHEME: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){3}(:[0-9]+)?(/|$)|[\w.-]+:[0-9]+(/|$)|[^/\\]*@")

#: A missing film or folder, by its name or its whole path; no address has this form.
_PLAIN_PATH: Final = re.compile(r"(([A-Za-z]:)?[/\\](?!/)([\w .()-]+[/\\])*)?[\w .()-]+")


class AddressError(ValueError):
    """An address that cannot be parsed surely.  `without_scheme`: its kind, as http://, is missing; else signs of the
    password are in the way, which must be written as %40 for @, %23 for #, %2F for /."""

    def __init__(self, *, without_scheme: bool) -> None:
        super().__init__("the address has no scheme" if without_scheme else "the address cannot be parsed surely")
        self.without_scheme = without_scheme


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """`host` is without brackets, `port` None if none is named; `target` is path and query, at least "/"."""

    scheme: str
    host: str
    port: int | None
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    target: str = field(default="/", repr=False)

    @property
    def without_login(self) -> str:
        """The address as a server takes it, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{'' if self.port is None else f':{self.port}'}{self.target}"


def is_address(text: str) -> bool:
    """Whether the text means an address rather than a file, complete or not."""
    return "://" in text or _WITHOUT_SCHEME.match(text) is not None


def is_host(text: str) -> bool:
    """Whether the text is a host, with a port or without one, and nothing else."""
    if re.search(r"[/?#@]", text):
        return False
    try:
        parse_address(f"ws://{text}")
    except AddressError:
        return False
    return True


def parse_address(text: str) -> Address:
    """Raises AddressError."""
    begun = _SCHEME.match(text.strip())
    if begun is None:
        raise AddressError(without_scheme="://" not in text)
    rest = text.strip()[begun.end() :]
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    tail = rest[len(authority) :]
    login, at, host_port = authority.rpartition("@")
    host, port = _host_and_port(host_port)
    if _SIGNS.search(tail) and not _is_ip(host) and (":" in authority or _SIGNS.search(tail.partition("?")[0])):
        raise AddressError(without_scheme=False)
    user, colon, password = login.partition(":")
    return Address(
        scheme=begun[1].lower(),
        host=host,
        port=port,
        user=unquote(user) if at else None,
        password=unquote(password) if colon else None,
        target=tail.replace("#", "%23") if tail.startswith("/") else f"/{tail.replace('#', '%23')}",
    )


def shown_address(text: str) -> str:
    """An address for a screen, a log and the broadcast: its kind, and its host if that is surely a number of the
    house's own network.
    """
    try:
        parsed = parse_address(text)
    except AddressError:
        return kind_of_address(text) + HIDDEN
    if not _is_ip(parsed.host) or not ip_address(parsed.host).is_private or "@" in parsed.target:
        return kind_of_address(text) + HIDDEN
    return kind_of_address(text) + (f"[{parsed.host}]" if ":" in parsed.host else parsed.host)


def shown_source(text: str) -> str:
    """The public form of a source of pictures: a device, a file or a folder by its name, an address as above."""
    if re.fullmatch(r"[0-9]{1,3}|picamera:[0-9]|none|simulated", text):
        return text
    path = PurePath(text)
    if text.startswith("/dev/") or exists(text) or _PLAIN_PATH.fullmatch(text):
        return path.name or text
    return shown_address(text)


def exists(text: str) -> bool:
    """Whether a file or a folder has this path; False for an invalid path."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def kind_of_address(text: str) -> str:
    """The kind, such as "rtsp://"; empty if the address does not begin with a known one."""
    begun = _SCHEME.match(text.strip())
    return f"{begun[1].lower()}://" if begun and begun[1].lower() in SCHEMES else ""


def _host_and_port(text: str) -> tuple[str, int | None]:
    """Raises AddressError."""
    found = _HOST.match(text)
    if found is None:
        raise AddressError(without_scheme=False)
    host, behind = found[1] or found[2], text[found.end() :]
    if behind in ("", ":"):
        port = None
    elif re.fullmatch(r":[0-9]{1,5}", behind) and 0 < int(behind[1:]) < 1 << 16:
        port = int(behind[1:])
    else:
        raise AddressError(without_scheme=False)
    if found[1] and not _is_ip(host):
        raise AddressError(without_scheme=False)
    return host, port


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
