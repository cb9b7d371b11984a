"""A mistake that the board cannot tell from a play is accepted as that play, and no other mistake is.

docs/explanation/limits.md counts these mistakes and lists what follows for the referee.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace
from pictures_of_tables import picture
from referee_limits import tables
from referee_mistakes import MISTAKES, Turn, turns_of, two_alike_exchanged
from session_driver import Session

from companion.model.position import Placement
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.match import match
from companion.referee.sight import as_seen
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session.decide.boards.anomalies import ANOMALY_STANDS_MS

TABLES = tables()
#: Turns of a game, and boards of a kind of mistake, that are tried.
TURNS = 150
EACH = 4
STEP_MS = 300
#: A kind of mistake -> the part of the play that the referee then waits for.
WAITS = {"the dog not moved": "move_the_dog", "the wheel not turned": "turn_the_wheel"}


def mistakes(name: str) -> Iterator[tuple[str, Turn, Placement]]:
    """Yields the first boards of each kind of mistake in a game by chance, all of a kind spread over its turns."""
    made: Counter[str] = Counter()
    for turn in islice(turns_of(TABLES[name], "random", random.Random(name)), TURNS):
        for kind, mistake in MISTAKES.items():
            meant = None if mistake is two_alike_exchanged else as_seen(turn.rules.variant, turn.play.result)
            for board in islice(mistake(turn), 1):
                if made[kind] < EACH and as_seen(turn.rules.variant, board) != meant:
                    made[kind] += 1
                    yield kind, turn, board


def boards_of(turn: Turn, card: str) -> set[Placement]:
    plays = legal_plays(turn.rules, turn.position, card)
    return {as_seen(turn.rules.variant, play.result) for play in plays}


def by_camera(turn: Turn, board: Placement) -> Verdict:
    return match(turn.rules, turn.position, turn.play.card, picture(turn.position, board))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TABLES)
def test_a_mistake_is_accepted_exactly_where_the_same_card_explains_it(name: str) -> None:
    for kind, turn, board in mistakes(name):
        seen = as_seen(turn.rules.variant, board)
        explained = seen in boards_of(turn, turn.play.card)
        verdict = by_camera(turn, board)
        where = (kind, turn.play.card, turn.before, board, verdict.kind, verdict.reasons)
        if not explained:
            assert verdict.kind is not VerdictKind.LEGAL, where
            continue
        asked = [reason.code for reason in verdict.reasons] == ["ask_rank"] and bool(turn.rules.variant.ranks)
        assert verdict.kind is VerdictKind.LEGAL or asked, where
        plays = (verdict.play,) if verdict.play else verdict.candidates
        assert {as_seen(turn.rules.variant, play.result) for play in plays} == {seen}, where


@pytest.mark.parametrize("kind", WAITS)
def test_a_forgotten_dog_or_wheel_is_a_play_that_is_not_finished(kind: str) -> None:
    laid = [(turn, board) for made, turn, board in mistakes("black_dog") if made == kind]
    assert laid
    for turn, board in laid:
        for verdict in (by_camera(turn, board), judge(turn.rules, turn.position, turn.play.card, board)):
            assert (verdict.kind, WAITS[kind]) == (VerdictKind.UNFINISHED, verdict.reasons[-1].code)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TABLES)
def test_no_card_is_guessed_from_a_board(name: str) -> None:
    """The board is that of a play of some card, and no card lies open."""
    for kind in ("one field too few or too many", "another own pawn"):
        turn, board = next(
            (turn, board) for made, turn, board in mistakes(name) if made == kind and in_game(turn, board)
        )
        session = Session().start(turn.position, seats=len(turn.position.seats), teams=turn.position.teams)
        begun = len(session.events)
        for number in range(ANOMALY_STANDS_MS // STEP_MS + 3):
            shown = board if number else turn.before
            view = replace(picture(turn.position, shown), t_ms=(number + 1) * STEP_MS)
            session.do(cmd.ReportObservation(observation=view))
        assert session.senses.question is not None
        assert session.senses.question.code == "card_first", (kind, turn.play.card, turn.before, board)
        assert session.events[begun:] == []


def in_game(turn: Turn, board: Placement) -> bool:
    """Whether some card of the game leads to the board."""
    seen = as_seen(turn.rules.variant, board)
    return any(seen in boards_of(turn, card) for card in turn.rules.variant.cards)
