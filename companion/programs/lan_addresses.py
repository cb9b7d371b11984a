"""The addresses of this machine for other devices in the house: all its interfaces but tunnels and bridges.

Nothing is sent to find them out.
"""

import socket
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Final

import ifaddr

#: The folder in which Linux describes its interfaces.
_SYSTEM: Final = Path("/sys/class/net")
#: The type of an interface that is a line to other devices in the house, wireless too (ARPHRD_ETHER).
_ETHERNET: Final = "1"
#: Prefixes of interface names that lead to a tunnel, or to machines within this one.
_VIRTUAL: Final = (
    *("tun", "tap", "wg", "ppp", "ipsec", "utun", "tailscale", "zt", "nordlynx", "proton", "gif", "stf"),
    *(
        "docker",
        "br-",
        "veth",
        "virbr",
        "vmnet",
        "vboxnet",
        "lxcbr",
        "lxdbr",
        "podman",
        "cni",
        "flannel",
        "cali",
        "ifb",
    ),
    *("awdl", "llw", "anpi", "bridge"),
)
#: Words in Windows' descriptions of such interfaces.
_DESCRIBED: Final = ("hyper-v", "virtualbox", "vmware", "tap-", "wireguard", "wintun", "tunnel", "vpn", "docker")
#: Addresses that providers and tunnels give out (RFC 6598).
_SHARED: Final = IPv4Network("100.64.0.0/10")


@dataclass(frozen=True, slots=True)
class Interface:
    """`virtual`: it leads to a tunnel, or to machines within this one."""

    name: str
    address: str
    virtual: bool = False


def lan_addresses(named: str = "") -> tuple[str, ...]:
    """Returns every address of this machine for others in the house, the likeliest first; empty without a network.

    `named`: the address, host name or interface from the family's settings; empty: all that fit.
    """
    found = interfaces()
    of_interface = tuple(each.address for each in found if each.name == named)
    if named:
        return of_interface or (named,)
    return fitting(found, _of_default_route())


def fitting(found: Iterable[Interface], likeliest: str) -> tuple[str, ...]:
    """Returns the addresses that are no tunnel and no bridge, `likeliest` first, private ones before others.

    A self-assigned address counts only if there is no other.
    """
    real = [IPv4Address(each.address) for each in found if not each.virtual]
    usable = [each for each in real if not each.is_loopback and not each.is_unspecified and each not in _SHARED]
    assigned = [each for each in usable if not each.is_link_local] or usable
    ordered = sorted(assigned, key=lambda each: (str(each) != likeliest, not each.is_private))
    return tuple(dict.fromkeys(map(str, ordered)))


def interfaces() -> list[Interface]:
    """Returns all interfaces with an IPv4 address; none if the system does not list them."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    return [
        Interface(adapter.nice_name, str(ip.ip), is_virtual(adapter.nice_name))
        for adapter in adapters
        for ip in adapter.ips
        if ip.is_IPv4
    ]


def is_virtual(name: str, system: Path = _SYSTEM) -> bool:
    """Returns whether an interface is a tunnel, a bridge without a real line, or an end of either."""
    described, folder = name.lower(), system / name
    if (folder / "bridge").is_dir():
        return not any((system / port / "device").exists() for port in _names(folder / "brif"))
    if described.startswith(_VIRTUAL) or any(word in described for word in _DESCRIBED):
        return True
    return _kind(folder) not in ("", _ETHERNET)


def _names(folder: Path) -> Collection[str]:
    try:
        return [each.name for each in folder.iterdir()]
    except OSError:
        return ()


def _kind(folder: Path) -> str:
    with suppress(OSError):
        return (folder / "type").read_text().strip()
    return ""


def _of_default_route() -> str:
    """Returns this machine's address on the default route; empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""
