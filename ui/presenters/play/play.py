"""The play screen as plain values: one `PlayViewModel` for one snapshot and the unfinished input on this tablet."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.model.places import KENNEL
from companion.model.verdict import VerdictKind
from companion.session.state import Phase
from companion.views.table_view import EXCHANGES, CandidateView, SeatView, Stage, TableView
from companion.views.wording.card_looks import faces_for
from companion.views.wording.words import card_name
from ui.i18n import Words
from ui.presenters.banner import Banner, banner, stage_sentence, winners
from ui.presenters.play.board_marks import NO_MARKS, BoardMarks, board_marks, pointed_at, points_at_wheel
from ui.presenters.play.cards import CardFace, card_face
from ui.presenters.play.choices import WheelQuestion, is_tapped_whole, narrow, wheel_question
from ui.presenters.play.computer import (
    ANNOUNCED,
    ENTER,
    THINKING,
    ComputerFace,
    computer_face,
    computer_pane,
    computer_seat,
)
from ui.presenters.spots import Spot
from ui.presenters.status import Chip, camera_watches, chips, pause_text, warning

#: The number of likely plays that fit as big buttons.
MOST_BUTTONS = 3


@dataclass(frozen=True, slots=True)
class SeatViewModel:
    seat: int
    name: str
    colour: str
    cards: str
    home: str
    note: str
    active: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A big button: its sentence and the play it stands for; `letter` marks the play on the board."""

    text: str
    play: CandidateView
    letter: str = ""


