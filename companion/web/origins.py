"""The web pages from which a browser may open the WebSocket."""

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit


def origin_allowed(origin: str, host: str, allowed: Collection[str]) -> bool:
    """Returns whether a page of `origin` may connect to `host` (both as the browser names them).

    The table's own page is served from the same host; `allowed` names others.  A foreign name that only points to this
    machine is not its own host, so that no page reaches the table by a name of its own (DNS rebinding).
    """
    if origin.rstrip("/").lower() in {each.rstrip("/").lower() for each in allowed}:
        return True
    try:
        page, here = urlsplit(origin).hostname, urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    return page is not None and page == here and _is_own(page)


def _is_own(name: str) -> bool:
    """Returns whether `name` is an address, or one of this machine's names."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower().partition(".")[0]
        return name in ("localhost", own, f"{own}.local", socket.gethostname().lower())
    return True
