"""The installer of the offline bundle, in homes of any name; a stand-in replaces the installed program."""

import os
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a shell script", allow_module_level=True)

LINUX = Path(__file__).parents[3] / "deploy" / "linux"
SETUP = """#!/bin/sh
set -e
mkdir -p "$2/bin"
printf '#!/bin/sh\\necho it runs\\n' > "$2/bin/pawtrack"
chmod +x "$2/bin/pawtrack"
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    folder = tmp_path / "Téléchargements & more" / "pawtrack"
    folder.mkdir(parents=True)
    for name in ("install.sh", "pawtrack.desktop"):
        shutil.copy(LINUX / name, folder)
    (folder / "machine").write_text(platform.machine() + "\n")
    (folder / "pawtrack.png").write_bytes(b"")
    (folder / "setup").write_text(SETUP)
    (folder / "setup").chmod(0o755)
    return folder


def run(script: Path, home: Path, *arguments: str) -> str:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    done = subprocess.run(["sh", script, *arguments], env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()]


@pytest.mark.parametrize("name", ["anna", "Jörg Müller & Söhne", "o'neill|x"])
def test_the_menu_starts_what_was_installed_and_nothing_of_it_stays(bundle: Path, tmp_path: Path, name: str) -> None:
    home = tmp_path / name
    run(bundle / "install.sh", home)
    entry = (home / ".local/share/applications/pawtrack.desktop").read_text(encoding="utf-8")
    (command,) = [line.removeprefix("Exec=") for line in entry.splitlines() if line.startswith("Exec=")]
    program = shlex.split(command)
    assert program == [str(home / ".local/bin/pawtrack")]
    assert subprocess.run(program, check=True, capture_output=True, text=True).stdout == "it runs\n"
    assert {"[Desktop Entry]", "Name=Pawtrack", "Icon=pawtrack"} <= set(entry.splitlines())
    run(bundle / "install.sh", home, "--remove")
    assert files(home) == []
