"""The wheel turned while nobody listened: the encoder's stop beside the record's, and neither believed in silence."""

from hypothesis import given
from hypothesis import strategies as st
from session_driver import HOME, Session, position
from test_senses import BEFORE, FORWARD, look, picture

from companion.model.observation import Observation
from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import DOUBT_STANDS_MS, Senses
from companion.session.decide.boards.reading import ELSEWHERE

#: The possible events between the restart and the first card.
MEANWHILE = st.lists(st.sampled_from(["pause", "resume", "lose", "same", "other boot", "hidden", "undo"]), max_size=6)


def restarted(stop: int, net: int, boot: int = 7) -> Session:
    """A game whose disc the record has at `stop`, taken up by a program that begins; the encoder stands at `net`."""
    session = Session().start(position([[6, *HOME[1:]], HOME, HOME, HOME], wheel=stop))
    session.senses = Senses()
    session.do(cmd.ReportWheel(t_ms=0, boot=boot, net=net))
    return session


def felt_stop(session: Session) -> int | None:
    turned = session.senses.referee.witness.turned
    assert session.state.position
    stood = session.state.position.placement.extra("wheel") or 0
    return None if turned is None else (stood + turned) % 4


@given(st.integers(0, 3), st.integers(-50, 50), st.integers(1, 9), MEANWHILE)
def test_the_encoder_is_trusted_only_on_the_stop_of_the_record(
    stop: int, net: int, boot: int, meanwhile: list[str]
) -> None:
    session = restarted(stop, net, boot)
    here = position([[6, *HOME[1:]], HOME, HOME, HOME], wheel=stop)
    for number, what in enumerate(meanwhile):
        if what == "pause" and not session.state.paused:
            session.do(cmd.Pause())
        elif what == "resume":
            session.do(cmd.Resume())
        elif what == "lose":
            session.do(cmd.LoseWheel())
        elif what in ("same", "other boot"):
            session.do(cmd.ReportWheel(t_ms=number, boot=boot + (what != "same"), net=net))
        elif what == "hidden":
            session.do(cmd.ReportObservation(observation=picture_without_disc(here, 100 * number)))
        elif what == "undo" and session.state.earlier is not None and not session.state.paused:
            session.do(cmd.Undo())
        assert felt_stop(session) in (None, net % 4), what
    session.do(cmd.Resume())
    session.do(cmd.ReportWheel(t_ms=9000, boot=boot, net=net))
    if (net - stop) % 4:
        assert session.senses.question == ELSEWHERE or session.senses.referee.witness.turned is None
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    kind = session.do(cmd.ReportObservation(observation=picture_without_disc(here, 9100))).verdict
    assert kind is None or kind.kind in (VerdictKind.UNFINISHED, VerdictKind.UNCLEAR)


def picture_without_disc(seen: Position, t_ms: int) -> Observation:

    return picture(seen, t_ms, None)


@given(st.integers(0, 3), st.integers(-50, 50))
def test_turned_back_it_is_believed_again(stop: int, net: int) -> None:
    session = restarted(stop, net)
    assert (session.senses.question == ELSEWHERE) is bool((net - stop) % 4)
    back = net - (net - stop) % 4
    session.do(cmd.ReportWheel(t_ms=1, boot=7, net=back))
    assert (session.senses.question, session.senses.referee.witness.turned) == (None, 0)


def test_an_unseen_disc_on_another_stop_raises_a_question_not_a_fault() -> None:
    session = restarted(0, 1)
    assert session.senses.question == ELSEWHERE
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    for t_ms in (100, 100 + DOUBT_STANDS_MS, 5000):
        decision = session.do(cmd.ReportObservation(observation=picture_without_disc(FORWARD, t_ms)))
        assert decision.verdict
        assert (decision.verdict.kind, decision.verdict.reasons) == (VerdictKind.UNCLEAR, (ELSEWHERE,))
        assert decision.events == ()
    assert FORWARD.placement in [play.result for play in decision.verdict.candidates]
    session.do(cmd.ChoosePlay(result=FORWARD.placement))
    assert isinstance(session.events[-1], ev.PlayAccepted)
    assert (session.senses.question, session.senses.referee.witness.turned) == (None, 0)


def test_encoder_and_camera_that_agree_on_the_disc_are_both_trusted() -> None:
    """Turned for the open card, just before the program was started anew."""
    session = restarted(0, 1)
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    assert isinstance(look(session, FORWARD, 100, 1), ev.PlayAccepted)


def test_a_camera_that_sees_the_disc_where_the_record_has_it_decides_alone() -> None:
    """The zero was set elsewhere; after the next play the encoder counts from there."""
    session = restarted(0, 2)
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    assert look(session, BEFORE, 100, 0) is VerdictKind.UNFINISHED
    assert (session.senses.question, session.senses.referee.witness.turned) == (None, None)
    assert isinstance(look(session, FORWARD, 200, 1), ev.PlayAccepted)
    assert session.senses.referee.witness.turned == 0


def test_a_correction_by_hand_answers_it() -> None:
    session = restarted(0, 3)
    session.do(cmd.Correct(placement=BEFORE.placement))
    assert (session.senses.question, session.senses.referee.witness.turned) == (None, 0)


def test_an_encoder_that_does_not_know_its_stops_says_nothing() -> None:
    """Without a zero the link gives no report at all; so nothing is compared and the camera carries on."""
    session = Session().start(BEFORE)
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    assert isinstance(look(session, FORWARD, 100, 1), ev.PlayAccepted)
    assert session.senses.question is None
