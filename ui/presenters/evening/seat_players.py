"""The players of a seat as the set-up offers them: people, or the computer at a level."""

from collections.abc import Sequence

from companion.players.level import Level
from companion.playout.library import kernel
from companion.settings.schema import PEOPLE
from ui.i18n import Words
from ui.presenters.setup import Option, SetupForm


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


def seated_form(form: SetupForm, variant: str, sides: Sequence[Sequence[str]]) -> SetupForm:
    """The form of a game with these people on its seats; partners sit where the game has partners."""
    count = sum(map(len, sides))
    game = form.with_variant(variant).with_players(count)
    if game.rejected:
        return game
    game = game.with_alone(alone=True) if len(sides) == count > 2 and game.on_board else game
    for seat, name in enumerate(_by_seat(game.teams(), sides)):
        game = game.with_name(seat, name)
    return game


def _by_seat(teams: Sequence[int], sides: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The people by seat, each side in the seats of one team; in their order if the game has other teams."""
    order = list(dict.fromkeys(teams))
    left = [list(side) for side in sides]
    if [teams.count(team) for team in order] != [len(side) for side in left]:
        return tuple(name for side in sides for name in side)
    return tuple(left[order.index(team)].pop(0) for team in teams)
