"""Encoder, camera and referee at one table: the real firmware on the emulated board, the drawn camera, in lock-step."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate, takewhile

import pytest
from msgspec import structs
from wheel_tables import PORT, FeltTable, Tamper, disagree

from companion.app.table import Table
from companion.model.verdict import VerdictKind
from companion.simulation.acts import ActKind, Answer
from companion.views.table_view import Health, HealthState


@contextmanager
def felt_table(seed: int, plies: int, tamper: Tamper | None = None) -> Iterator[FeltTable]:
    game = FeltTable(seed, plies, tamper=tamper)
    yield game
    game.board.close()


def wheel_health(table: Table) -> Health:
    return next(health for health in table.view.health if health.part == "wheel")


def accused(game: FeltTable) -> list[object]:
    """Right plays that were called wrong, and wrong ones that were let pass."""
    bad = {ActKind.LEGAL: Answer.ILLEGAL, ActKind.ILLEGAL: Answer.LEGAL}
    return [act for act in game.simulation.acts if bad.get(act.kind) is act.answer]


@pytest.mark.long
@pytest.mark.parametrize("turns", [6, pytest.param(20, marks=pytest.mark.long)])
def test_encoder_and_camera_agree_for_many_turns(turns: int) -> None:
    with felt_table(seed=1, plies=200) as game:
        disagreed = [
            table.view.ply for table in takewhile(lambda _: len(game.turned) <= turns, game.play()) if disagree(table)
        ]
        assert {-1, 1, 2} <= set(game.turned)
        assert [report.net for report in game.felt] == list(accumulate(game.turned, initial=0))
        assert all(report.certain for report in game.felt)
        assert [sight for sight in game.sights if not sight.camera == sight.encoder == sight.truth] == []
        assert len(game.sights) > 2 * turns
        assert (disagreed, accused(game)) == ([], [])
        assert wheel_health(game.table).code == "wheel_ok"


@pytest.mark.long
def test_the_camera_takes_over_while_the_encoder_is_unplugged() -> None:
    with felt_table(
        seed=2, plies=12, tamper=lambda turn, sent: structs.replace(sent, net=sent.net + (turn >= 7))
    ) as game:
        game.torn_in = 3
        said: Health | None = None
        judged = 0
        for table in game.play():
            if not game.plugged and len(game.turned) < 6:
                said, judged = wheel_health(table), table.view.ply
                assert not disagree(table)
            elif not game.plugged:
                game.plug()
                assert wheel_health(table).code == "wheel_ok"
                assert game.felt[-1].boot != game.felt[-2].boot
                assert game.felt[-1].net % 4 == sum(game.turned) % 4, "on the right stop"
            if disagree(table):
                break
        nets = [report.net for report in game.felt]
        assert nets[:3] == list(accumulate(game.turned[:2], initial=0)), "half a turn is none"
        assert said
        assert (said.state, said.code, dict(said.params)) == (HealthState.LOST, "wheel_lost", {"port": PORT})
        assert said.text
        assert "until then the camera looks at the wheel" in said.text["en"]
        assert judged > 3, "turns were judged by the camera alone"
        assert accused(game) == []
        assert len(game.turned) == 7, "a lie of the encoder is noticed: so it has a voice again"


@pytest.mark.long
def test_a_contradicting_encoder_stops_the_table_until_people_answer() -> None:
    with felt_table(
        seed=6, plies=10, tamper=lambda turn, sent: structs.replace(sent, net=sent.net + (turn >= 6))
    ) as game:
        stopped: list[int] = []
        for table in game.play():
            game.frozen = len(game.turned) == 2
            if not disagree(table) or len(game.turned) in stopped:
                continue
            stopped.append(len(game.turned))
            verdict = table.view.verdict
            assert verdict
            assert verdict.kind is VerdictKind.UNCLEAR
            assert "say which way it was turned" in verdict.text["en"]
            truth = game.simulation.physical.placement()
            assert truth in [play.result for play in table.view.candidates], "what was played can be chosen"
        assert stopped == [3, 6], "at the turn without the magnet and at the first lie, and at no other"
        assert game.table.view.ply >= 10, "the operator's word is enough to go on"
        assert len(game.turned) > 6, "and the encoder counts on from there"
        assert accused(game) == []
