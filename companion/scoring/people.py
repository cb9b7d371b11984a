"""Games with everybody under the name that is shown today, whatever name stands in the record.

Law: this is the one place that turns recorded names into shown ones.  Lists, filters, statistics, exports and viewers
get games from here; the record keeps the names as they were typed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from companion.scoring.profiles import Profiles
from companion.session.events import Event, Start
from companion.views.kept.saved_game import SavedGame


def shown_names(games: Iterable[SavedGame], profiles: Profiles) -> dict[str, str]:
    """Returns everybody's shown name, by the players' keys: the chosen one, else the one typed last."""
    newest: dict[str, tuple[int, str, str]] = {}
    for game in games:
        if game.is_of_people:
            for name in game.names:
                key, typed = profiles.key_of(name), (game.started_ms, game.game, name)
                if key not in newest or typed > newest[key]:
                    newest[key] = typed
    shown = {key: name for key, (_, _, name) in newest.items()}
    return shown | {profile.key: profile.name for profile in profiles.known}


def known_games(games: Sequence[SavedGame], profiles: Profiles) -> tuple[SavedGame, ...]:
    """Returns the games with everybody under the shown name; demos stay as they are."""
    shown = shown_names(games, profiles)
    typed = {name for game in games if not game.demo for name in game.names}
    other = {name: now for name in typed if (now := shown.get(profiles.key_of(name), name)) != name}
    return tuple(_renamed(game, other) for game in games) if other else tuple(games)


def known_events(events: Sequence[Event], profiles: Profiles) -> tuple[Event, ...]:
    """Returns the events of a game with everybody under the name of the profile; those of a demo stay as they are."""
    begun = events[0] if events else None
    if not isinstance(begun, Start) or begun.demo:
        return tuple(events)
    return (structs.replace(begun, names=known_names(begun.names, profiles)), *events[1:])


def known_names(names: Iterable[str], profiles: Profiles) -> tuple[str, ...]:
    """Returns the names of the profiles; a name without one stays."""
    return tuple(profiles.of(name).name for name in names)


def _renamed(game: SavedGame, other: Mapping[str, str]) -> SavedGame:
    if game.demo or other.keys().isdisjoint(game.names):
        return game
    return replace(game, names=tuple(other.get(name, name) for name in game.names))
