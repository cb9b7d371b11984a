"""Faults done to a table by real means: a port that is taken, a disk that is full, a driver that is not there.

Each is a context: while it lasts, `pawtrack doctor` runs in its surroundings.  Where root is needed (mounts, owners of
devices), they happen in a mount namespace of their own.
"""

import os
import socket
import sqlite3
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from data_folders import WITHOUT_PRIVILEGES
from events_for_tests import every_kind

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog
from companion.store.export import sealed_rows
from companion.store.folder_lock import FolderLock

GAME: Final = "7f0f2a50-6c3e-4a0b-8d55-2c8f6a4f9e01"
ROOT: Final = Path(__file__).parents[2]
_UNPRIVILEGED: Final = WITHOUT_PRIVILEGES + "import runpy, sys\nsys.argv[0] = 'pawtrack'\n"
_RUN: Final = "runpy.run_module('companion', run_name='__main__', alter_sys=True)"


@dataclass
class Surroundings:
    """How the doctor is started: further variables, shell commands before it (in a mount namespace), or as whom."""

    home: Path
    scratch: Path
    environ: dict[str, str] = field(default_factory=dict)
    mounts: list[str] = field(default_factory=list)
    unprivileged: bool = False

    def settings(self, text: str) -> None:
        (self.home / "settings.toml").write_text(text, encoding="utf-8")

    def command(self) -> list[str]:
        arguments = ["doctor", "--json"]
        program = ["-c", _UNPRIVILEGED + _RUN, *arguments] if self.unprivileged else ["-m", "companion", *arguments]
        command = [sys.executable, *program]
        if not self.mounts:
            return command
        script = " && ".join([*self.mounts, 'exec "$@"'])
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", *command]

    def run(self) -> subprocess.CompletedProcess[str]:
        own = {"PAWTRACK_HOME": str(self.home), "SDL_VIDEODRIVER": "offscreen"}
        return subprocess.run(
            self.command(),
            env=os.environ | own | self.environ,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )


