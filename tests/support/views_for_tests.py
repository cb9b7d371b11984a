"""Table views built by hand, for everything that shows them."""

from dataclasses import replace

import msgspec
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place, goal
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.rules.setup import first_position
from companion.session.state import Phase
from companion.views.table_view import Health, HealthState, SeatView, TableView, VerdictView

NAMES = ("Anna", "Ben", "Carla", "David")
COLOURS = ("red", "yellow", "green", "blue")
MIDGAME = (
    (KENNEL, Place(5), Place(9), goal(4)),
    (KENNEL, KENNEL, Place(17), goal(1)),
    (Place(33), Place(40), goal(2), goal(3)),
    (KENNEL, KENNEL, Place(24), Place(48)),
)


def texts(sentence: str) -> dict[str, str]:
    return {language: f"{sentence} ({language})" for language in ("de", "en", "fr", "it")}


def midgame(dog: int = 26, wheel: int = 1) -> Position:
    position = first_position(SHIPPED.variant("black_dog"))
    placement = Placement(tuple(tuple(sorted(row)) for row in MIDGAME), (("dog", dog), ("wheel", wheel)))
    return msgspec.structs.replace(position, placement=placement, turn=2, copied="13")


def verdict(kind: VerdictKind = VerdictKind.LEGAL, *, seq: int = 7, card: str = "8") -> VerdictView:
    illegal = kind is VerdictKind.ILLEGAL
    return VerdictView(
        seq=seq,
        kind=kind,
        seat=1,
        card=card,
        play=None if illegal else "8 1:9>17",
        ruling="CORE-R10" if illegal else None,
        text=texts("The yellow pawn goes 8 fields" if not illegal else "The yellow pawn must go exactly 8 fields"),
        origin=9,
        target=17,
    )


def seat_views(names: tuple[str, ...] = NAMES) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            seat=seat,
            name=names[seat],
            colour=COLOURS[seat],
            team=seat % 2,
            cards=5 - seat,
            out=seat == 3,
            exchanged=True,
            home=seat,
        )
        for seat in range(4)
    )


def game_view(position: Position | None = None, **changes: object) -> TableView:
    """A game in its midst: after a legal play of seat 1, seat 2 to move."""
    played = verdict()
    view = TableView(
        epoch=3,
        seq=7,
        game="0f9c5a7e-2a53-4a2c-9d0c-0a3f5b1c7d11",
        variant="black_dog",
        board="black_dog",
        options=(),
        phase=Phase.PLAY,
        paused=False,
        round=2,
        ply=14,
        position=position or midgame(),
        seats=seat_views(),
        dealer=0,
        first=1,
        turn=2,
        deck=41,
        discard=29,
        discard_top="13",
        cards=SHIPPED.variant("black_dog").cards,
        declared=None,
        verdict=played,
        last_play=played,
        plays=(),
        candidates=(),
        result=None,
        can_undo=True,
        health=(
            Health(part="camera", state=HealthState.OK, code="camera_ok", text=texts("The camera sees the board well")),
            Health(part="mqtt", state=HealthState.OK, code="mqtt_ok"),
            Health(part="wheel", state=HealthState.LOST, code="wheel_lost", params=(("port", "/dev/ttyUSB0"),)),
        ),
        notice=None,
    )
    changed = replace(view, **changes)
    return replace(changed, game_rules=rules_of(changed.position) if changed.position else None)


def idle_view(epoch: int = 3) -> TableView:
    """A table at which no game is on."""
    view = game_view(epoch=epoch, seq=0, game="", variant="", board="", phase=None, round=0, ply=0, turn=0, first=0)
    return replace(
        view,
        position=None,
        seats=(),
        deck=None,
        discard=0,
        discard_top=None,
        cards=(),
        verdict=None,
        last_play=None,
        can_undo=False,
        health=(),
    )
