"""Trains the network and writes its weights.

`python -m vision.lab.training.train OUT.onnx MINUTES LESSONS.npz...` learns from the lessons for this many minutes of
processor time; the last tenth of each file is held back, to measure the accuracy on unseen samples and to calibrate the
probabilities.  If OUT.onnx exists, learning continues from it, in smaller steps.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import jax
import numpy as np
import optax
from numpy.typing import NDArray

from vision.lab.training.network import Weights, fresh_weights, logits, read_onnx, write_onnx
from vision.read.occupancy import compared

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.float64]

BATCH: Final = 256
#: The highest learning rates, from the start and for a trained network.
FRESH_RATE, GOING_ON_RATE = 2e-3, 7e-4
DECAY: Final = 1e-4
HELD_BACK: Final = 10
#: A view with a loss below this is easy: this share of them is shown again, with a correspondingly higher weight.
EASY: Final = 0.004
EASY_SHARE: Final = 0.2
#: The frequency of a lost memory: the last confirmed picture, and the bare print as well.
FORGOTTEN, BLANK = 0.15, 0.05
#: The frequency of a displaced and blurred remembered print, the largest displacement in pixels, and the number of
#: groups that are displaced alike.
ASTRAY, ASTRAY_PX, ASTRAY_PARTS = 0.35, 2, 8
LABS: Final = (0, 3, 7)


@dataclass(slots=True)
class Lessons:
    views: Bytes
    answers: Bytes

    def __len__(self) -> int:
        return len(self.answers)


def load(paths: list[Path]) -> tuple[Lessons, Lessons]:
    """Returns the training set and the held-back set, by blocks of neighbouring samples."""
    learnt, held = [], []
    for path in paths:
        with np.load(path) as file:
            views, answers = file["views"], file["answers"]
        last = len(answers) - len(answers) // HELD_BACK
        learnt.append((views[:last], answers[:last]))
        held.append((views[last:], answers[last:]))
    both = [
        Lessons(np.concatenate([v for v, _ in part]), np.concatenate([a for _, a in part])) for part in (learnt, held)
    ]
    return both[0], both[1]


def varied(views: Bytes, rng: np.random.Generator) -> NDArray[np.float32]:
    """Returns augmented views (n, c, h, w) for learning, as (n, h, w, c): mirrored, in other hues and lights, with
    memories lost."""
    count = len(views)
    shown = np.moveaxis(views, 1, -1).astype(np.float32)
    flipped = rng.random(count) < 0.5
    shown[flipped] = shown[flipped, :, ::-1]
    forgotten, blank = rng.random(count) < FORGOTTEN, rng.random(count) < BLANK
    shown[forgotten | blank, ..., 7:10] = 0
    shown[forgotten | blank, ..., 11] = 0
    shown[blank, ..., 3:7] = 0
    astray = np.flatnonzero(rng.random(count) < ASTRAY)
    for chosen in np.array_split(astray, ASTRAY_PARTS):
        shown[chosen, ..., 3:7] = _moved(shown[chosen, ..., 3:7], rng)
    angle, vivid = rng.uniform(0, 2 * np.pi, count), rng.uniform(0.4, 1.4, count)
    turns = vivid[:, None] * np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], axis=1)
    turns = turns.reshape(-1, 1, 2, 2).astype(np.float32)
    gain = rng.uniform(0.85, 1.12, count)
    for first in LABS:
        own = (gain * rng.normal(1, 0.03, count)).astype(np.float32)[:, None, None]
        there = shown[..., first : first + 1] > 0
        shown[..., first] = np.minimum(shown[..., first] * own, 255)
        chroma = shown[..., first + 1 : first + 3].reshape(count, -1, 2) - 128
        turned = np.matmul(chroma, turns[:, 0].transpose(0, 2, 1)).reshape(*shown.shape[:3], 2) + 128
        shown[..., first + 1 : first + 3] = np.clip(turned, 0, 255) * there
    shown[..., 0:3] += rng.normal(0, 1.5, shown[..., 0:3].shape).astype(np.float32)
    return np.moveaxis(compared(np.moveaxis(shown, -1, 1)), 1, -1)


def _moved(prints: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Returns remembered prints with their known pixels (n, h, w, 4), all displaced alike and blurred or not."""
    down, right = rng.integers(-ASTRAY_PX, ASTRAY_PX + 1, 2)
    moved = np.roll(prints, (down, right), axis=(1, 2))
    if rng.random() < 0.5:
        moved[..., :3] = (2 * moved[..., :3] + np.roll(moved, 1, 1)[..., :3] + np.roll(moved, 1, 2)[..., :3]) / 4
    return np.asarray(moved * (moved[..., 3:] > 254), dtype=np.float32)


