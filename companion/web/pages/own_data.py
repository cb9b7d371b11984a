"""The data that the web program itself makes; the rest comes from the table ready-made, or from `page_data`.

It imports nothing of the game: a program that serves files needs no rules.
"""

from typing import Literal

import msgspec

#: The version of all data of the pages.
VERSION: Literal[1] = 1


class ThemeList(msgspec.Struct, frozen=True, kw_only=True):
    """`/themes.json`: the themes of the overlays beside the house's own."""

    v: int = VERSION
    themes: tuple[str, ...]


class VoiceState(msgspec.Struct, frozen=True, kw_only=True):
    """`/voice.json`: whether the commentary is spoken here."""

    v: int = VERSION
    there: bool
