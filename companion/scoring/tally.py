"""The games of one player in sums: with and against whom, in which game, on which seat, and how many in a row."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.scoring.games import ScoredGame
from companion.scoring.profiles import Profiles
from companion.views.kept.saved_game import SavedGame


@dataclass(slots=True)
class Tally:
    """`won` of `games` games; of those against somebody the other one won `lost`, the rest were won by others."""

    games: int = 0
    won: int = 0
    lost: int = 0

    def count(self, *, won: bool, lost: bool) -> None:
        """Adds a game."""
        self.games += 1
        self.won += won
        self.lost += lost


@dataclass(slots=True)
class PlayerTally:
    """The sums of one player's games that count; `partners` and `opponents` are by player's key.

    `variants` go by the id of the game, `seats` by their index, `colours` by the pawns' colour where that is known.
    `longest` is the longest winning streak; `streak` the one that lasts, below 0 of lost games.
    """

    total: Tally = field(default_factory=Tally)
    partners: dict[str, Tally] = field(default_factory=dict)
    opponents: dict[str, Tally] = field(default_factory=dict)
    variants: dict[str, Tally] = field(default_factory=dict)
    seats: dict[int, Tally] = field(default_factory=dict)
    colours: dict[str, Tally] = field(default_factory=dict)
    longest: int = 0
    streak: int = 0


def player_tally(
    player: str, scored: Iterable[ScoredGame], saved: Mapping[str, SavedGame], profiles: Profiles
) -> PlayerTally:
    """Returns the sums of a player by key.

    `scored` are the games that count, the oldest first; `saved` are the games by their ids, with their seats.
    """
    tally = PlayerTally()
    for game in scored:
        own = next((index for index, side in enumerate(game.sides) if player in side), None)
        if own is not None:
            _count(tally, player, own, game)
            _count_seat(tally, player, saved[game.game], profiles, won=own == game.winner)
    return tally


def _count(tally: PlayerTally, player: str, own: int, game: ScoredGame) -> None:
    won = own == game.winner
    tally.total.count(won=won, lost=not won)
    tally.variants.setdefault(game.variant, Tally()).count(won=won, lost=not won)
    for index, side in enumerate(game.sides):
        others = tally.partners if index == own else tally.opponents
        for other in side:
            if other != player:
                others.setdefault(other, Tally()).count(won=won, lost=index == game.winner and not won)
    tally.streak = max(1, tally.streak + 1) if won else min(-1, tally.streak - 1)
    tally.longest = max(tally.longest, tally.streak)


def _count_seat(tally: PlayerTally, player: str, saved: SavedGame, profiles: Profiles, *, won: bool) -> None:
    seat = [profiles.key_of(name) for name in saved.names].index(player)
    tally.seats.setdefault(seat, Tally()).count(won=won, lost=not won)
    if seat < len(saved.colours) and saved.colours[seat]:
        tally.colours.setdefault(saved.colours[seat], Tally()).count(won=won, lost=not won)
