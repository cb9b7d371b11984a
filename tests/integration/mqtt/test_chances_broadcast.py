"""Chances for viewers: computed in a process of their own, published beside the state, without access to any hand."""

import os
import pickle
import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from brokers_for_tests import BASE, PATIENCE_S, Listener, Mosquitto, Reports, free_ports, settings_for_tests
from msgspec.structs import replace
from playout_tables import kernel_for_tests
from whole_games.whole_game import WholeGame, usual_table

from companion.players.sensible_player import SensiblePlayer
from companion.publishers.analysis.__main__ import answer
from companion.publishers.analysis.answer import Answer, Outcome
from companion.publishers.analysis.calculator import Calculator
from companion.publishers.analysis.knowledge import public_knowledge
from companion.publishers.mqtt import MqttPublisher
from companion.session.state import BoardGame, Dealing, Phase
from companion.texts import shipped_wording
from companion.views.broadcast import topics
from companion.views.broadcast.payloads import Analysis, Team
from companion.views.table import table_view
from companion.views.table_view import TableView
from companion.views.view_context import ViewContext

AROUND = ViewContext(wording=shipped_wording(), epoch=3)


def played(plies: int) -> BoardGame:
    """The state of a game of sensible players, somebody to play."""
    chance = random.Random(plies)
    game = WholeGame(usual_table("black_dog"), [SensiblePlayer(chance) for _ in range(4)], chance)
    while game.state.ply < plies or game.state.phase is not Phase.PLAY:
        game.advance()
    assert isinstance(game.state, BoardGame)
    return game.state


class Answers:
    def __init__(self) -> None:
        self.all: list[tuple[TableView, Answer]] = []
        self._bell = threading.Condition()

    def __call__(self, view: TableView, found: Answer) -> None:
        with self._bell:
            self.all.append((view, found))
            self._bell.notify_all()

    def wait_for(self, view: TableView) -> Answer:
        with self._bell:
            assert self._bell.wait_for(lambda: any(asked is view for asked, _ in self.all), PATIENCE_S)
        return next(found for asked, found in self.all if asked is view)


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def calculator(answers: Answers) -> Iterator[Calculator]:
    made = Calculator(answers)
    made.start()
    yield made
    made.stop()


def test_the_process_answers_as_the_kernel_does_here(calculator: Calculator, answers: Answers) -> None:
    view = table_view(played(6), AROUND)
    known = public_knowledge(view)
    assert known
    calculator.ask(view)
    assert answers.wait_for(view) == answer(kernel_for_tests(), known)
    assert sum(team.chance for team in answers.wait_for(view).chances) == pytest.approx(1)


def test_a_killed_process_is_started_again(calculator: Calculator, answers: Answers) -> None:
    first, second, third = (table_view(played(plies), AROUND) for plies in (2, 5, 8))
    calculator.ask(first)
    answers.wait_for(first)
    assert calculator.pid
    os.kill(calculator.pid, signal.SIGKILL)
    calculator.ask(second)
    # the question that met the dead process may be lost; the next one is not
    while len(answers.all) < 2:
        calculator.ask(third)
        answers_came = threading.Event()
        answers_came.wait(0.05)
    assert answers.all[-1][1].outcome is Outcome.FOUND


def test_no_hand_and_nothing_that_depends_on_one_is_in_a_question() -> None:
    """For all distributions of the cards the question is the same, byte for byte."""
    state = played(9)
    assert state.hands
    cards = [card for hand in state.hands for card in hand]
    random.Random(1).shuffle(cards)
    dealt = iter(cards)
    hands = tuple(tuple(sorted(next(dealt) for _ in hand)) for hand in state.hands)
    assert hands != state.hands
    others = replace(state, hands=hands)
    asked = [public_knowledge(table_view(each, AROUND)) for each in (state, others, replace(state, hands=None))]
    assert asked[0] is not None
    assert len({pickle.dumps(known) for known in asked}) == 1


def test_without_counted_cards_or_between_rounds_no_chances_are_requested() -> None:
    state = played(4)
    assert public_knowledge(table_view(replace(state, counted=False, cards=()), AROUND)) is None
    assert public_knowledge(table_view(replace(state, phase_state=Dealing()), AROUND)) is None


def test_viewers_get_it_beside_the_state_and_not_a_game_too_long(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, free_ports(1)[0])
    broker.start()
    publisher = MqttPublisher(broker.url, settings_for_tests(delay_s=1))
    publisher.start(Reports())
    view = table_view(replace(played(4), game="one"), AROUND)
    publisher.publish(view, ())
    team = Team(team=0, seats=[0, 2], chance=0.6, margin=0.02)
    publisher.publish_analysis(topics.analysis(view, [team], 2000))
    listener = Listener(broker.port, f"{BASE}/+/#")
    late = msgspec.convert(listener.wait_on("delayed/analysis"), Analysis, strict=True)
    assert (late.game, late.seq, late.teams) == ("one", view.seq, [team])
    order = [topic.partition("/")[2] for topic, _, _ in listener.heard if topic.startswith(f"{BASE}/delayed")]
    assert any("state" in topic for topic in order[: next(i for i, each in enumerate(order) if "analysis" in each)])
    publisher.publish(table_view(replace(played(4), game="two"), AROUND), ())
    gone = listener.wait_on("public/analysis", lambda analysis: analysis["game"] == "two")
    assert gone["teams"] == []
    publisher.stop()
    listener.close()
    broker.kill()
