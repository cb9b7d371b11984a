"""Settings files of earlier versions open, with the same meaning.

`first.toml` was written by the first version that had settings, `every_key.toml` has every key, none at its default.  A
renamed or dropped key makes a test fail; a new key needs its line.
"""

import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.settings.file import load_settings
from companion.settings.schema import Settings

BOOK = Path(__file__).parent / "settings"


def written(name: str) -> dict[str, Any]:
    return tomllib.loads((BOOK / name).read_text(encoding="utf-8"))


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", sorted(path.name for path in BOOK.iterdir()))
def test_every_key_is_read_as_it_was_written(name: str) -> None:
    read = msgspec.to_builtins(load_settings(BOOK / name))
    for key, value in written(name).items():
        kept = {each: read[key][each] for each in value} if isinstance(value, dict) else read[key]
        assert (key, msgspec.json.decode(msgspec.json.encode(kept))) == (key, value)


def test_there_is_a_line_for_every_key() -> None:
    assert set(written("every_key.toml")) == set(Settings.__struct_fields__)
    usual = msgspec.to_builtins(Settings())
    assert [key for key, value in written("every_key.toml").items() if plain(usual[key]) == value] == []


def test_where_a_board_is_gone_people_and_devices_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first version named a board that was given another name since."""
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_bytes((BOOK / "first.toml").read_bytes())
    with closing(Launcher(Choices())) as launcher:
        kept, before = launcher.settings(), written("first.toml")
        assert (kept.board, kept.variant) == ("star_4", "dog")
        for key in ("names", "colours", "camera", "wheel", "language", "sound", "first"):
            assert plain(getattr(kept, key)) == before[key]
        assert "(PT-SET-01)" in launcher.notices()[0]["fr"]
