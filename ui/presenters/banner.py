"""The line over the full width: what the referee says, or what the table waits for, in one word and one sentence."""

from dataclasses import dataclass
from typing import Final

from companion.model.verdict import VerdictKind
from companion.rules.catalogue import load_variant
from companion.rules.ruleset import ruleset_of
from companion.views.table_view import TableView
from ui.i18n import Catalogue
from ui.presenters.cards import card_name


@dataclass(frozen=True, slots=True)
class Banner:
    """`tone` names the colour token (and `on_` + tone what is written on it); `icon` says the same without colour."""

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

_STAGE_ICONS: Final = {
    "idle": "home",
    "start": "card_start",
    "deal": "cards",
    "figure": "card_dog",
    "exchange": "card_swap",
    "over": "trophy",
    "replace": "cards",
    "draw": "cards",
    "may_draw": "cards",
    "discard": "card_skip",
}


def stage(view: TableView) -> str:
    """What the table is waiting for.

    idle, start, deal, figure, exchange and over are before or after the play; replace, draw, may_draw and discard are
    owed beside it; else play.
    """
    if view.variant and view.phase in load_variant(view.variant).figures:
        return "figure"
    if view.phase == "play" and view.pending and view.pending.kind in _STAGE_ICONS:
        return view.pending.kind
    return view.phase


def banner(view: TableView, words: Catalogue) -> Banner:
    """What is owed; what is amiss on the board; the verdict where there is one; else the open card or the next one."""
    now = stage(view)
    if now in _STAGE_ICONS:
        return Banner("calm", _STAGE_ICONS[now], words.text(f"banner.{now}"), stage_sentence(view, words))
    if view.amiss is not None:
        return Banner("unclear", "question", words.text("banner.amiss"), words.of(view.amiss.text))
    verdict = view.verdict
    if verdict is not None:
        who = view.seats[verdict.seat].name if verdict.seat < len(view.seats) else ""
        said = words.of(verdict.text)
        sentence = f"{who} · {card_name(verdict.card, words)}: {said}" if verdict.card else said
        return Banner(verdict.kind.value, _ICONS[verdict.kind], words.text(f"verdict.{verdict.kind.value}"), sentence)
    if view.declared:
        word = words.text("banner.card", card=card_name(view.declared, words))
        return Banner("calm", "eye", word, words.text("banner.move", name=_name(view)))
    lay = "banner.drawn" if view.pending else "banner.lay_card"
    return Banner("calm", "cards", words.text("banner.choose"), words.text(lay, name=_name(view)))


def stage_sentence(view: TableView, words: Catalogue) -> str:
    """What to do now, as a sentence; empty while cards are played."""
    now = stage(view)
    if now == "over":
        return words.text("banner.won", names=winners(view, words))
    if now == "exchange" and view.position:
        to = ruleset_of(view.position).deal.exchange_with(len(view.seats)) or "partner"
        return words.text(f"prompt.exchange_{to}")
    if now not in _STAGE_ICONS:
        return ""
    owing = view.seats[view.pending.seat].name if view.pending and view.phase == "play" else _name(view)
    count = view.pending.count if view.pending else 1
    return words.text(f"prompt.{now}", name=owing, count=count)


def winners(view: TableView, words: Catalogue) -> str:
    """The winners' names in one phrase."""
    names = [view.seats[seat].name for seat in view.result or ()]
    return (
        names[0] if len(names) == 1 else words.text("and", first=", ".join(names[:-1]), last=names[-1]) if names else ""
    )


def _name(view: TableView) -> str:
    return view.seats[view.turn].name if view.turn < len(view.seats) else ""
