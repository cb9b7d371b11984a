"""A sensor learns what the record knows for certain: the board that is set up, then each accepted play."""

from session_driver import Session
from words_for_tests import WORDING

from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.views.table import table_view
from companion.views.table_view import Known
from companion.views.view_context import ViewContext


def known(session: Session) -> Known | None:
    return table_view(session.state, ViewContext(wording=WORDING, epoch=1)).known


def learnt(session: Session, before: Known | None) -> bool:
    now = known(session)
    return now is not None and now.adds_to(before)


def test_nothing_is_known_before_the_board_is_set_up() -> None:
    session = Session()
    assert known(session) is None
    session.start()
    session.do(cmd.Deal())
    assert known(session) is None


def test_a_board_is_learnt_when_it_is_set_up_and_after_each_play() -> None:
    session = Session().ready()
    first = known(session)
    assert first == Known(0, session.state.position)
    session.do(cmd.DeclarePlay(seat=0, card="13"))
    assert not learnt(session, first)
    result = legal_plays(session.state.rules, session.state.position, "13")[0].result
    session.do(cmd.ChoosePlay(result=result))
    assert learnt(session, first)
    second = known(session)
    assert second
    assert second.position.placement == result
    session.do(cmd.Undo())
    assert learnt(session, second)
    assert not learnt(session, first)


def test_a_correction_before_the_first_play_is_learnt_and_a_pause_is_not() -> None:
    session = Session().ready()
    first = known(session)
    session.do(cmd.Pause())
    assert not learnt(session, first)
    session.do(cmd.Resume())
    placement = session.state.position.placement
    session.do(cmd.Correct(placement=placement.with_extra("dog", 12)))
    assert learnt(session, first)
