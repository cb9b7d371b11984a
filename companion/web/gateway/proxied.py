"""Viewers behind a proxy that ends TLS: the PROXY protocol, version 1, one line before everything else.

https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt, section 2.1
"""

import ipaddress
from typing import Final

from companion.web.gateway.packets import ProtocolError

#: The longest line, its end included.
LINE_BYTES: Final = 107
#: The part of an IPv6 address, in bits, that one household or one rented machine gets.
_HOUSEHOLD_BITS: Final = 64
_END: Final = b"\r\n"


def parse_proxy_line(data: bytes) -> tuple[str, int]:
    """Returns the address at the start of `data` ("" if the proxy knows none) and the length of the line, in bytes.

    For IPv6 it is the network of a household, since everybody there has more addresses than could be counted.
    Raises ProtocolError for anything else, an incomplete line included: proxies send it in one piece.
    """
    line, end, _ = data[:LINE_BYTES].partition(_END)
    words = line.split(b" ")
    if not end or words[0] != b"PROXY" or len(words) < 2:
        raise ProtocolError("no line of a proxy")
    length = len(line) + len(_END)
    if words[1] == b"UNKNOWN":
        return "", length
    if len(words) != 6 or words[1] not in (b"TCP4", b"TCP6"):
        raise ProtocolError("no line of a proxy")
    try:
        address = ipaddress.ip_address(words[2].decode("ascii"))
    except ValueError as error:
        raise ProtocolError("no address") from error
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _HOUSEHOLD_BITS), strict=False)), length
    return str(address), length
