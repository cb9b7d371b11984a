"""The addresses of the public broker and the proof of its identity, from the settings and the files that they name."""

import re
import ssl
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from companion.publishers.broker_url import BrokerUrl
from companion.settings.public_broker import PublicBroker
from companion.system.addresses import HIDDEN
from companion.system.files import read_text

#: The longest password file that is read.
_PASSWORD_BYTES: Final = 4096


class PublicBrokerError(ValueError):
    """The settings name no usable broker; one line with the reason."""


def addresses_of(settings: PublicBroker, folder: Path) -> tuple[BrokerUrl, ...]:
    """Returns every server of the broker; `folder` is the data folder.  Raises PublicBrokerError."""
    password = _password(settings, folder)
    context = _tls_context(settings, folder)
    return tuple(_address(host, settings, password, context) for host in settings.hosts)


def _address(text: str, settings: PublicBroker, password: str | None, context: ssl.SSLContext) -> BrokerUrl:
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise PublicBrokerError(f"{_shown(text)} is no address") from error
    if not host or parts.netloc != text or "@" in text:
        raise PublicBrokerError(f"{_shown(text)} must look like club.example or club.example:{settings.port}")
    return BrokerUrl(
        host=host,
        port=port or settings.port,
        tls=True,
        tls_context=context,
        user=settings.username or None,
        password=password,
    )


def _shown(text: str) -> str:
    """Returns the address in quotes; hides text that may contain a login."""
    return HIDDEN if re.search(r"[@/?#]", text) else repr(text)


def _password(settings: PublicBroker, folder: Path) -> str | None:
    if not settings.password_file:
        return None
    path = folder / Path(settings.password_file).expanduser()
    try:
        lines = read_text(path, _PASSWORD_BYTES).splitlines()
    except OSError as error:
        raise PublicBrokerError(f"password_file {path} cannot be read ({_reason(error)})") from error
    if not lines or not lines[0].strip():
        raise PublicBrokerError(f"password_file {path} is empty")
    return lines[0].strip()


def _tls_context(settings: PublicBroker, folder: Path) -> ssl.SSLContext:
    """Returns a context that always checks certificate and name of the server."""
    if not settings.tls_ca:
        return ssl.create_default_context()
    path = folder / Path(settings.tls_ca).expanduser()
    try:
        # OpenSSL takes an empty text for none and would trust the certificates of the system
        return ssl.create_default_context(cadata=read_text(path) or "-")
    except (OSError, ValueError) as error:
        raise PublicBrokerError(f"tls_ca {path} cannot be read as certificates ({_reason(error)})") from error


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
