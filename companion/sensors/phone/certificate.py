"""The certificate of this table for its own names and addresses, made by itself and kept in the data folder.

Law: browsers trust it because a person says so; so it stays the same as long as it fits, and one that is made anew
holds for the earlier addresses, too.
"""

import ipaddress
import logging
import socket
import ssl
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.system.disk.whole_file import write_whole
from companion.system.files import read_bytes

log = logging.getLogger(__name__)

#: The file with key and certificate.
FILE: Final = "phone-camera.pem"
#: Apple's devices refuse a longer time (support.apple.com/103769).
_VALID: Final = timedelta(days=820)
#: So long before its end it is made anew.
_RENEWED: Final = timedelta(days=30)
#: A clock that is behind must not make it one of the future.
_BEFORE: Final = timedelta(days=2)
#: The most names and addresses: the present ones and the last ones before.
MOST_HOSTS: Final = 24
_LONGEST_FILE: Final = 64 * 1024
_NAME: Final = "Pawtrack"


def own_hosts(addresses: Iterable[str]) -> tuple[str, ...]:
    """Returns the names and addresses by which others reach this machine; `addresses` first."""
    name = socket.gethostname().lower().partition(".")[0]
    # a name may have signs that no certificate takes
    names = (name, f"{name}.local") if name.replace("-", "").isalnum() and name.isascii() else ()
    return tuple(dict.fromkeys((*addresses, *names, "localhost", "127.0.0.1")))


def kept_certificate(folder: Path, hosts: tuple[str, ...], now: datetime) -> Path:
    """Returns the file of a certificate for `hosts`, the kept one if it fits.  Raises OSError."""
    path = folder / FILE
    known: tuple[str, ...] = ()
    with suppress(OSError, ValueError):
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path)
        kept = x509.load_pem_x509_certificate(read_bytes(path, _LONGEST_FILE))
        known = _hosts_of(kept)
        if set(hosts) <= set(known) and kept.not_valid_before_utc <= now < kept.not_valid_after_utc - _RENEWED:
            return path
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, _made(tuple(dict.fromkeys((*hosts, *known)))[:MOST_HOSTS], now))
    log.info("a new certificate is made for the phone's camera")
    return path


def _hosts_of(certificate: x509.Certificate) -> tuple[str, ...]:
    """Raises ValueError if it has none."""
    try:
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound as error:
        raise ValueError("a certificate without names") from error
    addresses = map(str, named.get_values_for_type(x509.IPAddress))
    return (*addresses, *named.get_values_for_type(x509.DNSName))


def _made(hosts: tuple[str, ...], now: datetime) -> bytes:
    """Returns a new key and its certificate as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now - _BEFORE + _VALID)
        .add_extension(x509.SubjectAlternativeName([_general(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return encoded + certificate.public_bytes(serialization.Encoding.PEM)


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
