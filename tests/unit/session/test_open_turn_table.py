"""The questions that stay open with the turn: which act answers which, by `TRANSITIONS`."""

import pytest

from companion.session.decide.boards.open_turn import TRANSITIONS, Act, Laid, NothingOpen, OpenTurn, Question

NONE, PLAY, TURN = Question.NONE, Question.PLAY, Question.TURN


def after(act: Act, turn: OpenTurn) -> Question:
    return TRANSITIONS[act][type(turn)](turn).questions


@pytest.mark.parametrize(
    ("act", "before", "left"),
    [
        # an accepted position answers which play it was, but not whose turn it is
        (Act.SETTLE, PLAY, NONE),
        (Act.SETTLE, TURN, TURN),
        (Act.SETTLE, PLAY | TURN, TURN),
        (Act.SETTLE, Question.ANOMALY | Question.WHEEL, NONE),
        (Act.CLOSE, PLAY, NONE),
        (Act.CLOSE, PLAY | TURN, TURN),
        # a new card leaves open which play the one before was used for
        (Act.LAY, PLAY | TURN, PLAY),
        (Act.LAY, TURN | Question.ANOMALY, NONE),
        (Act.STACK_OUT_OF_TURN, NONE, PLAY | TURN),
    ],
)
def test_an_act_answers_its_questions_alone(act: Act, before: Question, left: Question) -> None:
    assert after(act, Laid(questions=before)) == left


def test_nothing_open_keeps_its_question() -> None:
    assert after(Act.SETTLE, NothingOpen(questions=TURN)) == after(Act.CLOSE, NothingOpen(questions=TURN)) == TURN
