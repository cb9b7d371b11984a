"""The input of the sensors: the encoder beside the camera, and states that must stand before they are judged."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from session_driver import HOME, Session, position

from companion.model.observation import Observation
from companion.model.places import Place
from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import DOUBT_STANDS_MS

SURE, NO = -0.01, -9.0


def picture(seen: Position, t_ms: int, wheel: int | None) -> Observation:
    """Returns an observation without doubt of the figures in `seen`."""

    def row(occupant: int) -> tuple[float, ...]:
        return tuple(SURE if kind == occupant else NO for kind in range(6))

    placement = seen.placement
    track = [0] * 64
    for seat, pawns in enumerate(placement.pawns):
        for place in pawns:
            if place >= 0:
                track[place] = 1 + seat
    track[placement.extra("dog") or 0] = 5
    kennel = [
        [1 + seat if number < list(pawns).count(Place(-1)) else 0 for number in range(5)]
        for seat, pawns in enumerate(placement.pawns)
    ]
    return Observation(
        t_ms=t_ms,
        track=tuple(row(kind) for kind in track),
        goal=tuple(tuple(row(0) for _ in range(4)) for _ in range(4)),
        kennel=tuple(tuple(row(kind) for kind in spots) for spots in kennel),
        wheel=wheel,
    )


def look(session: Session, seen: Position, t_ms: int, wheel: int | None) -> ev.Event | VerdictKind | None:
    decision = session.do(cmd.ReportObservation(observation=picture(seen, t_ms, wheel)))
    return decision.events[0] if decision.events else decision.verdict.kind if decision.verdict else None


BEFORE = position([[6, *HOME[1:]], HOME, HOME, HOME])
FORWARD = position([[24, *HOME[1:]], HOME, HOME, HOME], dog=26, wheel=1)


def declared() -> Session:
    session = Session().start(BEFORE)
    session.do(cmd.ReportWheel(t_ms=0, boot=7, net=4))
    look(session, BEFORE, 0, 0)
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    return session


def test_camera_and_encoder_agree() -> None:
    session = declared()
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=5))
    assert isinstance(look(session, FORWARD, 100, 1), ev.PlayAccepted)


def test_the_encoder_stands_in_for_a_hidden_marker() -> None:
    session = declared()
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=5))
    assert isinstance(look(session, FORWARD, 100, None), ev.PlayAccepted)


def test_when_both_disagree_the_table_asks_and_says_why() -> None:
    """BD-R82: the last valid stop counts until people have put it right."""
    session = declared()
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=6))
    assert look(session, FORWARD, 100, 1) is None
    assert look(session, FORWARD, 100 + DOUBT_STANDS_MS, 1) is VerdictKind.UNCLEAR
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=5))
    assert isinstance(session.events[-1], ev.PlayAccepted)


def test_a_picture_from_before_the_turn_is_no_disagreement() -> None:
    session = declared()
    assert look(session, BEFORE, 100, 0) is VerdictKind.UNFINISHED
    assert session.do(cmd.ReportWheel(t_ms=1, boot=7, net=5)).verdict is None
    assert isinstance(look(session, FORWARD, 900, 1), ev.PlayAccepted)


def test_a_restarted_encoder_is_not_believed_until_the_next_play() -> None:
    session = declared()
    session.do(cmd.ReportWheel(t_ms=1, boot=8, net=0))
    assert session.senses.referee.witness.turned is None
    assert isinstance(look(session, FORWARD, 100, 1), ev.PlayAccepted)
    assert session.senses.referee.witness.turned == 0


def test_an_uncertain_turn_is_left_to_the_camera() -> None:
    session = declared()
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=6, certain=False))
    assert isinstance(look(session, FORWARD, 100, 1), ev.PlayAccepted)


def test_after_an_undo_the_turn_is_still_to_be_turned_back() -> None:
    session = declared()
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=5))
    look(session, FORWARD, 100, 1)
    session.do(cmd.Undo())
    assert session.senses.referee.witness.turned == 1
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=4))
    assert session.senses.referee.witness.turned == 0


def test_an_illegal_state_must_stand_for_a_moment() -> None:
    session = declared()
    wrong = position([[7, *HOME[1:]], HOME, HOME, HOME])
    assert look(session, wrong, 100, 0) is None
    assert look(session, wrong, 99 + DOUBT_STANDS_MS, 0) is None
    assert isinstance(look(session, wrong, 100 + DOUBT_STANDS_MS, 0), ev.PlayRefused)
    assert look(session, wrong, 5000, 0) is VerdictKind.ILLEGAL


def test_a_board_put_back_begins_the_wait_anew() -> None:
    session = declared()
    wrong = position([[7, *HOME[1:]], HOME, HOME, HOME])
    look(session, wrong, 100, 0)
    assert look(session, BEFORE, 200, 0) is VerdictKind.UNFINISHED
    assert look(session, wrong, 150 + DOUBT_STANDS_MS, 0) is None


def test_pawns_moved_before_the_card_is_named_are_judged_when_it_is() -> None:
    session = Session().start(BEFORE)
    assert look(session, FORWARD, 100, 1) is None
    decision = session.do(cmd.DeclarePlay(seat=0, card="2"))
    assert [type(event) for event in decision.events] == [ev.PlayDeclared, ev.PlayAccepted]


def blurred(seen: Position, t_ms: int) -> Observation:
    """A picture in which nobody could tell whether the pawn stands on field 6 or 8."""
    sharp = picture(seen, t_ms, 0)
    rows = list(sharp.track)
    rows[6] = rows[8] = (-0.7, -0.7, NO, NO, NO, NO)
    return replace(sharp, track=tuple(rows))


def asked_about() -> Session:
    session = declared()
    unsure = position([[6, *HOME[1:]], HOME, HOME, HOME])
    for t_ms in (100, 100 + DOUBT_STANDS_MS):
        decision = session.do(cmd.ReportObservation(observation=blurred(unsure, t_ms)))
    assert decision.verdict is not None
    assert decision.verdict.kind is VerdictKind.UNCLEAR
    return session


def test_after_a_question_nobody_is_accused_until_it_is_answered() -> None:
    session = asked_about()
    wrong = position([[7, *HOME[1:]], HOME, HOME, HOME])
    assert look(session, wrong, 1000, 0) in (None, VerdictKind.UNCLEAR)
    assert look(session, wrong, 1000 + DOUBT_STANDS_MS, 0) is VerdictKind.UNCLEAR


def test_a_board_that_seems_put_back_does_not_answer_the_question() -> None:
    """It may have been misread once more."""
    session = asked_about()
    wrong = position([[7, *HOME[1:]], HOME, HOME, HOME])
    assert look(session, BEFORE, 900, 0) is VerdictKind.UNFINISHED
    look(session, wrong, 1000, 0)
    assert look(session, wrong, 1000 + DOUBT_STANDS_MS, 0) is VerdictKind.UNCLEAR


@pytest.mark.parametrize("begun", [asked_about, declared])
def test_a_card_on_top_of_one_that_was_not_judged_waits(begun: Callable[[], Session]) -> None:
    """The play of the card below may be on the board already and not have been seen, or not been understood."""
    session = begun()
    decision = session.do(cmd.DeclarePlay(seat=1, card="2"))
    assert decision.verdict is not None
    assert decision.verdict.reasons[0].code == "play_not_seen"
    assert decision.events == ()
    assert session.state.declared is not None
    assert session.state.declared.seat == 0


def test_people_who_only_tap_must_judge_the_open_card_first() -> None:
    session = Session().start(BEFORE)
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    with pytest.raises(cmd.Refused, match="card_open"):
        session.do(cmd.DeclarePlay(seat=1, card="2"))


def test_a_torn_out_encoder_speaks_no_more_and_the_camera_carries_on() -> None:
    session = declared()
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=6))
    session.do(cmd.LoseWheel())
    assert isinstance(look(session, FORWARD, 100, 1), ev.PlayAccepted)


def test_the_encoder_back_again_is_believed_from_the_next_accepted_play_on() -> None:
    """It went on counting, but what happened meanwhile was only seen; the same boot is in step again after a play."""
    session = declared()
    session.do(cmd.LoseWheel())
    assert isinstance(look(session, FORWARD, 100, 1), ev.PlayAccepted)
    session.do(cmd.ReportWheel(t_ms=200, boot=7, net=5))
    assert session.senses.referee.witness.turned is None
