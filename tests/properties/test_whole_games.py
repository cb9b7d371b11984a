"""Whole games of every variant, with every law checked after every step.  `make soak` plays ten thousand."""

import pytest
from game_laws import WatchedGame, description_of_seed, play_by_the_laws, tables
from laws import BrokenLawError
from msgspec.structs import replace

from companion.model.places import is_track

#: One game of each table where not all play at random: those are long.
SEEDS = range(len(tables()), 2 * len(tables()))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", SEEDS[::4], ids=lambda seed: description_of_seed(seed).partition(" {")[0])
def test_a_whole_game_keeps_the_laws(seed: int) -> None:
    """Cards and pawns conserved, the referee agrees, undo restores, the record reads back, the game ends."""
    tally = play_by_the_laws(seed)
    assert tally.counts["plays judged"] > 20
    assert tally.counts["others illegal"]


def test_every_game_and_every_number_of_players_has_its_turn() -> None:
    descriptions = [description_of_seed(seed) for seed in range(8 * len(tables()))]
    assert {words.partition(" {")[0] for words in descriptions[: len(tables())]} == {
        f"{n}, {c} players" for n, c in tables()
    }
    assert len(set(descriptions)) > 3 * len(tables())


def test_the_same_seed_is_the_same_game() -> None:
    first, second = WatchedGame(SEEDS[3]), WatchedGame(SEEDS[3])
    for watched in (first, second):
        for _ in range(60):
            watched.step()
    assert first.game.events == second.game.events


def test_a_lost_card_is_noticed() -> None:
    """The laws can fail: a card that vanishes from a pile, a pawn that is put somewhere."""
    watched = _begun()
    watched.game.pack.draw_pile.pop()
    with pytest.raises(BrokenLawError, match="no card is made or lost"):
        _play_on(watched)


def test_a_pawn_put_on_another_is_noticed() -> None:
    watched = _begun()
    position = watched.game.position
    seat, place = next(
        (seat, place) for seat, row in enumerate(position.placement.pawns) for place in row if is_track(place)
    )
    rows = list(position.placement.pawns)
    other = (seat + 1) % len(rows)
    rows[other] = tuple(sorted((*rows[other][1:], place)))
    crowded = position.with_placement(position.placement.with_pawns(tuple(rows)))
    watched.game.state = replace(watched.game.state, position=crowded)
    with pytest.raises(BrokenLawError, match="one pawn a field"):
        watched.check_position()


def _begun() -> WatchedGame:
    watched = WatchedGame(SEEDS[2])
    _play_on(watched)
    return watched


def _play_on(watched: WatchedGame) -> None:
    for _ in range(40):
        watched.step()
