"""A record that was cut short or hit by stray bits gives a true beginning of the game or a clear no, nothing else."""

import random
from pathlib import Path

import pytest
from events_for_tests import GAME, every_kind

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog
from companion.store.faults import RecordError


def whole_record(folder: Path) -> bytes:
    path = folder / "whole.sqlite"
    log = EventLog(SHIPPED, path)
    log.note_start(1)
    log.append(GAME, 1, every_kind())
    log.append("other", 1, every_kind("other"))
    log.close()
    return path.read_bytes()


def read(path: Path, content: bytes) -> str:
    """'whole', 'beginning' or 'refused'; anything else fails."""
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    path.write_bytes(content)
    try:
        log = EventLog(SHIPPED, path)
    except RecordError:
        return "refused"
    try:
        log.games()
        found = log.verify(GAME).events
        assert found == every_kind()[: len(found)]
        loaded = log.load(GAME)
    except RecordError:
        return "refused"
    finally:
        log.close()
    assert loaded == every_kind()[: len(loaded)]
    return "whole" if loaded == every_kind() else "beginning"


def test_a_record_cut_anywhere_is_never_misread(tmp_path: Path) -> None:
    content = whole_record(tmp_path)
    cuts = [*range(0, 200, 7), *range(200, len(content), 997)]
    results = {cut: read(tmp_path / "cut.sqlite", content[:cut]) for cut in cuts}
    assert results.pop(0) == "beginning"
    assert set(results.values()) == {"refused"}
    assert read(tmp_path / "cut.sqlite", content) == "whole"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_is_never_misread(tmp_path: Path, seed: int) -> None:
    content = whole_record(tmp_path)
    chance = random.Random(seed)
    results = []
    for _ in range(60):
        spoilt = bytearray(content)
        spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        results.append(read(tmp_path / "flipped.sqlite", bytes(spoilt)))
    assert "refused" in results
    assert results.count("beginning") <= 1