@dataclass(frozen=True, slots=True)
class TabletState:
    """The unfinished input on this tablet: `tapping` although a camera is there, and the spots tapped so far.

    `listing`: all remaining plays are wanted as a list. `joker` is the card that waits until a player names the card it
    stands for.  `put_back`: people have confirmed after an undo that everything is back in its place. In a demo with a
    visitor (`ui.presenters.play.demo_seat`), `hand` are the visitor's cards at the own turn, `all_cards`: any card may
    be chosen beside them, `others`: a simulated player is to move. `entered` are the cards of a hand of the computer
    that were tapped so far, `anew` its seat while the whole hand is entered once more; `shows_card`: the holder of that
    hand views the card to pass on.
    """

    tapping: bool = False
    taps: tuple[Spot, ...] = ()
    listing: bool = False
    joker: str = ""
    put_back: bool = False
    hand: tuple[str, ...] = ()
    all_cards: bool = False
    others: bool = False
    entered: tuple[str, ...] = ()
    anew: int | None = None
    shows_card: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A big button that answers for a seat: `use` False declines; `rank` names the pawn where pawns have ranks."""

    text: str
    icon: str
    use: bool = True
    rank: str = ""


@dataclass(frozen=True, slots=True)
class PlayViewModel:
    """`pane` is the middle of the panel.

    It is a stage of the banner, or within the play cards, as (the face of a joker), watch, tap, list, ask or wheel; in
    a demo with a visitor also hand (the visitor's cards) or others (a simulated player is to move).
    `tapping` is true while a play is tapped on the board; `marks` are drawn on the board then,
    `pointed_at` the places of a problem, `rings_wheel`: the disc is one;
    `can_list`: more plays are left than there are buttons;
    `proposed` are the camera's proposals for the newest card, to be confirmed by a tap;
    `answers` are the buttons for a decision about cards or pawns; `puts_back`: an undo
    has still to be carried out on the table; `visiting`: simulated hands carry out the taps of a demo's visitor.
    `computer` is the announcement of a seat of the computer.
    """

    banner: Banner
    turn_name: str
    turn_colour: str
    turn_note: str
    seats: tuple[SeatViewModel, ...]
    pane: str
    prompt: str
    cards: tuple[CardFace, ...]
    proposed: tuple[CardFace, ...]
    declared: CardFace | None
    choices: tuple[Choice, ...]
    answers: tuple[Answer, ...]
    wheel: WheelQuestion | None
    tapping: bool
    taps: tuple[Spot, ...]
    marks: BoardMarks
    can_list: bool
    pointed_at: tuple[Spot, ...]
    rings_wheel: bool
    chips: tuple[Chip, ...]
    notice: str
    demo: bool
    visiting: bool
    pause_text: str
    paused: bool
    winners: str
    can_undo: bool
    puts_back: bool
    can_amend: bool
    can_forfeit: bool
    can_withdraw: bool
    computer: ComputerFace | None = None


def play_view_model(view: TableView, local: TabletState, words: Words) -> PlayViewModel:
    """Everything the screen shows; equal inputs give equal faces."""
    of_computer = computer_pane(view, tapping=local.tapping, anew=local.anew is not None)
    pane, offered, wheel = (of_computer, (), None) if of_computer else offered_plays(view, local)
    tapping = pane in ("tap", "list", "wheel") and _is_tapped(view, local)
    marks = board_marks(view, local.taps, offered if pane == "tap" else ()) if tapping else NO_MARKS
    seat = _acting_seat(view, local, of_computer)
    all_act = view.stage in EXCHANGES and not of_computer
    return PlayViewModel(
        banner=_line(view, local, of_computer, words),
        turn_name=words.text("turn.everyone") if all_act else seat.name if seat else "",
        turn_colour=seat.colour if seat and not all_act else "",
        turn_note=_turn_note(view, words),
        seats=tuple(_seat_face(view, one, words) for one in view.seats),
        pane=pane,
        prompt=_prompt(view, local, pane, offered, words),
        cards=tuple(card_face(card, words, view.rules.variant) for card in _offered_cards(view, local)),
        proposed=tuple(card_face(card, words, view.rules.variant) for card in _proposed(view, pane, words)),
        declared=card_face(view.declared, words, view.rules.variant) if view.declared else None,
        choices=_choices(offered, marks, words),
        answers=_answers(view, words),
        wheel=wheel,
        tapping=tapping,
        taps=local.taps,
        marks=marks,
        can_list=pane == "tap" and len(view.plays) > MOST_BUTTONS and not offered,
        pointed_at=pointed_at(view),
        rings_wheel=points_at_wheel(view),
        chips=chips(view, words),
        notice=warning(view, words),
        demo=view.demo,
        visiting=bool(local.hand),
        pause_text=pause_text(view, words),
        paused=view.paused,
        winners=winners(view, words),
        can_undo=view.can_undo and not view.paused,
        puts_back=_puts_back(view, local),
        can_amend=view.position is not None and view.phase is Phase.PLAY,
        can_forfeit=view.stage is Stage.PLAY and not _lies_open(view, local) and not of_computer,
        can_withdraw=_can_withdraw(view, local, of_computer),
        computer=_computer(view, local, of_computer, words),
    )


def _choices(offered: Sequence[CandidateView], marks: BoardMarks, words: Words) -> tuple[Choice, ...]:
    letters = marks.letter_of
    return tuple(Choice(words.of(play.text), play, letters.get(index, "")) for index, play in enumerate(offered))


def _acting_seat(view: TableView, local: TabletState, of_computer: str) -> SeatView | None:
    acting = computer_seat(view, of_computer, local.anew) if of_computer else view.acting
    return view.seats[acting] if acting < len(view.seats) else None


def _computer(view: TableView, local: TabletState, of_computer: str, words: Words) -> ComputerFace | None:
    entered = len(local.entered)
    return computer_face(view, of_computer, words, shows=local.shows_card, anew=local.anew, entered=entered)


def _lies_open(view: TableView, local: TabletState) -> bool:
    """Returns whether a card lies open, be it a joker whose face is still to be named."""
    return view.declared is not None or bool(local.joker)


def _can_withdraw(view: TableView, local: TabletState, of_computer: str) -> bool:
    return view.phase is Phase.PLAY and _lies_open(view, local) and of_computer != ANNOUNCED


def _line(view: TableView, local: TabletState, of_computer: str, words: Words) -> Banner:
    """The line over everything, beside a seat of the computer too: it never contradicts the panel."""
    if of_computer == ENTER:
        return _entering(view, local, words)
    face = computer_face(view, of_computer, words)
    if of_computer == THINKING and face is not None and view.verdict is None and view.anomaly is None:
        return Banner("calm", "computer", words.text("banner.computer"), face.prompt)
    return _banner(view, local, words)


def _banner(view: TableView, local: TabletState, words: Words) -> Banner:
    """The line over everything; it shows the question about a joker without a face, and the things to put back."""
    if view.put_back is not None and _puts_back(view, local):
        return Banner("calm", "undo", words.text("banner.undone"), words.of(view.put_back.text))
    if local.joker and view.declared is None and view.stage is Stage.PLAY:
        return Banner("calm", "card_joker", words.text("banner.as"), _prompt(view, local, "as", (), words))
    return banner(view, words)


def _entering(view: TableView, local: TabletState, words: Words) -> Banner:
    """The line while the cards of a seat of the computer are entered."""
    face = computer_face(view, ENTER, words, anew=local.anew, entered=len(local.entered))
    return Banner("calm", "cards", face.title if face else "", face.prompt if face else "")


def _puts_back(view: TableView, local: TabletState) -> bool:
    return view.put_back is not None and not local.put_back and not local.joker


def likely_plays(view: TableView) -> tuple[CandidateView, ...]:
    """The plays behind "that was something else": the likely ones of the referee, else all plays if they are few."""
    likely = view.candidates or (view.plays if len(view.plays) <= MOST_BUTTONS else ())
    return likely[:MOST_BUTTONS]


def likely_choices(view: TableView, words: Words) -> tuple[Choice, ...]:
    """The same as big buttons."""
    return tuple(Choice(words.of(play.text), play) for play in likely_plays(view))


def offered_plays(view: TableView, local: TabletState) -> tuple[str, tuple[CandidateView, ...], WheelQuestion | None]:
    """The pane, the plays that it offers to a finger, and the wheel's question where only that is open."""
    if view.stage is not Stage.PLAY or view.position is None:
        return view.stage, (), None
    if local.others:
        return "others", (), None
    if view.declared is None:
        return _cards_pane(local), (), None
    unclear = view.verdict is not None and view.verdict.kind is VerdictKind.UNCLEAR
    tapping = _is_tapped(view, local)
    likely = view.candidates[:MOST_BUTTONS] if unclear else ()
    left = narrow(view.rules, view.position, view.plays, local.taps) if tapping else likely
    wheel = wheel_question(view.rules, view.position, left)
    if wheel and not local.hand:
        return "wheel", left, wheel
    if tapping:
        return _tapped_pane(view, local, left)
    return ("ask", left, None) if left else ("watch", (), None)


def _tapped_pane(
    view: TableView, local: TabletState, left: tuple[CandidateView, ...]
) -> tuple[str, tuple[CandidateView, ...], None]:
    """Few plays are buttons; many are a list if people want one or no further tap can distinguish them."""
    if len(left) <= MOST_BUTTONS:
        return "tap", left, None
    position = view.position
    whole = [play for play in left if position and is_tapped_whole(view.rules, position, play, local.taps)]
    if not (local.listing or (local.taps and whole)):
        return "tap", (), None
    return "list", (*whole, *(play for play in left if play not in whole)) if local.taps else left, None


def _cards_pane(local: TabletState) -> str:
    if local.joker:
        return "as"
    return "hand" if local.hand and not local.all_cards else "cards"


def _offered_cards(view: TableView, local: TabletState) -> tuple[str, ...]:
    if local.joker and view.declared is None:
        return faces_for(view.rules.variant, local.joker)
    return local.hand if view.declared is None and _cards_pane(local) == "hand" else view.cards


def _answers(view: TableView, words: Words) -> tuple[Answer, ...]:
    """The decisions that are open: a free start, or a card that has to or may be drawn or thrown away."""
    count = view.pending.count if view.pending else 1
    if view.stage is Stage.START:
        return _free_starts(view, words)
    if view.stage in (Stage.REPLACE, Stage.DRAW, Stage.MAY_DRAW):
        drawn = words.text("play.drawn_one" if count == 1 else "play.drawn", count=count)
        declined = (Answer(words.text("play.not_drawn"), "cross", use=False),) if view.stage is Stage.MAY_DRAW else ()
        return (Answer(drawn, "cards"), *declined)
    return (Answer(words.text("play.discarded"), "card_skip"),) if view.stage is Stage.DISCARD else ()


def _free_starts(view: TableView, words: Words) -> tuple[Answer, ...]:
    """One button a pawn if they differ, else one; and "no" if it is no duty (BD-R01, ROY-R30)."""
    if view.position is None:
        return ()
    ranks = view.rules.variant.rank_names
    row = view.position.placement.pawns[view.turn]
    waiting = [rank for rank, place in zip(ranks, row, strict=False) if place == KENNEL]
    answers = [Answer(words.text(f"rank.{rank}"), f"rank_{rank}", rank=rank) for rank in waiting]
    answers = answers or [Answer(words.text("play.started"), "card_start")]
    if view.rules.setup.duty == "may":
        answers.append(Answer(words.text("play.not_started"), "cross", use=False))
    return tuple(answers)


def _is_tapped(view: TableView, local: TabletState) -> bool:
    return local.tapping or not camera_watches(view)


def _prompt(view: TableView, local: TabletState, pane: str, offered: tuple[CandidateView, ...], words: Words) -> str:
    name = view.seats[view.turn].name if view.turn < len(view.seats) else ""
    if pane == "as":
        return words.text("prompt.as", name=name, card=card_name(local.joker, words))
    if pane == "over":
        return words.text("prompt.over", name=name)
    if view.stage is not Stage.PLAY or pane in (ENTER, ANNOUNCED, THINKING):
        return stage_sentence(view, words)
    if pane in ("tap", "watch") and view.obstacles:
        return "\n".join(words.of(texts) for texts in view.obstacles)
    if pane == "tap" and not view.plays:
        return words.text("prompt.no_play")
    if local.hand and pane in ("tap", "list"):
        return words.text("prompt.visitor_which" if offered else "prompt.visitor_tap")
    if pane == "list" or (pane == "tap" and offered):
        return words.text("prompt.which")
    if pane == "cards":
        return _proposal(view, words)
    return words.text(f"prompt.{pane}", name=name)


def _proposed(view: TableView, pane: str, words: Words) -> tuple[str, ...]:
    """The cards that a camera proposes; none while something else has to be read or done first."""
    return view.proposed if pane == "cards" and view.put_back is None and not warning(view, words) else ()


def _proposal(view: TableView, words: Words) -> str:
    """The sentence over the cards that a camera proposes; empty if it proposes none."""
    cards = _proposed(view, "cards", words)
    if not cards:
        return ""
    return words.text("prompt.proposed" if len(cards) == 1 else "prompt.proposed_two")


def _turn_note(view: TableView, words: Words) -> str:
    if view.stage in (Stage.DEAL, Stage.FIGURE):
        return words.text("turn.dealer")
    if view.phase is not Phase.PLAY:
        return ""
    return words.text("turn.round", round=view.round, ply=view.ply + 1)


def _seat_face(view: TableView, seat: SeatView, words: Words) -> SeatViewModel:
    note = words.text("seat.out") if seat.out else ""
    if view.stage in EXCHANGES:
        note = words.text("seat.exchanged" if seat.exchanged else "seat.open")
    active = seat.seat == view.acting and view.stage not in (*EXCHANGES, Stage.OVER)
    cards = "–" if seat.cards is None else str(seat.cards)
    return SeatViewModel(
        seat.seat, seat.name, seat.colour, cards, f"{seat.home}/{view.rules.goal_fields}", note, active
    )
