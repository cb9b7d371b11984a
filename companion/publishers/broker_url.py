"""Where a broker is: `mqtt://[user:password@]host[:port]`, or `mqtts://` for TLS."""

import ssl
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


class BrokerUrlError(ValueError):
    """An address that names no broker; one line with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerUrl:
    """`str()` leaves the password out, so that it can be shown.  `tls_context` None: what the system trusts."""

    host: str
    port: int
    tls: bool = False
    tls_context: ssl.SSLContext | None = field(default=None, repr=False, compare=False)
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_broker_url(text: str) -> BrokerUrl:
    """Reads an address.  Raises BrokerUrlError."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise BrokerUrlError(f"the broker's address is no address ({error})") from error
    if parts.scheme not in PORTS or not parts.hostname:
        raise BrokerUrlError("the broker's address must look like mqtt://host:1883 or mqtts://user:password@host")
    return BrokerUrl(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        tls=parts.scheme == "mqtts",
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
    )
