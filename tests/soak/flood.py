"""A flood of viewers beside a simulated game: the table's messages still arrive, and late viewers are still served.

    python tests/soak/flood.py [--minutes M] [--connections N]

Four phases: quiet; the processor as busy as in the flood, but nobody connects; the flood (its program restarted in the
middle); after it.  The attacker is a process of its own with the lowest priority (`flood_attacker.py`).  Measured from
the moment a row is stored (the last look into the record that did not show it yet, so rather too long than too short)
to its arrival at one viewer who behaves, over TCP.  `with disk` counts from the row's own time stamp, which is set
before the record is synced.  The first ten seconds of a flood and of a program are not judged (`settled`: the others).
The phase `busy` shows the effect of the machine alone on the figures, and so do `late wake`, how late a thread of this
program wakes from a sleep of 10 ms, and `sync`, how long the disk takes to keep 4 KB. Exit status: 0 held, 1 not.
"""

import argparse
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import raw_mqtt as raw
from flood_attacker import VICTIM
from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

STATE = "pawtrack/1/home/table-1/public/state"
#: A phase's first seconds, which are not judged.
SETTLING_S = 10.0
TIMES_SLOWER = 5.0
LATE_PATIENCE_S = 15.0
SLEEP_S = 0.01
SYNC_PAUSE_S = 0.1
#: Between two looks into the record.
LOOK_S = 0.001
#: A viewer who loses the line this near to the program's end lost it by that.
ENDING_S = 10.0


def free_port() -> int:
    """Below the range from which the system takes the near ends of connections: the flood has thousands of those."""
    for port in range(21000, 30000, 10):
        try:
            with socket.create_server(("127.0.0.1", port)), socket.create_server(("127.0.0.1", port + 1)):
                return port
        except OSError:
            continue
    raise SystemExit("no port is free")


class Program:
    """`pawtrack run` without a display, started again whenever its game is over."""

    def __init__(self, home: Path, port: int) -> None:
        self.ready = threading.Event()
        #: When it began, and when it ended: its game was over, or it was restarted.
        self.begins_s: list[float] = []
        self.ends_s: list[float] = []
        self._home = home
        self._ending = threading.Event()
        (home / "settings.toml").write_text(
            f"mqtt_port = {port}\nwebsocket_port = {port + 5}\nviewer_port = {port + 6}\n", encoding="utf-8"
        )
        hidden = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
        self._environment = {k: v for k, v in os.environ.items() if k not in hidden} | {"PAWTRACK_HOME": str(home)}
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        command = [sys.executable, "-m", "companion", "run", "--speed", "3"]
        while not self._ending.is_set():
            self.begins_s.append(time.time())
            with subprocess.Popen(
                command, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            ) as self._process:
                assert self._process.stdout
                for line in self._process.stdout:
                    if line.startswith("viewer page: http"):
                        self.ready.set()
            self.ends_s.append(time.time())

    def ran_s(self, at_s: float) -> float:
        """Seconds since its last beginning."""
        return at_s - max((began_s for began_s in self.begins_s if began_s <= at_s), default=at_s)

    def restart(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGTERM)

    def stop(self) -> None:
        self._ending.set()
        if self._process:
            self._process.send_signal(signal.SIGTERM)
        self._thread.join(20)


class Record:
    """Looks into the record as another program does, which sees a row only once it is on the disk."""

    def __init__(self, home: Path) -> None:
        #: By game and seq: the last look that did not show the row, and its own time stamp; milliseconds.
        self.stored_ms: dict[tuple[str, int], float] = {}
        self.stamped_ms: dict[tuple[str, int], int] = {}
        self._path = home / "record.sqlite"
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        self._thread.join()

    def _watch(self) -> None:
        record = sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)
        version, before_ms = -1, 0.0
        while not self._ending.wait(LOOK_S):
            now_ms = time.time() * 1000
            (changed,) = record.execute("PRAGMA data_version").fetchone()
            if changed != version:
                for game, seq, stamp_ms in record.execute("SELECT game, seq, ts_wall FROM event"):
                    # nobody knows when what was there at the first look was stored; no phase holds that time
                    self.stored_ms.setdefault((game, seq), before_ms)
                    self.stamped_ms[game, seq] = stamp_ms
                version = changed
            before_ms = now_ms
        record.close()


