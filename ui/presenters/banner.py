"""The line over the full width: the referee's verdict or the next task, in one word and one sentence."""

from dataclasses import dataclass
from typing import Final

from companion.model.failed_device import FailedDevice
from companion.model.verdict import VerdictKind
from companion.views.table_view import EXCHANGES, Stage, TableView
from companion.views.wording.words import card_name
from companion.writing.bidi import isolated
from ui.i18n import Words
from ui.presenters.status import fault_line


@dataclass(frozen=True, slots=True)
class Banner:
    """`tone` names the colour token (`on_` + tone that of its text); `icon` carries the same without colour."""

    tone: str
    icon: str
    word: str
    sentence: str


_ICONS: Final = {
    VerdictKind.LEGAL: "check",
    VerdictKind.ILLEGAL: "cross",
    VerdictKind.UNFINISHED: "wait",
    VerdictKind.UNCLEAR: "question",
}

#: Every stage but the play itself, which has no banner of its own.
_STAGE_ICONS: Final = {
    Stage.IDLE: "home",
    Stage.START: "card_start",
    Stage.DEAL: "cards",
    Stage.FIGURE: "card_dog",
    Stage.EXCHANGE_PARTNER: "card_swap",
    Stage.EXCHANGE_LEFT: "card_swap",
    Stage.OVER: "trophy",
    Stage.REPLACE: "cards",
    Stage.DRAW: "cards",
    Stage.MAY_DRAW: "cards",
    Stage.DISCARD: "card_skip",
}


def banner(view: TableView, words: Words) -> Banner:
    """Shows the debt of a player; else an anomaly on the board; else the verdict; else the open or the next card."""
    if view.announced is not None and view.stage in _STAGE_ICONS:
        return Banner("calm", "computer", words.text("banner.computer"), words.of(view.announced.text))
    if view.stage in _STAGE_ICONS:
        word = words.text("banner.exchange" if view.stage in EXCHANGES else f"banner.{view.stage}")
        return Banner("calm", _STAGE_ICONS[view.stage], word, stage_sentence(view, words))
    if view.anomaly is not None:
        return Banner("unclear", "question", words.text("banner.anomaly"), words.of(view.anomaly.text))
    verdict = view.verdict
    if view.announced is not None and (verdict is None or verdict.kind is VerdictKind.LEGAL):
        return Banner("calm", "computer", words.text("banner.computer"), words.of(view.announced.text))
    if view.noted is not None and not view.declared:
        legal = VerdictKind.LEGAL
        return Banner(legal.value, _ICONS[legal], words.text(f"verdict.{legal.value}"), words.of(view.noted))
    if verdict is not None:
        who = view.seats[verdict.seat].name if verdict.seat < len(view.seats) else ""
        said = words.of(verdict.text)
        sentence = f"{isolated(who)} · {card_name(verdict.card, words)}: {said}" if verdict.card else said
        return Banner(verdict.kind.value, _ICONS[verdict.kind], words.text(f"verdict.{verdict.kind.value}"), sentence)
    if view.declared:
        word = words.text("banner.card", card=card_name(view.declared, words))
        if view.obstacles:
            return Banner("calm", "question", word, words.text("prompt.no_play"))
        return Banner("calm", "eye", word, words.text("banner.move", name=_name(view)))
    lay = "banner.drawn" if view.pending else "banner.lay_card"
    return Banner("calm", "cards", words.text("banner.choose"), words.text(lay, name=_name(view)))


def stopped_banner(words: Words, work: str, fault: FailedDevice) -> Banner:
    """Shows why work with the camera (certify, deck) stopped."""
    said = fault_line(words, f"{work}.fault" if fault is FailedDevice.CAMERA else f"fault.{fault.value}")
    return Banner("illegal", "cross", words.text(f"{work}.stopped"), said)


def stage_sentence(view: TableView, words: Words) -> str:
    """The next task as a sentence; empty while cards are played."""
    if view.stage is Stage.OVER:
        return words.text("banner.won", names=winners(view, words))
    if view.stage not in _STAGE_ICONS:
        return ""
    acting = view.seats[view.acting].name if view.acting < len(view.seats) else ""
    return words.text(f"prompt.{view.stage}", name=acting, count=_asked_cards(view))


def _asked_cards(view: TableView) -> int:
    """The number of cards in question: those dealt to everybody now, or those to be drawn."""
    if view.stage is Stage.DEAL:
        return view.rules.deal.cards_in_round(view.round + 1, len(view.seats))
    return view.pending.count if view.pending else 1


def winners(view: TableView, words: Words) -> str:
    """The winners' names in one phrase."""
    names = [isolated(view.seats[seat].name) for seat in view.result or ()]
    return (
        names[0] if len(names) == 1 else words.text("and", first=", ".join(names[:-1]), last=names[-1]) if names else ""
    )


def _name(view: TableView) -> str:
    return view.seats[view.turn].name if view.turn < len(view.seats) else ""
