"""An accepted play in one sentence: of all its effects, the one that an audience would speak of."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.model.places import CENTRE, KENNEL, Place, is_goal, is_track
from companion.model.play import Capture, Step, StepKind
from companion.rules.moves.board import fills_lane
from companion.session import events as ev
from companion.views.commentary.sentence import Sentence, sentence, spoken_name
from companion.views.table_view import TableView

#: From so few fields before the lane on a pawn is as good as home.
NEAR_FIELDS: Final = 4
_DOG: Final = StepKind.DOG


@dataclass(frozen=True, slots=True)
class _PlayedTurn:
    """A play and the table after it."""

    view: TableView
    play: ev.PlayAccepted

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.called(self.play.seat)

    def called(self, seat: int) -> str:
        return spoken_name(self.view, seat)

    def steps(self, *kinds: StepKind) -> list[Step]:
        return [step for step in self.play.steps if step.kind in kinds]

    def is_near(self, seat: int, place: Place) -> bool:
        """Returns whether a pawn there would be home soon."""
        if not is_track(place):
            return False
        tables = self.view.rules.board_tables
        return 0 < tables.to_foot[seat * tables.field_count + place] <= NEAR_FIELDS

    def same_team(self, seat: int) -> bool:
        return self.view.seats[seat].team == self.view.seats[self.play.seat].team


def play_sentence(view: TableView, play: ev.PlayAccepted) -> Sentence:
    """Returns the sentence of a play; `view` is the table after it."""
    played = _PlayedTurn(view, play)
    found = (describe(played) for describe in _BY_WEIGHT)
    return next((text for text in found if text is not None), sentence("nothing", name=played.name))


def _full_lane(played: _PlayedTurn) -> Sentence | None:
    for step in _arrivals(played):
        assert step.seat is not None
        if fills_lane(played.view.rules, played.play.result.pawns[step.seat]):
            return sentence("lane_full", name=played.called(step.seat))
    return None


def _capture(played: _PlayedTurn) -> Sentence | None:
    every = [(step, capture) for step in played.play.steps for capture in step.captures]
    captures = [(step, capture) for step, capture in every if capture.to == KENNEL]
    if every and not captures:
        return sentence("sent_on", name=played.name, victim=played.called(every[0][1].seat))
    if not captures:
        return None
    verb = "bite" if all(step.kind is _DOG for step, _ in captures) else "capture"
    if len(captures) > 1:
        return sentence(f"{verb}_many", len(captures), name=played.name)
    _, captured = captures[0]
    if captured.seat == played.play.seat:
        return sentence(f"{verb}_own", name=played.name)
    return sentence(f"{verb}{_capture_suffix(played, captured)}", name=played.name, victim=played.called(captured.seat))


def _capture_suffix(played: _PlayedTurn, captured: Capture) -> str:
    """Returns the end of the code."""
    if played.same_team(captured.seat):
        return "_team"
    return "_near" if played.is_near(captured.seat, captured.place) else ""


def _homecoming(played: _PlayedTurn) -> Sentence | None:
    for step in _arrivals(played):
        assert step.seat is not None
        count = _at_home(played, step.seat)
        if step.seat == played.play.seat:
            return sentence("home", count, name=played.name)
        return sentence("home_for", count, name=played.name, owner=played.called(step.seat))
    return None


def _arrivals(played: _PlayedTurn) -> Iterator[Step]:
    return (
        step
        for step in played.play.steps
        if step.seat is not None and is_goal(step.target) and not is_goal(step.origin)
    )


def _at_home(played: _PlayedTurn, seat: int) -> int:
    return sum(map(is_goal, played.play.result.pawns[seat]))


def _swap(played: _PlayedTurn) -> Sentence | None:
    for step in played.steps(StepKind.SWAP):
        if step.seat is None or step.other_seat is None:
            continue
        other = played.called(step.other_seat)
        if step.seat != played.play.seat:
            return sentence("swap_others", name=played.name, one=played.called(step.seat), other=other)
        near = played.is_near(step.other_seat, step.target) and not played.same_team(step.other_seat)
        return sentence("swap_near" if near else "swap", name=played.name, other=other)
    return None


def _lost_turn(played: _PlayedTurn) -> Sentence | None:
    for code, kind in (("lost_turn", StepKind.SKIP), ("lost_card", StepKind.DISCARD)):
        for step in played.steps(kind):
            if step.other_seat is not None:
                return sentence(code, name=played.name, other=played.called(step.other_seat))
    return None


def _start(played: _PlayedTurn) -> Sentence | None:
    for step in played.steps(StepKind.START):
        if step.seat is not None and step.seat != played.play.seat:
            return sentence("start_for", name=played.name, owner=played.called(step.seat))
        return sentence("start", name=played.name)
    return None


def _wheel(played: _PlayedTurn) -> Sentence | None:
    return sentence("wheel", name=played.name) if played.steps(StepKind.WHEEL) else None


def _figure(played: _PlayedTurn) -> Sentence | None:
    went = sum(abs(step.value) for step in played.steps(_DOG))
    return sentence("figure_walk", name=played.name, went=went) if went else None


def _jump(played: _PlayedTurn) -> Sentence | None:
    for step in played.steps(StepKind.JUMP):
        if step.target == CENTRE:
            return sentence("into_centre", name=played.name)
        return sentence("out_of_centre" if step.origin == CENTRE else "jump", name=played.name)
    return None


def _walk(played: _PlayedTurn) -> Sentence | None:
    steps = played.steps(StepKind.ADVANCE)
    moved = _pawns_moved(steps)
    if not steps or steps[-1].seat is None:
        return None
    if moved > 1:
        return sentence("points", moved, name=played.name)
    last, went = steps[-1], sum(step.value for step in steps)
    owner = last.seat
    assert owner is not None
    if is_goal(steps[0].origin):
        return sentence("lane", name=played.called(owner))
    if owner != played.play.seat:
        code = "walk_for" if went > 0 else "retreat_for"
        return sentence(code, name=played.name, owner=played.called(owner), went=abs(went))
    code = "walk" if went > 0 else "retreat"
    return sentence(f"{code}_near" if played.is_near(owner, last.target) else code, name=played.name, went=abs(went))


def _pawns_moved(steps: list[Step]) -> int:
    """Returns how many pawns the walks are of: one that goes on where another ended is the same pawn's."""
    at: set[tuple[int | None, Place]] = set()
    for step in steps:
        at.discard((step.seat, step.origin))
        at.add((step.seat, step.target))
    return len(at)


def _void(played: _PlayedTurn) -> Sentence | None:
    return sentence("void", name=played.name) if played.steps(StepKind.VOID) else None


#: The possible topics of a play, the most important first.
_BY_WEIGHT: Final = (
    _full_lane,
    _capture,
    _homecoming,
    _swap,
    _lost_turn,
    _start,
    _wheel,
    _figure,
    _jump,
    _walk,
    _void,
)
