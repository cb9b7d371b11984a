"""The plan of a stream: the settings, and for the rest the names of the shipped scene collection."""

from typing import Final

from companion.director.decide import Cue, Plan
from companion.director.settings import AWAY, IDLE, PAUSED, PHASES, DirectorSettings, Moment
from companion.views.wording.messages import Messages
from companion.views.wording.phrases import phrase
from companion.views.wording.sentences import Wording

#: The scenes that `/stream` writes (companion/web/pages/static/stream), by their names in the page.
_SOON: Final = "overlay.starting-soon"
_GAME: Final = "stream.game"
_PAUSED: Final = "paused"
#: The prefix of sources that are shown at a moment without being named in the settings.
_PREFIX: Final = "Pawtrack"


def make_plan(settings: DirectorSettings, wording: Wording, language: str) -> Plan:
    """Returns the plan; the scene collection may be in any language, the family's own comes first."""
    languages = sorted(wording.languages, key=lambda words: words.language != language)
    return Plan(
        scenes={phase: _scene(settings, phase, languages) for phase in PHASES},
        cues=dict(filter(lambda cue: cue[1].source, ((moment, _cue(settings, moment)) for moment in Moment))),
        seconds=settings.seconds,
        replays=frozenset(settings.replays),
    )


def _scene(settings: DirectorSettings, phase: str, languages: list[Messages]) -> tuple[str, ...]:
    if phase in settings.scenes:
        return (settings.scenes[phase],) if settings.scenes[phase] else ()
    if phase == AWAY:
        return ()
    code = {IDLE: _SOON, PAUSED: _PAUSED}.get(phase, _GAME)
    return tuple(dict.fromkeys(phrase(words, code, context="page") for words in languages))


def _cue(settings: DirectorSettings, moment: Moment) -> Cue:
    named = settings.sources.get(moment)
    return Cue(source=f"{_PREFIX} {moment}" if named is None else named, wanted=named is not None)
