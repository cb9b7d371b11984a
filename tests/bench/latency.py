# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""How long the way takes: frame to observation, still board to verdict, verdict to viewer page.

Writes build/figures/latency.md.
"""

import tempfile
import time
from collections import defaultdict
from pathlib import Path

import cv2
from browser_for_tests import chromium
from rules_for_tests import rules_of
from tables import machine, spread, write
from web_for_tests import ServedBroker, ServedPage
from whole_table import COLOURS, LockstepTable

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.publishers.mqtt import MqttPublisher
from companion.rules.legal import legal_plays
from companion.sensors.board_observer import BoardObserver, roster_of
from companion.session import commands as cmd
from companion.session.events import PlayAccepted, PlayRefused
from companion.settings.schema import Settings
from companion.views.table_view import Known
from vision.frames import Frame

PLIES = 30
PUBLISHED = 30

PAGE = """# Latency

Measured on: {machine}. Written by `python tests/bench/latency.py` (part of `make bench`); one core for OpenCV.
Pictures are those of the virtual camera, 1280 x 720, ten a second.

| from -> to | n | median ms | 95 % ms |
|---|---|---|---|
| frame -> "still moving / nothing new" (watching) | {watching_n} | {watching} |
| frame -> observation (a picture that is read anew) | {judged_n} | {judged} |
| observation -> verdict, stored and shown | {verdict_n} | {verdict} |
| first still picture -> verdict, table time (the rest itself lasts 250 ms by design, a doubt 300 ms more) | {rest_n} | {rest} |
| verdict -> drawn in the viewer page (broker, WebSocket, headless Chromium) | {page_n} | {page} |
"""


def measure_chain() -> dict[str, list[float]]:
    times: dict[str, list[float]] = defaultdict(list)
    game = LockstepTable(seed=5, plies=PLIES)
    position = game.table.state.position
    assert position is not None
    observer = BoardObserver(game.profile, roster_of(rules_of(position), position, COLOURS))
    taught: Known | None = None
    read = None
    for tick in game.simulation.lockstep():
        for command in tick.commands:
            game.table.handle(command)
        known = game.table.view.known
        if known and known.adds_to(taught):
            observer.expect(game.table.state.rules, known.position)
            taught = known
        frame = Frame(tick.picture.image, tick.picture.t_ms)
        began = time.perf_counter()
        look, seen = observer.observe(frame)
        took = (time.perf_counter() - began) * 1000
        fresh = look.reading is not None and look.reading.scores is not read
        read = look.reading.scores if look.reading else None
        times["judged" if fresh else "watching"].append(took)
        if seen:
            began = time.perf_counter()
            outcome = game.table.handle(cmd.ReportObservation(observation=seen))
            if any(isinstance(event, PlayAccepted | PlayRefused) for event in outcome.events):
                times["verdict"].append((time.perf_counter() - began) * 1000)
                times["rest"].append(float(look.rest_ms))
    return times


def measure_page() -> list[float]:
    settings = Settings()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        broker = ServedBroker(settings, Path(folder))
        broker.start(lambda _: None)
        table = Table(MemoryStore(), epoch=1)
        publisher = MqttPublisher(broker.table_url, settings)
        publisher.start(lambda _: None)
        table.attach(publisher)
        game = LockstepTable(seed=1, plies=0)
        viewer = ServedPage(broker, game.profile, SHIPPED, settings)
        viewer.start()
        page = browser.new_page()
        page.goto(viewer.url or "")
        position = game.table.state.position
        assert position is not None
        begun = position.with_placement(position.placement.with_extra("dog", 10))
        table.handle(
            cmd.StartGame(
                game="latency",
                variant=SHIPPED.variant("black_dog"),
                names=("A", "B", "C", "D"),
                colours=COLOURS,
                board="black_dog",
                sectors=4,
                seats=(0, 1, 2, 3),
                position=begun,
            )
        )
        times = [_one_play(table, page, number) for number in range(PUBLISHED)]
        viewer.stop()
        publisher.stop()
        broker.stop()
    return times[3:]


def _one_play(table: Table, page: object, number: int) -> float:
    position = table.state.position
    assert position is not None
    card = next(card for card in ("1/11", "2", "3", "8", "13") if legal_plays(rules_of(position), position, card))
    table.handle(cmd.DeclarePlay(seat=position.turn, card=card))
    result = legal_plays(rules_of(position), position, card)[0].result
    began = time.perf_counter()
    table.handle(cmd.ChoosePlay(result=result))
    page.wait_for_function(  # type: ignore[attr-defined]
        "ply => window.pawtrackState && window.pawtrackState.ply >= ply", arg=number + 1, polling="raf"
    )
    return (time.perf_counter() - began) * 1000


def main() -> None:
    cv2.setNumThreads(1)
    times = measure_chain()
    times["page"] = measure_page()
    cells = {key: spread(values) for key, values in times.items()}
    counts = {f"{key}_n": len(values) for key, values in times.items()}
    write("latency.md", PAGE.format(machine=machine(), **cells, **counts))


if __name__ == "__main__":
    main()
