"""Removes from this Python the modules that Windows lacks: code that needs them fails at once.

For a process of its own.  Libraries that choose their way by the system (pyserial, subprocess) are loaded first, since
they are not under test.
"""

import importlib
import importlib.abc
import os
import signal
import socket
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

UNIX_MODULES: Final = frozenset(
    (
        "crypt",
        "curses",
        "fcntl",
        "grp",
        "nis",
        "ossaudiodev",
        "posix",
        "pty",
        "pwd",
        "readline",
        "resource",
        "spwd",
        "syslog",
        "termios",
        "tty",
    )
)
UNIX_NAMES: Final = {
    os: "chown chroot ctermid fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp "
    "getppid getresuid getsid getuid initgroups killpg lchown mkfifo mknod nice openpty pathconf pipe2 posix_fadvise "
    "posix_fallocate posix_spawn pread pwrite sched_getaffinity sendfile set_blocking setegid seteuid setgid setpgid "
    "setsid setuid statvfs sync tcgetpgrp ttyname uname wait wait3 wait4 O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW "
    "O_NONBLOCK",
    signal: "SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU "
    "SIGUSR1 SIGUSR2 SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer sigwait",
    socket: "AF_UNIX AF_NETLINK AF_PACKET SO_REUSEPORT sethostname",
}
#: Chosen by the system they are on, and loaded for that reason before it changes.
FIRST: Final = (
    "asyncio",
    "concurrent.futures",
    "ctypes.util",
    "cv2",
    "cv2_enumerate_cameras",
    "http.server",
    "ifaddr",
    "kivy",
    "logging.handlers",
    "multiprocessing",
    "numpy",
    "paho.mqtt.client",
    "PIL.Image",
    "platformdirs",
    "random",
    "selectors",
    "serial",
    "serial.tools.list_ports",
    "shutil",
    "socketserver",
    "sqlite3",
    "subprocess",
    "tempfile",
    "typer",
    "uuid",
    "webbrowser",
    "zoneinfo",
)


class _Hidden(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in UNIX_MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def _msvcrt() -> ModuleType:
    """Returns the module that Windows has instead, as far as the program uses it: locks on a part of a file."""
    import fcntl

    def locking(fd: int, mode: int, count: int) -> None:
        assert mode == module.LK_NBLCK
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, count, 0, os.SEEK_CUR)

    module = ModuleType("msvcrt")
    module.LK_NBLCK = 2  # type: ignore[attr-defined]
    module.locking = locking  # type: ignore[attr-defined]
    return module


def hide() -> None:
    """From this call on this process has no Unix beyond its loaded libraries, and reports that it is Windows."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    for name in FIRST:
        importlib.import_module(name)
    sys.modules["msvcrt"] = _msvcrt()
    for name in UNIX_MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Hidden())
    for module, names in UNIX_NAMES.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    sys.platform = "win32"
