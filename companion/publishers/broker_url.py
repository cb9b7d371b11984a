"""The address of a broker: `mqtt://[user:password@]host[:port]`, or `mqtts://` for TLS."""

import ssl
from dataclasses import dataclass, field
from typing import Final

from companion.system.addresses import AddressError, parse_address

_FORM: Final = (
    "the broker's address must look like mqtt://host:1883 or mqtts://user:password@host, "
    "with %40 for @, %23 for # and %2F for / in the password"
)
PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


class BrokerUrlError(ValueError):
    """An address that names no broker; one line with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerUrl:
    """`str()` leaves the password out, so that it can be shown.  `tls_context` None: the certificates of the system.

    `websocket`: MQTT goes over a WebSocket, as viewers speak it.
    """

    host: str
    port: int
    tls: bool = False
    tls_context: ssl.SSLContext | None = field(default=None, repr=False, compare=False)
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    websocket: bool = False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_broker_url(text: str) -> BrokerUrl:
    """Reads an address.  Raises BrokerUrlError."""
    try:
        parsed = parse_address(text)
    except AddressError as error:
        raise BrokerUrlError(_FORM) from error
    if parsed.scheme not in PORTS or "@" in parsed.target:
        raise BrokerUrlError(_FORM)
    return BrokerUrl(
        host=parsed.host,
        port=parsed.port or PORTS[parsed.scheme],
        tls=parsed.scheme == "mqtts",
        user=parsed.user or None,
        password=parsed.password or None,
    )
