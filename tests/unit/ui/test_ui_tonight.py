"""The evening in words: the next tables, the people who sit out, and the reason for an empty proposal."""

from dataclasses import replace
from datetime import date

import pytest
from scored_evenings import PEOPLE, won_game
from words_for_tests import WORDING

from companion.evenings.evening import Course, Evening, Guest, KeptEvening, TableGame
from companion.evenings.seating import Shape
from companion.evenings.tournament import Kind
from companion.scoring.profiles import Profiles
from ui.i18n import load_words
from ui.presenters.evening.players import PlayerBook
from ui.presenters.evening.tonight import (
    NO_CONTEST,
    Tonight,
    begun_games,
    contests_offered,
    course_of,
    new_evening,
    next_table_count,
    shape_text,
    sheet,
    side_text,
    tonight,
    with_contest,
)

WORDS = load_words("en", WORDING)
BOOK = PlayerBook(())


def course(people: int, **changes: object) -> Course:
    guests = tuple(map(Guest, PEOPLE[:people]))
    return Course(evening=replace(Evening(variant="dog", guests=guests), **changes), played=(), profiles=Profiles())


def shown(course: Course) -> Tonight:
    return tonight(course, BOOK, WORDS)


@pytest.mark.parametrize("people", range(2, 7))
def test_a_table_is_proposed_from_four_people_on_and_the_others_sit_out(people: int) -> None:
    found = shown(course(people))
    assert [card.title for card in found.proposed] == ([WORDS.text("tonight.next")] if people >= 4 else [])
    assert found.missing == ("" if people >= 4 else WORDS.text("tonight.more_people", count=4 - people))
    assert bool(found.out) is (people > 4)
    assert sum(name in found.out for name in PEOPLE[:people]) == max(0, people - 4)
    assert (found.playing, found.results, found.standings) == ((), (), ())


def test_a_table_that_plays_is_shown_and_nothing_is_missing() -> None:
    sides = ((PEOPLE[0], PEOPLE[2]), (PEOPLE[1], PEOPLE[3]))
    found = shown(course(4, games=(TableGame("g", sides, 1),)))
    assert [(card.game, card.sides, card.title) for card in found.playing] == [
        ("g", sides, WORDS.text("tonight.table", number=1))
    ]
    assert (found.proposed, found.missing) == ((), "")


def test_a_tournament_proposes_its_rounds_by_their_numbers_and_can_be_left() -> None:
    begun, kind = course(8), Kind.ROUND_ROBIN
    assert contests_offered(begun) == (NO_CONTEST, *Kind)
    assert contests_offered(course(4)) == (NO_CONTEST,)
    played = replace(begun, evening=with_contest(begun, kind))
    found = shown(played)
    assert found.contest == WORDS.text("tonight.round_robin")
    assert [card.title for card in found.proposed] == [WORDS.text("tonight.round", number=1, count=3)] * 2
    games = begun_games(played, found.proposed, ["one", "other"], 5)
    assert [(game.game, game.round, game.since_ms) for game in games] == [("one", 1, 5), ("other", 1, 5)]
    left = replace(played, evening=with_contest(played, NO_CONTEST))
    assert (left.evening.contest, left.evening.shape) == (None, played.evening.shape)
    assert shown(left).contest == WORDS.text("tonight.no_contest")
    assert {game.round for game in begun_games(left, found.proposed, ["one", "other"], 5)} == {0}


@pytest.mark.parametrize(("people", "counts"), [(3, [1, 1]), (4, [1, 1]), (8, [2, 1])])
def test_the_number_of_tables_goes_round_as_far_as_people_are_there(people: int, counts: list[int]) -> None:
    evening, seen = course(people), []
    for _ in counts:
        seen.append(next_table_count(evening))
        evening = replace(evening, evening=replace(evening.evening, tables=seen[-1]))
    assert seen == counts


@pytest.mark.parametrize(("sides", "shape"), [(2, Shape(4, 2)), (4, Shape(4, 1))])
def test_a_new_evening_has_the_game_and_the_shape_of_the_newest_game(sides: int, shape: Shape) -> None:
    game = won_game(1, PEOPLE[:4], 0, sides=sides)
    begun = new_evening(PlayerBook((game,)), "dog", game.changed_ms)
    assert (begun.variant, begun.shape) == (game.variant, shape)
    assert sorted(begun.names) == sorted(PEOPLE[:4])
    assert new_evening(BOOK, "dog", 1) == Evening(variant="dog")
    assert len({shape_text(each, WORDS) for each in (Shape(4, 2), Shape(4, 1))}) == 2


def on_paper(course: Course, book: PlayerBook = BOOK) -> dict[str, tuple[tuple[object, ...], ...]]:
    """The lines of each list by its heading."""
    made = sheet(course, book, date(2026, 3, 1), WORDS)
    assert made.page == WORDS.text("protocol.page", number="{number}")
    return {part.heading: part.lines for part in made.lists}


def test_a_sheet_has_the_rounds_with_room_for_winners_and_no_empty_list() -> None:
    """Six people make three sides: one of them sits out in each round."""
    begun = course(6)
    contest = replace(begun, evening=with_contest(begun, Kind.ROUND_ROBIN))
    assert on_paper(begun) == {}
    rounds = on_paper(contest)
    assert list(rounds) == [WORDS.text("tonight.standings"), WORDS.text("tonight.round", number=1, count=3)]
    lines = rounds[WORDS.text("tonight.round", number=1, count=3)]
    assert [line[0] for line in lines] == ["1.", "2."]
    counts = {sum(name in line[1] for name in PEOPLE[:6]): line for line in lines}
    assert set(counts) == {2, 4}
    assert counts[2][1].startswith(WORDS.text("tonight.out", names="")[:5])
    assert {line[2] for line in lines} == {""}


def test_a_played_round_has_its_winner_on_the_sheet() -> None:
    contest = course(8)
    contest = replace(contest, evening=with_contest(contest, Kind.ROUND_ROBIN))
    tables = [card.sides for card in shown(contest).proposed]
    winners = (1, 0)
    saved = [
        won_game(number, (one[0], other[0], one[1], other[1]), winner)
        for number, ((one, other), winner) in enumerate(zip(tables, winners, strict=True))
    ]
    games = tuple(TableGame(game.game, sides, 0, round=1) for game, sides in zip(saved, tables, strict=True))
    book = PlayerBook(tuple(saved))
    lists = on_paper(replace(contest, evening=replace(contest.evening, games=games), played=book.scored), book)
    named = {line[2] for line in lists[WORDS.text("tonight.round", number=1, count=3)]}
    assert named == {side_text(sides[winner]) for sides, winner in zip(tables, winners, strict=True)}


def test_a_played_game_is_on_the_sheet_with_its_winners_and_the_points() -> None:
    game = won_game(1, PEOPLE[:4], 0)
    book = PlayerBook((game,))
    evening = course_of(KeptEvening(new_evening(book, "dog", game.changed_ms)), book, game.changed_ms)
    lists = on_paper(evening, book)
    assert list(lists) == [WORDS.text("tonight.standings"), WORDS.text("tonight.results")]
    standings, results = lists.values()
    assert len(standings) == 4
    assert [line[0] for line in results] == ["1."]
    assert tonight(evening, book, WORDS).results == (results[0][1],)
    assert results[0][1].index(PEOPLE[0]) < results[0][1].index(PEOPLE[1])
