"""The addresses that others in the house are shown: of real lines, never of tunnels and bridges."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.programs.lan_addresses import Interface, fitting, is_virtual, lan_addresses

WLAN, ETH = Interface("wlan0", "192.168.4.1"), Interface("eth0", "10.0.0.5")
TUNNEL, LOOP = Interface("tun0", "10.8.0.2", virtual=True), Interface("lo", "127.0.0.1")
ITSELF, CARRIER = Interface("eth1", "169.254.3.4"), Interface("wwan0", "100.65.1.2")


@pytest.mark.parametrize(
    ("found", "likeliest", "shown"),
    [
        ([LOOP, WLAN], "", ["192.168.4.1"]),
        ([LOOP, WLAN, TUNNEL], "10.8.0.2", ["192.168.4.1"]),
        ([LOOP, WLAN, ETH], "10.0.0.5", ["10.0.0.5", "192.168.4.1"]),
        ([LOOP, Interface("eth0", "8.8.8.8"), WLAN], "", ["192.168.4.1", "8.8.8.8"]),
        ([LOOP, ITSELF, WLAN], "169.254.3.4", ["192.168.4.1"]),
        ([LOOP, ITSELF], "", ["169.254.3.4"]),
        ([LOOP, CARRIER, TUNNEL], "", []),
        ([LOOP], "127.0.0.1", []),
        ([WLAN, WLAN], "", ["192.168.4.1"]),
        ([], "", []),
    ],
)
def test_addresses_of_real_interfaces_are_shown_likeliest_first(
    found: list[Interface], likeliest: str, shown: list[str]
) -> None:
    assert list(fitting(found, likeliest)) == shown


VIRTUAL = ("tun0", "tap1", "wg0", "docker0", "br-3f2a", "veth12ab", "virbr0", "utun3", "tailscale0", "ppp0", "vmnet8")
VIRTUAL += ("Hyper-V Virtual Ethernet Adapter", "WireGuard Tunnel", "TAP-Windows Adapter V9", "zt5u4", "podman1")
REAL = ("eth0", "wlan0", "enp3s0", "wlp2s0", "en0", "br0", "bond0", "usb0", "Intel(R) Wi-Fi 6 AX201", "eth0.20")


@pytest.mark.parametrize("name", VIRTUAL)
def test_an_interface_named_like_a_tunnel_or_bridge_is_virtual(name: str, tmp_path: Path) -> None:
    assert is_virtual(name, tmp_path)


@pytest.mark.parametrize("name", REAL)
def test_an_interface_named_like_a_line_is_real(name: str, tmp_path: Path) -> None:
    assert not is_virtual(name, tmp_path)


@pytest.mark.parametrize(("kind", "virtual"), [("1", False), ("65534", True), ("512", True), ("776", True)])
def test_what_the_system_says_of_an_interface_counts(kind: str, virtual: bool, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "type").write_text(f"{kind}\n")
    assert is_virtual("mine", tmp_path) is virtual


@pytest.mark.parametrize("real", [True, False])
def test_a_bridge_is_a_line_where_a_real_one_belongs_to_it(real: bool, tmp_path: Path) -> None:
    """A router's bridge of network and wireless is one; a container's is not."""
    (tmp_path / "br0" / "bridge").mkdir(parents=True)
    (tmp_path / "br0" / "brif" / "port").mkdir(parents=True)
    (tmp_path / "port" / ("device" if real else "nothing")).mkdir(parents=True)
    assert is_virtual("br0", tmp_path) is not real


@pytest.mark.parametrize("named", ["192.168.7.7", "table.local"])
def test_the_address_of_the_settings_takes_the_place_of_all_others(named: str) -> None:
    assert lan_addresses(named) == (named,)


def test_the_name_of_an_interface_stands_for_its_address() -> None:
    loop = "lo" if sys.platform == "linux" else "lo0"
    assert lan_addresses(loop) == ("127.0.0.1",)
    assert "127.0.0.1" not in lan_addresses()


HOTSPOT = "ip tuntap add dev wlan0 mode tap; ip addr add {0}/24 dev wlan0; ip link set wlan0 up; "
VPN = "ip tuntap add dev tun0 mode tun; ip addr add 10.8.0.2/24 dev tun0; ip link set tun0 up; "
VPN += "ip route add default dev tun0; "
DOCKER = "ip link add docker0 type bridge; ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up; "
SHOWS = "exec {python} -c 'from companion.programs.lan_addresses import lan_addresses as a; print(*a())'"


@pytest.mark.skipif(shutil.which("unshare") is None or shutil.which("ip") is None, reason="builds networks on Linux")
@pytest.mark.parametrize(
    ("network", "shown"),
    [
        (HOTSPOT.format("192.168.4.1"), "192.168.4.1"),
        (HOTSPOT.format("192.168.1.20") + VPN, "192.168.1.20"),
        (HOTSPOT.format("192.168.1.20") + VPN + DOCKER, "192.168.1.20"),
        (VPN + DOCKER, ""),
        ("", ""),
    ],
)
def test_in_a_real_network_the_house_reaches_what_is_shown(network: str, shown: str) -> None:
    script = "mount -t sysfs none /sys; ip link set lo up; " + network + SHOWS.format(python=sys.executable)
    command = ["unshare", "-n", "-m", "sh", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Operation not permitted" in done.stderr:
        pytest.skip("only root builds networks")
    assert done.stdout.strip() == shown, done.stderr
