"""Keeping score with a large record: 10,000 games of 300 people.  Writes build/figures/score_pages.md.

PYTHONPATH=tests/support python tests/bench/score_pages.py [GAMES [PEOPLE]]

Half of the games come as one CSV file: its preview, its import, and its import once more are measured.  Then each page
is opened from the home screen, twice: processor time until it is drawn for the first time, and until it is complete.
"""

import csv
import io
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

VARIANTS: Final = ("dog", "black_dog", "tock_6", "braendi", "dog_royal")
PLACES: Final = ("Club", "At home", "Café")
FIGURES: Final = """# Keeping score with a large record

Measured on: {machine}. Written by `python tests/bench/score_pages.py`. {games} games of {people} people. Processor time
in seconds.

| step | seconds |
|---|---|
{steps}

| page | first picture | complete | again: first picture | complete |
|---|---|---|---|---|
{pages}"""


def rows(games: int, people: int) -> Iterator[dict[str, str]]:
    """Yields plays as a spreadsheet has them; a stronger player wins more often."""
    chance = random.Random(40)
    names = [f"Person {number}" for number in range(people)]
    for number in range(games):
        seats = chance.sample(range(people), 4)
        edge = (seats[0] + seats[2] - seats[1] - seats[3]) / people
        won = (0, 2) if chance.random() < 0.5 - edge / 4 else (1, 3)
        day = datetime(2016, 1, 1, 19, 30) + timedelta(hours=number * 80_000 // games)
        yield {
            "Date": f"{day:%Y-%m-%dT%H:%M}",
            "Game": VARIANTS[number % len(VARIANTS)],
            "Players": "/".join(names[seat] for seat in seats),
            "Winner": "/".join(names[seats[seat]] for seat in won),
            "Minutes": str(chance.randint(20, 90)),
            "Place": chance.choice(PLACES),
        }


def written(path: Path, plays: list[dict[str, str]]) -> Path:
    text = io.StringIO()
    table = csv.DictWriter(text, list(plays[0]))
    table.writeheader()
    table.writerows(plays)
    path.write_text(text.getvalue(), encoding="utf-8")
    return path


@contextmanager
def counted(into: dict[str, float], step: str) -> Iterator[None]:
    began = time.process_time()
    yield
    into[step] = time.process_time() - began


def imported(launcher: Any, folder: Path, plays: list[dict[str, str]]) -> dict[str, float]:
    """The first half is the record that is there; the second half is measured."""
    half = len(plays) // 2
    results, steps = launcher.results, {}
    results.take(results.preview(written(folder / "first.csv", plays[:half]), {}).taken())
    path = written(folder / "second.csv", plays[half:])
    with counted(steps, f"preview of {len(plays) - half} plays"):
        found = results.preview(path, {})
    with counted(steps, f"import of {len(found.taken())} plays"):
        taken = results.take(found.taken())
    with counted(steps, "the same file once more"):
        again = results.preview(path, {}).taken()
    assert (taken, len(again)) == (len(plays) - half, 0)
    return steps


def opened(driver: Any, show: Callable[[], None]) -> tuple[float, float]:
    """Returns the processor time to the first picture and to the complete page."""
    driver.stepped.screens.show("home")
    driver.stepped.settle()
    began = time.process_time()
    show()
    driver.stepped.pump(2)
    first = time.process_time() - began
    while getattr(driver.screen, "unread", 0):
        driver.stepped.pump(1)
    driver.stepped.pump(2)
    return first, time.process_time() - began


def pages(driver: Any) -> dict[str, Callable[[], None]]:
    screens = driver.stepped.screens

    def result() -> None:
        screens.get_screen("result").enter_new()
        screens.show("result")

    def statistics() -> None:
        screens.get_screen("games").show_statistics()

    def searched() -> None:
        screens.show("games")
        screens.get_screen("games").ids.search.text = "person 17"

    return {
        "All games": lambda: screens.show("games"),
        "All games, searched": searched,
        "Statistics of all": statistics,
        "Players": lambda: screens.show("players"),
        "A player": lambda: screens.show_player("Person 17", back="home"),
        "Enter a result": result,
    }


def main(games: int = 10_000, people: int = 300) -> None:
    home = Path(tempfile.mkdtemp(prefix="score-pages-"))
    os.environ["PAWTRACK_HOME"] = str(home / "data")
    from tables import machine, write
    from ui_driver import open_driver

    from companion.app.choices import Choices
    from companion.bootstrap.launcher import Launcher

    launcher = Launcher(Choices())
    steps = imported(launcher, home, list(rows(games, people)))
    launcher.close()
    launcher = Launcher(Choices())
    driver = open_driver()
    driver.model.launcher = launcher
    with counted(steps, "list of all games, read for the first time"):
        assert len(launcher.all_games().games) == games
    found = {name: (*opened(driver, show), *opened(driver, show)) for name, show in pages(driver).items()}
    text = FIGURES.format(
        machine=machine(),
        games=games,
        people=people,
        steps="\n".join(f"| {step} | {seconds:.2f} |" for step, seconds in steps.items()),
        pages="".join(f"| {name} | {' | '.join(f'{each:.2f}' for each in times)} |\n" for name, times in found.items()),
    )
    write("score_pages.md", text)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