Inject = Callable[[Surroundings], AbstractContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """`how` it is done, in words for the page; `expected` is the id that must be named first."""

    name: str
    how: str
    expected: str
    inject: Inject
    needs_root: bool = False


FAULTS: Final[list[Fault]] = []


def injected(
    how: str, expected: str, *, needs_root: bool = False
) -> Callable[[Callable[[Surroundings], Iterator[None]]], None]:
    def keep(function: Callable[[Surroundings], Iterator[None]]) -> None:
        name = function.__name__.replace("_", " ")
        FAULTS.append(Fault(name, how, expected, contextmanager(function), needs_root))

    return keep


# --- the program ------------------------------------------------------------------------------------------------------


@injected("a `cv2` that needs a library which is not there stands first on the path", "PT-SYS-04")
def opencv_cannot_be_loaded(table: Surroundings) -> Iterator[None]:
    (table.scratch / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')\n")
    table.environ["PYTHONPATH"] = str(table.scratch)
    yield


@injected("the metadata of another numpy stands first on the path", "PT-SYS-02")
def numpy_of_another_version(table: Surroundings) -> Iterator[None]:
    folder = table.scratch / "numpy-1.0.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 1.0.0\n")
    table.environ["PYTHONPATH"] = str(table.scratch)
    yield


@injected("an empty file lies over the playout kernel", "PT-SYS-08", needs_root=True)
def playout_kernel_is_broken(table: Surroundings) -> Iterator[None]:
    from companion.playout.build import LIBRARY

    (table.scratch / "empty").touch()
    table.mounts.append(f"mount --bind {table.scratch / 'empty'} {LIBRARY}")
    yield


@injected("an empty file lies over the tablet's font", "PT-SCR-04", needs_root=True)
def font_is_broken(table: Surroundings) -> Iterator[None]:
    import kivy

    (table.scratch / "empty").touch()
    font = Path(kivy.__file__).parent / "data" / "fonts" / "Roboto-Regular.ttf"
    table.mounts.append(f"mount --bind {table.scratch / 'empty'} {font}")
    yield


# --- the screen -------------------------------------------------------------------------------------------------------


@injected("`__EGL_VENDOR_LIBRARY_FILENAMES` names no driver", "PT-SCR-02")
def no_gl(table: Surroundings) -> Iterator[None]:
    table.environ["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/nonexistent.json"
    yield


@injected("`LIBGL_DRIVERS_PATH` leads nowhere", "PT-SCR-02")
def gl_driver_is_missing(table: Surroundings) -> Iterator[None]:
    table.environ["LIBGL_DRIVERS_PATH"] = "/nonexistent"
    yield


@injected("`DISPLAY` names an X server that is not there", "PT-SCR-02")
def x_server_is_gone(table: Surroundings) -> Iterator[None]:
    table.environ |= {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":77"}
    yield


@injected("no `DISPLAY`, no Wayland", "PT-SCR-01")
def no_display(table: Surroundings) -> Iterator[None]:
    table.environ |= {"SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    yield


# --- folder and disk --------------------------------------------------------------------------------------------------


@injected("a tmpfs of 256 kB, filled to the last byte", "PT-DSK-03", needs_root=True)
def disk_is_full(table: Surroundings) -> Iterator[None]:
    table.mounts += [
        f"mount -t tmpfs -o size=256k none {table.home}",
        f"(dd if=/dev/zero of={table.home}/filler bs=4k 2>/dev/null || true)",
    ]
    yield


@injected("`RLIMIT_FSIZE` of 16 kB", "PT-DSK-03")
def files_may_not_grow(table: Surroundings) -> Iterator[None]:
    table.mounts.append("ulimit -f 16")
    yield


@injected("every `fsync` takes 0.6 s (preloaded library)", "PT-DSK-05")
def disk_is_slow(table: Surroundings) -> Iterator[None]:
    _preload(table, "#include <unistd.h>\nint fsync(int f) { (void)f; usleep(600000); return 0; }\n")
    yield


@injected("every `fsync` fails with an input/output error (preloaded library)", "PT-DSK-06")
def disk_is_failing(table: Surroundings) -> Iterator[None]:
    _preload(table, "#include <errno.h>\nint fsync(int f) { (void)f; errno = EIO; return -1; }\n")
    yield


@injected("the folder is mounted read-only", "PT-DSK-02", needs_root=True)
def folder_is_read_only(table: Surroundings) -> Iterator[None]:
    table.mounts.append(f"mount -t tmpfs -o ro none {table.home}")
    yield


@injected("the folder belongs to somebody else, mode 0555, and a record lies in it", "PT-DSK-02", needs_root=True)
def folder_of_somebody_else(table: Surroundings) -> Iterator[None]:
    _record(table)
    os.chown(table.home, 12345, 12345)
    table.home.chmod(0o555)
    table.unprivileged = True
    yield
    os.chown(table.home, os.getuid(), os.getgid())
    table.home.chmod(0o755)


@injected("where the folder should be, there is a file", "PT-DSK-01")
def folder_is_a_file(table: Surroundings) -> Iterator[None]:
    table.home.rmdir()
    table.home.write_text("")
    yield


# --- settings and files of the family ---------------------------------------------------------------------------------


@injected("half a line of TOML", "PT-SET-01")
def settings_are_no_toml(table: Surroundings) -> Iterator[None]:
    table.settings('variant = "black_dog')
    yield


@injected("a key that nobody knows", "PT-SET-01")
def settings_with_a_slip(table: Surroundings) -> Iterator[None]:
    table.settings('colour = "red"\n')
    yield


@injected("the settings name a profile of which the second half is lost", "PT-SET-01")
def board_profile_is_corrupt(table: Surroundings) -> Iterator[None]:
    _half_a_board(table)
    table.settings('board = "ours"\n')
    yield


@injected("a profile beside the one that is used, of which the second half is lost", "PT-SET-03")
def another_board_is_corrupt(table: Surroundings) -> Iterator[None]:
    _half_a_board(table)
    yield


@injected("a house variant that extends a game which there is not", "PT-SET-02")
def house_game_is_faulty(table: Surroundings) -> Iterator[None]:
    (table.home / "variants").mkdir()
    (table.home / "variants" / "ours.toml").write_text('extends = "no_such_game"\n')
    yield


def _half_a_board(table: Surroundings) -> None:
    text = (ROOT / "companion" / "board" / "profiles" / "black_dog.toml").read_text(encoding="utf-8")
    (table.home / "boards").mkdir()
    (table.home / "boards" / "ours.toml").write_text(text[: len(text) // 2], encoding="utf-8")


# --- clock ------------------------------------------------------------------------------------------------------------


@injected("the clock of the process shows two days earlier than the record (preloaded library)", "PT-CLK-01")
def clock_is_set_back(table: Surroundings) -> Iterator[None]:
    _record(table)
    _preload(table, _CLOCK.replace("@", "t->tv_sec -= 2 * 86400;"))
    yield


@injected("the clock of the process shows 1970 (preloaded library)", "PT-CLK-02")
def clock_was_never_set(table: Surroundings) -> Iterator[None]:
    _preload(table, _CLOCK.replace("@", "t->tv_sec = 100;"))
    yield


@injected("a `timedatectl` that says no", "PT-CLK-03")
def clock_is_not_synchronised(table: Surroundings) -> Iterator[None]:
    program = table.scratch / "timedatectl"
    program.write_text("#!/bin/sh\necho no\n")
    program.chmod(0o755)
    table.environ["PATH"] = f"{table.scratch}:{os.environ['PATH']}"
    yield


_CLOCK: Final = """#define _GNU_SOURCE
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>
int clock_gettime(clockid_t which, struct timespec *t) {
  long done = syscall(SYS_clock_gettime, which, t);
  if (which == CLOCK_REALTIME) { @ }
  return (int)done;
}
"""


def _preload(table: Surroundings, source: str) -> None:
    library = table.scratch / "preloaded.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(library), "-xc", "-"], input=source, text=True, check=True)
    table.environ["LD_PRELOAD"] = str(library)


# --- record -----------------------------------------------------------------------------------------------------------


def _record(table: Surroundings) -> Path:
    path = table.home / "record.sqlite"
    events = every_kind(GAME)
    with closing(EventLog(SHIPPED, path)) as log:
        log.adopt(sealed_rows(GAME, events, [(1, _now_ms())] * len(events)))
    return path


def _now_ms() -> int:
    from companion.store.event_log import wall_ms

    return wall_ms()


@injected("a page of the record is overwritten with noise", "PT-REC-04")
def record_is_damaged(table: Surroundings) -> Iterator[None]:
    path = _record(table)
    whole = bytearray(path.read_bytes())
    whole[4096:8192] = os.urandom(4096)
    path.write_bytes(bytes(whole))
    yield


@injected("the record bears a version of its schema that is still to come", "PT-REC-05")
def record_is_newer(table: Surroundings) -> Iterator[None]:
    with closing(sqlite3.connect(_record(table))) as connection:
        connection.execute("PRAGMA user_version = 99")
    yield


@injected("one letter in a row of the record is changed", "PT-REC-08")
def a_game_is_damaged(table: Surroundings) -> Iterator[None]:
    with closing(sqlite3.connect(_record(table))) as connection:
        connection.execute("DROP TRIGGER event_is_never_changed")
        connection.execute("UPDATE event SET body = replace(body, 'cards', 'cbrds') WHERE seq = 2")
        connection.commit()
    yield


@injected("the record belongs to somebody else, mode 0444", "PT-REC-03", needs_root=True)
def record_is_write_protected(table: Surroundings) -> Iterator[None]:
    path = _record(table)
    os.chown(path, 12345, 12345)
    path.chmod(0o444)
    table.unprivileged = True
    yield


@injected("another Pawtrack holds the folder", "PT-REC-07")
def another_pawtrack_runs(table: Surroundings) -> Iterator[None]:
    lock = FolderLock(table.home)
    lock.take()
    yield
    lock.release()


# --- camera -----------------------------------------------------------------------------------------------------------


@injected("the settings name a device that is not plugged in", "PT-CAM-01")
def camera_is_unplugged(table: Surroundings) -> Iterator[None]:
    table.settings('camera = "/dev/video77"\n')
    yield


@injected("the device belongs to another group, and this login is not in it", "PT-CAM-03", needs_root=True)
def camera_of_another_group(table: Surroundings) -> Iterator[None]:
    table.settings('camera = "/dev/video77"\n')
    table.mounts += _own_devices(table, "mknod -m 660 $dev/video77 c 81 77", "chown 12345:12345 $dev/video77")
    table.unprivileged = True
    yield


@injected("an address at which nobody listens", "PT-CAM-01")
def network_camera_is_off(table: Surroundings) -> Iterator[None]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    table.settings(f'camera = "rtsp://127.0.0.1:{port}/"\n')
    yield


@injected("a network camera that takes the connection and never says a word", "PT-CAM-05")
def network_camera_is_dead(table: Surroundings) -> Iterator[None]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        table.settings(f'camera = "rtsp://127.0.0.1:{server.getsockname()[1]}/"\n')
        yield


@injected("pictures in which it is night", "PT-CAM-09")
def camera_sees_nothing(table: Surroundings) -> Iterator[None]:
    _pictures(table, 1280, 720, 3)
    yield


@injected("pictures of 320 × 240 pixels", "PT-CAM-07")
def camera_pictures_are_small(table: Surroundings) -> Iterator[None]:
    _pictures(table, 320, 240, 120)
    yield


def _pictures(table: Surroundings, width: int, height: int, grey: int) -> None:
    folder = table.scratch / "pictures"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number * 100:09d}.png"), np.full((height, width, 3), grey, np.uint8))
    table.settings(f'camera = "{folder}"\n')


def _own_devices(table: Surroundings, *orders: str) -> list[str]:
    """A /dev of its own for one program, with a device more."""
    dev = table.scratch / "dev"
    dev.mkdir()
    nodes = [f"cp -a /dev/{name} {dev}/" for name in ("null", "zero", "full", "random", "urandom", "tty")]
    return [
        f"mount -t tmpfs none {dev}",
        *nodes,
        f"mkdir {dev}/shm {dev}/pts",
        f"mount --bind /dev/pts {dev}/pts",
        *(order.replace("$dev", str(dev)) for order in orders),
        f"mount --move {dev} /dev",
    ]


# --- wheel ------------------------------------------------------------------------------------------------------------


@injected("the settings name a port that is not there", "PT-WHL-01")
def wheel_is_unplugged(table: Surroundings) -> Iterator[None]:
    table.settings('wheel = "/dev/ttyUSB77"\n')
    yield


@injected("the port belongs to another group, and this login is not in it", "PT-WHL-03", needs_root=True)
def wheel_of_another_group(table: Surroundings) -> Iterator[None]:
    with _line() as (_, port):
        os.chown(port, 12345, 12345)
        Path(port).chmod(0o660)
        table.settings(f'wheel = "{port}"\n')
        table.unprivileged = True
        yield


@injected("another program has opened the port for itself", "PT-WHL-04")
def wheel_is_in_use(table: Surroundings) -> Iterator[None]:
    from firmware_bridge.ports import SerialPort

    with _line() as (_, port):
        held = SerialPort(port)
        held.open()
        table.settings(f'wheel = "{port}"\n')
        yield
        held.close()


@injected("a line on which nobody answers", "PT-WHL-07")
def wheel_board_is_empty(table: Surroundings) -> Iterator[None]:
    with _line() as (_, port):
        table.settings(f'wheel = "{port}"\n')
        yield


@injected("a line that gives back what is said to it", "PT-WHL-09")
def wheel_line_is_an_echo(table: Surroundings) -> Iterator[None]:
    with _answering(lambda heard: heard) as port:
        table.settings(f'wheel = "{port}"\n')
        yield


@injected("a device that speaks another language", "PT-WHL-08")
def wheel_is_another_device(table: Surroundings) -> Iterator[None]:
    with _answering(lambda _: b"$GPGGA,no wheel at all\r\n") as port:
        table.settings(f'wheel = "{port}"\n')
        yield


@contextmanager
def _line() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        yield master, os.ttyname(slave)
    finally:
        os.close(slave)
        os.close(master)


@contextmanager
def _answering(answer: Callable[[bytes], bytes]) -> Iterator[str]:
    with _line() as (master, port):

        def talk() -> None:
            try:
                while heard := os.read(master, 1000):
                    os.write(master, answer(heard))
            except OSError:
                return

        threading.Thread(target=talk, daemon=True).start()
        yield port


# --- broadcast --------------------------------------------------------------------------------------------------------


@injected("another program listens on the port of the broker", "PT-NET-01")
def mqtt_port_is_taken(table: Surroundings) -> Iterator[None]:
    with _listening() as port:
        table.settings(f"mqtt_port = {port}\n")
        yield


@injected("another program listens on the port of the viewers' page", "PT-NET-01")
def page_port_is_taken(table: Surroundings) -> Iterator[None]:
    with _listening() as port:
        table.settings(f"viewer_port = {port}\n")
        yield


@injected("a port below 1024, without the right to it", "PT-NET-02")
def port_belongs_to_the_system(table: Surroundings) -> Iterator[None]:
    table.settings("viewer_port = 80\n")
    table.unprivileged = True
    yield


@injected("one number for two ports", "PT-NET-03")
def ports_are_the_same(table: Surroundings) -> Iterator[None]:
    table.settings("mqtt_port = 8787\n")
    yield


@injected("a script that is no broker lies over nats-server", "PT-NET-04", needs_root=True)
def broker_does_not_start(table: Surroundings) -> Iterator[None]:
    _over_the_server(table, "#!/bin/sh\nexit 1\n")
    yield


@injected("a nats-server of version 1.4.0 lies over ours", "PT-NET-05", needs_root=True)
def own_broker_is_old(table: Surroundings) -> Iterator[None]:
    _over_the_server(table, "#!/bin/sh\necho nats-server: v1.4.0\n")
    yield


@injected('a broker that answers MQTT 3.1.1 with "unacceptable protocol version"', "PT-NET-05")
def foreign_broker_is_old(table: Surroundings) -> Iterator[None]:
    with _broker_that_says(1) as port:
        table.settings(f'broker = "mqtt://127.0.0.1:{port}"\n')
        yield


@injected('a broker that answers "not authorised"', "PT-NET-08")
def foreign_broker_refuses(table: Surroundings) -> Iterator[None]:
    with _broker_that_says(5) as port:
        table.settings(f'broker = "mqtt://somebody:wrong@127.0.0.1:{port}"\n')
        yield


@injected("an address at which no broker listens", "PT-NET-07")
def foreign_broker_is_off(table: Surroundings) -> Iterator[None]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    table.settings(f'broker = "mqtt://127.0.0.1:{port}"\n')
    yield


@injected("an address that is none", "PT-NET-06")
def broker_address_is_wrong(table: Surroundings) -> Iterator[None]:
    table.settings('broker = "our broker"\n')
    yield


@contextmanager
def _listening() -> Iterator[int]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]


@contextmanager
def _broker_that_says(code: int) -> Iterator[int]:
    with ExitStack() as stack:
        server = stack.enter_context(closing(socket.create_server(("127.0.0.1", 0))))

        def answer() -> None:
            try:
                while True:
                    guest, _ = server.accept()
                    guest.recv(1000)
                    guest.sendall(bytes((0x20, 2, 0, code)))
                    guest.close()
            except OSError:
                return

        threading.Thread(target=answer, daemon=True).start()
        yield server.getsockname()[1]


def _over_the_server(table: Surroundings, script: str) -> None:
    from companion.publishers.broker import find_server

    server = find_server()
    assert server is not None
    own = table.scratch / "nats-server"
    own.write_text(script)
    own.chmod(0o755)
    table.mounts.append(f"mount --bind {own} {server}")