def fit(lessons: Lessons, held: Lessons, minutes: float, weights: Weights, peak_rate: float) -> Iterator[Weights]:
    """Learns for `minutes` of processor time; the learning rate falls with the remaining time.  Yields the weights
    after every round."""
    rng = np.random.default_rng(len(lessons))
    adam = optax.inject_hyperparams(optax.adamw)(peak_rate, weight_decay=DECAY)
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), adam)
    state = optimiser.init(weights)

    @partial(jax.jit, donate_argnums=(0, 1))
    def step(weights: Weights, state: Any, views: Any, answers: Any, share: Any, rate: Any) -> Any:
        def mean_loss(weights: Weights) -> Any:
            each = optax.softmax_cross_entropy_with_integer_labels(logits(weights, views), answers)
            return (each * share).mean(), each

        (_, each), slopes = jax.value_and_grad(mean_loss, has_aux=True)(weights)
        state[1].hyperparams["learning_rate"] = rate
        changes, state = optimiser.update(slopes, state, weights)
        return optax.apply_updates(weights, changes), state, each

    began, epoch = time.process_time(), 0
    recent = -_right(answers_to(weights, lessons), lessons.answers)
    while (spent := (time.process_time() - began) / (60 * minutes)) < 1:
        for chosen, share in _batches(recent, rng):
            spent = (time.process_time() - began) / (60 * minutes)
            rate = peak_rate * min(1.0, 20 * spent + 0.02) * max(0.5 * (1 + np.cos(np.pi * min(spent, 1.0))), 0.003)
            views, answers = varied(lessons.views[chosen], rng), lessons.answers[chosen].astype(np.int32)
            weights, state, each = step(weights, state, views, answers, share, rate)
            recent[chosen] = np.asarray(each)
            if spent >= 1:
                break
        epoch += 1
        said = answers_to(weights, held)
        print(f"round {epoch}, {spent:.0%} of the time: {report(said, held.answers)}", flush=True)
        yield weights


def _batches(recent: Numbers, rng: np.random.Generator) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    hard = recent > EASY
    again = rng.random(len(recent)) < EASY_SHARE
    order = rng.permutation(np.flatnonzero(hard | again))
    for begin in range(0, len(order) - BATCH + 1, BATCH):
        chosen = order[begin : begin + BATCH]
        yield chosen, np.where(hard[chosen], 1.0, 1 / EASY_SHARE).astype(np.float32)


def answers_to(weights: Weights, lessons: Lessons) -> Numbers:
    """Returns the network's logits (n, 3)."""
    ask = jax.jit(logits)
    parts = []
    for begin in range(0, len(lessons), BATCH):
        views = np.moveaxis(compared(lessons.views[begin : begin + BATCH].astype(np.float32)), 1, -1)
        parts.append(np.asarray(ask(weights, views), dtype=np.float64))
    return np.concatenate(parts)


def _right(said: Numbers, answers: Bytes) -> Numbers:
    """Returns the log-probability (n,) of the right answer."""
    logs = said - np.logaddexp.reduce(said, axis=1, keepdims=True)
    return np.take_along_axis(logs, answers[:, None].astype(np.int64), axis=1)[:, 0]


def report(said: Numbers, answers: Bytes) -> str:
    """Returns loss, mistakes and confident mistakes in one line."""
    logs, right = said - np.logaddexp.reduce(said, axis=1, keepdims=True), _right(said, answers)
    wrong = logs.argmax(axis=1) != answers
    sure = wrong & (logs.max(axis=1) > np.log(0.95))
    kinds = [int((wrong & (answers == kind)).sum()) for kind in range(3)]
    return f"loss {-right.mean():.4f}, wrong {wrong.mean():.3%} {kinds}, sure and wrong {sure.sum()} of {len(answers)}"


def temperature_for(said: Numbers, answers: Bytes) -> float:
    """Returns the divisor of the logits that calibrates their probabilities."""
    best, lowest = 1.0, np.inf
    for temperature in np.geomspace(0.5, 4.0, 61):
        loss = -_right(said / temperature, answers).mean()
        if loss < lowest:
            best, lowest = float(temperature), float(loss)
    return best


def main() -> None:
    out, minutes = Path(sys.argv[1]), float(sys.argv[2])
    lessons, held = load([Path(name) for name in sys.argv[3:]])
    print(f"{len(lessons)} views to learn, {len(held)} held back", flush=True)
    known = out.exists()
    weights = read_onnx(out) if known else fresh_weights(jax.random.PRNGKey(1))
    for taught in fit(lessons, held, minutes, weights, GOING_ON_RATE if known else FRESH_RATE):
        said = answers_to(taught, held)
        temperature = temperature_for(said, held.answers)
        print(f"temperature {temperature:.2f}: {report(said / temperature, held.answers)}", flush=True)
        write_onnx(taught, temperature, out)


if __name__ == "__main__":
    main()
