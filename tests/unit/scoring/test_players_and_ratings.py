"""Ratings and tables are counted from the games alone: neither their order nor what people call each other matters."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scored_evenings import PEOPLE, game_lists, simulated_games, won_game

from companion.scoring.games import scored_games
from companion.scoring.profiles import ProfileRefusedError, Profiles
from companion.scoring.ratings import FEWEST_GAMES, RatingBook
from companion.scoring.tables import PlayerRow, games_together, names_played, player_table
from companion.views.kept.saved_game import SavedFault, SavedGame
from companion.writing.names import name_key


def table(games: list[SavedGame], profiles: Profiles) -> tuple[PlayerRow, ...]:
    scored = scored_games(games, profiles)
    return player_table(games, scored, profiles, RatingBook(scored))


def strengths(games: list[SavedGame]) -> dict[str, tuple[float, float]]:
    book = RatingBook(scored_games(games, Profiles()))
    return {
        name: (rating.strength, rating.deviation)
        for name in PEOPLE
        if (rating := book.rating(name_key(name))) is not None
    }


@given(game_lists(), st.randoms(use_true_random=False))
def test_any_order_of_import_gives_the_same_ratings_and_table(games: list[SavedGame], chance: random.Random) -> None:
    imported = list(games)
    chance.shuffle(imported)
    assert strengths(imported) == strengths(games)
    assert table(imported, Profiles()) == table(games, Profiles())


def test_the_order_of_play_does_matter() -> None:
    """Or the test above could not fail."""
    games = [won_game(0, PEOPLE[:2], 0), won_game(1, PEOPLE[1:3], 0), won_game(2, PEOPLE[:2], 1)]
    other = [replace(game, started_ms=-game.started_ms) for game in games]
    assert strengths(games) != strengths(other)


@pytest.mark.parametrize("seed", range(3))
def test_players_of_known_strength_come_out_in_their_order(seed: int) -> None:
    known = {name: 0.9 * (3.5 - rank) for rank, name in enumerate(PEOPLE)}
    rows = table(simulated_games(known, 600, seed), Profiles())
    assert [row.profile.name for row in rows] == list(PEOPLE)
    assert all(row.rating is not None and row.rating.margin < 6 for row in rows)


def test_a_rating_is_shown_from_ten_games_on_and_is_surer_with_more() -> None:
    games = [won_game(number, PEOPLE[:4], number % 2) for number in range(40)]
    margins = []
    for count in (FEWEST_GAMES - 1, FEWEST_GAMES, 40):
        (first, *_) = table(games[:count], Profiles())
        assert (first.rating is not None) == (count >= FEWEST_GAMES)
        margins += [first.rating.margin] if first.rating else []
    assert margins[0] > margins[1] > 0


def test_what_nobody_won_and_what_no_person_played_does_not_count() -> None:
    game = won_game(0, PEOPLE[:4], 0)
    beside = [
        replace(game, result=None),
        replace(game, result=()),
        replace(game, demo=True),
        replace(game, fault=SavedFault.DAMAGED),
        replace(game, teams=()),
        replace(game, teams=(0, 0, 0, 0)),
        replace(game, names=("Anna", "Ben", "anna", "David")),
    ]
    assert len(scored_games([game], Profiles())) == 1
    assert scored_games(beside, Profiles()) == ()


changes = st.lists(
    st.tuples(
        st.sampled_from(["rename", "merge", "split", "remove", "look"]),
        st.sampled_from(PEOPLE),
        st.sampled_from(PEOPLE),
    ),
    max_size=12,
)


def changed(profiles: Profiles, games: list[SavedGame], what: str, name: str, other: str) -> Profiles:
    match what:
        case "rename":
            return profiles.renamed(name, other + "!", names_played(games))
        case "merge":
            return profiles.merged(name, other, games_together(games, profiles, name, other))
        case "split":
            return profiles.split(name)
        case "remove":
            return profiles.removed(name, now_ms=-1)
        case _:
            return profiles.with_look(name, colour="red", glyph="paw")


@given(game_lists(8), changes)
def test_whatever_is_renamed_merged_or_removed_no_game_is_lost(
    games: list[SavedGame], asked: list[tuple[str, str, str]]
) -> None:
    """Every seat of every game that counted still counts for one player; merged players never sat in the same game."""
    before = scored_games(games, Profiles())
    profiles = Profiles()
    for what, name, other in asked:
        try:
            profiles = changed(profiles, games, what, name, other)
        except ProfileRefusedError:
            continue
    after = scored_games(games, profiles)
    assert [game.game for game in after] == [game.game for game in before]
    rows = table(games, profiles)
    assert sum(row.games for row in rows) == sum(len(game.players) for game in before)
    assert sum(row.won for row in rows) == sum(len(game.sides[game.winner]) for game in before)
    assert len({row.profile.key for row in rows}) == len(rows)


def test_a_merge_counts_the_games_of_both_and_split_takes_it_back() -> None:
    games = [won_game(0, ("Ann", "Ben"), 0), won_game(1, ("Anna", "Ben"), 1), won_game(2, ("ANNA ", "Ben"), 0)]
    merged = Profiles().merged("Ann", "Anna")
    assert {row.profile.name: (row.games, row.won) for row in table(games, merged)} == {"Anna": (3, 2), "Ben": (3, 1)}
    apart = {row.profile.name: row.games for row in table(games, merged.split("ann"))}
    assert apart == {"Anna": 2, "Ben": 3, "Ann": 1}


def test_two_who_sat_at_one_table_are_two_people() -> None:
    games = [won_game(0, PEOPLE[:4], 0)]
    together = games_together(games, Profiles(), "anna", "DAVID")
    with pytest.raises(ProfileRefusedError, match="sat_together"):
        Profiles().merged("Anna", "David", together)


@pytest.mark.parametrize(
    ("new", "why"), [("", "name_missing"), ("  ", "name_missing"), ("n" * 13, "name_long"), ("ben", "name_taken")]
)
def test_a_name_that_cannot_be_taken_says_why(new: str, why: str) -> None:
    with pytest.raises(ProfileRefusedError, match=why):
        Profiles().renamed("Anna", new, PEOPLE)


def test_a_new_name_keeps_the_games_under_the_old_one_and_the_way_back() -> None:
    games = [won_game(0, ("Ann", "Ben"), 0)]
    renamed = Profiles().renamed("Ann", "Annabelle", names_played(games))
    assert [row.profile.name for row in table(games, renamed)] == ["Annabelle", "Ben"]
    again = renamed.renamed("Annabelle", "Ann", names_played(games))
    assert (again.of("Ann").name, again.of("Ann").others) == ("Ann", ("Annabelle",))


def test_a_removed_player_is_off_the_table_and_others_keep_their_rating() -> None:
    games = [won_game(number, PEOPLE[:4], number % 2) for number in range(12)]
    whole = {row.profile.name: row for row in table(games, Profiles())}
    removed = Profiles().removed("Ben", games[-1].started_ms + 1)
    rows = {row.profile.name: row for row in table(games, removed)}
    assert rows == {name: row for name, row in whole.items() if name != "Ben"}
    back = {row.profile.name: row.games for row in table([*games, won_game(13, PEOPLE[:4], 0)], removed)}
    assert back["Ben"] == 13


@given(st.sampled_from(PEOPLE), st.sampled_from([str.upper, str.lower, str.title, lambda name: f"  {name} "]))
def test_case_and_spaces_make_no_other_player(name: str, write: object) -> None:
    assert callable(write)
    assert name_key(write(name)) == name_key(name)
