"""docs/reference/rules is the only owner of the rulings: each cited id has an entry there, each entry has a test."""

import tomllib
from collections import Counter
from pathlib import Path

from rulings import cited, decided, shown, switches, untestable

ROOT = Path(__file__).resolve().parents[2]


def test_every_ruling_is_decided_once() -> None:
    assert [ruling for ruling, times in Counter(decided()).items() if times > 1] == []


def test_the_rulings_of_a_family_are_counted_without_a_gap() -> None:
    families = Counter(ruling.split("-")[0] for ruling in decided())
    assert {f"{family}-R{number:02}" for family, last in families.items() for number in range(1, last + 1)} == set(
        decided()
    )


def test_every_ruling_that_is_cited_anywhere_is_decided() -> None:
    known = set(decided())
    assert {ruling: where for ruling, where in cited().items() if ruling not in known} == {}


def test_every_ruling_is_shown_by_a_test_or_says_why_not() -> None:
    tests, reasons = shown(), untestable()
    assert [ruling for ruling in decided() if ruling not in tests and ruling not in reasons] == []


def test_a_ruling_that_a_test_shows_has_no_excuse() -> None:
    assert sorted(set(shown()) & set(untestable())) == []


def test_every_switch_is_named_with_its_ruling_and_every_named_one_exists() -> None:
    files = [*(ROOT / "companion").rglob("variants/*.toml"), *(ROOT / "companion/open_row").glob("*.toml")]
    existing = {name for path in files for name in tomllib.loads(path.read_text(encoding="utf-8")).get("options", {})}
    assert switches() == existing
