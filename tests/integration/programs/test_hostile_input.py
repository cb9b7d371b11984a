"""Hostile input to the real programs: one answer or one line each, within bounds (`make hostile`)."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_corpus import WORST_TOML
from hostile_runs import FILE_COMMANDS, LINE_PROGRAMS, LONGEST_WORDS, feed_files, feed_lines

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.catalogue.shipped import SHIPPED
from companion.settings.file import SettingsError, load_settings
from companion.settings.schema import Settings

ROOT = Path(__file__).resolve().parents[3]
#: Address space of a program under test; its libraries alone reserve more than half of it.
MEMORY_BYTES = 3 << 30
DEVICES = [Path(name) for name in ("/dev/zero", "/dev/random") if Path(name).exists()]


THREE_NAMES = 'names = ["a", "b", "c"]'


@pytest.mark.sampled(2)
@pytest.mark.parametrize("program", LINE_PROGRAMS)
def test_every_line_has_one_answer(program: str) -> None:
    measured = feed_lines(program, 501, seed=7)
    assert measured.faults == []
    assert measured.fed == 501
    assert measured.peak_mb < 300


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", FILE_COMMANDS)
def test_every_file_has_one_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))  # given back afterwards
    few = 4 if "PHOTOGRAPH" in name else len(WORST_TOML) + 10
    assert feed_files(name, few, 7, tmp_path / "fed").faults == []


def small(*words: object, home: Path) -> subprocess.CompletedProcess[str]:
    """A real program with little memory."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "PAWTRACK_HOME": str(home), "SDL_VIDEODRIVER": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES)),
    )


def is_one_line(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert len(done.stderr) < LONGEST_WORDS


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices are no files of a folder there")
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "words", [("variants", "check"), ("import",), ("replay",), ("print", "board", "x.pdf", "--board")]
)
def test_pipes_and_devices_never_hang_a_program(words: tuple[str, ...], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pawtrack"
    os.mkfifo(pipe)
    for path in (pipe, *DEVICES[:1]):
        is_one_line(small(*words, path, home=tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are no files of a folder there")
def test_a_pipe_in_the_users_folder_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    os.mkfifo(tmp_path / "variants" / "my_game.toml")
    os.mkfifo(tmp_path / "settings.toml")
    done = small("variants", "list", home=tmp_path)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) > 8
    assert (
        done.stderr == "pawtrack: my_game.toml cannot be read (it is a device or a pipe, not a file); it is left out\n"
    )


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("mqtt_port = -5", "mqtt_port"),
        ("mqtt_port = 0", "mqtt_port"),
        ("websocket_port = 99999", "websocket_port"),
        ("viewer_port = 65536", "viewer_port"),
        ("delay_s = -5", "delay_s"),
        ("delay_s = 86400", "delay_s"),
        ("names = []", "names"),
        ("names = [" + '"a",' * 1_800_000 + "]", "settings.toml"),
        ('names = ["' + "x" * 99 + '", "b", "c", "d"]', "names"),
        ('names = ["a\\u0007", "b", "c", "d"]', "names"),
        (THREE_NAMES, "colours"),
        ('colours = ["red"]', "colours"),
        ("seats = [0, 1, 2, 9]", "seats"),
        ("first = 77", "first"),
        ("a = " + "[" * 100_000, "settings.toml"),
        ("a = " + "9" * 4301, "settings.toml"),
        ('variant = "none_such"', "none_such"),
        ('board = "/dev/zero"', "/dev/zero"),
        ('language = "xx"', "language"),
    ],
)
def test_settings_beyond_bounds_are_reported_and_the_table_starts(
    line: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    file = tmp_path / "settings.toml"
    file.write_text(line, encoding="utf-8")
    launcher = Launcher(Choices(camera="none", wheel="none", broker="none"))
    try:
        # the names stay if only the rest cannot be used
        assert launcher.settings().names == (("a", "b", "c") if line == THREE_NAMES else Settings().names)
        (notice,) = [notice["en"] for notice in launcher.notices()]
        assert named in notice
        assert "\n" not in notice
        assert len(notice) < LONGEST_WORDS
        launcher.open_table(launcher.settings())
        assert file.read_text(encoding="utf-8") == line
        launcher.save(Settings(language="fr"))
    finally:
        launcher.close()
    assert load_settings(file) == Settings(language="fr")
    assert (tmp_path / "settings.unused.toml").read_text(encoding="utf-8") == line


@pytest.mark.long
def test_a_broken_game_of_the_house_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "good.toml").write_text('extends = "dog"\n', encoding="utf-8")
    broken = [("one", "a = " + "9" * 4301), ("two", 'extends = "dog"\n[cards.7]\ncount = 1000000000\n')]
    broken += [("three", "[" + ".".join("a" * 500) + "]"), ("four", 'extends = "five"'), ("five", 'extends = "four"')]
    for name, text in broken:
        (tmp_path / "variants" / f"{name}.toml").write_text(text, encoding="utf-8")
    done = small("variants", "list", home=tmp_path)
    assert done.returncode == 0
    assert "\ngood " in done.stdout
    assert [line.count("left out") for line in done.stderr.splitlines()] == [1] * len(broken)
    for name, _ in broken:
        assert done.stderr.count(f"{name}.toml") >= 1
    played = small("run", "--headless", "--plies", "1", "--speed", "50", "--broker", "none", home=tmp_path)
    assert played.returncode == 0, played.stderr
    assert played.stdout.count("One of your own games cannot be used") == len(broken)
    assert "good" not in SHIPPED.ids


def test_a_long_line_of_files_that_extend_each_other_has_an_end(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"g{number}.toml").write_text(f'extends = "g{number + 1}"\n', encoding="utf-8")
    (tmp_path / "g60.toml").write_text('extends = "dog"\n', encoding="utf-8")
    done = small("variants", "check", tmp_path / "g0.toml", home=tmp_path / "home")
    assert done.returncode == 1
    assert "more than 8 files extend each other" in done.stdout


def test_a_program_says_what_its_terminal_can_show(tmp_path: Path) -> None:
    """A file's name need not be UTF-8."""
    name = os.fsdecode(b"my_\xff.toml")
    (tmp_path / name).write_text('extends = "dog"', encoding="utf-8")
    done = small("variants", "check", tmp_path / name, home=tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_settings_that_cannot_be_read_raise_nothing_else(tmp_path: Path) -> None:
    for content in WORST_TOML:
        (tmp_path / "settings.toml").write_bytes(content)
        message = ""
        try:
            load_settings(tmp_path / "settings.toml")
        except SettingsError as error:
            message = str(error)
        assert "\n" not in message
