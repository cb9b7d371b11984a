"""What the tablet says aloud: the verdict on a play, and whose turn it has become."""

from companion.model.verdict import VerdictKind
from companion.views.table_view import Stage, TableView
from ui.i18n import Words
from ui.presenters.banner import stage_sentence

#: What is said at once when it comes; that a play is not finished yet people see themselves.
_SPOKEN = (VerdictKind.LEGAL, VerdictKind.ILLEGAL, VerdictKind.UNCLEAR)


def spoken(before: TableView | None, view: TableView, words: Words) -> str:
    """The sentences for a new snapshot after the one `before`; empty where nothing new is to be said."""
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
    """What everybody is asked, or who is to play."""
    if before is not None and _asked(before) == _asked(view):
        return ""
    if view.stage is not Stage.PLAY:
        return stage_sentence(view, words)
    # after a wrong play it is still the same player's turn, and the verdict says what to do
    return words.text("voice.turn", name=view.seats[view.acting].name) if view.acting < len(view.seats) else ""


def _asked(view: TableView) -> tuple[object, ...]:
    return view.game, view.stage, view.acting, view.paused