class Watcher:
    """The viewer who behaves: notes when the first state came that knew of a row."""

    def __init__(self, port: int) -> None:
        self.states: list[tuple[str, int, float]] = []
        self.connections = 0
        #: When it was sent away.
        self.lost_s: list[float] = []
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=VICTIM, protocol=MQTTv311)
        self._client.on_connect = self._on_connect
        self._client.on_message = self._on_message
        self._client.on_disconnect = lambda *_: self.lost_s.append(time.time())
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port, 20)
        self._client.loop_start()

    def _on_connect(self, client: Client, *_: object) -> None:
        self.connections += 1
        client.subscribe(STATE)

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        now_ms = time.time() * 1000
        state = json.loads(message.payload)
        self.states.append((state["game"], state["seq"], now_ms))

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def came_ms(self) -> dict[tuple[str, int], float]:
        came: dict[tuple[str, int], float] = {}
        newest: dict[str, int] = {}
        for game, seq, now_ms in self.states:
            for row in range(newest.get(game, 0), seq + 1):
                came.setdefault((game, row), now_ms)
            newest[game] = seq
        return came


@dataclass
class Phase:
    name: str
    judged_from_s: float
    ends_s: float = 0.0
    joins_s: list[float] = field(default_factory=list)
    unserved: int = 0
    late_wakes_ms: list[float] = field(default_factory=list)


def join(port: int) -> float | None:
    """Returns the seconds until a new viewer has the whole state; None if it does not come."""
    began_s = time.monotonic()
    while time.monotonic() - began_s < LATE_PATIENCE_S:
        try:
            with raw.RawClient(port) as viewer:
                viewer.socket.settimeout(2)
                viewer.send(raw.connect(f"late-{began_s}") + raw.subscribe(STATE))
                if b'"seats"' in viewer.receive(600):
                    return time.monotonic() - began_s
        except OSError:
            pass
        time.sleep(0.2)
    return None


class Disk:
    """Keeps a few bytes on the record's disk over and over, as the record does, and notes how long each takes."""

    def __init__(self, folder: Path) -> None:
        self.took_ms: list[tuple[float, float]] = []
        self._path = folder / "sync_probe"
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._probe, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        self._thread.join()

    def during(self, phase: Phase) -> list[float]:
        """Returns the time of each in the phase, in milliseconds."""
        return [took for at_s, took in self.took_ms if phase.judged_from_s <= at_s < phase.ends_s]

    def _probe(self) -> None:
        with self._path.open("wb", buffering=0) as file:
            while not self._ending.wait(SYNC_PAUSE_S):
                file.seek(0)
                file.write(bytes(4096))
                began_s = time.monotonic()
                os.fsync(file.fileno())
                self.took_ms.append((time.time(), (time.monotonic() - began_s) * 1000))


def observe(phase: Phase, port: int, seconds: float) -> None:
    """Joins once a second, and notes how late the machine lets us wake."""
    ends_s = time.monotonic() + seconds
    next_join_s = 0.0
    while time.monotonic() < ends_s:
        began_s = time.monotonic()
        time.sleep(SLEEP_S)
        phase.late_wakes_ms.append((time.monotonic() - began_s - SLEEP_S) * 1000)
        if time.monotonic() >= next_join_s:
            joined_s = join(port)
            if joined_s is None:
                phase.unserved += 1
            else:
                phase.joins_s.append(joined_s)
            next_join_s = time.monotonic() + 1.0
    phase.ends_s = time.time()


def attack(port: int, connections: int, *, idle: bool) -> subprocess.Popen[str]:
    program = Path(__file__).with_name("flood_attacker.py")
    command = [sys.executable, str(program), str(port), str(connections), *(["--idle"] if idle else [])]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def call_off(attacker: subprocess.Popen[str]) -> dict[str, int]:
    assert attacker.stdin
    assert attacker.stdout
    attacker.stdin.close()
    said = attacker.stdout.read()
    attacker.wait(20)
    attacker.stdout.close()
    return dict(json.loads(said or "{}"))


def centile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def run(program: Program, port: int, minutes: float, connections: int) -> tuple[list[Phase], Watcher, dict[str, int]]:
    calm_s = max(12.0, 20.0 * minutes)
    phases = [Phase("quiet", time.time())]
    watcher = Watcher(port)
    observe(phases[0], port, calm_s)
    attacker = attack(port, connections, idle=True)
    phases.append(Phase("busy", time.time()))
    observe(phases[1], port, calm_s)
    call_off(attacker)
    attacker = attack(port, connections, idle=False)
    phases.append(Phase("flood", time.time() + SETTLING_S))
    observe(phases[2], port, 30.0 * minutes)
    program.restart()
    phases.append(Phase("flood, after a restart", time.time() + SETTLING_S))
    observe(phases[3], port, 30.0 * minutes)
    done = call_off(attacker)
    phases.append(Phase("after", time.time() + 2.0))
    observe(phases[4], port, calm_s)
    watcher.close()
    return phases, watcher, done


