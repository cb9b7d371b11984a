"""How much processor time the statistics of many games take, from the list beside the record to the charts.

python tests/bench/many_games.py [GAMES]
"""

import random
import sys
import tempfile
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from events_for_tests import started
from gallery.history_views import finished_game, with_figures

from companion.catalogue.shipped import SHIPPED
from companion.history.charts import total_charts
from companion.history.totals import totals
from companion.session.events import GameWon
from companion.store.event_log import EventLog
from companion.store.game_list import LIST_FILE, GameList
from companion.texts import shipped_wording
from companion.views.wording.words import Words

NAMES = [f"Player {number}" for number in range(300)]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        log = EventLog(SHIPPED, path / "record.sqlite")
        for number in range(count):
            log.append(f"game-{number}", 1, [started(f"game-{number}"), GameWon(seats=(0, 2))])
        reader = GameList(log, path / LIST_FILE)
        began = time.process_time()
        reader.read()
        print(f"{count} short games read from the record: {time.process_time() - began:.2f} s")
        for game, kept in reader._known.items():
            shown = with_figures(replace(finished_game(), names=tuple(chance.sample(NAMES, 4))), hash(game) & 0xFFFF)
            begun = kept.game.started_ms - chance.randrange(10**11)
            reader._known[game] = kept._replace(game=replace(shown, game=game, started_ms=begun))
        reader._save()
        print(f"kept in {(path / LIST_FILE).stat().st_size / 1e6:.1f} MB")
        words = Words(shipped_wording()["de"])
        began = time.process_time()
        games = GameList(log, path / LIST_FILE).read().games
        listed = time.process_time()
        total = totals(games, lambda ms: datetime.fromtimestamp(ms / 1000).strftime("%Y-%m"))
        added = time.process_time()
        charts = total_charts(total, words)
        drawn = time.process_time()
        print(
            f"{total.games} games: list {listed - began:.3f} s, totals {added - listed:.3f} s, "
            f"{len(charts)} charts {drawn - added:.3f} s, together {drawn - began:.3f} s"
        )
        log.close()


if __name__ == "__main__":
    main()
