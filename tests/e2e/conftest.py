"""A browser for every file that asks for one, and a broadcast for every test that does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import ui_driver  # noqa: F401  (before any test imports Kivy: it opens its window as it is prepared then)
from browser_for_tests import chromium
from page_broadcasts import Broadcast, broadcasting
from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def broadcast(tmp_path: Path, browser: Browser) -> Iterator[Broadcast]:
    with broadcasting(tmp_path, browser) as made:
        yield made


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Broadcast]:
    """One broadcast for all tests of a file."""
    with broadcasting(tmp_path_factory.mktemp("broadcast"), browser) as made:
        yield made
