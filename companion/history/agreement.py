"""Shadow mode, afterwards: how often a silent camera agreed with the tapped plays, and the exceptions."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.history.course import GameCourse
from companion.history.standing import standing
from companion.model.notation import NotationError
from companion.rules.written_play import parse_play
from companion.session import events as ev
from companion.session.state import Agreement, BoardGame
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A play that people tapped, in row `row` of the record, and the camera's verdict on it: `judged`."""

    row: int
    ply: int
    judged: ev.ShadowJudged

    @property
    def unsure(self) -> bool:
        """Whether the camera would only have raised a question."""
        return self.judged.play is None and not self.judged.reasons


def agreement(course: GameCourse) -> Agreement | None:
    """Returns how often they agreed, in plays that stand; None if no camera watched silently."""
    state = course.states[-1] if course.states else None
    return state.agreement if isinstance(state, BoardGame) else None


def disagreements(course: GameCourse) -> tuple[Disagreement, ...]:
    """Returns the plays that stand and were seen otherwise than tapped, in their order."""
    return tuple(_disagreements(course))


def _disagreements(course: GameCourse) -> Iterator[Disagreement]:
    stand, newest = standing(course.events), 0
    for row, event in enumerate(course.events, start=1):
        if row not in stand:
            continue
        if isinstance(event, ev.PlayAccepted):
            newest = row
        elif isinstance(event, ev.ShadowJudged) and not event.agreed and newest:
            after = course.states[newest - 1]
            yield Disagreement(row=newest, ply=after.ply if isinstance(after, BoardGame) else 0, judged=event)


def total_words(found: Agreement, words: Words) -> tuple[str, str]:
    """Returns how often they agreed, and how the others were seen (empty if they always did), each a line."""
    rest = (
        "" if found.same == found.plays else words.text("shadow.rest", otherwise=found.otherwise, unsure=found.unsure)
    )
    return words.text("shadow.total", same=found.same, plays=found.plays), rest


def disagreement_words(course: GameCourse, found: Disagreement, words: Words, wording: Wording) -> str:
    """Returns the camera's verdict on the play as a sentence."""
    game, judged = course.states[found.row - 2], found.judged
    if found.unsure or not isinstance(game, BoardGame):
        return words.text("shadow.unsure")
    if judged.reasons:
        said = wording.reason_text(game.rules, judged.reasons[0], game.position, game.colours)
        return words.text("shadow.objected", reason=words.of(said))
    return words.text("shadow.saw", play=_play_words(game, judged.play or "", words, wording))


def _play_words(game: BoardGame, notation: str, words: Words, wording: Wording) -> str:
    """Returns a play in words, or in its notation if that cannot be parsed, as in a record of another program."""
    try:
        play = parse_play(game.rules, notation, game.position)
    except (NotationError, ValueError):
        return notation
    return words.of(wording.play_text(game.rules, play, game.position, game.colours))
