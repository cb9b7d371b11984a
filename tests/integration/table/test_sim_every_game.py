"""The simulated people play every game of the family, with every number of players and exact observations."""

import pytest
from perfect_eyes import NoCamera, PerfectEyes
from playout_tables import Case, switched

from companion.app.table_setup import with_game
from companion.catalogue.shipped import SHIPPED
from companion.session import events as ev
from companion.settings.schema import Settings
from companion.simulation.camera import virtual_camera

TABLES = [(variant, count) for variant in SHIPPED.ids for count in SHIPPED.variant(variant).seat_counts]
#: So many plays at every table; two games with everything that only they ask are played to their end.
PLIES = 8


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_camera, "VirtualCamera", NoCamera)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("variant", "count"), TABLES)
def test_every_table_is_set_up_and_played(variant: str, count: int) -> None:
    table = PerfectEyes(with_game(SHIPPED, Settings(), variant, count), seed=count, plies=PLIES)
    table.play()
    assert table.table.view.ply == PLIES
    assert table.refused == []
    assert [act for act in table.simulation.acts if not act.right] == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", switched(), ids=str)
def test_every_value_of_a_switch_is_played(case: Case) -> None:
    settings = with_game(SHIPPED, Settings(), case.variant, case.players, dict(case.options))
    table = PerfectEyes(settings, seed=7, plies=PLIES)
    table.play()
    assert table.table.view.ply == PLIES
    assert table.refused == []
    assert [act for act in table.simulation.acts if not act.right] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("variant", "asked"), [("dog_royal", ev.CardsDrawn), ("super_tock_advanced", ev.CardDiscarded)]
)
def test_a_game_for_two_is_played_whole_with_its_own_questions(variant: str, asked: type) -> None:
    table = PerfectEyes(with_game(SHIPPED, Settings(), variant, 2), seed=15)
    table.play()
    assert table.table.view.result is not None
    assert table.refused == []
    assert [act for act in table.simulation.acts if not act.right] == []
    assert table.happened(asked)


def test_free_starts_after_the_exchange_are_decided_by_rank() -> None:
    table = PerfectEyes(with_game(SHIPPED, Settings(), "dog_royal", 4), seed=3, plies=1)
    table.play()
    started = [event for event in table.events if isinstance(event, ev.FreeStartDecided)]
    assert [event.seat for event in started] == [0, 1, 2, 3]
    exchanged = max(index for index, event in enumerate(table.events) if isinstance(event, ev.CardExchanged))
    assert table.events.index(started[0]) > exchanged


def test_people_may_decline_a_free_start_and_play_with_house_rules() -> None:
    options = {"bd.free_start": "may", "core.verify_forfeit": False}
    table = PerfectEyes(with_game(SHIPPED, Settings(), "black_dog", 4, options), seed=5, plies=6)
    table.play()
    assert table.happened(ev.FreeStartDecided)
    assert table.refused == []
