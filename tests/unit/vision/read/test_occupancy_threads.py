"""The network's working memory ends with the thread that used it: each game has a thread of its own."""

import threading
import weakref
from typing import Any

import cv2
import numpy as np
import pytest

from vision.read.occupancy import CHANNELS, occupancy
from vision.read.windows import HEIGHT, WIDTH


class Network:
    """The real network, of which one can see whether it is gone."""

    def __init__(self, network: cv2.dnn.Net) -> None:
        self._network = network

    def __getattr__(self, name: str) -> Any:
        return getattr(self._network, name)


def test_a_network_ends_with_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[Network]] = []
    read = cv2.dnn.readNetFromONNX

    def watched(weights: np.ndarray) -> Network:
        network = Network(read(weights))
        made.append(weakref.ref(network))
        return network

    monkeypatch.setattr(cv2.dnn, "readNetFromONNX", watched)
    views = np.zeros((1, CHANNELS, HEIGHT, WIDTH), dtype=np.float32)
    for _ in range(2):
        thread = threading.Thread(target=lambda: [occupancy(views) for _ in range(2)])
        thread.start()
        thread.join()
    # one for each thread, and none of them is left
    assert [network() for network in made] == [None, None]
