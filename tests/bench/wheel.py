"""How good the wheel's firmware is, in virtual time: `make soak-wheel`.  Writes build/figures/wheel.md.

The firmware's core, built for the host, feels ten million samples of rest and ten thousand turns; the real firmware on
the emulated board is timed; the host's decoder hears a million damaged inputs; whole games are played with the
emulated board under the drawn camera's disc.  Everything is seeded.  Status 1 when a turn is invented, missed or
misjudged, when a rest is reported too late, when damage is believed, or when encoder and camera disagree.
"""

import argparse
import gc
import itertools
import random
import time
from dataclasses import dataclass
from itertools import accumulate

from tables import machine, write
from wheel_boards import new_board
from wheel_core import CoreDetector
from wheel_sweep import REST_MS, SPEEDS, WAYS, sweep
from wheel_tables import FeltTable, disagree

from companion.simulation.camera.virtual_camera import SIZE_PX
from firmware_bridge.commands.soak import FASTEST_DEG_S, measure
from firmware_bridge.link import LinkState, WheelLink
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import encode_message
from firmware_bridge.protocol.packets import encode_packet

#: A wheel at rest is reported so soon, for 99 of 100 turns.
MOST_MS = 60.0
FIGURES = """# The wheel

In emulation; not yet on a real board. Measured on: {machine}.
Written by `make soak-wheel`. All times are virtual, with 500 samples a second, so the figures are the same on every
machine. The first six rows are those of the firmware's core (`wheel_core.c`, built for the host), the others those of
the real firmware on the emulated board, of the host, and of the whole table.

{table}

The resting wheels sway by 5 degrees, their magnet is off centre by 2 degrees, the noise is 1, 2, 8 or 20 counts of
4096, and half of them have 1 % wild samples: those cause the moves that are taken back at once.
"""


@dataclass(frozen=True)
class Row:
    """`good`: the figure keeps what was promised."""

    what: str
    n: str
    figure: str
    good: bool

    def __str__(self) -> str:
        return f"| {self.what} | {self.n} | {self.figure} |"


def stops(turns: int) -> list[Row]:
    """Dead stops on the emulated board: from the stop to the TURN on the line, and from 20 degrees to the MOVE."""
    rng = random.Random(1)
    rests, moves, wrong = [], [], 0
    with new_board() as board:
        board.run(500)
        for _ in range(turns):
            quarters = rng.choice((-2, -1, 1, 2))
            deg_s = rng.uniform(200.0, FASTEST_DEG_S)
            way_ms = 90.0 * abs(quarters) / deg_s * 1000.0
            begin_ms, before = board.now_ms, len(board.received)
            board.turn(quarters, ms=way_ms, rest_ms=120)
            heard = board.received[before:]
            found = [(at_ms, message.quarters) for at_ms, message in heard if isinstance(message, msg.Turn)]
            wrong += [quarter for _, quarter in found] != [quarters]
            rests += [at_ms - begin_ms - way_ms for at_ms, _ in found]
            moves += [at_ms - begin_ms - 20 / deg_s * 1000 for at_ms, message in heard if isinstance(message, msg.Move)]
        seconds = board.now_ms / 1000
    rests.sort()
    moves.sort()
    p99 = rests[int(0.99 * len(rests))]
    spread = ", ".join(f"{rests[int(share * (len(rests) - 1))]:.0f}" for share in (0.5, 0.95, 0.99, 1.0))
    return [
        Row(
            "turns on the emulated board, 200 to 4000 deg/s",
            str(turns),
            f"{turns - wrong} right, {wrong} not",
            not wrong,
        ),
        Row("dead stop to TURN on the line, ms: median, 95 %, 99 %, most", str(len(rests)), spread, p99 <= MOST_MS),
        Row("20 degrees to MOVE on the line, ms: most", str(len(moves)), f"{moves[-1]:.0f}", moves[-1] <= 15),
        Row("packets that came broken", f"{seconds:.0f} s", str(board.decoder.damaged), not board.decoder.damaged),
    ]


