"""`pawtrack-kiosk on` names what is missing before it changes the machine; on a black screen nobody could read it."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "deploy" / "kiosk" / "pawtrack-kiosk"


@pytest.fixture
def machine(tmp_path):
    """A folder with the only programs; its `systemctl` records each call."""
    for name, says in (("id", "echo 0"), ("systemctl", f"echo asked >> {tmp_path}/asked")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{says}\n")
        program.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(
    ("there", "missing"), [((), "apt install cage"), (("cage",), "apt install xwayland")], ids=["cage", "xwayland"]
)
def test_a_missing_program_is_named_with_its_package(machine, there, missing):
    for name in there:
        (machine / name).symlink_to("/bin/true")
    done = subprocess.run(
        ["/bin/sh", SCRIPT, "on"], env={"PATH": str(machine)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert missing in done.stderr
    assert not (machine / "asked").exists()
