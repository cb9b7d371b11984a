"""The certificate of the phone's door: kept as long as it fits, made anew for new addresses, and good for browsers."""

import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.sensors.phone.certificate import FILE, MOST_HOSTS, kept_certificate, own_hosts

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOME = own_hosts(["192.168.1.20"])


def hosts_of(path: Path) -> set[str]:
    named = x509.load_pem_x509_certificate(path.read_bytes()).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    return {str(name.value) for name in named.value}


def test_it_is_kept_until_its_time_is_nearly_over(tmp_path: Path) -> None:
    made = kept_certificate(tmp_path, HOME, NOW).read_bytes()
    assert kept_certificate(tmp_path, HOME, NOW + timedelta(days=700)).read_bytes() == made
    assert kept_certificate(tmp_path, HOME, NOW + timedelta(days=800)).read_bytes() != made


def test_a_new_address_makes_it_anew_and_the_way_back_does_not(tmp_path: Path) -> None:
    kept_certificate(tmp_path, HOME, NOW)
    both = kept_certificate(tmp_path, own_hosts(["10.0.0.7"]), NOW).read_bytes()
    assert {"192.168.1.20", "10.0.0.7", "localhost", "127.0.0.1"} <= hosts_of(tmp_path / FILE)
    assert kept_certificate(tmp_path, HOME, NOW).read_bytes() == both


def test_the_last_addresses_are_kept_and_no_more(tmp_path: Path) -> None:
    for number in range(MOST_HOSTS + 5):
        kept_certificate(tmp_path, own_hosts([f"10.0.0.{number}"]), NOW)
    assert len(hosts_of(tmp_path / FILE)) == MOST_HOSTS
    assert f"10.0.0.{MOST_HOSTS + 4}" in hosts_of(tmp_path / FILE)


@pytest.mark.parametrize(
    "damage", [b"", b"nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_a_damaged_file_is_replaced(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE).write_bytes(damage)
    path = kept_certificate(tmp_path, HOME, NOW)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path)


def test_a_key_without_its_certificate_is_replaced(tmp_path: Path) -> None:
    path = kept_certificate(tmp_path, HOME, NOW)
    other = kept_certificate(tmp_path / "other", HOME, NOW).read_bytes()
    certificate = path.read_bytes().partition(b"-----BEGIN CERTIFICATE-----")
    path.write_bytes(other.partition(b"-----BEGIN CERTIFICATE-----")[0] + certificate[1] + certificate[2])
    kept_certificate(tmp_path, HOME, NOW)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path)


def test_nobody_else_reads_the_key(tmp_path: Path) -> None:
    assert stat.S_IMODE(kept_certificate(tmp_path, HOME, NOW).stat().st_mode) == 0o600


def test_a_clock_that_was_ahead_makes_it_anew(tmp_path: Path) -> None:
    made = kept_certificate(tmp_path, HOME, NOW).read_bytes()
    assert kept_certificate(tmp_path, HOME, NOW - timedelta(days=1)).read_bytes() == made
    assert kept_certificate(tmp_path, HOME, NOW - timedelta(days=3)).read_bytes() != made


def test_browsers_find_in_it_what_they_demand(tmp_path: Path) -> None:
    """A certificate for servers alone, of less than 825 days, whose names no software may overlook or has to know."""
    made = x509.load_pem_x509_certificate(kept_certificate(tmp_path, HOME, NOW).read_bytes())
    assert made.not_valid_after_utc - made.not_valid_before_utc == timedelta(days=820)
    usage = made.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert made.extensions.get_extension_for_class(x509.BasicConstraints).value.ca is False
    assert {type(each.value) for each in made.extensions if each.critical} == {x509.BasicConstraints}