@dataclass(frozen=True)
class Word:
    """A row of the record on its way to the viewer who behaves; milliseconds."""

    took_ms: float
    with_disk_ms: float
    #: How long the program ran when the row was stored.
    ran_s: float


def words_of(phase: Phase, program: Program, watcher: Watcher, record: Record) -> tuple[list[Word], int]:
    """The words of a phase that came, and how many did not."""
    came_ms, until_s = watcher.came_ms(), phase.ends_s - 1
    rows = [key for key, at_ms in record.stored_ms.items() if phase.judged_from_s <= at_ms / 1000 < until_s]
    words = [
        Word(
            came_ms[key] - record.stored_ms[key],
            came_ms[key] - record.stamped_ms[key],
            program.ran_s(record.stored_ms[key] / 1000),
        )
        for key in rows
        if key in came_ms
    ]
    return words, len(rows) - len(words)


def print_phase(phase: Phase, settled: list[Word], rows: int, missing: int, disk: Disk) -> None:
    took_ms, sync_ms = [word.took_ms for word in settled], disk.during(phase)
    asked = len(phase.joins_s) + phase.unserved
    print(
        f"{phase.name} | {rows} | {len(settled)} | {missing}"
        f" | {centile(took_ms, 0.5):.1f} | {centile(took_ms, 0.99):.1f} | {centile(took_ms, 1.0):.1f}"
        f" | {centile([word.with_disk_ms for word in settled], 0.99):.1f}"
        f" | {asked} | {len(phase.joins_s)} | {centile(phase.joins_s, 0.5):.3f} | {centile(phase.joins_s, 1.0):.3f}"
        f" | {centile(phase.late_wakes_ms, 0.99):.1f} | {centile(sync_ms, 0.99):.1f} | {centile(sync_ms, 1.0):.1f}"
    )


def report(phases: list[Phase], program: Program, watcher: Watcher, record: Record, disk: Disk) -> bool:
    """Prints the table; whether the table held."""
    print(
        "phase | rows | settled | never came | p50 ms | p99 ms | worst ms | with disk p99 ms"
        " | late joiners | served | p50 s | worst s | late wake | sync p99 ms | worst ms"
    )
    bound_ms, held = 0.0, True
    for phase in phases:
        words, missing = words_of(phase, program, watcher, record)
        # a program that has just begun is not judged yet, flood or not: its viewers are still coming back to it
        settled = [word for word in words if word.ran_s >= SETTLING_S]
        print_phase(phase, settled, len(words) + missing, missing, disk)
        p99_ms = centile([word.took_ms for word in settled], 0.99)
        bound_ms = bound_ms or TIMES_SLOWER * p99_ms
        late = [f"{word.took_ms:.0f} ms ({word.ran_s:.0f} s)" for word in words if word.took_ms >= bound_ms]
        print(f"    later than {bound_ms:.0f} ms (the program ran): {', '.join(late) or 'none'}")
        held &= bool(settled) and not missing and not phase.unserved and p99_ms < bound_ms
    return held


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    asked.add_argument("--minutes", type=float, default=10.0)
    asked.add_argument("--connections", type=int, default=5000)
    choices = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        program = Program(Path(folder), port)
        if not program.ready.wait(60):
            print("the program does not start")
            return 1
        time.sleep(3)
        disk, record = Disk(Path(folder)), Record(Path(folder))
        phases, watcher, done = run(program, port, choices.minutes, choices.connections)
        disk.stop()
        record.stop()
        program.stop()
    held = report(phases, program, watcher, record, disk)
    print(f"the attacker: {', '.join(f'{what} {count}' for what, count in sorted(done.items()))}")
    lost = [next((phase.name for phase in phases if at_s < phase.ends_s), "the end") for at_s in watcher.lost_s]
    print(f"the viewer who behaves connected {watcher.connections} times; sent away in: {', '.join(lost)}")
    unasked = [at_s for at_s in watcher.lost_s if not any(abs(at_s - end_s) < ENDING_S for end_s in program.ends_s)]
    print(f"the program ended {len(program.ends_s)} times: its game was over, or the restart")
    print(f"the viewer who behaves was sent away otherwise: {len(unasked)} times")
    print("held" if held else "NOT held")
    return 0 if held else 1


if __name__ == "__main__":
    raise SystemExit(main())
