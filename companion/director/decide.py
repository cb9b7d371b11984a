"""The decisions of the director: `decide(plan, state, heard, now_s)` returns the next state and actions.

Pure: no clock, no network.  Laws: a scene is switched when the phase changes, or when OBS has come (back), and never
otherwise; a scene chosen by hand stays until the next change of phase; a fault is reported once, and again only after
it has ended.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, assert_never

from companion.director.settings import AWAY, Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """A source that appears at a moment; a missing one is reported only if it is `wanted` by name."""

    source: str
    wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a stream.

    By phase the possible names of its scene (the first existing one; none: leave the scene), by moment a source, shown
    for `seconds`, and the moments at which the replay buffer is saved.
    """

    scenes: Mapping[str, tuple[str, ...]]
    cues: Mapping[Moment, Cue]
    seconds: float
    replays: frozenset[Moment]


# -- inputs --


@dataclass(frozen=True, slots=True)
class TableMoved:
    """The table's present phase, and its newest moments."""

    phase: str | None
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True)
class ChapterBegan:
    """An event that begins a chapter of a video; one that `leads` goes before others close to it."""

    title: str
    leads: bool


@dataclass(frozen=True, slots=True)
class BrokerFound:
    pass


@dataclass(frozen=True, slots=True)
class BrokerLost:
    refused: bool = False


class ObsFault(StrEnum):
    """The reason why OBS takes no orders."""

    AWAY = "obs_away"
    PASSWORD = "obs_password"
    SILENT = "obs_silent"


@dataclass(frozen=True, slots=True)
class ObsFound:
    """OBS takes orders: its scenes, the one on air, and whether its replay buffer runs."""

    scenes: tuple[str, ...]
    on_air: str
    buffering: bool


@dataclass(frozen=True, slots=True)
class ObsLost:
    fault: ObsFault


@dataclass(frozen=True, slots=True)
class ScenesListed:
    scenes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SceneOnAir:
    """The scene on air, no matter who switched to it."""

    scene: str


@dataclass(frozen=True, slots=True)
class SwitchRefused:
    scene: str


@dataclass(frozen=True, slots=True)
class SourceFound:
    """Whether the scenes hold a source that was to be shown or hidden."""

    source: str
    there: bool


@dataclass(frozen=True, slots=True)
class BufferSwitched:
    buffering: bool


@dataclass(frozen=True, slots=True)
class ReplaySaved:
    path: str


@dataclass(frozen=True, slots=True)
class TimePassed:
    pass


Heard = (
    TableMoved
    | ChapterBegan
    | BrokerFound
    | BrokerLost
    | ObsFound
    | ObsLost
    | ScenesListed
    | SceneOnAir
    | SwitchRefused
    | SourceFound
    | BufferSwitched
    | ReplaySaved
    | TimePassed
)


# -- actions --


@dataclass(frozen=True, slots=True)
class SwitchScene:
    scene: str


@dataclass(frozen=True, slots=True)
class SetSource:
    """Shows or hides a source in every scene that holds it."""

    source: str
    visible: bool


@dataclass(frozen=True, slots=True)
class SaveReplay:
    pass


@dataclass(frozen=True, slots=True)
class Say:
    """A line for the person at the stream: its code, and the value that it names."""

    code: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class MarkChapter:
    """Marks the beginning of a chapter at the present place of each film."""

    title: str
    leads: bool


#: Orders to OBS.
Order = SwitchScene | SetSource | SaveReplay | MarkChapter
Action = Order | Say


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorState:
    """`scenes` None: OBS takes no orders.  `asked`: the scene that OBS was ordered to show and has not shown yet.

    `shown`: the time until which each source is shown.  `faults`: the reported faults that have not ended.
    """

    phase: str | None = None
    scenes: tuple[str, ...] | None = None
    on_air: str = ""
    asked: str | None = None
    by_hand: bool = False
    buffering: bool = False
    shown: Mapping[str, float] = field(default_factory=dict)
    faults: frozenset[Say] = frozenset()


Decision = tuple[DirectorState, tuple[Action, ...]]

_BROKER_FAULTS: Final = ("table_away", "table_refused")


def decide(plan: Plan, state: DirectorState, heard: Heard, now_s: float) -> Decision:
    """Returns the next state and actions; `now_s` is any clock that never goes back.

    The caller passes `TimePassed` when the time of `wake_s` has come.
    """
    match heard:
        case TableMoved():
            return _table_moved(plan, state, heard, now_s)
        case ChapterBegan(title=title, leads=leads):
            return state, (MarkChapter(title, leads),) if state.scenes is not None else ()
        case BrokerFound():
            return _mended(state, *_BROKER_FAULTS, say=Say("table_found"))
        case BrokerLost(refused=refused):
            return _said(state, Say("table_refused" if refused else "table_away"))
        case TimePassed():
            return _hidden(state, now_s)
        case _:
            return _obs(plan, state, heard)


def wake_s(state: DirectorState) -> float | None:
    """Returns the time at which the next source is to be hidden."""
    return min(state.shown.values(), default=None)


def farewell(state: DirectorState) -> tuple[SetSource, ...]:
    """Returns the last orders of the director: every shown source is hidden."""
    return tuple(SetSource(source, False) for source in state.shown) if state.scenes is not None else ()


