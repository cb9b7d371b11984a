"""The gallery's scenes of a demo whose visitor has a seat."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.model.verdict import VerdictKind
from companion.session.state import Phase
from companion.views.demo_seat import DemoSeat
from companion.views.table_view import TableView
from gallery import views as make
from gallery.card_scenes import on_table
from gallery.card_views import rich_table, view_of
from gallery.entering import Scene
from gallery.fakes import FakeVisitor

HAND = ("8", "partner4", "black5", "13", "copy", "1/11")
CARD_HAND = ("3", "4", "8", "10", "13", "14", "joker")
OWN_TURN = DemoSeat(seat=0, hand=HAND)
SEATED = DemoSeat(seat=0)

Play = Callable[..., Scene]


def demo_scenes(play: Play) -> dict[str, Scene]:
    """Returns the scenes of a demo, by name; `play` makes a scene of the play screen."""
    illegal = make.spoken(VerdictKind.ILLEGAL, seat=0, origin=5, target=12)
    return {
        "demo_hand": visited(play, make.sample_view(), OWN_TURN),
        "demo_tap": visited(play, make.declared_view("8"), OWN_TURN),
        "demo_many": visited(play, make.declared_view("partner4"), OWN_TURN),
        "demo_busy": visited(play, make.declared_view("8"), replace(OWN_TURN, busy=True)),
        "demo_wrong": visited(play, make.declared_view("8", verdict=illegal), replace(OWN_TURN, astray=True)),
        "demo_move": visited(play, make.declared_view("8"), OWN_TURN, lambda screen: screen.begin_edit("report")),
        "demo_others": visited(play, make.sample_view(turn=2), SEATED),
        "viewers_behind": behind(play(make.sample_view(phase=Phase.OVER, result=(0, 2)))),
        "demo_watch": visited(play, make.declared_view("8"), DemoSeat()),
        "card_table_demo_hand": visited(on_table, view_of(rich_table()), DemoSeat(seat=0, hand=CARD_HAND)),
        "card_table_demo_others": visited(on_table, view_of(rich_table(turn=1)), SEATED),
    }


def behind(scene: Scene) -> Scene:
    """A table that is closed while viewers are behind."""

    def late(stepped: Any, launcher: Any) -> None:
        scene(stepped, launcher)
        launcher.table.behind_s = 95.0
        stepped.screen.go_home()
        stepped.settle()

    return late


def visited(play: Play, view: TableView, seat: DemoSeat, then: Callable[[Any], object] | None = None) -> Scene:
    """A demo with this seat, and a following action on its screen."""

    def scene(stepped: Any, launcher: Any) -> None:
        play(replace(view, demo=True))(stepped, launcher)
        launcher.table.visitor = FakeVisitor(seat)
        stepped.app.model.look_at_visitor()
        stepped.settle()
        if then:
            then(stepped.screen)
            stepped.settle()

    return scene
