"""Plays as XML, in the form in which BoardGameGeek's XML API 2 gives them (`/xmlapi2/plays`)."""

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from companion.views.kept.saved_game import SavedGame

#: Characters that XML 1.0 cannot contain, not even escaped.
_UNSAYABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plays_xml(games: Iterable[SavedGame], title_of: Callable[[str], str]) -> str:
    """The finished games, without results that were struck out; `title_of` returns the title of a game.

    One that nobody won is `incomplete`.  It contains no ids of BoardGameGeek, since the record has none: games and
    players go by their names.
    """
    over = [game for game in games if game.finished and game.fault is None and not game.is_struck]
    plays = Element("plays", {"total": str(len(over)), "page": "1"})
    for game in over:
        _add_play(plays, game, title_of(game.variant))
    indent(plays)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(plays, encoding="unicode") + "\n"


def _add_play(plays: Element, game: SavedGame, title: str) -> None:
    attributes = {
        "id": _sayable(game.game),
        "date": _day(game.started_ms),
        "quantity": "1",
        "length": str(round(game.played_ms / 60_000)),
        "incomplete": str(int(not game.result)),
        "nowinstats": str(int(not game.result)),
    }
    if game.entered and game.entered.place:
        attributes["location"] = _sayable(game.entered.place)
    play = SubElement(plays, "play", attributes)
    item = SubElement(play, "item", {"name": _sayable(title), "objecttype": "thing"})
    SubElement(SubElement(item, "subtypes"), "subtype", {"value": "boardgame"})
    if game.entered and game.entered.note:
        SubElement(play, "comments").text = _sayable(game.entered.note)
    players = SubElement(play, "players")
    for seat, name in enumerate(game.names):
        colour = game.colours[seat] if seat < len(game.colours) else ""
        won = str(int(seat in (game.result or ())))
        place = "" if game.entered else str(seat + 1)
        player = {"name": _sayable(name), "startposition": place, "color": _sayable(colour), "win": won}
        SubElement(players, "player", player)


def _day(ms: int) -> str:
    """The day of the local calendar; empty for a time that no calendar has."""
    try:
        return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):
        return ""


def _sayable(text: str) -> str:
    return _UNSAYABLE.sub("\N{REPLACEMENT CHARACTER}", text)