def _table_moved(plan: Plan, state: DirectorState, heard: TableMoved, now_s: float) -> Decision:
    actions: tuple[Action, ...] = ()
    if heard.phase is not None and heard.phase != state.phase:
        if AWAY in (heard.phase, state.phase):
            actions += (Say("table_gone" if heard.phase == AWAY else "table_back"),)
        state, switched = _switched(plan, replace(state, phase=heard.phase, by_hand=False))
        actions += switched
    for moment in heard.moments:
        actions += (Say("moment", moment),)
        state, shown = _cued(plan, state, moment, now_s)
        actions += shown
    if plan.replays & set(heard.moments) and state.scenes is not None:
        state, saved = (state, (SaveReplay(),)) if state.buffering else _said(state, Say("replay_off"))
        actions += saved
    return state, actions


def _cued(plan: Plan, state: DirectorState, moment: Moment, now_s: float) -> Decision:
    cue = plan.cues.get(moment)
    if cue is None or state.scenes is None:
        return state, ()
    again = cue.source in state.shown
    state = replace(state, shown={**state.shown, cue.source: now_s + plan.seconds})
    return state, () if again else (SetSource(cue.source, True),)


def _hidden(state: DirectorState, now_s: float) -> Decision:
    due = [source for source, until_s in state.shown.items() if until_s <= now_s]
    left = {source: until_s for source, until_s in state.shown.items() if source not in due}
    return replace(state, shown=left), tuple(SetSource(source, False) for source in due)


def _switched(plan: Plan, state: DirectorState) -> Decision:
    """Puts the phase's scene on air, if it is not there already."""
    names = plan.scenes.get(state.phase or "", ())
    if state.scenes is None or not names:
        return replace(state, asked=None), ()
    scene = next((name for name in names if name in state.scenes), None)
    if scene is None:
        return _said(replace(state, asked=None), Say("no_scene", names[0]))
    if scene == (state.asked or state.on_air):
        return state, ()
    return replace(state, asked=scene), (Say("scene", scene), SwitchScene(scene))


def _obs(
    plan: Plan,
    state: DirectorState,
    heard: ObsFound | ObsLost | ScenesListed | SceneOnAir | SwitchRefused | SourceFound | BufferSwitched | ReplaySaved,
) -> Decision:
    match heard:
        case ObsFound():
            return _obs_found(plan, state, heard)
        case ObsLost(fault=fault):
            # sources that are shown are hidden when OBS is back
            gone = replace(state, scenes=None, asked=None, buffering=False, shown={})
            gone, _ = _mended(gone, *(each for each in ObsFault if each is not fault))
            return _said(gone, Say(fault))
        case ScenesListed(scenes=scenes):
            state, found = _listed(state, scenes)
            return _switched(plan, state) if found and not state.by_hand else (state, ())
        case SceneOnAir(scene=scene):
            return _on_air(plan, state, scene)
        case SwitchRefused(scene=scene):
            return _said(replace(state, asked=None), Say("no_scene", scene))
        case SourceFound(source=source, there=there):
            return _source(plan, state, source, there=there)
        case BufferSwitched(buffering=buffering):
            return _buffer(plan, replace(state, buffering=buffering))
        case ReplaySaved(path=path):
            return state, (Say("replay_saved", path),)
        case _:
            assert_never(heard)


def _obs_found(plan: Plan, state: DirectorState, heard: ObsFound) -> Decision:
    state, actions = _mended(state, *ObsFault, say=Say("obs_found"))
    state, _ = _listed(replace(state, on_air=heard.on_air, asked=None, shown={}), heard.scenes)
    for source in dict.fromkeys(cue.source for cue in plan.cues.values()):
        actions += (SetSource(source, False),)
    if not state.by_hand:
        state, switched = _switched(plan, state)
        actions += switched
    state, said = _buffer(plan, replace(state, buffering=heard.buffering))
    return state, actions + said


def _listed(state: DirectorState, scenes: tuple[str, ...]) -> tuple[DirectorState, bool]:
    """Sets the existing scenes; returns whether a scene missing before is among them, which may still be due."""
    found = {fault for fault in state.faults if fault.code == "no_scene" and fault.subject in scenes}
    return replace(state, scenes=scenes, faults=state.faults - found), bool(found)


def _on_air(plan: Plan, state: DirectorState, scene: str) -> Decision:
    """Notes the scene on air; while an ordered scene is pending, another one is not a choice by hand."""
    if state.asked is not None:
        return replace(state, on_air=scene, asked=None if scene == state.asked else state.asked), ()
    names = plan.scenes.get(state.phase or "", ())
    by_hand = bool(names) and scene not in names
    said: tuple[Action, ...] = (Say("by_hand", scene),) if by_hand and not state.by_hand else ()
    return replace(state, on_air=scene, by_hand=by_hand), said


def _source(plan: Plan, state: DirectorState, source: str, *, there: bool) -> Decision:
    fault = Say("no_source", source)
    if there:
        return replace(state, faults=state.faults - {fault}), ()
    if not any(cue.wanted and cue.source == source for cue in plan.cues.values()):
        return state, ()
    return _said(state, fault)


def _buffer(plan: Plan, state: DirectorState) -> Decision:
    if state.buffering:
        off = Say("replay_off") in state.faults
        return _mended(state, "replay_off", say=Say("replay_on") if off else None)
    return _said(state, Say("replay_off")) if plan.replays else (state, ())


def _said(state: DirectorState, fault: Say) -> Decision:
    """Reports a fault, unless it is reported already."""
    if fault in state.faults:
        return state, ()
    return replace(state, faults=state.faults | {fault}), (fault,)


def _mended(state: DirectorState, *codes: str, say: Say | None = None) -> Decision:
    """Ends faults, so that their next occurrence is reported again."""
    left = frozenset(fault for fault in state.faults if fault.code not in codes)
    return replace(state, faults=left), (say,) if say else ()
