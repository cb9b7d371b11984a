"""A play for BG Stats: a link with the play as JSON, to be opened on a phone or shown to it as a code.

The app searches for games and players by the given names and ids, asks once, and remembers the answer: so a player has
one id for ever, whatever name is shown.  The app for Android refuses a play that leaves out a boolean: games have
`highestWins` and `noPoints`, players `winner` and `startPlayer`.
"""

import json
import unicodedata
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

from companion.scoring.profiles import Profiles
from companion.texts.stored_times import moment_of
from companion.views.kept.saved_game import SavedGame

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Pawtrack"
_NO_TIME: Final = datetime(1970, 1, 1, tzinfo=UTC)
#: A longer link makes a code too fine to be read from a tablet; place, note and names are shortened until it fits.
MOST_BYTES: Final = 1400
#: Letters of a name, and of the place and the note, that are tried.
_LENGTHS: Final = ((40, 160), (40, 60), (24, 60), (24, 0), (16, 0), (10, 0), (6, 0), (3, 0))
#: Characters that may stand unescaped in the query of an address (RFC 3986).
_SAFE: Final = ":,!*'()~"


def play_link(game: SavedGame, title: str, profiles: Profiles) -> str:
    """The link that gives a finished game called `title` to BG Stats; at most MOST_BYTES long.

    Raises ValueError for a game that is not over, that nobody won or that is struck out: there is nothing to hand over.
    """
    if not game.result or game.is_struck:
        raise ValueError("the game has no winner")
    link = ""
    for lengths in _LENGTHS:
        written = json.dumps(play(game, title, profiles, *lengths), ensure_ascii=False, separators=(",", ":"))
        link = ADDRESS + quote(written, _SAFE)
        if len(link) <= MOST_BYTES:
            break
    return link


def play(
    game: SavedGame, title: str, profiles: Profiles, name_length: int = 40, note_length: int = 160
) -> dict[str, object]:
    """The play as BG Stats reads it; names are cut to so many letters, and so are the place and the note.

    Times are UTC, when the game ended; for a time that no calendar has, 1970 begins.  Nobody is the start player if
    nobody knows who began.
    """
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.game,
        "playDate": (moment_of(game.changed_ms, UTC) or _NO_TIME).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": round(game.played_ms / 60_000),
        **_place_and_note(game, note_length),
        "game": {"name": title, "sourceGameId": game.variant, "highestWins": True, "noPoints": True},
        "players": [
            {
                "name": _written(name)[:name_length],
                "sourcePlayerId": profiles.id_of(name),
                "startPlayer": seat in game.order[:1],
                "winner": seat in (game.result or ()),
            }
            for seat, name in enumerate(game.names)
        ],
    }


def _place_and_note(game: SavedGame, length: int) -> dict[str, str]:
    if game.entered is None:
        return {}
    texts = {"location": _written(game.entered.place)[:length], "comments": _written(game.entered.note)[:length]}
    return {field: text for field, text in texts.items() if text}


def _written(name: str) -> str:
    """One spelling of each name, without characters that cannot be encoded."""
    return unicodedata.normalize("NFC", name).encode("utf-8", "replace").decode()
