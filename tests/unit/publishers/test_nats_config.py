"""The broker's secrets are kept, and kept private."""

import stat
from pathlib import Path

from companion.publishers.nats_config import Listening, Passwords, load_passwords, render_config


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


def test_only_the_websocket_is_opened_to_the_network(tmp_path: Path) -> None:
    def config(*, lan: bool) -> str:
        listening = Listening(mqtt_port=1, websocket_port=2, lan=lan)
        return render_config(listening, Passwords("a", "b"), tmp_path, "public")

    assert "0.0.0.0" not in config(lan=False)
    assert [line for line in config(lan=True).splitlines() if "0.0.0.0" in line] == [
        'websocket { host: "0.0.0.0", port: 2, no_tls: true }'
    ]


def test_a_quote_in_a_path_stays_in_its_string() -> None:
    config = render_config(
        Listening(mqtt_port=1, websocket_port=2, lan=False), Passwords("a", "b"), Path('x"\\y'), "public"
    )
    assert '"x\\"\\\\y/store"' in config
