"""The pages as plain files: the lobby first, every page a file, and the addresses where they find the tables."""

import json
from pathlib import Path

import pytest
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.web.pages.copy import CopyError, write_copy

BROKERS = ("wss://club.example:8441/mqtt", "ws://club.example/mqtt")


def test_a_copy_begins_with_the_lobby_and_follows_both_trees(tmp_path: Path) -> None:
    count = write_copy(tmp_path, "club", BROKERS, SHIPPED, WORDING)
    files = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*") if path.is_file()}
    assert count == len(files)
    config = json.loads(files["config.json"].read_text())
    assert config["brokers"] == list(BROKERS)
    assert config["base"].startswith("pawtrack/1/club/")
    assert (config["tree"], config["trees"]) == ("public", ["public", "delayed"])
    assert files["index.html"].read_bytes() == files["lobby.html"].read_bytes()
    assert config["viewer"] == "table.html"
    assert files["table.html"].read_bytes() != files["index.html"].read_bytes()
    # servers know the kind of a file by its ending
    assert all("." in Path(name).name for name in files)
    assert json.loads(files["replays.json"].read_text())["offered"] is False
    assert {"board.json", "games.json", "words.json", "boards.json"} <= set(files)


@pytest.mark.parametrize(
    "address",
    ["", "club.example", "http://club.example", "wss://", "wss://me@club.example", "wss://club.example:port"],
)
def test_an_address_of_no_broker_is_refused_without_a_login(tmp_path: Path, address: str) -> None:
    with pytest.raises(CopyError) as caught:
        write_copy(tmp_path, "club", [BROKERS[0], address], SHIPPED, WORDING)
    assert "me@" not in str(caught.value)
    with pytest.raises(CopyError):
        write_copy(tmp_path, "club", [], SHIPPED, WORDING)
    assert list(tmp_path.iterdir()) == []
