"""A public broker of three nodes on this machine with viewers spread over it, one node killed: how long is who dark.

    python tests/bench/cluster_load.py [VIEWERS] [--programs P]

The servers and gateways are those of deploy/cluster, without a proxy before them (TLS is nginx's affair and is not
measured).
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from crowds import TOPIC, Audience, share
from paho.mqtt.client import Client, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion
from public_clusters import HOUSE, PublicCluster

MESSAGES, PAUSE_S, AFTER_S = 10, 1.0, 20.0


def memory_mb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def measure(viewers: int, programs: int, folder: Path) -> None:
    cluster = PublicCluster(folder, proxied=False)
    cluster.start()
    house = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
    house.username_pw_set(HOUSE, cluster.password_file.read_text().strip())
    house.connect("127.0.0.1", cluster.nodes[0].mqtt)
    house.loop_start()

    def tell() -> None:
        house.publish(TOPIC, f"<{time.time()}>" + "x" * 4000, qos=1, retain=True).wait_for_publish(60)

    tell()
    time.sleep(0.5)
    print(f"load before: {os.getloadavg()[0]:.1f}")
    audience = Audience(viewers, programs, [node.websocket for node in cluster.nodes])
    try:
        audience.wait()
        print(f"{audience.size} viewers on three nodes had the state after {audience.ask()['joined_s']:.1f} s")
        for _ in range(MESSAGES):
            tell()
            time.sleep(PAUSE_S)
        time.sleep(PAUSE_S)
        news = audience.ask()
        late = news["late_ms"]
        print(f"news: {len(late)} of {MESSAGES * audience.size} receipts")
        print(f"news: p50 {share(late, 0.5):.0f} ms, p99 {share(late, 0.99):.0f} ms")
        sizes = [memory_mb(each.pid) for node in cluster.nodes for each in (node.server, node.gateway) if each]
        print(f"memory of server and gateway of each node, MB: {sizes}")
        cluster.nodes[2].kill()
        killed_s = time.monotonic()
        while time.monotonic() - killed_s < AFTER_S:
            tell()
            time.sleep(PAUSE_S)
        after = audience.ask()
        dark = after["dark_s"]
        print(f"a node killed: {len(dark)} connections were lost, and {after['dark']} viewers are still dark")
        print(
            f"dark: p50 {share(dark, 0.5):.1f} s, p99 {share(dark, 0.99):.1f} s, longest {max(dark, default=0):.1f} s"
        )
        print(f"load after: {os.getloadavg()[0]:.1f}")
    finally:
        audience.end()
        house.loop_stop()
        cluster.stop()


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("viewers", type=int, nargs="?", default=10_000)
    asked.add_argument("--programs", type=int, default=3)
    choices = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(choices.viewers, choices.programs, Path(folder))


if __name__ == "__main__":
    main()
