"""The line over the full width: what the referee says, or what the table waits for, in one word and one sentence."""

from dataclasses import dataclass
from typing import Final

from companion.model.verdict import VerdictKind
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

_PHASE_ICONS: Final = {"idle": "home", "deal": "cards", "dog": "card_dog", "exchange": "card_swap", "over": "trophy"}


def banner(view: TableView, words: Catalogue) -> Banner:
    """The verdict where there is one; before a round what to do; else the open card or the call to choose one."""
    if view.phase in _PHASE_ICONS:
        return Banner(
            "calm", _PHASE_ICONS[view.phase], words.text(f"banner.{view.phase}"), _phase_sentence(view, words)
        )
    verdict = view.verdict
    if verdict is not None:
        who = view.seats[verdict.seat].name if verdict.seat < len(view.seats) else ""
        said = words.of(verdict.text)
        sentence = f"{who} · {card_name(verdict.card, words)}: {said}" if verdict.card else said
        return Banner(verdict.kind.value, _ICONS[verdict.kind], words.text(f"verdict.{verdict.kind.value}"), sentence)
    if view.declared:
        word = words.text("banner.card", card=card_name(view.declared, words))
        return Banner("calm", "eye", word, words.text("banner.move", name=_name(view)))
    return Banner("calm", "cards", words.text("banner.choose"), words.text("banner.lay_card", name=_name(view)))


def _phase_sentence(view: TableView, words: Catalogue) -> str:
    if view.phase == "over":
        return words.text("banner.won", names=winners(view, words))
    return words.text(f"prompt.{view.phase}", name=_name(view))


def winners(view: TableView, words: Catalogue) -> str:
    """The winners' names in one phrase."""
    names = [view.seats[seat].name for seat in view.result or ()]
    return (
        names[0] if len(names) == 1 else words.text("and", first=", ".join(names[:-1]), last=names[-1]) if names else ""
    )


def _name(view: TableView) -> str:
    return view.seats[view.turn].name if view.turn < len(view.seats) else ""
