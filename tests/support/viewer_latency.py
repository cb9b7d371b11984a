"""How long a verdict needs from the table's `publish` to the spectator's page: broker, WebSocket, browser included.

Run it: `python tests/support/viewer_latency.py [ROUNDS]`.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from brokers_for_tests import Reports, settings_for_tests
from browser_for_tests import Spectator, chromium
from views_for_tests import game_view
from web_for_tests import ServedBroker, ServedPage

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.publishers.mqtt import MqttPublisher

PAUSE_S = 0.05
WATCH = """() => {
  window.shownAt = {};
  new MutationObserver(() => {
    const seq = document.body.dataset.seq;
    const now = () => performance.timeOrigin + performance.now();
    if (seq in window.shownAt) return;
    const entry = window.shownAt[seq] = { changed: now() };
    requestAnimationFrame(() => { entry.frame = now(); });
  }).observe(document.body, { attributes: true });
}"""


def measure_ms(rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the page's content has changed, and until the browser's next frame begins."""
    settings = settings_for_tests()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        broker = ServedBroker(settings, Path(folder))
        broker.start(Reports())
        publisher = MqttPublisher(broker.table_url, settings)
        publisher.start(Reports())
        server = ServedPage(broker, load_board("black_dog"), SHIPPED, settings)
        server.start()
        publisher.publish(game_view(seq=0), ())
        spectator = Spectator(browser, server.url or "")
        spectator.wait_for(seq=0)
        spectator.page.evaluate(WATCH)
        sent_ms = {}
        for seq in range(1, rounds + 1):
            sent_ms[seq] = time.time_ns() / 1e6
            publisher.publish(game_view(seq=seq, ply=seq), ())
            time.sleep(PAUSE_S)
        spectator.wait_for(seq=rounds)
        spectator.page.wait_for_timeout(200)
        shown = {int(seq): entry for seq, entry in spectator.page.evaluate("window.shownAt").items()}
        server.stop()
        publisher.stop()
        broker.stop()
    pairs = [(sent_ms[seq], entry) for seq, entry in shown.items() if seq]
    return [entry["changed"] - sent for sent, entry in pairs], [entry["frame"] - sent for sent, entry in pairs]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for what, figures in zip(("page changed", "next frame"), measure_ms(rounds), strict=True):
        centiles = statistics.quantiles(figures, n=100)
        print(
            f"{what:14} n={len(figures)} p50={centiles[49]:.1f} ms p95={centiles[94]:.1f} ms max={max(figures):.1f} ms"
        )


if __name__ == "__main__":
    main()
