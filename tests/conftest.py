"""For all tests: signals as the programs under test expect them, plugins as pyproject.toml has them, no clock that
fails a test on a busy machine, and what runs at which size.

Of a test marked `sampled(n)` all parameter sets but every n-th count as long; the counting goes on through a file, so
that tests with the same parameters take turns with them.
Tests run at a size that a commit can wait for: of a long test at most `MOST` parameter sets, spread
evenly, and of one marked `thinned(n)` every n-th.  `--full` runs every parameter set, gives tests that take `full`
their whole size, and draws new examples.
"""

import gc
import os
import signal
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import settings

from companion.playout.choice import choose_lister
from companion.rules.listing.lister import chosen_lister

# A suite that runs in the background (nohup, `sh -c 'make test &'`) ignores signals, and so would every program that it
# starts.  A handler of one's own does not outlive the start of a program, and the suite still takes no notice itself.
for _name in ("SIGINT", "SIGTERM", "SIGHUP"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda _number, _frame: None)

# By itself hypothesis fails an example that takes longer than 200 ms.  Every run tests the same examples, so that a
# change fails only by its own fault.  New ones are drawn with `--full`.
settings.register_profile("same examples", deadline=None, derandomize=True)
settings.register_profile("new examples", deadline=None)


# as the program does
choose_lister()

#: Parameter sets of one long test that a commit waits for.
MOST = 2


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="long tests at their full size (hours), new examples")


@pytest.fixture(scope="session", autouse=True)
def same_priority() -> Iterator[None]:
    """A command that a test runs in its own process lowers no priority: it would hold for all later tests."""
    with pytest.MonkeyPatch.context() as patch:
        # Windows has none
        if hasattr(os, "nice"):
            patch.setattr("os.nice", lambda increment: increment)
        yield


@pytest.fixture(scope="session", autouse=True)
def same_plays() -> Iterator[None]:
    """The compiled lister and the engine never differed where both listed."""
    yield
    lister = chosen_lister()
    assert not getattr(lister, "distrust", ""), lister


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether a long test is to run at its full size."""
    return bool(request.config.getoption("--full"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mark_sampled(items)
    if config.getoption("--full"):
        return
    of_test: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        of_test[item.nodeid.partition("[")[0]].append(item)
    left_out = {item for sets in of_test.values() for item in too_many(sets)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def too_many(sets: list[pytest.Item]) -> set[pytest.Item]:
    """Of the parameter sets of a test, those that no commit waits for."""
    thinned = sets[0].get_closest_marker("thinned")
    kept = sets[:: thinned.args[0]] if thinned else sets
    long = [item for item in kept if item.get_closest_marker("long")]
    spread = {long[number * len(long) // MOST] for number in range(MOST)} if len(long) > MOST else set(long)
    return set(sets) - {item for item in kept if item in spread or not item.get_closest_marker("long")}


def mark_sampled(items: list[pytest.Item]) -> None:
    seen: Counter[Path] = Counter()
    for item in items:
        if sampled := item.get_closest_marker("sampled"):
            if seen[item.path] % sampled.args[0]:
                item.add_marker("long")
            seen[item.path] += 1


def pytest_collection_finish() -> None:
    """The collector of garbage need not look through thousands of tests again and again: they live to the end."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("new examples" if config.getoption("--full") else "same examples")
    check_entry_points()


def check_entry_points() -> None:
    """An environment that was installed before an entry point was added finds no sensors and no publishers."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for group, wanted in project["entry-points"].items():
        installed = {entry.name: entry.value for entry in metadata.entry_points(group=group)}
        if not wanted.items() <= installed.items():
            command = ".venv/bin/python -m pip install --no-deps --no-build-isolation -e ."
            pytest.exit(f"the environment is older than pyproject.toml ({group}); run: {command}", returncode=4)
