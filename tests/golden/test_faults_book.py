"""Wrong plays of every game keep their ruling and their sentences."""

from faults_book import BOOK, cases, computed

from companion.catalogue.shipped import SHIPPED

TEXT = BOOK.read_text(encoding="utf-8")


def test_the_faults_book_is_right() -> None:
    """On a difference: fix the referee, or read the new sentences and write them (`make goldens`)."""
    assert computed(TEXT).splitlines() == TEXT.splitlines()


def test_every_ruling_is_the_one_that_people_expect() -> None:
    assert "\n  but " not in TEXT


def test_the_book_has_enough_kinds_of_faults() -> None:
    """Issue 3: at least sixty kinds over all games with a board."""
    codes = {line.split()[1] for line in TEXT.splitlines() if line.startswith("  code")}
    assert len(codes) >= 60
    assert len(set(cases(TEXT))) >= 60


def test_every_game_is_in_the_book() -> None:
    games = {line.split()[1] for line in TEXT.splitlines() if line.startswith("game ")}
    assert games == set(SHIPPED.ids)
