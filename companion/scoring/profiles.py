"""The profiles of players, beside the names that stand in the record.

Laws: the record is never changed.  A name belongs to one player only, whatever its case; a name without a profile is a
player of its own.  A player has one id for ever, and no two players have the same.
"""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any, Final

from companion.writing.names import name_key

#: The pictograms that a player can have beside the name, with their names in `companion.looks.icons`.
GLYPHS: Final = ("paw", "star", "heart", "moon", "sun", "leaf", "fish", "bone")
#: The longest name that fits a seat.
LONGEST_NAME: Final = 12


class ProfileRefusedError(ValueError):
    """The change is impossible; `message` is its name in the catalogues, `blanks` the values of its blanks."""

    def __init__(self, message: str, **blanks: str) -> None:
        super().__init__(message)
        self.message, self.blanks = message, blanks


def person_id(key: str) -> str:
    """Returns the id that stands for a name's key in other programs: short, because it stands in a code."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A player: the `name` to show, and `others` under which the same person has played.

    `colour` is the pawns' colour that the player likes, `glyph` one of `GLYPHS`; empty if not chosen.
    `removed_ms`: taken off the lists at that time (Unix ms); a later game brings the player back.
    `own_id` is empty while the id follows from the first of all names.
    """

    name: str
    others: tuple[str, ...] = ()
    colour: str = ""
    glyph: str = ""
    removed_ms: int | None = None
    own_id: str = ""

    @property
    def id(self) -> str:
        """The same for ever, whatever name is shown; other programs recognise the player by it."""
        return self.own_id or person_id(name_key(self.others[0] if self.others else self.name))

    def changed(self, **changes: Any) -> "Profile":
        """Returns the same player with these changes and the same id."""
        after = replace(self, **changes)
        return after if after.id == self.id else replace(after, own_id=self.id)

    @property
    def key(self) -> str:
        """The same for every name of the player."""
        return name_key(self.name)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(name_key(name) for name in (self.name, *self.others))


@dataclass(frozen=True)
class Profiles:
    """All profiles.  Raises ValueError if a name belongs to two of them."""

    known: tuple[Profile, ...] = ()

    def __post_init__(self) -> None:
        keys = [key for profile in self.known for key in profile.keys]
        if len(set(keys)) < len(keys) or "" in keys:
            raise ValueError("a name belongs to two players, or is empty")

    @cached_property
    def _by_key(self) -> Mapping[str, Profile]:
        return {key: profile for profile in self.known for key in profile.keys}

    def of(self, name: str) -> Profile:
        """Returns the player of a name; without a profile a new one, who has only that name."""
        return self._by_key.get(name_key(name)) or Profile(name=name)

    @cached_property
    def _keys(self) -> dict[str, str]:
        """Cached names with their players: a record of many games has few names."""
        return {}

    def key_of(self, name: str) -> str:
        """Returns the key of the player of a name."""
        known = self._keys.get(name)
        if known is None:
            found = self._by_key.get(name_key(name))
            known = self._keys[name] = found.key if found else name_key(name)
        return known

    def id_of(self, name: str) -> str:
        """Returns the id of the player of a name."""
        return self.of(name).id

    def with_look(self, name: str, *, colour: str | None = None, glyph: str | None = None) -> "Profiles":
        """Returns the profiles with another colour or glyph of the player; None leaves it."""
        profile = self.of(name)
        chosen = profile.colour if colour is None else colour
        return self._with(profile, replace(profile, colour=chosen, glyph=profile.glyph if glyph is None else glyph))

    def renamed(self, name: str, new: str, played: Collection[str] = ()) -> "Profiles":
        """Returns the profiles with the player shown as `new`; the old name stays one of the others.

        `played` are the names of the record.  Raises ProfileRefusedError if `new` is empty, too long, or somebody
        else's.
        """
        new, profile = " ".join(new.split()), self.of(name)
        if not new:
            raise ProfileRefusedError("name_missing", name=profile.name)
        if len(new) > LONGEST_NAME:
            raise ProfileRefusedError("name_long", name=new, most=str(LONGEST_NAME))
        taken = {self.key_of(other) for other in (*played, *(known.name for known in self.known))} - {profile.key}
        if self.key_of(new) in taken:
            raise ProfileRefusedError("name_taken", name=profile.name, new=self.of(new).name)
        others = [other for other in (*profile.others, profile.name) if name_key(other) != name_key(new)]
        return self._with(profile, profile.changed(name=new, others=tuple(others)))

    def merged(self, name: str, into: str, together: int = 0) -> "Profiles":
        """Returns the profiles with two names as one person.

        All games count for the player of `into`, whose look stays.  `together` is the number of games in which both
        sat.  Raises ProfileRefusedError if they did, or are one already.
        """
        gone, kept = self.of(name), self.of(into)
        if gone.key == kept.key:
            raise ProfileRefusedError("same_player", name=gone.name, into=kept.name)
        if together:
            raise ProfileRefusedError("sat_together", name=gone.name, into=kept.name, count=str(together))
        whole = kept.changed(
            others=(*kept.others, gone.name, *gone.others),
            colour=kept.colour or gone.colour,
            glyph=kept.glyph or gone.glyph,
            removed_ms=None,
        )
        without = Profiles(tuple(profile for profile in self.known if profile.key != gone.key))
        return without._with(kept, whole)

    def split(self, name: str) -> "Profiles":
        """Returns the profiles with a player's other name as a player of its own again.  Raises ProfileRefusedError."""
        profile, key = self.of(name), name_key(name)
        own = next((other for other in profile.others if name_key(other) == key), None)
        if own is None:
            raise ProfileRefusedError("own_name", name=name)
        others = tuple(other for other in profile.others if other != own)
        without = self._with(profile, profile.changed(others=others))
        alone = Profile(name=own)
        if all(alone.id != known.id for known in without.known):
            return without
        taken = {known.id for known in without.known}
        fresh = (person_id(f"{key} {number}") for number in count(2))
        return without._with(alone, replace(alone, own_id=next(free for free in fresh if free not in taken)))

    def removed(self, name: str, now_ms: int) -> "Profiles":
        """Takes the player off the lists until the next game; nothing of the record changes, nor anybody's rating."""
        profile = self.of(name)
        return self._with(profile, replace(profile, removed_ms=now_ms))

    def _with(self, before: Profile, after: Profile) -> "Profiles":
        if before in self.known:
            return Profiles(tuple(after if profile == before else profile for profile in self.known))
        return Profiles((*self.known, after))
