"""The test of a table as the tablet asks for it: from the settings to the simulated table, its pictures and files."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.app.choices import Choices
from companion.app.ports import TableError
from companion.bootstrap.launcher import Launcher
from companion.certification.certificate import Change
from companion.certification.progress import Phase, Progress
from companion.preparation.table_test.background import BackgroundTest
from companion.preparation.table_test.files import certificate_path
from companion.settings.schema import SIMULATED, Settings

AT_MOST_S = 120


@pytest.fixture
def launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Launcher]:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    made = Launcher(Choices())
    yield made
    made.close()


def simulated(launcher: Launcher, **changes: object) -> Settings:
    return msgspec.structs.replace(launcher.settings(), camera=SIMULATED, **changes)


def until(test: BackgroundTest, holds: Callable[[Progress], bool]) -> Progress:
    end_s = time.monotonic() + AT_MOST_S
    while not holds(test.progress):
        assert time.monotonic() < end_s, test.progress
        time.sleep(0.02)
    return test.progress


@pytest.mark.long
def test_the_simulated_table_is_laid_read_and_kept_in_a_folder_of_its_own(launcher: Launcher, tmp_path: Path) -> None:
    test = launcher.table_test(simulated(launcher), keep=True)
    test.start()
    for number in (0, 1):
        until(
            test, lambda now, number=number: now.number == number and now.phase is Phase.LAY and now.asked is not None
        )
        test.laid()
    until(test, lambda now: now.number == 2)
    test.stop()
    (folder,) = (tmp_path / "recordings").iterdir()
    assert test.progress.folder == str(folder)
    assert (folder / "session.toml").exists()
    assert len(list((folder / "frames").iterdir())) >= 2
    assert launcher.table_test(simulated(launcher), keep=True).progress.folder != str(folder)
    assert launcher.table_test(simulated(launcher)).progress.folder == ""
    assert launcher.certificate("black_dog") is None


def test_the_check_of_a_table_that_was_never_tested_says_so(launcher: Launcher) -> None:
    test = launcher.table_test(simulated(launcher), check=True)
    test.start()
    assert until(test, lambda now: now.phase is Phase.DONE).change is Change.NEVER
    test.stop()


def test_an_impossible_test_and_a_bad_certificate_get_one_line_each(launcher: Launcher) -> None:
    with pytest.raises(TableError, match="nowhere"):
        launcher.table_test(simulated(launcher, board="nowhere"))
    path = certificate_path("black_dog")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{")
    assert launcher.certificate("black_dog") is None
    with pytest.raises(TableError, match="certify the table again"):
        launcher.table_test(simulated(launcher), check=True)
