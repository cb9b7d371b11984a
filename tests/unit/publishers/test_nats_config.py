"""The broker's secrets are kept, and kept private."""

import stat
from pathlib import Path

from companion.publishers.nats_config import load_passwords, render_config


def test_passwords_are_made_once_and_only_the_owner_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "broker" / "passwords.json"
    made = load_passwords(path)
    assert load_passwords(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert made.table != made.operator
    assert len(made.table) >= 24


def test_a_damaged_password_file_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "passwords.json"
    path.write_text("{")
    assert load_passwords(path) == load_passwords(path)


def test_a_folder_that_takes_nothing_gives_a_password_for_this_time(tmp_path: Path) -> None:
    (tmp_path / "broker").write_text("a file where the folder should be")
    made = load_passwords(tmp_path / "broker" / "passwords.json")
    assert len(made.operator) >= 24


def test_a_quote_in_a_path_stays_in_its_string() -> None:
    config = render_config(1, 2, {"table": "a"}, "b", Path('x"\\y'), "public")
    assert '"x\\"\\\\y/store"' in config
