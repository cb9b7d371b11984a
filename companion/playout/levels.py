"""The computer player of each level; if the strong one cannot play, the reason is logged and the sensible one plays."""

import logging

from companion.players.easy_player import EasyPlayer
from companion.players.level import Level
from companion.players.player import Player, RandomSource
from companion.players.sensible_player import SensiblePlayer
from companion.playout.compile import NoTableError, compile_table
from companion.playout.library import kernel
from companion.playout.strong_player import StrongPlayer
from companion.rules.rules import Rules

log = logging.getLogger(__name__)


def player_of(level: Level, rules: Rules, rng: RandomSource) -> Player:
    """A player of this level for games by these rules."""
    if level is Level.EASY:
        return EasyPlayer(rng)
    reason = obstacle(rules) if level is Level.STRONG else ""
    if reason:
        log.warning("the computer plays at the level normal: %s", reason)
    compiled = kernel()
    if level is Level.NORMAL or reason or compiled is None:
        return SensiblePlayer(rng)
    return StrongPlayer(rng, compiled)


def obstacle(rules: Rules) -> str:
    """Why the strong level is impossible by these rules here, "" if it is possible."""
    if kernel() is None:
        return "the playout kernel is not built; install a C compiler and Pawtrack anew"
    try:
        compile_table(rules)
    except NoTableError as error:
        return str(error)
    return ""
