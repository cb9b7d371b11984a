"""The touches that name a play on the tablet without a camera."""

from collections.abc import Iterable
from dataclasses import replace

from gallery.views import sample_view
from rules_for_tests import rules_of

from companion.model.places import KENNEL
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.views.table_view import CandidateView, HealthState, TableView
from ui.presenters.play.board_marks import settled
from ui.presenters.play.choices import arrivals, carried, changed_spots, quarter_turns, tap
from ui.presenters.play.finger import tappable
from ui.presenters.play.play import TabletState, offered_plays
from ui.presenters.spots import Spot


def plays_to_tap(position: Position, card: str) -> tuple[CandidateView, ...]:
    """The plays of a declared card as the table offers them; their sentences are left out, for they take long."""
    return tuple(
        CandidateView(play=f"play {number}", text={}, result=play.result)
        for number, play in enumerate(legal_plays(rules_of(position), position, card), start=1)
    )


def tapped_view(position: Position, card: str, plays: tuple[CandidateView, ...] | None = None) -> TableView:
    """A table without a camera on which `card` was laid."""
    view = sample_view(position=position, variant=position.variant, turn=position.turn)
    health = tuple(replace(part, state=HealthState.OFF) if part.part == "camera" else part for part in view.health)
    shown = plays_to_tap(position, card) if plays is None else plays
    return replace(view, declared=card, plays=shown, health=health)


def taps_needed(view: TableView, wanted: CandidateView) -> int | None:
    """Taps of somebody who taps pawn after pawn and field after field until the play is offered, the last one on it.

    A play that pawn and field name is made without a further tap.  Where the wheel turns, the fields are those before
    its turn or those after it, whichever needs fewer taps.  None: it is never offered.
    """
    ways = (_taps(view, wanted, tuple(spots_in_order(view, wanted, turned=turned))) for turned in (False, True))
    return min((taps for taps in ways if taps is not None), default=None)


def _taps(view: TableView, wanted: CandidateView, spots: tuple[Spot, ...]) -> int | None:
    local, taps = TabletState(), 0
    for spot in (*spots, None):
        pane, offered, wheel = offered_plays(view, local)
        shown = (wheel.clockwise, wheel.back) if wheel else offered
        if pane in ("tap", "list", "wheel") and any(play.result == wanted.result for play in shown):
            return taps + 1
        if spot is None:
            break
        local = _tapped(view, local, spot)
        taps += 1
        made = settled(view.rules, view.position, view.plays, local.taps) if view.position else None
        if made is not None:
            assert made.result == wanted.result
            return taps
    _, offered, _ = offered_plays(view, replace(local, listing=True))
    return taps + 2 if any(play.result == wanted.result for play in offered) else None


def spots_in_order(view: TableView, wanted: CandidateView, *, turned: bool = False) -> Iterable[Spot]:
    """The spots a play changed: where pawns left, where they came, and last what went home and the dog's way.

    `turned`: the pawns came where the wheel has carried them.
    """
    position = view.position
    assert position is not None
    came = arrivals(view.rules, position, wanted.result)
    left = changed_spots(view.rules, position, wanted.result) - came
    if turned:
        quarters = quarter_turns(position, wanted.result)
        came = {Spot(spot.seat, carried(view.rules, position, spot.place, quarters), spot.pawn) for spot in came}
    dogs = {position.placement.extra(name) for name in view.rules.variant.figures}
    dogs |= {wanted.result.extra(name) for name in view.rules.variant.figures}
    last = {spot for spot in left if _is_foreign_kennel(spot, position.turn)}
    last |= {spot for spot in left | came if spot.seat is None and spot.place in dogs}
    return (*sorted(left - last, key=repr), *sorted(came - last, key=repr), *sorted(last, key=repr))


def _is_foreign_kennel(spot: Spot, seat: int) -> bool:
    return spot.place == KENNEL and spot.seat != seat


def _tapped(view: TableView, local: TabletState, spot: Spot) -> TabletState:
    assert view.position is not None
    assert spot in tappable(view.rules, view.position, view.plays, local.taps).spots
    return replace(local, taps=tap(view.rules, view.position, view.plays, local.taps, spot))
