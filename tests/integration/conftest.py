"""Shared fixtures of the tests of the wheel's firmware."""

import pytest
import wheel_boards

from firmware_bridge.simulated import emulated_pico

#: The Pico runs the same core as the Arduino, so of its many tests every n-th is `long`, and all run with `--full`.
EVERY = 16


@pytest.fixture(params=["arduino", pytest.param("pico", marks=pytest.mark.long)])
def each_board(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The boards of `wheel_boards` are of this kind; the test runs with each."""
    kind: str = request.param
    if kind == "pico" and not emulated_pico.installed():
        pytest.skip("the emulated Pico is not set up; run: make pico-emulator")
    monkeypatch.setattr(wheel_boards, "kind", kind)
    return kind


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    on_pico = [
        item
        for item in items
        if isinstance(item, pytest.Function)
        and hasattr(item, "callspec")
        and item.callspec.params.get("each_board") == "pico"
    ]
    left_out = {id(item) for number, item in enumerate(on_pico) if number % EVERY}
    config.hook.pytest_deselected(items=[item for item in items if id(item) in left_out])
    items[:] = [item for item in items if id(item) not in left_out]
