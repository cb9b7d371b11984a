"""Faults of the data folder, its disk, the files in it, the clock and the record."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from companion.store.folder_lock import LOCK_FILE, FolderLock
from injected_faults.surroundings import ROOT, Surroundings, injected, preload, record


@injected("a tmpfs of 256 kB, filled to the last byte", "PT-DSK-03", needs_root=True)
def disk_is_full(table: Surroundings) -> Iterator[None]:
    table.mounts += [
        f"mount -t tmpfs -o size=256k none {table.home}",
        f"(dd if=/dev/zero of={table.home}/filler bs=4k 2>/dev/null || true)",
    ]
    yield


@injected("a tmpfs with room for ten files, and ten in it", "PT-DSK-10", needs_root=True)
def disk_takes_no_more_files(table: Surroundings) -> Iterator[None]:
    table.mounts += [
        f"mount -t tmpfs -o size=400m,nr_inodes=10 none {table.home}",
        f"(touch $(seq -f {table.home}/%g 20) 2>/dev/null || true)",
    ]
    yield


@injected("`RLIMIT_FSIZE` of 16 kB", "PT-DSK-03")
def files_may_not_grow(table: Surroundings) -> Iterator[None]:
    table.mounts.append("ulimit -f 16")
    yield


@injected("every `fsync` takes 0.6 s (preloaded library)", "PT-DSK-05")
def disk_is_slow(table: Surroundings) -> Iterator[None]:
    preload(table, "#include <unistd.h>\nint fsync(int f) { (void)f; usleep(600000); return 0; }\n")
    yield


@injected("every `fsync` fails with an input/output error (preloaded library)", "PT-DSK-06")
def disk_is_failing(table: Surroundings) -> Iterator[None]:
    preload(table, "#include <errno.h>\nint fsync(int f) { (void)f; errno = EIO; return -1; }\n")
    yield


@injected("the folder is mounted read-only", "PT-DSK-02", needs_root=True)
def folder_is_read_only(table: Surroundings) -> Iterator[None]:
    table.mounts.append(f"mount -t tmpfs -o ro none {table.home}")
    yield


@injected("the folder belongs to somebody else, mode 0555, and a record lies in it", "PT-DSK-02", needs_root=True)
def folder_of_somebody_else(table: Surroundings) -> Iterator[None]:
    record(table)
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


@injected("half a line of TOML", "PT-SET-01")
def settings_are_no_toml(table: Surroundings) -> Iterator[None]:
    table.settings('variant = "black_dog')
    yield


@injected("the folder is a link to a stick that was pulled out", "PT-DSK-08")
def folder_leads_to_an_absent_stick(table: Surroundings) -> Iterator[None]:
    table.home.rmdir()
    table.home.symlink_to("/media/nobody/STICK/pawtrack")
    yield


@injected("the folder above it is such a link", "PT-DSK-08")
def folder_lies_on_an_absent_stick(table: Surroundings) -> Iterator[None]:
    above = table.scratch / "linked"
    above.symlink_to("/media/nobody/STICK")
    table.home = above / "pawtrack"
    yield


@injected("where the lock belongs, there is a folder", "PT-DSK-09")
def lock_is_a_folder(table: Surroundings) -> Iterator[None]:
    record(table)
    (table.home / LOCK_FILE).unlink(missing_ok=True)
    (table.home / LOCK_FILE).mkdir()
    yield


@injected("where the settings belong, there is a folder", "PT-SET-01")
def settings_are_a_folder(table: Surroundings) -> Iterator[None]:
    (table.home / "settings.toml").mkdir()
    yield


@injected("the settings are letters of another coding", "PT-SET-01")
def settings_are_of_another_coding(table: Surroundings) -> Iterator[None]:
    (table.home / "settings.toml").write_bytes('names = ["Jürg"]'.encode("utf-16"))
    yield


@injected("a number where a word belongs", "PT-SET-01")
def settings_of_another_kind(table: Surroundings) -> Iterator[None]:
    table.settings("variant = 4\n")
    yield


@injected("a game that there is not", "PT-SET-01")
def settings_name_no_game(table: Surroundings) -> Iterator[None]:
    table.settings('variant = "chess"\n')
    yield


@injected("a language that there is not", "PT-SET-01")
def settings_name_no_language(table: Surroundings) -> Iterator[None]:
    table.settings('language = "tlh"\n')
    yield


@injected("the file of the players is empty", "PT-SET-04")
def players_are_empty(table: Surroundings) -> Iterator[None]:
    (table.home / "players.json").touch()
    yield


@injected("a house variant that is no TOML", "PT-SET-02")
def house_game_is_no_toml(table: Surroundings) -> Iterator[None]:
    (table.home / "variants").mkdir()
    (table.home / "variants" / "ours.toml").write_bytes(bytes(range(256)))
    yield


@injected("the record is a text", "PT-REC-04")
def record_is_a_text(table: Surroundings) -> Iterator[None]:
    (table.home / "record.sqlite").write_text("my games\n" * 400)
    yield


@injected("the record ends in the middle", "PT-REC-04")
def record_is_cut(table: Surroundings) -> Iterator[None]:
    path = record(table)
    path.write_bytes(path.read_bytes()[:9000])
    yield


@injected("the settings have a table of a version that is still to come", "PT-SET-08")
def settings_are_newer(table: Surroundings) -> Iterator[None]:
    table.settings('variant = "black_dog"\n[hologram]\nbrightness = 3\n')
    yield


@injected("a key that nobody knows", "PT-SET-08")
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


@injected("the file of the players ends in the midst of a name", "PT-SET-04")
def players_are_corrupt(table: Surroundings) -> Iterator[None]:
    (table.home / "players.json").write_text('{"form": 1, "players": [{"name": "An')
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


@injected("the clock of the process shows two days earlier than the record (preloaded library)", "PT-CLK-01")
def clock_is_set_back(table: Surroundings) -> Iterator[None]:
    record(table)
    preload(table, _CLOCK.replace("@", "t->tv_sec -= 2 * 86400;"))
    yield


@injected("the clock of the process shows 1970 (preloaded library)", "PT-CLK-02")
def clock_was_never_set(table: Surroundings) -> Iterator[None]:
    preload(table, _CLOCK.replace("@", "t->tv_sec = 100;"))
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


@injected("a page of the record is overwritten with noise", "PT-REC-04")
def record_is_damaged(table: Surroundings) -> Iterator[None]:
    path = record(table)
    whole = bytearray(path.read_bytes())
    whole[4096:8192] = os.urandom(4096)
    path.write_bytes(bytes(whole))
    yield


@injected("the record bears a version of its schema that is still to come", "PT-REC-05")
def record_is_newer(table: Surroundings) -> Iterator[None]:
    with closing(sqlite3.connect(record(table))) as connection:
        connection.execute("PRAGMA user_version = 99")
    yield


@injected("one letter in a row of the record is changed", "PT-REC-08")
def a_game_is_damaged(table: Surroundings) -> Iterator[None]:
    with closing(sqlite3.connect(record(table))) as connection:
        connection.execute("DROP TRIGGER event_is_never_changed")
        connection.execute("UPDATE event SET body = replace(body, 'cards', 'cbrds') WHERE seq = 2")
        connection.commit()
    yield


@injected("the record belongs to somebody else, mode 0444", "PT-REC-03", needs_root=True)
def record_is_write_protected(table: Surroundings) -> Iterator[None]:
    path = record(table)
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


@injected("the record is a folder", "PT-DSK-09")
def record_is_a_folder(table: Surroundings) -> Iterator[None]:
    (table.home / "record.sqlite").mkdir()
    yield


@injected("the file of the players is a folder", "PT-SET-04")
def players_are_a_folder(table: Surroundings) -> Iterator[None]:
    (table.home / "players.json").mkdir()
    yield


@injected("a port that there is not", "PT-SET-01")
def settings_name_no_port(table: Surroundings) -> Iterator[None]:
    table.settings("viewer_port = 70000\n")
    yield


@injected("the settings are a pipe", "PT-SET-01")
def settings_are_a_pipe(table: Surroundings) -> Iterator[None]:
    os.mkfifo(table.home / "settings.toml")
    yield


@injected("the settings are two megabytes long", "PT-SET-01")
def settings_are_endless(table: Surroundings) -> Iterator[None]:
    table.settings("# and on\n" * 220_000)
    yield


@injected("a house variant that extends itself", "PT-SET-02")
def house_game_extends_itself(table: Surroundings) -> Iterator[None]:
    (table.home / "variants").mkdir()
    (table.home / "variants" / "ours.toml").write_text('extends = "ours"\n')
    yield


@injected("a board of one's own that is empty", "PT-SET-03")
def house_board_is_empty(table: Surroundings) -> Iterator[None]:
    (table.home / "boards").mkdir()
    (table.home / "boards" / "ours.toml").touch()
    yield


@injected("the lock is a link to a folder", "PT-DSK-09")
def lock_leads_to_a_folder(table: Surroundings) -> Iterator[None]:
    (table.home / LOCK_FILE).symlink_to(table.scratch)
    yield


@injected("the page of the phones has the port of the viewers", "PT-NET-03")
def phones_share_a_port(table: Surroundings) -> Iterator[None]:
    table.settings("phones = true\nphone_port = 8787\nviewer_port = 8787\n")
    yield
