"""The next pairing: partners who have played together least, and seats such that few people move.

All ways to share so few people out are tried, so no library is needed: six players have fifteen.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from companion.scoring.games import ScoredGame
from companion.scoring.meetings import Matchup, Met


def next_seating(players: Sequence[str], teams: Sequence[int], evening: Sequence[ScoredGame]) -> tuple[str, ...] | None:
    """Returns the players by seat with new partners; None if nobody has a partner.

    `players` and `teams` are by present seat.  Partners are those who played together least this evening, opponents
    then those who met least; if that leaves a choice, the game after next decides, and then that as few people as
    possible change their seats.
    """
    if not _has_partners(teams) or len(set(players)) < len(players):
        return None
    met = Met().and_then(game.matchup for game in evening)
    ways = _matchups(tuple(sorted(players)), tuple(sorted(teams)))
    best = min(ways, key=lambda way: _cost(way, met, ways))
    seatings = (seats for seats in permutations(players) if matchup_of(seats, teams) == best)
    return min(seatings, key=lambda seats: sum(new != old for new, old in zip(seats, players, strict=True)))


def matchup_of(players: Sequence[str], teams: Sequence[int]) -> Matchup:
    """Returns the sides, of players and teams by seat."""
    sides: dict[int, set[str]] = {}
    for player, team in zip(players, teams, strict=True):
        sides.setdefault(team, set()).add(player)
    return frozenset(map(frozenset, sides.values()))


def _has_partners(teams: Sequence[int]) -> bool:
    sizes = Counter(teams).values()
    return len(sizes) > 1 and min(sizes, default=0) > 1


@lru_cache(maxsize=100)
def _matchups(players: tuple[str, ...], teams: tuple[int, ...]) -> tuple[Matchup, ...]:
    """Returns every way to share the players out over teams of these sizes, in an order that is always the same."""
    sizes = sorted(Counter(teams).values())
    found = dict.fromkeys(_shared_out(frozenset(players), sizes))
    return tuple(sorted(found, key=lambda each: sorted(map(sorted, each))))


def _shared_out(players: frozenset[str], sizes: Sequence[int]) -> Iterator[Matchup]:
    if not sizes:
        yield frozenset()
        return
    for side in combinations(sorted(players), sizes[0]):
        for rest in _shared_out(players - set(side), sizes[1:]):
            yield rest | {frozenset(side)}


def _cost(way: Matchup, met: Met, ways: Sequence[Matchup]) -> tuple[tuple[int, int], ...]:
    """Returns the cost of a pairing: repeated partners and opponents in it, and at best in the game after it."""
    after = met.and_then([way])
    return (met.repeats([way]), min(after.repeats([following]) for following in ways))
