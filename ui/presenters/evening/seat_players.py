"""The players of a seat as the set-up offers them: people, or the computer at a level."""

from companion.players.level import Level
from companion.playout.library import kernel
from companion.settings.schema import PEOPLE
from ui.i18n import Words
from ui.presenters.setup import Option


def player_choices(words: Words) -> tuple[Option, ...]:
    """People first.  Without a built playout kernel the strong level is missing."""
    levels = [level for level in Level if level is not Level.STRONG or kernel() is not None]
    return (
        Option(PEOPLE, words.text("setup.by_people")),
        *(Option(level, _by_computer(level, words)) for level in levels),
    )


def _by_computer(level: Level, words: Words) -> str:
    return words.text("setup.by_computer", level=level_name(level, words))


def level_name(level: Level, words: Words) -> str:
    """The level within a sentence."""
    return words.text(f"level.{level}").lower()
