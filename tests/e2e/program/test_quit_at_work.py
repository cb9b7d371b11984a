"""The tablet is left while an analysis, an export and a backup run: it ends, nothing goes on, no record is damaged."""

import sys
from pathlib import Path

import pytest
from brokers_for_tests import free_ports
from gallery.history_views import analysed_course
from playout_tables import kernel_for_tests
from test_start_and_stop import begin, check_left_behind, ended

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog

if sys.platform != "linux":
    pytest.skip("finds the programs in /proc", allow_module_level=True)

#: Begins all the work once the window is there, and leaves in the same moment.  At the end it prints the works that
#: were begun, and whether the shutdown has few objects to search for garbage.
AT_WORK = """
import atexit, gc, sys, time
from threading import Thread

def leave():
    while not (app := "kivy.app" in sys.modules and sys.modules["kivy.app"].App.get_running_app()) or not app.root:
        time.sleep(0.05)
    from kivy.clock import Clock
    Clock.schedule_once(lambda _: work(app))

def work(app):
    from companion.handover.exports import ExportKind
    model, review = app.model, app.root.get_screen("review")
    course = model.course_of(model.launcher.all_games().games[0].game)
    review.show_game(course, "")
    review.analyse()
    threads = [
        model.export(course.game, ExportKind.SHEET, lambda *_: None),
        model.take_backup(model.launcher.backup_places()[0], lambda *_: None, recordings=True),
    ]
    print(model.analyst(course).running, *(thread.is_alive() for thread in threads), flush=True)
    app.stop()

Thread(target=leave, daemon=True).start()
sys.argv = ["pawtrack", "run"]
from companion.__main__ import main
atexit.register(lambda: print(len(gc.get_objects()) < 5000, flush=True))
main()
"""


def at_work(home: Path) -> list[str]:
    """Command lines of the programs that were started for this data folder and still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"PAWTRACK_HOME={home}\0".encode() in (entry / "environ").read_bytes():
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return [line for line in found if line]


@pytest.mark.long
def test_the_tablet_ends_while_work_runs_and_nothing_goes_on(tmp_path: Path) -> None:
    kernel_for_tests()
    ports = dict(zip(("viewer_port", "mqtt_port", "websocket_port", "phone_port"), free_ports(4), strict=True))
    (tmp_path / "settings.toml").write_text(
        "welcomed = true\n" + "".join(f"{key} = {port}\n" for key, port in ports.items())
    )
    log = EventLog(SHIPPED, tmp_path / "record.sqlite")
    log.append(analysed_course().game, 1, analysed_course().events)
    log.close()
    (tmp_path / "at_work.py").write_text(AT_WORK)
    program = begin(tmp_path, ("at_work",), PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[3]}")
    assert ended(program, sent=False).split() == ["True"] * 4
    assert at_work(tmp_path) == []
    check_left_behind(tmp_path)
