"""Records and texts that an earlier version wrote open, and lead to the same state."""

from pathlib import Path

from records_book import STATES, book


def test_an_earlier_record_leads_to_the_same_state(tmp_path: Path) -> None:
    assert book(tmp_path).splitlines() == STATES.read_text(encoding="utf-8").splitlines()
