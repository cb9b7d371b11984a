"""An anomaly on the board leads to a question after a while, as long as it lasts, and to no accusation."""

import pytest
from msgspec.structs import replace
from session_driver import HOME, Session, position
from test_senses import picture

from companion.catalogue.shipped import SHIPPED
from companion.model.places import OFF, Place
from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide.boards.anomalies import ANOMALY_STANDS_MS, UNDISTURBED_MS
from companion.session.state import Phase

STEP_MS = 300
THERE = position([[5, *HOME[1:]], [12, *HOME[1:]], [40, *HOME[1:]], [50, *HOME[1:]]])
PLAYED = position([[13, *HOME[1:]], [12, *HOME[1:]], [40, *HOME[1:]], [50, *HOME[1:]]])
WRONG = position([[14, *HOME[1:]], [12, *HOME[1:]], [40, *HOME[1:]], [50, *HOME[1:]]])
SWAPPED = position([[5, *HOME[1:]], [50, *HOME[1:]], [40, *HOME[1:]], [12, *HOME[1:]]])


def without(where: Position, seat: int) -> Position:
    rows = list(where.placement.pawns)
    rows[seat] = (OFF, *rows[seat][:-1])
    return replace(where, placement=where.placement.with_pawns(tuple(rows)))


class Table(Session):
    """A game in its midst, seen from its start; `lies` shows one board for so long."""

    def __init__(self) -> None:
        super().__init__()
        self.start(THERE)
        self.t_ms = 0
        self.lies(THERE, 0)

    def lies(self, seen: Position, ms: int = ANOMALY_STANDS_MS + STEP_MS) -> str | None:
        """Sends pictures of a board at rest; returns the question about it at the end."""
        for _ in range(ms // STEP_MS + 1):
            self.t_ms += STEP_MS
            self.do(cmd.ReportObservation(observation=picture(seen, self.t_ms, 0)))
        return None if self.senses.question is None else self.senses.question.code

    def kinds(self) -> list[type]:
        return [type(event) for event in self.events[1:]]


def test_a_pawn_in_the_hand_is_not_missing_at_once() -> None:
    table = Table()
    assert table.lies(without(THERE, 1), ANOMALY_STANDS_MS - STEP_MS) is None
    assert table.lies(without(THERE, 1)) == "pawn_missing"


def test_the_word_goes_as_soon_as_the_board_is_right() -> None:
    table = Table()
    table.lies(without(THERE, 1))
    assert table.lies(THERE, 0) is None
    assert table.kinds() == []


@pytest.mark.long
def test_a_hand_over_the_board_begins_the_time_anew() -> None:
    table = Table()
    for _ in range(4):
        assert table.lies(without(THERE, 1), ANOMALY_STANDS_MS - 2 * STEP_MS) is None
        table.t_ms += UNDISTURBED_MS + STEP_MS
    assert table.lies(without(THERE, 1)) == "pawn_missing"
    table.t_ms += 5 * UNDISTURBED_MS
    assert table.lies(without(THERE, 1), 0) == "pawn_missing"


def test_with_an_open_card_a_missing_pawn_is_the_question() -> None:
    table = Table()
    table.do(cmd.DeclarePlay(seat=0, card="8"))
    for seat in (0, 1):
        assert table.lies(without(THERE, seat), ANOMALY_STANDS_MS - STEP_MS) is None
        assert table.lies(without(THERE, seat)) == "pawn_missing"
        assert table.lies(THERE, 0) is None
    table.lies(PLAYED, 0)
    assert table.kinds() == [ev.PlayDeclared, ev.PlayAccepted]


def test_a_play_beside_a_missing_pawn_waits_for_the_pawn() -> None:
    table = Table()
    table.do(cmd.DeclarePlay(seat=0, card="8"))
    assert table.lies(without(PLAYED, 2)) == "pawn_missing"
    assert table.kinds() == [ev.PlayDeclared]
    table.lies(PLAYED, 0)
    assert table.kinds() == [ev.PlayDeclared, ev.PlayAccepted]


def test_who_plays_on_beside_a_missing_pawn_is_not_accused_of_it() -> None:
    table = Table()
    table.do(cmd.DeclarePlay(seat=0, card="8"))
    assert table.lies(without(PLAYED, 2), 2 * STEP_MS) is None
    table.do(cmd.DeclarePlay(seat=1, card="9"))
    assert table.lies(without(WRONG, 2), 2 * STEP_MS) is None
    assert table.kinds() == [ev.PlayDeclared]


def test_nobody_is_accused_while_something_else_is_amiss() -> None:
    table = Table()
    assert table.lies(SWAPPED) == "pawns_swapped"
    table.do(cmd.DeclarePlay(seat=0, card="8"))
    wrong = replace(
        WRONG, placement=SWAPPED.placement.with_pawns((WRONG.placement.pawns[0], *SWAPPED.placement.pawns[1:]))
    )
    assert table.lies(wrong) == "pawns_swapped"
    assert table.kinds() == [ev.PlayDeclared]
    table.lies(WRONG)
    assert table.kinds() == [ev.PlayDeclared, ev.PlayRefused]


def test_an_anomaly_outweighs_a_play_that_was_not_seen_whole() -> None:
    """People can put it right; the question about the play comes afterwards."""
    table = Table()
    table.lies(SWAPPED)
    table.do(cmd.LoseSight())
    table.do(cmd.DeclarePlay(seat=0, card="8"))
    rows = (WRONG.placement.pawns[0], *SWAPPED.placement.pawns[1:])
    wrong = replace(WRONG, placement=WRONG.placement.with_pawns(rows))
    decision = table.do(cmd.ReportObservation(observation=picture(wrong, table.t_ms + STEP_MS, 0)))
    decision = table.do(cmd.ReportObservation(observation=picture(wrong, table.t_ms + 3 * STEP_MS, 0)))
    assert decision.verdict is not None
    assert [reason.code for reason in decision.verdict.reasons] == ["pawns_swapped"]


def test_who_moves_first_and_then_shows_the_card_is_judged_as_usual() -> None:
    table = Table()
    assert table.lies(WRONG) == "card_first"
    table.do(cmd.DeclarePlay(seat=0, card="8"))
    assert table.lies(WRONG) is None
    assert table.kinds() == [ev.PlayDeclared, ev.PlayRefused]


def test_a_swap_without_a_card_is_a_play_once_the_card_lies_open() -> None:
    table = Table()
    swapped = position([[50, *HOME[1:]], [12, *HOME[1:]], [40, *HOME[1:]], [5, *HOME[1:]]])
    assert table.lies(swapped) == "pawns_swapped"
    table.do(cmd.DeclarePlay(seat=0, card="swap"))
    assert table.kinds() == [ev.PlayDeclared, ev.PlayAccepted]


def test_an_answered_question_is_not_repeated() -> None:
    table = Table()
    gone = without(THERE, 2)
    assert table.lies(gone) == "pawn_missing"
    table.do(cmd.Correct(placement=THERE.placement, reason="it is there"))
    assert table.lies(gone) is None
    assert table.lies(THERE) is None
    assert table.lies(gone) == "pawn_missing"


def test_who_has_answered_may_choose_the_play() -> None:
    table = Table()
    assert table.lies(without(THERE, 2)) == "pawn_missing"
    table.do(cmd.Correct(placement=THERE.placement, reason="it is there"))
    table.do(cmd.DeclarePlay(seat=0, card="8"))
    assert table.lies(without(PLAYED, 2)) is None
    decision = table.do(cmd.ReportObservation(observation=picture(without(PLAYED, 2), table.t_ms + STEP_MS, 0)))
    assert decision.verdict is not None
    assert (decision.verdict.kind, decision.verdict.reasons[0].code) == (VerdictKind.UNCLEAR, "ask_play")


@pytest.mark.parametrize("stop", [cmd.Pause(), cmd.Abandon()])
def test_a_table_that_rests_is_not_watched(stop: cmd.Command) -> None:
    table = Table()
    table.do(stop)
    assert table.lies(without(THERE, 1)) is None


def test_between_rounds_nobody_minds_the_board() -> None:
    table = Session().start()
    assert table.state.phase is Phase.DEAL
    for t_ms in range(0, 2 * ANOMALY_STANDS_MS, STEP_MS):
        table.do(cmd.ReportObservation(observation=picture(THERE, t_ms, 0)))
    assert table.senses.question is None


def test_a_felt_turn_of_the_disc_is_the_beginning_of_a_play() -> None:
    table = Table()
    table.do(cmd.ReportWheel(t_ms=0, boot=1, net=0))
    table.do(cmd.ReportWheel(t_ms=1, boot=1, net=1))
    shown = without(THERE, 3)
    for _ in range(20):
        table.t_ms += STEP_MS
        table.do(cmd.ReportObservation(observation=picture(shown, table.t_ms, None)))
    assert table.senses.question is None
    assert Place(50) not in SHIPPED.variant("black_dog").wheel_fields(4)
