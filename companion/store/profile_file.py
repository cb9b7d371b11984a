"""The players' profiles, in one file beside the record.

Laws: the file is whole or unchanged, even after a power cut; an unreadable one is put aside and never overwritten.  The
games and their players stand in the record alone.
"""

from itertools import count
from pathlib import Path
from typing import Annotated, Final

import msgspec

from companion.looks.colours import PAWNS
from companion.scoring.profiles import GLYPHS, Profile, Profiles
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_bytes
from companion.system.quoting import one_line

PROFILE_FILE: Final = "players.json"
_LONGEST: Final = 4 * 1024 * 1024
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class ProfileFileError(Exception):
    """The file cannot be used; one line with the reason."""


class _Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    name: _Name
    others: tuple[_Name, ...] = ()
    colour: str = ""
    glyph: str = ""
    removed_ms: int | None = None
    id: Annotated[str, msgspec.Meta(max_length=40)] = ""


class _Players(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    form: Annotated[int, msgspec.Meta(ge=1, le=1)] = 1
    players: tuple[_Player, ...] = ()


def load_profiles(folder: Path) -> Profiles:
    """Returns the profiles of a data folder; none if there is no file.  Raises ProfileFileError."""
    path = folder / PROFILE_FILE
    try:
        kept = msgspec.json.decode(read_bytes(path, _LONGEST), type=_Players)
        return Profiles(tuple(map(_profile, kept.players)))
    except FileNotFoundError:
        return Profiles()
    except OSError as error:
        raise ProfileFileError(f"{path.name} cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise ProfileFileError(f"{path.name} cannot be used: {one_line(str(error))}") from error


def save_profiles(folder: Path, profiles: Profiles) -> None:
    """Writes all profiles.  Raises OSError."""
    players = tuple(
        _Player(
            name=each.name,
            others=each.others,
            colour=each.colour,
            glyph=each.glyph,
            removed_ms=each.removed_ms,
            id=each.own_id,
        )
        for each in profiles.known
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / PROFILE_FILE, msgspec.json.format(msgspec.json.encode(_Players(players=players))) + b"\n")


def put_profiles_aside(folder: Path) -> Path:
    """Keeps an unreadable file unchanged beside the new one; returns its new name.  Raises OSError."""
    names = (folder / f"players.unused-{number}.json" for number in count(1))
    aside = next(name for name in names if not name.exists())
    (folder / PROFILE_FILE).replace(aside)
    return aside


def _profile(player: _Player) -> Profile:
    """Returns the profile; drops a colour or glyph that this program does not know."""
    return Profile(
        name=player.name,
        others=player.others,
        colour=player.colour if player.colour in PAWNS else "",
        glyph=player.glyph if player.glyph in GLYPHS else "",
        removed_ms=player.removed_ms,
        own_id=player.id,
    )
