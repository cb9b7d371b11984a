"""The computer at seats of a real table: whole games in which people enter its cards and carry out its plays."""

from queue import Queue

import pytest
from computer_tables import ComputerTable, begun, entered
from session_driver import refusal

from companion.bundle.public import public_game
from companion.computer_seats.thinker import Thinker
from companion.players.level import Level
from companion.session import commands as cmd
from companion.session.events import CardsEntered
from companion.session.evolve import replay
from companion.session.state import Phase
from companion.views.table_view import CardsToEnter

NORMAL, EASY = Level.NORMAL, Level.EASY
#: Game, who plays, whose cards come from this seed.
TABLES = [
    ("black_dog", (None, NORMAL, None, EASY), 1),
    ("dog", (EASY, EASY, None, NORMAL), 2),
    ("tock_6", (None, NORMAL), 3),
    ("super_tock", (None, EASY, NORMAL, None), 4),
    ("dog_royal", (NORMAL, None, EASY, None), 5),
    ("pegs_and_jokers", (None, NORMAL, None, EASY), 6),
]


@pytest.mark.parametrize(("variant", "levels", "seed"), TABLES)
def test_people_play_two_rounds_with_the_computer(variant: str, levels: tuple[Level | None, ...], seed: int) -> None:
    session = begun(variant, len(levels), levels)
    people = ComputerTable(session, seed, clumsy=True)
    people.play_rounds(1 if variant in ("dog", "dog_royal", "pegs_and_jokers") else 2)
    assert people.done["entered"] >= 1
    assert people.done["announced"] > 2
    assert replay(tuple(session.events)) == session.state


@pytest.mark.long
@pytest.mark.parametrize(("variant", "levels", "seed"), TABLES[:3])
def test_whole_games_come_to_their_end(variant: str, levels: tuple[Level | None, ...], seed: int) -> None:
    session = begun(variant, len(levels), tuple(level or EASY for level in levels))
    people = ComputerTable(session, seed, clumsy=True)
    people.play_rounds(100, most=5000)
    assert session.state.phase is Phase.OVER
    assert session.state.result
    assert people.done["wrong"] > 3


def test_an_undo_takes_back_what_was_entered_and_a_redo_brings_it_again() -> None:
    session = entered()
    hand = session.state.hand(1)
    assert hand is not None
    session.do(cmd.Undo())
    assert session.state.hands == (None, (), None, None)
    session.do(cmd.Redo())
    assert session.state.hand(1) == hand
    assert replay(tuple(session.events)) == session.state


def test_a_hand_that_was_entered_wrongly_is_entered_anew() -> None:
    session = entered()
    whole = ("2", "2", "3", "8", "8", "9")[: session.state.cards[1]]
    assert refusal(session, cmd.EnterCards(seat=1, cards=("2",))) == "hand_size"
    session.do(cmd.EnterCards(seat=1, cards=whole, anew=True))
    assert session.state.hand(1) == whole


def test_cards_are_entered_for_seats_of_the_computer_alone() -> None:
    session = entered()
    assert refusal(session, cmd.EnterCards(seat=0, cards=("2",))) == "not_now"
    assert refusal(session, cmd.EnterCards(seat=1, cards=("no such card",))) == "unknown_card"
    assert refusal(session, cmd.Announce(seat=0, decided=None)) == "not_now"


def test_people_take_the_seat_over_and_hand_it_back() -> None:
    """Also with a card of it open, which goes back to its hand; an undo does not bring the computer again."""
    session = entered()
    session.do(cmd.PlaceDog(field=10))
    session.do(cmd.Correct(placement=session.position.placement))
    for seat in range(4):
        session.do(cmd.Exchange(seat=seat, card=session.state.hand(1)[0] if seat == 1 else None))
    session.stand([20, 0, -1, -1], [24, 16, -1, -1], [-1, -1, -1, 32], [-1, -1, -1, 48], turn=1)
    session.do(cmd.EnterCards(seat=1, cards=("8",)))
    people = ComputerTable(session, 1)
    announced = people.thinker.decision(session.table.view)
    assert announced is not None
    session.do(announced)
    session.do(cmd.GiveSeat(seat=1, level=None))
    assert session.state.declared is None
    assert (session.state.level(1), session.state.hand(1)) == (None, None)
    session.do(cmd.Undo())
    assert session.state.level(1) is None
    session.do(cmd.GiveSeat(seat=1, level=EASY))
    assert session.table.view.to_enter == CardsToEnter(seat=1, count=session.state.cards[1])


def test_after_an_undo_it_waits_until_the_table_lies_as_before() -> None:
    session = entered()
    session.do(cmd.PlaceDog(field=10))
    people = ComputerTable(session, 1)
    assert people.thinker.decision(session.table.view) is not None
    session.do(cmd.Undo())
    session.do(cmd.Redo())
    session.do(cmd.Undo())
    assert session.table.view.put_back is not None
    assert people.thinker.decision(session.table.view) is None
    session.do(cmd.SettleUndo())
    assert session.table.view.put_back is None


def test_where_it_stumbles_people_play_on() -> None:
    session = entered()
    session.do(cmd.PlaceDog(field=10))
    people = ComputerTable(session, 1)

    class Stumbling:
        def gift(self, knowledge: object) -> str:
            raise ZeroDivisionError

    people.thinker._player = lambda *_: Stumbling()  # type: ignore[method-assign]
    command = people.thinker.decision(session.table.view)
    assert command == cmd.Announce(seat=1, decided=None)
    session.do(command)
    assert session.table.view.announced is not None
    assert session.table.view.announced.decided is None


def test_a_strong_seat_says_where_it_cannot_play_strongly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.playout.levels.kernel", lambda: None)
    session = begun("dog", 2, (Level.STRONG, None))
    people = ComputerTable(session, 1)
    people.play_rounds(1)
    assert [health.code for health in people.health] == ["computer_normal"]


def test_the_thread_answers_the_table_and_ends() -> None:
    session = entered()
    session.do(cmd.PlaceDog(field=10))
    heard: Queue[cmd.Command] = Queue()
    thinker = Thinker(lambda: session.table.state, lambda _, command: heard.put(command), lambda _: None)
    thinker.on_view(session.table.view)
    command = heard.get(timeout=60)
    assert isinstance(command, cmd.Announce)
    assert isinstance(command.decided, cmd.Exchange)
    thinker.stop()
    thinker.on_view(session.table.view)
    assert heard.empty()


def test_no_bundle_has_the_hand() -> None:
    session = entered()
    shown = public_game(tuple(session.events), 1)
    assert [event.cards for event in shown if isinstance(event, CardsEntered)] == [()]
