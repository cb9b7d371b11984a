"""Threads have one owner (`companion/system/threads.py`): no other thread could end without a word."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWNER = "companion/system/threads.py"
#: Modules that make threads by themselves, and why none of these ends in silence.
MAKES_OTHERS = {
    OWNER: "the owner",
    "companion/publishers/link.py": "paho's own: a link that confirms nothing is replaced",
    "companion/web/bounded.py": "a pool: whoever waits for its answer gets the exception",
    "companion/web/pages/voice/sounds.py": "a pool: whoever waits for its answer gets the exception",
    "companion/web/video/peer.py": "a pool: whoever waits for its answer gets the exception",
    "companion/web/video/whep.py": "a pool: whoever waits for its answer gets the exception",
}
MAKERS = {
    *("Thread", "Timer", "start_new_thread", "start_joinable_thread", "loop_start"),
    *("ThreadPoolExecutor", "ThreadPool", "run_in_executor", "to_thread"),
}
#: The effect of a fault in a thread, by the module that starts it.  Each is tried in tests/integration/table.
MEANS = {
    "companion/app/guard.py": "the publisher is shown the next state",
    "companion/app/supervision.py": "the part is amber, and begins again",
    "companion/app/table.py": "a notice asks people to check their last tap",
    "companion/app/thread_health.py": "the row stays longer",
    "companion/app/writer.py": "the record is red until its waiting events are stored",
    "companion/bootstrap/camera_program.py": "the child ends, and another comes",
    "companion/commands/camera/certification.py": "it counts as the key",
    "companion/computer_seats/thinker.py": "the computer thinks again",
    "companion/doctor/examination.py": "a finding: the check could not be made",
    "companion/publishers/analysis/__main__.py": "the child ends, and another comes",
    "companion/publishers/broker_thread.py": "the broadcast is amber, and connects again",
    "companion/programs/line_writer.py": "the child is killed, and another comes",
    "companion/web/__main__.py": "the child ends, and another comes",
    "companion/web/camera/__main__.py": "the child ends, and another comes",
    "companion/programs/process.py": "the child is killed, and another comes",
    "companion/publishers/clips/encoder.py": "the film fails, and health says so",
    "companion/publishers/clips/clips.py": "a clip may be missing",
    "companion/publishers/table_listener.py": "it connects again",
    "companion/publishers/video/giver.py": "viewers wait for the next picture",
    "companion/preparation/leavable.py": "the screen says that the work stopped, and people resume it",
    "companion/sensors/threaded.py": "the part is amber, and begins again",
    "companion/simulation/players_thread.py": "the players look at the table again",
    "firmware_bridge/simulated/simulator.py": "the wheel boots again",
    "ui/app_model.py": "the screen says that it failed",
    "ui/background.py": "the screen says that it failed",
    "ui/screens/own_board.py": "people tap the start fields again",
    "ui/voice.py": "the next sentence is spoken",
    "vision/sources/live.py": "the sensor raises it, and opens the camera again",
    "vision/sources/pair.py": "the sensor raises it, and opens both cameras again",
}
USES = re.compile(r"\b(start_once|RestartingThread|StoppableThread|SupervisedThread|in_background)\(")


def modules() -> dict[str, str]:
    """The sources by their paths."""
    packages = ("companion", "ui", "vision", "firmware_bridge")
    paths = [path for package in packages for path in (ROOT / package).rglob("*.py")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def made(tree: ast.AST) -> set[str]:
    """Returns the makers of threads that a module calls, or derives a class from."""
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    bases = {base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases}
    names = {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in called | bases}
    return names & MAKERS


def test_every_way_to_make_a_thread_is_found() -> None:
    for source in ("threading.Thread(target=f).start()", "class Mine(Thread): ...", "client.loop_start()"):
        assert made(ast.parse(source))
    assert not made(ast.parse("def f(thread: threading.Thread) -> Thread: thread.join()"))


def test_no_other_module_makes_threads() -> None:
    words = re.compile("|".join(MAKERS))
    found = {path for path, text in modules().items() if words.search(text) and made(ast.parse(text))}
    assert found == set(MAKES_OTHERS)


def test_every_thread_has_a_meaning_for_its_fault() -> None:
    assert {path for path, text in modules().items() if USES.search(text)} - {OWNER} == set(MEANS)
