"""A program without signs of life is replaced; one that is slow, starts slowly or slept with the machine is not."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest
from brokers_for_tests import free_ports, wait_until
from children import programs_of
from web_for_tests import ServedPhones

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.programs.life import START_PATIENCE_S, Answering, Beats, Life, Silence, process_state
from companion.programs.process import ChildProcess, ProcessSpec

if sys.platform != "linux":
    pytest.skip("stops processes", allow_module_level=True)

BEATING = """
import sys, time
while True:
    print(flush=True)
    time.sleep(0.05)
"""
BUSY = "while True: pass"
#: As a server whose first thread waits for the others.
BUSY_BESIDE = """
import threading
def work():
    while True: pass
threading.Thread(target=work).start()
"""
SLEEPING = "import time; time.sleep(1000)"


class Changes:
    """The reports on a program."""

    def __init__(self) -> None:
        self.all: list[bool] = []

    def __call__(self, serves: bool) -> None:
        self.all.append(serves)


@contextmanager
def watched(program: str, life: Life, changes: Changes, *, patience_s: float) -> Iterator[ChildProcess]:
    child = ChildProcess(
        ProcessSpec(
            name="watched",
            prepare=lambda: [sys.executable, "-c", program],
            accepts=lambda: True,
            log_path=Path(os.devnull),
            line=b"x" * 1_000_000 + b"\n",
            heard=lambda _: life.beat() if isinstance(life, Beats) else None,
            life=life,
            patience_s=patience_s,
            changed=changes,
        )
    )
    child.start()
    yield child
    child.kill()


def test_a_stopped_program_is_replaced_and_that_is_reported() -> None:
    changes = Changes()
    with watched(BEATING, Beats(), changes, patience_s=1.0) as child:
        wait_until(lambda: child.is_ready)
        first = child.pid
        assert first
        os.kill(first, signal.SIGSTOP)
        wait_until(lambda: child.is_ready and child.pid != first)
        wait_until(lambda: changes.all == [False, True])


def test_a_program_stopped_before_it_reads_its_configuration_is_replaced() -> None:
    changes = Changes()
    with watched(SLEEPING, Beats(), changes, patience_s=0.5) as child:
        wait_until(lambda: child.pid is not None)
        first = child.pid
        assert first
        os.kill(first, signal.SIGSTOP)
        wait_until(lambda: child.pid not in (first, None))


def test_a_program_that_beats_or_only_starts_is_left_alone() -> None:
    for program in (BEATING, SLEEPING):
        changes = Changes()
        with watched(program, Beats(), changes, patience_s=0.5) as child:
            wait_until(lambda: child.pid is not None)
            first = child.pid
            time.sleep(1.5)
            assert child.pid == first
            assert changes.all == []


@contextmanager
def running(program: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that ends with the test, however the test ends."""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def test_silence_counts_looks_and_no_clock() -> None:
    """All silence counts while a program sleeps; it is at work until then, so the test waits for its sleep."""
    with running("import time; print(flush=True); time.sleep(1000)") as asleep:
        assert asleep.stdout
        asleep.stdout.readline()
        wait_until(lambda: process_state(asleep.pid) == "S")
        slept = Silence(5.0)
        assert not slept.is_too_long(asleep.pid, sign=True, since_s=0.1)
        assert not slept.is_too_long(asleep.pid, sign=False, since_s=3600.0)
        looks = Silence(5.0)
        looks.is_too_long(asleep.pid, sign=True, since_s=0.1)
        assert [looks.is_too_long(asleep.pid, sign=False, since_s=0.1) for _ in range(45)] == [False] * 45
        assert any(looks.is_too_long(asleep.pid, sign=False, since_s=0.1) for _ in range(10))
        assert not any(
            Silence(5.0).is_too_long(asleep.pid, sign=False, since_s=0.5) for _ in range(int(START_PATIENCE_S))
        )


def is_at_work(pid: int, *, waits: bool) -> bool:
    """Whether the first thread of a program has come to its work, or `waits` beside another one."""
    stat, threads = Path(f"/proc/{pid}/stat"), list(Path(f"/proc/{pid}/task").iterdir())
    state = stat.read_bytes().rpartition(b")")[2].split()[0]
    return len(threads) == 1 + waits and state == (b"S" if waits else b"R")


@pytest.mark.parametrize("program", [BUSY, BUSY_BESIDE], ids=["first thread", "another thread"])
def test_a_program_that_waits_for_the_processor_has_longer(program: str) -> None:
    with running(program) as busy:
        wait_until(lambda: is_at_work(busy.pid, waits=program == BUSY_BESIDE))
        silence = Silence(5.0)
        silence.is_too_long(busy.pid, sign=True, since_s=0.1)
        assert not any(silence.is_too_long(busy.pid, sign=False, since_s=0.5) for _ in range(30))
        assert any(silence.is_too_long(busy.pid, sign=False, since_s=0.5) for _ in range(60))


@pytest.mark.parametrize("answer", [b"220 hello\r\n", b""])
def test_an_answer_and_the_end_of_a_connection_are_signs(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        life = Answering(lambda: server.getsockname()[1], b"")
        wait_until(life.sign)
        life.forget()


def test_a_connection_that_only_the_system_takes_is_no_sign() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        life = Answering(lambda: server.getsockname()[1], b"HEAD / HTTP/1.1\r\n\r\n")
        assert [life.sign() for _ in range(50)] == [False] * 50
        life.forget()
    assert not life.sign()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_the_page_of_the_phones_is_replaced(number: signal.Signals, tmp_path: Path) -> None:
    changes = Changes()
    server = ServedPhones(lambda *_: None, free_ports(1)[0], {}, changed=changes)
    server.start()
    first = server.pid
    assert first
    os.kill(first, number)
    wait_until(lambda: changes.all == [False, True])
    assert server.pid not in (first, None)
    server.stop()


def test_viewers_have_an_address_only_while_their_page_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    launcher = Launcher(Choices())
    mqtt, websocket, viewer = free_ports(3)
    ports = {"mqtt_port": mqtt, "websocket_port": websocket, "viewer_port": viewer}
    with closing(launcher):
        table = launcher.open_table(msgspec.structs.replace(launcher.settings(), **ports))
        wait_until(lambda: table.viewer_url() is not None)
        os.kill(programs_of(os.getpid())["web"], signal.SIGKILL)
        wait_until(lambda: table.viewer_url() is None and table.viewer_urls() == ())
        wait_until(lambda: table.viewer_url() == f"http://127.0.0.1:{viewer}/")
