"""The view decides for which act the table waits, and tablet and page have words for each."""

from dataclasses import replace

import pytest
from session_driver import Session
from views_for_tests import game_view, idle_view
from words_for_tests import WORDING

from companion.session import commands as cmd
from companion.session.state import Phase
from companion.views.broadcast import topics
from companion.views.table import table_view
from companion.views.table_view import EXCHANGES, PendingView, Stage, TableView
from companion.views.view_context import ViewContext


def view_of(session: Session) -> TableView:
    return table_view(session.state, ViewContext(wording=WORDING, epoch=1))


def test_a_black_dog_begins_stage_by_stage() -> None:
    session = Session()
    seen = [view_of(session).stage]
    session.start()
    seen.append(view_of(session).stage)
    session.do(cmd.Deal())
    seen.append(view_of(session).stage)
    assert (view_of(session).phase, view_of(session).figure) == (Phase.FIGURE, "dog")
    session.to_play()
    seen.append(view_of(session).stage)
    assert seen == [Stage.IDLE, Stage.DEAL, Stage.FIGURE, Stage.PLAY]


@pytest.mark.parametrize(
    ("variant", "seats", "stage"), [("dog", 4, Stage.EXCHANGE_PARTNER), ("dog", 3, Stage.EXCHANGE_LEFT)]
)
def test_an_exchange_says_where_the_cards_go(variant: str, seats: int, stage: Stage) -> None:
    session = Session().start(variant=variant, seats=seats)
    session.do(cmd.Deal())
    assert view_of(session).stage is stage


@pytest.mark.parametrize("kind", ["replace", "draw", "may_draw", "discard"])
def test_a_player_who_owes_cards_is_prompted(kind: str) -> None:
    view = game_view(pending=PendingView(kind=kind, seat=3, count=1), turn=1)
    assert (view.stage, view.acting) == (Stage(kind), 3)
    state = topics.state(view, 0)
    assert (state.stage, state.acting) == (kind, 3)


def test_who_may_play_or_throw_away_plays() -> None:
    view = game_view(pending=PendingView(kind="play_or_discard", seat=1, count=1), turn=1)
    assert (view.stage, view.acting) == (Stage.PLAY, 1)


def test_a_free_start_is_the_turn_of_the_player_who_starts() -> None:
    view = game_view(phase=Phase.START, pending=PendingView(kind="must_start", seat=2, count=1), turn=2)
    assert (view.stage, view.acting) == (Stage.START, 2)
    assert replace(view, phase=Phase.OVER).stage is Stage.OVER
    assert idle_view().stage is Stage.IDLE


def test_tablet_and_page_have_words_for_every_stage() -> None:
    english = WORDING["en"]
    assert set(Stage) <= set(english["page"])
    banners = {"exchange" if stage in EXCHANGES else stage for stage in Stage if stage is not Stage.PLAY}
    assert {f"banner.{name}" for name in banners} <= set(english["tablet"])
    assert {f"prompt.{stage}" for stage in Stage if stage is not Stage.PLAY} <= set(english["tablet"])
