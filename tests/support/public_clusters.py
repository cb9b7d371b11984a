"""A public broker on this machine, from the files of deploy/cluster: real servers, gateways and certificates.

Of the files only what one machine cannot have is put differently: the ports, which three machines may share, their
names, and where the store lies.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from brokers_for_tests import accepts, free_ports, wait_until
from certificates import Authority

from companion.publishers.broker import find_server

DEPLOY = Path(__file__).parents[2] / "deploy" / "cluster"
NODES = ("nats-1", "nats-2", "nats-3")
SITE, HOUSE = "home", "house-1"


@dataclass
class Node:
    name: str
    folder: Path
    mqtt: int
    routes: int
    websocket: int
    server: subprocess.Popen[bytes] | None = None
    gateway: subprocess.Popen[bytes] | None = None

    def start_server(self) -> None:
        command = [find_server() or "nats-server", "-c", str(self.folder / "nats.conf")]
        self.server = subprocess.Popen([*command, "-l", str(self.folder / "server.log")])

    def start_gateway(self) -> None:
        command = [sys.executable, "-m", "companion.web.gateway", str(self.folder / "gateway.toml")]
        self.gateway = subprocess.Popen(command)

    def kill(self) -> None:
        for process in (self.server, self.gateway):
            if process:
                process.kill()
                process.wait()
        self.server = self.gateway = None


class PublicCluster:
    """`proxied` as it is deployed; else gateways take viewers without a proxy before them."""

    def __init__(self, folder: Path, *, proxied: bool = True) -> None:
        self.folder = folder
        self._routes = Authority(folder, "routes")
        made = ["./secrets.sh", SITE, HOUSE, "house-2"]
        for name in ("secrets.sh", "gateway.toml"):
            (folder / name).write_bytes((DEPLOY / name).read_bytes())
        (folder / "secrets.sh").chmod(0o755)
        subprocess.run(made, cwd=folder, check=True, capture_output=True)
        ports = free_ports(4 * len(NODES))
        self.nodes = [Node(name, folder / name, *ports[4 * at : 4 * at + 3]) for at, name in enumerate(NODES)]
        for at, node in enumerate(self.nodes):
            self._write(node, ports[4 * at + 3], proxied=proxied)

    @property
    def authority(self) -> Authority:
        """One for the certificates that the internet sees."""
        return Authority(self.folder, "public")

    @property
    def password_file(self) -> Path:
        return self.folder / "secrets" / "houses" / f"{HOUSE}.txt"

    def start(self) -> None:
        for node in self.nodes:
            node.start_server()
        wait_until(lambda: all(accepts(node.mqtt) for node in self.nodes))
        for node in self.nodes:
            node.start_gateway()
        # a gateway listens when its server lets it in, which is when all three have agreed
        wait_until(lambda: all(accepts(node.websocket) for node in self.nodes))

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()

    def _write(self, node: Node, closed: int, *, proxied: bool) -> None:
        node.folder.mkdir()
        (node.folder / "secrets").symlink_to(self.folder / "secrets" / node.name)
        # those of secrets.sh are for names that this machine does not have
        certificate, key = self._routes.certificate(node.name)
        config = replaced(
            (DEPLOY / "nats.conf").read_text(),
            {
                "$NODE": node.name,
                '"/data"': f'"{node.folder / "store"}"',
                '"0.0.0.0", port: 1883': f'"127.0.0.1", port: {node.mqtt}',
                '"0.0.0.0"\n  port: 6222': f'"127.0.0.1"\n  port: {node.routes}',
                "/etc/nats/secrets/node.pem": str(certificate),
                "/etc/nats/secrets/node.key": str(key),
                "/etc/nats/secrets/cluster-ca.pem": str(self._routes.path),
            }
            | {f"//{each.name}:6222": f"//127.0.0.1:{each.routes}" for each in self.nodes},
        )
        (node.folder / "nats.conf").write_text(config)
        gateway = replaced(
            (self.folder / "secrets" / "gateway.toml").read_text(),
            {
                "broker_port = 1883": f"broker_port = {node.mqtt}",
                "port = 1884": f"port = {closed}",
                '"0.0.0.0"\nport = 8083': f'"127.0.0.1"\nport = {node.websocket}',
                "proxied = true": f"proxied = {str(proxied).lower()}",
            },
        )
        (node.folder / "gateway.toml").write_text(gateway)


def replaced(text: str, words: dict[str, str]) -> str:
    """Every one of `words` stands in `text` once."""
    for old, new in words.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
