"""An evening that is led up to a kill, and what must hold of it afterwards."""

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.bootstrap.house_evening import HouseEvening
from companion.evenings.evening import Course, Evening, Guest, KeptEvening, TableGame
from companion.scoring.games import scored_games
from companion.scoring.profiles import Profiles
from companion.store.evening_file import load_evening
from companion.store.record import Record
from companion.store.results import Results

PEOPLE = ("Anna", "Ben", "Carla", "David")
GAMES = (TableGame("first", (PEOPLE[:1], PEOPLE[1:2]), 1), TableGame("second", (PEOPLE[2:3], PEOPLE[3:]), 1))
#: The winners that count after so many steps of `led`.
COUNTED: tuple[dict[str, int], ...] = (
    {},
    {},
    {"first": 0},
    {"first": 0, "second": 1},
    {"first": 0},
    {"first": 0, "second": 0},
)


def led(folder: Path, record: Record) -> Iterator[None]:
    """Two games begin and are won; the last winner is taken back and entered anew.  Yields after each step."""
    file = HouseEvening(Results(record, lambda: record.epoch), lambda: record.epoch, folder)
    kept = KeptEvening().after(Evening(variant="dog", guests=tuple(map(Guest, PEOPLE)), games=GAMES), 1)
    file.keep(kept)
    yield
    steps: tuple[Callable[[KeptEvening], KeptEvening], ...] = (
        lambda now: file.enter(now, GAMES[0], 0, 2),
        lambda now: file.enter(now, GAMES[1], 1, 3),
        file.take_back,
        lambda now: file.enter(now, GAMES[1], 0, 4),
    )
    for step in steps:
        kept = step(kept)
        yield


def wrong_evening(folder: Path, record: Record, steps: int) -> str:
    """The results are those of the steps taken, or of one more; the evening agrees with them; nothing is doubled."""
    played = scored_games(record.all_games().games, Profiles())
    counted = {game.game: game.winner for game in played}
    if counted not in COUNTED[steps : steps + 2]:
        return f"{counted} count after {steps} steps"
    kept = load_evening(folder).seen_in(played, 5)
    found = Course(evening=kept.now, played=played).results()
    if {game: winner for game, winner in found.items() if winner is not None} != counted:
        return f"the evening has {found} where {counted} are recorded"
    if steps and len(kept.now.games) != len(GAMES):
        return f"{len(kept.now.games)} games of {len(GAMES)} were begun"
    return ""
