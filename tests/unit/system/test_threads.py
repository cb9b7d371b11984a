"""A thread never dies in silence: its fault is logged and reported, and its work begins again where it can."""

import logging
import threading
from collections.abc import Iterator

import pytest

from companion.system import threads
from companion.system.threads import RestartingThread, StoppableThread, start_once

FAULTS = (ValueError, MemoryError, RecursionError, StopIteration, SystemExit, KeyboardInterrupt, GeneratorExit)


class Reports:
    """The names of the threads whose faults the listeners hear, and whether their work begins again."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bool]] = []

    def __call__(self, name: str, *, again: bool) -> None:
        self.heard.append((name, again))


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reports]:
    monkeypatch.setattr(threads, "FIRST_PAUSE_S", 0.001)
    made = Reports()
    threads.listen(made)
    yield made
    threads.stop_listening(made)


@pytest.mark.parametrize("fault", FAULTS)
def test_work_begins_again_after_any_fault(
    fault: type[BaseException], reports: Reports, caplog: pytest.LogCaptureFixture
) -> None:
    done, left = threading.Event(), [fault()]

    def work() -> None:
        if left:
            raise left.pop()
        done.set()

    thread = RestartingThread("a part", work)
    thread.start()
    thread.join(30)
    assert done.is_set()
    assert (thread.restarts, reports.heard) == (1, [("a part", True)])
    assert [line.levelno for line in caplog.records if "a part stumbled" in line.message] == [logging.ERROR]


@pytest.mark.parametrize("fault", FAULTS)
def test_work_that_runs_once_reports_its_fault_where_it_matters(
    fault: type[BaseException], reports: Reports, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[BaseException] = []

    def work() -> None:
        raise fault

    start_once("a search", work, failed.append).join(30)
    assert [type(error) for error in failed] == [fault]
    assert reports.heard == []
    assert "a search stumbled" in caplog.text


def test_work_that_ends_well_reports_nothing(reports: Reports) -> None:
    failed: list[BaseException] = []
    start_once("a search", lambda: None, failed.append).join(30)
    thread = RestartingThread("a part", lambda: None)
    thread.start()
    thread.join(30)
    assert (failed, thread.restarts, reports.heard) == ([], 0, [])


def test_a_fault_with_a_report_of_its_own_reaches_no_listener(reports: Reports) -> None:
    stumbled: list[BaseException] = []
    left = ["once"]
    thread = RestartingThread("a part", lambda: _raise() if left and left.pop() else None, stumbled.append)
    thread.start()
    thread.join(30)
    assert (len(stumbled), reports.heard) == (1, [])


def _raise() -> None:
    raise ValueError


def test_a_listener_that_raises_does_not_end_the_thread(reports: Reports) -> None:
    done, left = threading.Event(), [ValueError()]

    def work() -> None:
        if left:
            raise left.pop()
        done.set()

    def raises(_: str, *, again: bool) -> None:
        raise KeyError(again)

    threads.listen(raises)
    try:
        thread = RestartingThread("a part", work)
        thread.start()
        assert done.wait(30)
    finally:
        threads.stop_listening(raises)


def test_a_stopped_thread_does_not_begin_again(reports: Reports) -> None:
    begun, go = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go.wait()
        raise ValueError

    thread = RestartingThread("a part", work)
    thread.start()
    assert begun.wait(30)
    thread.stop(0.0)
    go.set()
    thread.join(30)
    assert (thread.alive, thread.restarts) == (False, 1)


def test_the_end_of_a_library_thread_is_reported(reports: Reports, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    threads.watch_library_threads()
    thread = threading.Thread(target=_raise, name="paho-mqtt-client-1")
    thread.start()
    thread.join()
    assert reports.heard == [("paho-mqtt-client-1", False)]


def test_a_thread_works_until_it_is_stopped_and_can_be_started_again() -> None:
    thread, ended = StoppableThread("work"), []
    for count in (1, 2):
        thread.start(lambda: ended.append(thread.stopping.wait()))
        assert thread.is_alive
        thread.stop()
        assert not thread.is_alive
        assert ended == [True] * count


def test_stopping_what_was_never_started_does_nothing() -> None:
    thread = StoppableThread("work")
    thread.stop()
    assert not thread.is_alive
