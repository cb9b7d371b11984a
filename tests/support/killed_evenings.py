"""Evenings that are led up to a kill, and what must hold of them afterwards."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from companion.bootstrap.house_evening import HouseEvening
from companion.bootstrap.other_results import HeardResults
from companion.evenings.evening import Contest, Course, Evening, Guest, KeptEvening, TableGame
from companion.evenings.tournament import Kind
from companion.publishers.other_tables import Heard
from companion.scoring.games import scored_games
from companion.scoring.profiles import Profiles
from companion.session.results import Result
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


#: The sides of a tournament, and the two games of its first round.
SIDES = tuple((name,) for name in PEOPLE)
ROUND = (TableGame("match 1", SIDES[:2], 1, round=1), TableGame("match 2", SIDES[2:], 1, round=1))
#: The people, whether there is a tournament, its games, and the winners, after so many steps of `contested`.
CONTESTED: tuple[tuple[int, bool, int, dict[str, int]], ...] = (
    (0, False, 0, {}),
    (3, False, 0, {}),
    (4, False, 0, {}),
    (4, True, 0, {}),
    (4, True, 2, {}),
    (4, True, 2, {"match 1": 1}),
    (4, True, 2, {"match 1": 1, "match 2": 0}),
    (4, True, 2, {"match 1": 1}),
    (4, True, 1, {"match 1": 1}),
    (4, False, 1, {"match 1": 1}),
)


def contested(folder: Path, record: Record) -> Iterator[None]:
    """A tournament: people come, it is drawn, a round begins and is won; acts are taken back.  Yields after each."""
    file = HouseEvening(Results(record, lambda: record.epoch), lambda: record.epoch, folder)
    kept, now_ms = KeptEvening(), 0

    def acted(change: Callable[[Evening], Evening]) -> Callable[[KeptEvening], KeptEvening]:
        def step(before: KeptEvening) -> KeptEvening:
            after = before.after(change(before.now), now_ms)
            file.keep(after)
            return after

        return step

    for step in (
        acted(lambda _: Evening(variant="dog", guests=tuple(map(Guest, PEOPLE[:3])))),
        acted(lambda now: now.with_guest(PEOPLE[3])),
        acted(lambda now: replace(now, contest=Contest(Kind.ROUND_ROBIN, SIDES))),
        acted(lambda now: now.with_games(ROUND)),
        lambda now: file.enter(now, ROUND[0], 1, 5),
        lambda now: file.enter(now, ROUND[1], 0, 6),
        file.take_back,
        acted(lambda now: now.without_game("match 2")),
        acted(lambda now: replace(now, contest=None)),
    ):
        now_ms += 1
        kept = step(kept)
        yield


def wrong_contest(folder: Path, record: Record, steps: int) -> str:
    """The evening is that after the steps taken, or after one more, and so are the results."""
    played = scored_games(record.all_games().games, Profiles())
    now = load_evening(folder).now
    found = (len(now.guests), now.contest is not None, len(now.games))
    counted = {game.game: game.winner for game in played}
    right = CONTESTED[steps : steps + 2]
    if found not in [each[:3] for each in right] or counted not in [each[3] for each in right]:
        return f"{found} and {counted} after {steps} steps"
    return ""


def heard_result(winner: int) -> Result:
    return Result(variant="dog", names=PEOPLE[:2], teams=(0, 1), winners=(winner,), ended_ms=1)


#: The words of another table on one result.
WORDS = (
    Heard("theirs", heard_result(0), entered=True),
    Heard("theirs", heard_result(1), entered=True),
    Heard("theirs", None),
    Heard("theirs", heard_result(0), entered=True),
)


def hear(folder: Path, record: Record) -> Iterator[None]:
    """The result of another table comes, is corrected, struck out and restored with another winner."""
    heard = HeardResults(lambda: Results(record, lambda: record.epoch))
    for word in WORDS:
        heard.hear(word)
        yield


def wrong_heard(folder: Path, record: Record, steps: int) -> str:
    """The result is the one heard last, or the next; once the last word is heard again, it holds, and once."""
    counted = {game.game: game.winner for game in scored_games(record.all_games().games, Profiles())}
    right = ({}, {"theirs": 0}, {"theirs": 1}, {}, {"theirs": 0})
    # its fourth row restores it with its earlier winner, the fifth corrects it
    between = ({"theirs": 1},) if len(record.load_result("theirs")) == len(WORDS) else ()
    if counted not in (*right[steps : steps + 2], *between):
        return f"{counted} after {steps} words"
    again = HeardResults(lambda: Results(record, lambda: record.epoch))
    for word in WORDS[max(0, steps - 1) :]:
        again.hear(word)
    counted = {game.game: game.winner for game in scored_games(record.all_games().games, Profiles())}
    return "" if counted == right[-1] else f"{counted} after all was heard again"