def every_speed(turns: int) -> list[Row]:
    """Steady, overshooting, pausing, trembling and turning to and fro, from 5 to 40 000 degrees a second."""
    swept = sweep(CoreDetector, turns=turns)
    played = swept.right + swept.unsure + len(swept.wrong)
    figure = f"{swept.right} reported once at rest, {swept.unsure} unsure, {len(swept.wrong)} otherwise"
    ways = f"{len(WAYS)} ways of turning at {len(SPEEDS)} speeds, {SPEEDS[0]} to {SPEEDS[-1]} deg/s"
    late = f"{swept.delays_ms[-1]:.0f} ms at most"
    return [
        Row(ways, str(played), figure, not swept.wrong),
        Row("the same: the rest of a slow hand to TURN", str(swept.right), late, swept.delays_ms[-1] <= REST_MS),
    ]


def restarts(times: int) -> Row:
    """From power on to the first State with the right stop."""
    slowest = 0.0
    right = 0
    with new_board() as board:
        board.run(300)
        for number in range(times):
            board.aim(90.0 * number, 0)
            board.reset()
            begin_ms, before = board.now_ms, len(board.received)
            board.run(300)
            states = [(at_ms, said) for at_ms, said in board.received[before:] if isinstance(said, msg.State)]
            right += states[0][1].net % 4 == number % 4
            slowest = max(slowest, states[0][0] - begin_ms)
    figure = f"{right} right, {slowest:.0f} ms at most"
    return Row("power on to the right stop (no boot loader)", str(times), figure, right == times and slowest <= 1000)


def together(turns: int) -> Row:
    """Whole games at the table of the drawn camera, until encoder and camera have judged so many turns."""
    turned = pictures = apart = plays = 0
    for seed in itertools.count(1):
        if turned >= turns:
            break
        game = FeltTable(seed, plies=40, picture=SIZE_PX)
        apart += sum(disagree(table) for table in game.play())
        apart += [report.net for report in game.felt] != list(accumulate(game.turned, initial=0))
        apart += sum(not sight.camera == sight.encoder == sight.truth for sight in game.sights)
        turned, pictures, plays = turned + len(game.turned), pictures + len(game.sights), plays + game.table.view.ply
        game.board.close()
        # A table and its listeners hold each other, and its pictures are large.
        del game
        gc.collect()
    figure = f"{apart} disagreements in {pictures} settled pictures of {plays} plays"
    return Row("turns in whole games, by encoder, drawn camera and referee", str(turned), figure, not apart)


def damage(inputs: int) -> Row:
    """Noise and near misses into the host's decoder: nothing raises, nothing is believed."""
    rng = random.Random(20)
    link = WheelLink()
    greeting = encode_packet(encode_message(msg.Hello(msg.MAGIC, msg.PROTOCOL, 1, 1)))
    link.receive(greeting, 0)
    packets = [
        encode_packet(encode_message(message))
        for message in (msg.Turn(1, 1, 1, 1), msg.State(1, 2, 3, 0, 9000, 0, 128), msg.Resync(1, 4, 2, 1))
    ]
    believed = 0
    for number in range(inputs):
        noise = rng.randbytes(rng.randrange(1, 24))
        if number % 3 == 0:
            packet = rng.choice(packets)
            near = bytearray(packet)
            for _ in range(rng.randrange(1, 4)):
                near[rng.randrange(1, len(near) - 1)] ^= 1 << rng.randrange(8)
            noise = bytes(near) if near != packet else b""
        believed += len(link.receive(noise, number))
    link.tick(inputs + 2000)
    good = not believed and link.state is LinkState.LOST
    return Row("noise and near misses into the host's decoder", str(inputs), f"{believed} believed, none raised", good)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=10_000_000)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--together", type=int, default=200, help="turns in whole games")
    parser.add_argument("--no-page", action="store_true", help="only print the table")
    choices = parser.parse_args()
    began_s = time.monotonic()
    core = measure(choices.samples, choices.turns, new=CoreDetector)
    rows = [
        *every_speed(max(2, choices.turns // 1000)),
        *stops(max(10, choices.turns // 10)),
        restarts(40),
        damage(choices.inputs),
        together(choices.together),
    ]
    table = "\n".join([core.table, *map(str, rows)])
    print(table)
    print(f"{time.monotonic() - began_s:.0f} s")
    if not choices.no_page:
        write("wheel.md", FIGURES.format(machine=machine(), table=table))
    return 0 if core.good and all(row.good for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
