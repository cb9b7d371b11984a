"""The tablet's speech: the verdict on a play, and the player whose turn begins."""

from companion.model.verdict import VerdictKind
from companion.views.table_view import Stage, TableView
from ui.i18n import Words
from ui.presenters.banner import stage_sentence

#: The verdicts spoken at once; "unfinished" is left out, because people see it themselves.
_SPOKEN = (VerdictKind.LEGAL, VerdictKind.ILLEGAL, VerdictKind.UNCLEAR)


def spoken(before: TableView | None, view: TableView, words: Words) -> str:
    """The sentences for a new snapshot after the one `before`; empty if nothing new is to be spoken."""
    if view.paused or view.stage is Stage.IDLE:
        return ""
    sentences = [_verdict(before, view, words), _turn(before, view, words)]
    return " ".join(each for each in sentences if each)


def _verdict(before: TableView | None, view: TableView, words: Words) -> str:
    verdict = view.verdict
    if verdict is None or before is None or verdict.kind not in _SPOKEN:
        return ""
    known = before.verdict
    if known and (known.kind, known.seq, known.text) == (verdict.kind, verdict.seq, verdict.text):
        return ""
    word = words.text(f"verdict.{verdict.kind.value}")
    return f"{word}." if verdict.kind is VerdictKind.LEGAL else f"{word}. {words.of(verdict.text)}"


def _turn(before: TableView | None, view: TableView, words: Words) -> str:
    """The question to everybody, or the player to move."""
    if before is not None and _asked(before) == _asked(view):
        return ""
    if view.stage is not Stage.PLAY:
        return stage_sentence(view, words)
    # a wrong play leaves the turn with the same player, and the verdict gives the next step
    return words.text("voice.turn", name=view.seats[view.acting].name) if view.acting < len(view.seats) else ""


def _asked(view: TableView) -> tuple[object, ...]:
    return view.game, view.stage, view.acting, view.paused
