"""One player's sums: the same games seen from both sides, streaks, seats, and the rating over time."""

from hypothesis import given
from hypothesis import strategies as st
from scored_evenings import PEOPLE, game_lists, won_game

from companion.scoring.games import scored_games
from companion.scoring.profiles import Profiles
from companion.scoring.ratings import RatingBook
from companion.scoring.tables import player_table
from companion.scoring.tally import PlayerTally, Tally, player_tally
from companion.views.kept.saved_game import SavedGame
from companion.writing.names import name_key


def tally_of(name: str, games: list[SavedGame], profiles: Profiles | None = None) -> PlayerTally:
    known = profiles or Profiles()
    by_id = {game.game: game for game in games}
    return player_tally(known.key_of(name), scored_games(games, known), by_id, known)


@given(game_lists())
def test_two_see_the_same_games_from_both_sides(games: list[SavedGame]) -> None:
    tallies = {name_key(name): tally_of(name, games) for name in PEOPLE}
    for player, tally in tallies.items():
        for other, against in tally.opponents.items():
            seen = tallies[other].opponents[player]
            assert (against.games, against.won, against.lost) == (seen.games, seen.lost, seen.won)
        for other, together in tally.partners.items():
            assert together == tallies[other].partners[player]


@given(game_lists())
def test_every_sum_counts_each_game_of_the_table_once(games: list[SavedGame]) -> None:
    scored = scored_games(games, Profiles())
    for row in player_table(games, scored, Profiles(), RatingBook()):
        tally = tally_of(row.profile.name, games)
        assert (tally.total.games, tally.total.won) == (row.games, row.won)
        for parts in (tally.variants, tally.seats, tally.colours):
            assert sum(part.games for part in parts.values()) == row.games
            assert sum(part.won for part in parts.values()) == row.won


@given(st.lists(st.booleans(), min_size=1, max_size=30))
def test_streaks_are_those_of_a_row_of_signs(won: list[bool]) -> None:
    games = [won_game(number, ("Anna", "Ben"), 0 if each else 1) for number, each in enumerate(won)]
    tally = tally_of("Anna", games)
    signs = "".join("W" if each else "L" for each in won)
    assert tally.longest == max(map(len, signs.split("L")))
    lasting = len(signs) - len(signs.rstrip(signs[-1]))
    assert tally.streak == (lasting if won[-1] else -lasting)


def test_a_seat_is_the_one_of_any_name_of_the_player() -> None:
    profiles = Profiles().renamed("Anni", "Anna")
    games = [won_game(0, ("Ben", "Anna"), 1), won_game(1, ("Ben", "Carla", "Anni", "David"), 0)]
    tally = tally_of("Anna", games, profiles)
    assert tally.seats == {1: Tally(1, 1, 0), 2: Tally(1, 1, 0)}
    assert tally.colours.keys() == {"yellow", "green"}


def test_who_loses_to_a_third_one_has_not_lost_to_the_other() -> None:
    tally = tally_of("Anna", [won_game(0, ("Anna", "Ben", "Carla"), 1, sides=3)])
    assert tally.opponents == {name_key("Ben"): Tally(1, 0, 1), name_key("Carla"): Tally(1, 0, 0)}


@given(game_lists())
def test_the_rating_over_time_ends_with_the_rating(games: list[SavedGame]) -> None:
    scored = scored_games(games, Profiles())
    book = RatingBook(scored)
    for name in PEOPLE:
        course, rating = book.course(name_key(name)), book.rating(name_key(name))
        assert (rating is None) == (not course)
        if rating:
            assert (course[-1], len(course)) == (rating.strength, rating.games)
            part = RatingBook(scored[:-1]).course(name_key(name))
            assert course[: len(part)] == part
