"""The play screen as plain values: one `PlayFace` for one snapshot and what this tablet is in the middle of."""

from dataclasses import dataclass

from companion.model.places import Place, is_goal, is_track
from companion.model.verdict import VerdictKind
from companion.views.table_view import CandidateView, SeatView, TableView
from ui.i18n import Catalogue
from ui.presenters.banner import Banner, banner, winners
from ui.presenters.cards import CardFace, card_face
from ui.presenters.choices import WheelQuestion, narrow, wheel_question
from ui.presenters.spots import Spot, spot_of
from ui.presenters.status import Chip, camera_watches, chips

#: As many likely plays as fit as big buttons.
MOST_BUTTONS = 3


@dataclass(frozen=True, slots=True)
class SeatFace:
    seat: int
    name: str
    colour: str
    cards: str
    home: str
    note: str
    active: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A big button: its sentence and the play it stands for."""

    text: str
    play: CandidateView


@dataclass(frozen=True, slots=True)
class Local:
    """What this tablet is in the middle of: `tapping` although a camera is there, and the spots tapped so far."""

    tapping: bool = False
    taps: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayFace:
    """`pane` is what the middle of the panel shows: idle, deal, dog, exchange, cards, watch, tap, ask, wheel or over.

    `tapping` is true while a play is told by tapping the board; `pointed_at` are the places a complaint speaks of.
    """

    banner: Banner
    turn_name: str
    turn_colour: str
    turn_note: str
    seats: tuple[SeatFace, ...]
    pane: str
    prompt: str
    cards: tuple[CardFace, ...]
    declared: CardFace | None
    choices: tuple[Choice, ...]
    wheel: WheelQuestion | None
    tapping: bool
    taps: tuple[Spot, ...]
    pointed_at: tuple[Spot, ...]
    chips: tuple[Chip, ...]
    notice: str
    paused: bool
    winners: str
    can_undo: bool
    can_amend: bool
    can_forfeit: bool
    can_withdraw: bool


def play_face(view: TableView, local: Local, words: Catalogue) -> PlayFace:
    """Everything the screen shows; equal inputs give equal faces."""
    pane, offered, wheel = _pane(view, local)
    seat = view.seats[view.turn] if view.turn < len(view.seats) else None
    return PlayFace(
        banner=banner(view, words),
        turn_name=seat.name if seat else "",
        turn_colour=seat.colour if seat else "",
        turn_note=_turn_note(view, words),
        seats=tuple(_seat_face(view, one, words) for one in view.seats),
        pane=pane,
        prompt=_prompt(view, pane, offered, words),
        cards=tuple(card_face(card, words) for card in view.cards),
        declared=card_face(view.declared, words) if view.declared else None,
        choices=tuple(Choice(words.of(play.text), play) for play in offered[:MOST_BUTTONS]),
        wheel=wheel,
        tapping=pane in ("tap", "wheel") and _is_tapped(view, local),
        taps=local.taps,
        pointed_at=_pointed_at(view),
        chips=chips(view, words),
        notice=words.of(view.notice),
        paused=view.paused,
        winners=winners(view, words),
        can_undo=view.can_undo and not view.paused,
        can_amend=view.position is not None and view.phase == "play",
        can_forfeit=view.phase == "play" and view.declared is None,
        can_withdraw=view.phase == "play" and view.declared is not None,
    )


def likely_plays(view: TableView) -> tuple[CandidateView, ...]:
    """What "that was something else" offers: what the referee holds likely, else the plays if they are few."""
    likely = view.candidates or (view.plays if len(view.plays) <= MOST_BUTTONS else ())
    return likely[:MOST_BUTTONS]


def _pane(view: TableView, local: Local) -> tuple[str, tuple[CandidateView, ...], WheelQuestion | None]:
    if view.phase != "play" or view.position is None:
        return view.phase, (), None
    if view.declared is None:
        return "cards", (), None
    unclear = view.verdict is not None and view.verdict.kind is VerdictKind.UNCLEAR
    tapping = _is_tapped(view, local)
    left = narrow(view.position, view.plays, local.taps) if tapping else view.candidates if unclear else ()
    wheel = wheel_question(view.position, left)
    if wheel:
        return "wheel", left, wheel
    if tapping:
        return "tap", left if len(left) <= MOST_BUTTONS else (), None
    return ("ask", left, None) if left else ("watch", (), None)


def _is_tapped(view: TableView, local: Local) -> bool:
    return local.tapping or not camera_watches(view)


def _pointed_at(view: TableView) -> tuple[Spot, ...]:
    """The places that a verdict other than "legal" names; kennels say nothing."""
    verdict = view.verdict
    if verdict is None or verdict.kind is VerdictKind.LEGAL:
        return ()
    places = [Place(place) for place in (verdict.origin, verdict.target) if place is not None]
    return tuple(spot_of(verdict.seat, place) for place in places if is_track(place) or is_goal(place))


def _prompt(view: TableView, pane: str, offered: tuple[CandidateView, ...], words: Catalogue) -> str:
    name = view.seats[view.turn].name if view.turn < len(view.seats) else ""
    if pane == "tap" and not view.plays:
        return words.text("prompt.no_play")
    if pane == "tap" and offered:
        return words.text("prompt.which")
    return "" if pane == "cards" else words.text(f"prompt.{pane}", name=name)


def _turn_note(view: TableView, words: Catalogue) -> str:
    if view.phase in ("deal", "dog"):
        return words.text("turn.dealer")
    if view.phase != "play":
        return ""
    return words.text("turn.round", round=view.round, ply=view.ply + 1)


def _seat_face(view: TableView, seat: SeatView, words: Catalogue) -> SeatFace:
    pawns = len(view.position.placement.pawns[seat.seat]) if view.position else 0
    note = words.text("seat.out") if seat.out else ""
    if view.phase == "exchange":
        note = words.text("seat.exchanged" if seat.exchanged else "seat.open")
    active = seat.seat == view.turn and view.phase in ("play", "deal", "dog")
    cards = "–" if seat.cards is None else str(seat.cards)
    return SeatFace(seat.seat, seat.name, seat.colour, cards, f"{seat.home}/{pawns}", note, active)
