"""Games that were played, for the gallery and the tests of the history: real ones, with a dispute and an undo."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

from card_games import card_game
from card_sessions import CardSession
from session_driver import Session
from session_players import RandomPlayers

from companion.catalogue.shipped import SHIPPED
from companion.history.course import GameCourse, course_of
from companion.open_row.actions import format_action
from companion.open_row.catalogue import game_ids
from companion.open_row.players import sensible_player
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.settings.schema import Settings
from companion.views.saved_game import SavedGame
from gallery.views import NAMES, faulty_games, saved_games, unix_ms


@cache
def played_course() -> GameCourse:
    """Three rounds of the usual game, with a play that was refused, one taken back and one restored."""
    session = Session().start()
    players = RandomPlayers(session, seed=6)
    players.play_rounds(2)
    while session.state.phase is not Phase.PLAY:
        players.step()
    for _ in range(3):
        players.step()
    session.do(cmd.DeclarePlay(seat=(session.position.turn + 1) % 4, card="8"))
    session.do(cmd.Undo())
    session.do(cmd.Redo())
    session.do(cmd.Undo())
    return course_of(session.events)


@cache
def card_course() -> GameCourse:
    """A game of cards alone between three."""
    players = [sensible_player] * 3
    turns = []
    for number, turn in enumerate(card_game(3, players)):
        turns.append(turn)
        if number == 40:
            break
    session = CardSession()
    start = turns[0][0]
    session.do(cmd.StartCardGame(game="cards", names=NAMES[:3], colours=("red", "yellow", "green"), position=start))
    for before, action, _ in turns:
        session.do(cmd.DeclareAction(seat=before.turn, action=format_action(action)))
    return course_of(session.events)


def many_games() -> tuple[SavedGame, ...]:
    """Games of every end, of several years and tables, damaged ones among them."""
    open_game, other = saved_games()
    _, damaged, newer = faulty_games()
    begun = datetime(2026, 3, 1, 19, 30)
    won = [
        replace(
            open_game,
            game=f"won-{number}",
            variant=variant,
            names=NAMES[number % 3 : number % 3 + 4] if number % 2 else NAMES[:4],
            started_ms=unix_ms(begun - timedelta(days=9 * number)),
            ply=60 + 7 * number,
            captures=number,
            disputes=number % 3,
            undos=number % 2,
            played_ms=(38 + 9 * number) * 60_000,
            result=(0, 2) if number % 3 else (1, 3),
        )
        for number, variant in enumerate(SHIPPED.ids)
    ]
    cards = replace(open_game, game="cards", variant=game_ids()[0], names=NAMES[:3], result=(1,), ply=41)
    return (
        open_game,
        replace(other, variant=Settings().variant, demo=True),
        replace(damaged, game="damaged"),
        won[0],
        cards,
        replace(other, game="given-up", result=()),
        replace(newer, game="newer"),
        *won[1:],
    )
