"""Plays as XML, in the form in which BoardGameGeek's XML API 2 gives those of a user (`/xmlapi2/plays`).

It has every attribute that programs expect there.  Those that nobody here has are as for people without an account:
names empty, numbers 0.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from companion.texts.stored_times import iso_day
from companion.views.kept.saved_game import SavedGame

#: The user whose plays these are.
_USER: Final = "Pawtrack"
#: The numbers of plays that the site itself gives.
_NUMBER: Final = re.compile("bgg:([1-9][0-9]{0,17})")
#: The day of a play without one, as the site writes it.
_NO_DAY: Final = "0000-00-00"
#: Characters that XML 1.0 cannot contain, not even escaped.
_UNSAYABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plays_xml(games: Iterable[SavedGame], title_of: Callable[[str], str]) -> str:
    """The finished games, without results that were struck out; `title_of` returns the title of a game.

    One that nobody won is `incomplete`.  It contains no ids of BoardGameGeek for games and players, since the record
    has none: they go by their names.
    """
    over = [game for game in games if game.finished and game.fault is None and not game.is_struck]
    plays = Element("plays", {"username": _USER, "userid": "0", "total": str(len(over)), "page": "1"})
    for game in over:
        _add_play(plays, game, title_of(game.variant))
    indent(plays)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(plays, encoding="unicode") + "\n"


def play_number(game: SavedGame) -> str:
    """The number of a game among plays: that of the site for one that came from there, else one made from its id.

    It has 48 bits, so that no reader rounds it, and two of 10,000 games share one in one of five million records.
    """
    given = _NUMBER.fullmatch(game.entered.source if game.entered else "")
    if given:
        return given[1]
    return str(int.from_bytes(hashlib.sha256(game.game.encode("utf-8", "replace")).digest()[:6], "big"))


def _add_play(plays: Element, game: SavedGame, title: str) -> None:
    attributes = {
        "id": play_number(game),
        "date": iso_day(game.started_ms, _NO_DAY),
        "quantity": "1",
        "length": str(round(game.played_ms / 60_000)),
        "incomplete": str(int(not game.result)),
        "nowinstats": str(int(not game.result)),
        "location": _sayable(game.entered.place) if game.entered else "",
    }
    play = SubElement(plays, "play", attributes)
    item = SubElement(play, "item", {"name": _sayable(title), "objecttype": "thing"})
    SubElement(SubElement(item, "subtypes"), "subtype", {"value": "boardgame"})
    if game.entered and game.entered.note:
        SubElement(play, "comments").text = _sayable(game.entered.note)
    players = SubElement(play, "players")
    for seat, name in enumerate(game.names):
        SubElement(players, "player", _player(game, seat, name))


def _player(game: SavedGame, seat: int, name: str) -> dict[str, str]:
    """The attributes of a player; the position 1 begins."""
    return {
        "username": "",
        "userid": "0",
        "name": _sayable(name),
        "startposition": str(game.order.index(seat) + 1) if seat in game.order else "",
        "color": _sayable(game.colours[seat]) if seat < len(game.colours) else "",
        "score": "",
        "new": "0",
        "rating": "0",
        "win": str(int(seat in (game.result or ()))),
    }


def _sayable(text: str) -> str:
    return _UNSAYABLE.sub("\N{REPLACEMENT CHARACTER}", text)
