"""An evening as people lead it: guests, tables, winners, rounds, undo; and its file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bootstrap.house_evening import HouseEvening, result_of
from companion.catalogue.shipped import SHIPPED
from companion.evenings.evening import MOST_UNDONE, Contest, Course, Evening, Guest, KeptEvening, TableGame
from companion.evenings.seating import Shape
from companion.evenings.tournament import Kind, standings
from companion.scoring.games import scored_games
from companion.scoring.profiles import Profile, Profiles
from companion.store.evening_file import EVENING_FILE, load_evening, save_evening
from companion.store.record import Record
from companion.store.results import Results

NAMES = ("Anna", "Ben", "Carla", "David", "Émile", "Fanny", "Gül", "Ζωή")
HOUR_MS = 3_600_000


class House:
    """A house with a real record, and an evening in it."""

    def __init__(self, folder: Path, evening: Evening) -> None:
        self.folder, self.now_ms = folder, 500 * HOUR_MS
        self.record = Record(SHIPPED, folder)
        self.record.begin()
        self.results = Results(self.record, lambda: self.record.epoch)
        self.file = HouseEvening(self.results, lambda: self.record.epoch, folder)
        self.kept = KeptEvening().after(evening, self.now_ms)
        self.file.keep(self.kept)

    def course(self, *profiles: Profile) -> Course:
        games = scored_games(self.record.all_games().games, Profiles(profiles))
        return Course(evening=self.kept.now, played=games, profiles=Profiles(profiles))

    def act(self, evening: Evening) -> None:
        self.now_ms += 60_000
        self.kept = self.kept.after(evening, self.now_ms)
        self.file.keep(self.kept)

    def begin(self) -> tuple[TableGame, ...]:
        """Everybody takes what is proposed."""
        begun = tuple(
            TableGame(f"g{len(self.kept.now.games) + number}", table, self.now_ms)
            for number, table in enumerate(self.course().next_tables().tables)
        )
        self.act(self.kept.now.with_games(begun))
        return begun

    def begin_round(self) -> tuple[TableGame, ...]:
        number = len(self.course().rounds()) + 1
        begun = tuple(
            TableGame(f"r{number}-{index}", (match.first, match.second), self.now_ms, round=number)
            for index, match in enumerate(self.course().next_round())
            if match.second
        )
        self.act(self.kept.now.with_games(begun))
        return begun

    def win(self, game: TableGame, winner: int) -> None:
        self.now_ms += 20 * 60_000
        self.kept = self.file.enter(self.kept, game, winner, self.now_ms)

    def take_back(self) -> None:
        self.kept = self.file.take_back(self.kept)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path, Evening(variant="dog", tables=2, guests=tuple(map(Guest, NAMES))))
    yield made
    made.record.close()


def test_an_evening_of_two_tables_repeats_no_partners_in_seven_rounds(house: House) -> None:
    partners = set()
    for _ in range(7):
        begun = house.begin()
        assert len(begun) == 2
        for game in begun:
            house.win(game, 0)
            partners |= {frozenset(side) for side in game.sides}
    assert len(partners) == 28
    assert set(house.course().games_of().values()) == {7}


def test_a_free_table_is_filled_with_people_who_do_not_play(house: House) -> None:
    first, second = house.begin()
    assert house.course().next_tables().tables == ()
    house.win(first, 1)
    proposed = house.course().next_tables()
    assert len(proposed.tables) == 1
    busy = {name for side in second.sides for name in side}
    assert busy.isdisjoint(name for side in proposed.tables[0] for name in side)
    assert house.course().open_games() == (second,)


def test_a_late_guest_takes_turns_with_the_others(house: House) -> None:
    house.act(replace(house.kept.now, tables=1, guests=tuple(map(Guest, NAMES[:4]))))
    for _ in range(5):
        house.win(house.begin()[0], 0)
    house.act(house.kept.now.with_guest("Gül", house.course().head_start()))
    out = []
    for _ in range(5):
        out += house.course().next_tables().out
        house.win(house.begin()[0], 0)
    assert sorted(out) == ["Anna", "Ben", "Carla", "David", "Gül"]


def test_a_game_played_here_ends_the_table_that_was_begun(house: House) -> None:
    begun = house.begin()[0]
    other = TableGame("elsewhere", tuple(reversed(begun.sides)), house.now_ms)
    house.results.enter("elsewhere", result_of(other, 0, "dog", house.now_ms + 30 * 60_000))
    assert house.course().results()[begun.game] == 1
    assert begun not in house.course().open_games()


def test_an_earlier_game_of_the_same_sides_ends_nothing(house: House) -> None:
    earlier = house.begin()[0]
    house.win(earlier, 0)
    again = TableGame("again", earlier.sides, house.now_ms + 1)
    house.act(house.kept.now.with_games([again]))
    assert again in house.course().open_games()


def test_undo_takes_the_last_act_back_with_its_result(house: House) -> None:
    states = [house.kept]
    begun = house.begin()[0]
    states.append(house.kept)
    house.win(begun, 0)
    house.take_back()
    assert house.kept == states[1]
    assert begun in house.course().open_games()
    assert house.record.all_games().games[0].is_struck
    house.win(begun, 1)
    assert house.course().results()[begun.game] == 1
    house.take_back()
    house.take_back()
    assert house.kept == states[0] == load_evening(house.folder)


def test_a_kill_between_result_and_state_is_completed_by_the_record(house: House) -> None:
    begun = house.begin()[0]
    before = house.kept
    house.win(begun, 1)
    done = before.seen_in(house.course().played, house.now_ms)
    assert done == house.kept
    assert done.seen_in(house.course().played, house.now_ms) is done
    assert done.undo_strikes == (begun.game,)


def test_a_guest_who_leaves_is_seated_no_more(house: House) -> None:
    """All others stay, in their order; a name that is not there changes nothing."""
    house.act(house.kept.now.without_guest("Carla"))
    assert house.kept.now.names == ("Anna", "Ben", "David", "Émile", "Fanny", "Gül", "Ζωή")
    assert house.kept.now.without_guest("Carla") == house.kept.now
    found = house.course().next_tables()
    seated = {name for table in found.tables for side in table for name in side}
    assert seated | set(found.out) == set(house.kept.now.names)
    house.act(house.kept.now.with_guest("Carla", head_start=1))
    assert house.kept.now.guests[-1] == Guest("Carla", 1)


def test_a_renamed_guest_stays_the_same_player(house: House) -> None:
    house.win(house.begin()[0], 0)
    anouk = Profile(name="Anouk", others=("Anna",))
    counts = house.course(anouk).games_of()
    assert counts["anouk"] == 1
    assert "Anna" in {name for table in house.course(anouk).next_tables().tables for side in table for name in side}


@pytest.mark.parametrize(("kind", "rounds"), [(Kind.ROUND_ROBIN, 3), (Kind.SWISS, 2)])
def test_a_tournament_of_eight_in_pairs_is_played_to_its_end(house: House, kind: Kind, rounds: int) -> None:
    sides = house.course().drawn_sides()
    assert sorted(name for side in sides for name in side) == sorted(NAMES)
    house.act(replace(house.kept.now, contest=Contest(kind, sides)))
    for _ in range(rounds):
        begun = house.begin_round()
        assert len(begun) == 2
        assert house.course().next_round() == ()
        for game in begun:
            house.win(game, 0)
    assert house.course().next_round() == ()
    table = standings(sides, house.course().rounds())
    assert sum(standing.points for standing in table) == 2 * rounds


def test_three_alone_take_turns_to_sit_out_a_round(house: House) -> None:
    guests = tuple(map(Guest, NAMES[:3]))
    house.act(replace(house.kept.now, guests=guests, shape=Shape(2, 1)))
    sides = house.course().drawn_sides()
    house.act(replace(house.kept.now, contest=Contest(Kind.ROUND_ROBIN, sides)))
    out = []
    for _ in range(3):
        house.win(house.begin_round()[0], 0)
        out += [match.first for match in house.course().rounds()[-1] if not match.second]
    assert sorted(out) == sorted(sides)


def test_too_few_make_no_tournament(house: House) -> None:
    house.act(replace(house.kept.now, guests=tuple(map(Guest, NAMES[:5]))))
    assert house.course().drawn_sides() == ()


@given(count=st.integers(0, 60))
def test_so_many_acts_can_be_taken_back(count: int) -> None:
    kept = KeptEvening()
    for number in range(count):
        kept = kept.after(Evening(tables=1 + number % 3), number)
    assert len(kept.before) == min(count, MOST_UNDONE)


ODD_SHAPE = '{"now": {"shape": {"seats": 5, "team_size": 2}}}'


@pytest.mark.parametrize("text", ["", "{", "[]", '{"now": {"tables": 99}}', ODD_SHAPE, '{"form": 2, "now": {}}'])
def test_a_file_that_cannot_be_used_is_put_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / EVENING_FILE
    path.write_text(text)
    assert load_evening(tmp_path) == KeptEvening()
    assert path.with_suffix(".unused.json").read_text() == text
    save_evening(tmp_path, KeptEvening(Evening(variant="dog")))
    assert load_evening(tmp_path).now.variant == "dog"
