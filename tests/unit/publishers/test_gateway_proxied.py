"""Behind a proxy each viewer counts by its own address, and whoever names none is not let in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.gateway.packets import ProtocolError
from companion.web.gateway.proxied import LINE_BYTES, parse_proxy_line

REST = b"GET /mqtt HTTP/1.1\r\n"


@given(st.ip_addresses(v=4), st.integers(1, 65535))
def test_the_address_is_the_viewers_and_the_rest_is_left(address: object, port: int) -> None:
    line = f"PROXY TCP4 {address} 10.0.0.1 {port} 8441\r\n".encode()
    assert parse_proxy_line(line + REST) == (str(address), len(line))


@given(st.ip_addresses(v=6), st.binary(min_size=8, max_size=8))
def test_a_household_counts_once_however_many_addresses_it_has(address: object, own: bytes) -> None:
    words = str(address).partition("%")[0]
    network, _ = parse_proxy_line(f"PROXY TCP6 {words} ::1 5 8441\r\n".encode())
    host = own.hex(":", 2)
    prefix = ":".join(address.exploded.split(":")[:4])  # type: ignore[attr-defined]
    assert parse_proxy_line(f"PROXY TCP6 {prefix}:{host} ::1 6 8441\r\n".encode())[0] == network


def test_a_proxy_that_asks_for_itself_is_known_by_its_own_address() -> None:
    assert parse_proxy_line(b"PROXY UNKNOWN\r\n" + REST) == ("", 15)


@pytest.mark.parametrize(
    "line",
    [
        REST,
        b"PROXY TCP4 192.0.2.1 10.0.0.1 5 8441",
        b"PROXY TCP4 192.0.2.1\r\n",
        b"PROXY TCP4 nobody 10.0.0.1 5 8441\r\n",
        b"PROXY TCP4 192.0.2.1 10.0.0.1 5 8441" + b" " * LINE_BYTES + b"\r\n",
        b"PROXY\r\n",
        b"",
    ],
)
def test_anything_else_is_ended(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        parse_proxy_line(line)


@given(st.binary(max_size=200))
def test_whatever_comes_is_an_address_or_refused(data: bytes) -> None:
    try:
        address, length = parse_proxy_line(b"PROXY TCP6 " + data)
    except ProtocolError:
        return
    assert address
    assert length <= LINE_BYTES
