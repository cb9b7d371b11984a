"""A camera checks the moves that people make for a seat of the computer."""

from computer_tables import ComputerTable, entered
from test_senses import picture

from companion.model.position import Placement
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session.decide import DOUBT_STANDS_MS
from companion.session.events import Event, PlayAccepted, PlayRefused


def test_a_camera_checks_what_people_move_for_the_computer() -> None:
    """Another play of its card is called so once it has stood for a while; put right, it is accepted."""
    session = entered()
    session.do(cmd.PlaceDog(field=10))
    for seat in range(4):
        session.do(cmd.Exchange(seat=seat, card=session.state.hand(1)[0] if seat == 1 else None))
    session.do(cmd.EnterCards(seat=1, cards=("2",)))
    session.stand([20, 0, -1, -1], [24, 16, -1, -1], [-1, -1, -1, 32], [-1, -1, -1, 48], turn=1)
    looked = [0]

    def look(placement: Placement) -> list[Event]:
        """Returns the events of two pictures of this board, the second one after it has stood."""
        found: list[Event] = []
        for _ in range(2):
            looked[0] += DOUBT_STANDS_MS
            shown = picture(session.position.with_placement(placement), looked[0], placement.extra("wheel"))
            found += session.do(cmd.ReportObservation(observation=shown)).events
        return found

    assert look(session.position.placement) == []
    command = ComputerTable(session, 1).thinker.decision(session.table.view)
    assert isinstance(command, cmd.DeclarePlay)
    session.do(command)
    plays = legal_plays(session.state.rules, session.position, command.card, command.acting_as)
    other = next(play.result for play in plays if play.result != command.announced)
    (refused,) = look(other)
    assert isinstance(refused, PlayRefused)
    assert [reason.code for reason in refused.reasons] == ["announced_otherwise"]
    assert command.announced is not None
    accepted = look(command.announced)[0]
    assert isinstance(accepted, PlayAccepted)
    assert (accepted.seat, accepted.result, accepted.by_hand) == (1, command.announced, False)
