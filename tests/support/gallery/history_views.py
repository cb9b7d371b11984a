"""Games that were played, for the gallery and the tests of the history: real ones, with a dispute and an undo."""

import random
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

from card_games import card_game
from card_sessions import CardSession
from msgspec import structs
from session_driver import Session
from session_players import RandomPlayers
from whole_games.whole_game import WholeGame, usual_table

from companion.catalogue.shipped import SHIPPED
from companion.coach.analysis import surer
from companion.coach.review import DEFAULT_EFFORT, TurnReview
from companion.coach.turns import Turn, turns_of
from companion.history.course import GameCourse, course_of
from companion.history.play_clock import Stored
from companion.history.summary import summarise
from companion.model.notation import format_play
from companion.open_row.actions import format_action
from companion.open_row.catalogue import game_ids
from companion.open_row.players import sensible_player
from companion.open_row.position import rules_of
from companion.players.player import plays_in_hand
from companion.players.sensible_player import SensiblePlayer
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.events import GameStarted
from companion.session.state import Phase
from companion.settings.schema import Settings
from companion.views.kept.game_figures import GameFigures, SeatFigures
from companion.views.kept.saved_game import SavedGame
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
def tapped_course() -> GameCourse:
    """A game in shadow mode, just over: most plays were seen as they were tapped."""
    events: list[ev.Event] = []
    plays = [row for row, event in enumerate(played_course().events) if isinstance(event, ev.PlayAccepted)]
    reasons = next(event.reasons for event in played_course().events if isinstance(event, ev.PlayRefused))
    for row, event in enumerate(played_course().events):
        if isinstance(event, ev.EventsUndone | ev.EventsRedone | ev.PlayRefused):
            continue
        events.append(event)
        if isinstance(event, ev.PlayAccepted):
            number, judged = plays.index(row), ev.ShadowJudged(seat=event.seat, card=event.card, agreed=True)
            otherwise = (structs.replace(judged, agreed=False), structs.replace(judged, agreed=False, reasons=reasons))
            events.append({7: otherwise[0], 12: otherwise[1]}.get(number, judged))
    return course_of([*events, ev.GameWon(seats=(0, 2))])


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
    colours = ("red", "yellow", "green")
    session.do(cmd.StartCardGame(game="cards", names=NAMES[:3], colours=colours, rules=rules_of(start), position=start))
    for before, action, _ in turns:
        session.do(cmd.DeclareAction(seat=before.turn, action=format_action(action)))
    return course_of(session.events)


@cache
def finished_game() -> SavedGame:
    """A whole game of the usual kind in short, between sensible players who take their time."""
    chance = random.Random(4)
    table = usual_table(Settings().variant)
    whole = WholeGame(table, [SensiblePlayer(chance) for _ in table.seats], chance)
    while whole.state.phase is not Phase.OVER:
        whole.advance()
    clock = unix_ms(datetime(2026, 3, 14, 20, 15))
    stored = [Stored(1, clock := clock + chance.choice((700, 2_000, 9_000, 31_000))) for _ in whole.events]
    return replace(summarise(whole.events, stored), game="whole", names=NAMES[: len(table.seats)])


@cache
def analysed_course() -> GameCourse:
    """A whole game of the usual kind row by row, its people called as on every screen."""
    chance = random.Random(4)
    table = usual_table(Settings().variant)
    whole = WholeGame(table, [SensiblePlayer(chance) for _ in table.seats], chance)
    while whole.state.phase is not Phase.OVER:
        whole.advance()
    begun = whole.events[0]
    assert isinstance(begun, GameStarted)
    return course_of(
        [structs.replace(begun, names=NAMES[: len(table.seats)], board=Settings().board), *whole.events[1:]]
    )


@cache
def game_reviews() -> tuple[TurnReview, ...]:
    """Returns possible reviews of a coach: chances that rise and fall, and now and then a better play."""
    chance, found, stand = random.Random(7), [], 0.5
    for turn in turns_of(analysed_course()):
        chances = (round(stand, 3), round(1 - stand, 3))
        lost = 0.14 if turn.play and chance.random() < 0.08 else 0.0
        stand = min(0.96, max(0.04, stand + chance.uniform(-0.05, 0.05) + chance.choice((0,) * 12 + (0.2, -0.2))))
        played = (round(stand, 3), round(1 - stand, 3))
        best = (played[0] + lost, played[1] - lost) if turn.seat % 2 == 0 else (played[0] - lost, played[1] + lost)
        found.append(
            TurnReview(
                row=turn.row,
                ply=turn.ply,
                seat=turn.seat,
                chances=chances,
                played=played if turn.play else (),
                best=best if turn.play else (),
                better=_other_play(turn) if lost else "",
                choices=9,
                playouts=surer(DEFAULT_EFFORT).playouts,
            )
        )
    return tuple(found)


def _other_play(turn: Turn) -> str:
    """Any play of any card of the hand."""
    plays = plays_in_hand(turn.known.rules, turn.known.position, turn.hand)
    return format_play(plays[-1]) if plays else ""


def with_figures(game: SavedGame, number: int) -> SavedGame:
    """The game with numbers of its own, as if it had been played."""
    chance = random.Random(number)
    seats = tuple(
        SeatFigures(
            plays=chance.randint(12, 30),
            captures=chance.randint(0, 6),
            bites=chance.randint(0, 3),
            suffered=chance.randint(0, 6),
            walked=chance.randint(40, 200),
            quarter_turns=chance.randint(0, 9),
            refused=chance.randint(0, 2),
            turns=20,
            turns_ms=chance.randint(60_000, 600_000),
            longest_ms=chance.randint(9_000, 90_000),
        )
        for _ in game.names
    )
    walked = tuple((card, chance.randint(3, 120)) for card in ("1", "7", "8", "joker"))
    return replace(game, figures=GameFigures(seats=seats, walked=walked, corrected=number % 2))


def many_games() -> tuple[SavedGame, ...]:
    """Games of every end, of several years and tables, damaged ones among them."""
    open_game, other = saved_games()
    _, damaged, newer = faulty_games()
    begun = datetime(2026, 3, 1, 19, 30)
    won = [
        with_figures(
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
            ),
            number,
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
