"""The director's response to its inputs: one example of each promise, and the promises over whole evenings."""

from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from companion.director.decide import (
    Action,
    BrokerFound,
    BrokerLost,
    BufferSwitched,
    Cue,
    DirectorState,
    Heard,
    ObsFault,
    ObsFound,
    ObsLost,
    Plan,
    SaveReplay,
    Say,
    SceneOnAir,
    ScenesListed,
    SetSource,
    SourceFound,
    SwitchRefused,
    SwitchScene,
    TableMoved,
    TimePassed,
    decide,
    farewell,
    wake_s,
)
from companion.director.settings import PHASES, Moment

SCENES: Final = ("Soon", "Game", "Paused", "Camera")
PLAN: Final = Plan(
    scenes={
        **dict.fromkeys(PHASES, ("Game", "Spiel")),
        **{"idle": ("Soon",), "paused": ("Paused",), "away": (), "deal": ("Cards",)},
    },
    cues={
        Moment.CAPTURE: Cue(source="Bang", wanted=True),
        Moment.WIN: Cue(source="Bang", wanted=True),
        Moment.WRONG: Cue(source="Pawtrack wrong", wanted=False),
    },
    seconds=6,
    replays=frozenset(Moment),
)
FOUND: Final = ObsFound(SCENES, "Soon", True)


def after(*heard: Heard, state: DirectorState | None = None, now_s: float = 0) -> tuple[DirectorState, list[Action]]:
    """The state after all of it, and the actions of the last."""
    state, actions = state or DirectorState(), ()
    for each in heard:
        state, actions = decide(PLAN, state, each, now_s)
    return state, list(actions)


def switches(actions: list[Action]) -> list[str]:
    return [action.scene for action in actions if isinstance(action, SwitchScene)]


def test_the_scene_of_a_phase_is_switched_to_once() -> None:
    state, actions = after(FOUND, TableMoved("play"))
    assert switches(actions) == ["Game"]
    for heard in (SceneOnAir("Game"), TableMoved("play"), TableMoved("exchange"), TimePassed()):
        state, actions = after(heard, state=state)
        assert switches(actions) == []


def test_a_phase_without_a_scene_leaves_the_scene() -> None:
    assert switches(after(FOUND, TableMoved("play"), SceneOnAir("Game"), TableMoved("away"))[1]) == []


def test_what_was_chosen_by_hand_stays_until_the_phase_changes() -> None:
    state, actions = after(FOUND, TableMoved("play"), SceneOnAir("Game"), SceneOnAir("Camera"))
    assert actions == [Say("by_hand", "Camera")]
    state, actions = after(TableMoved("play", (Moment.CAPTURE,)), state=state)
    assert switches(actions) == []
    state, actions = after(TableMoved("exchange"), state=state)
    assert switches(actions) == ["Game"]


def test_a_returning_obs_gets_the_phase_s_scene_unless_a_person_chose_one() -> None:
    began, _ = after(FOUND, TableMoved("play"), SceneOnAir("Game"))
    assert switches(after(ObsLost(ObsFault.AWAY), FOUND, state=began)[1]) == ["Game"]
    chose, _ = after(SceneOnAir("Camera"), ObsLost(ObsFault.AWAY), state=began)
    assert switches(after(FOUND, state=chose)[1]) == []
    assert switches(after(TableMoved("paused"), FOUND, state=chose)[1]) == ["Paused"]


def test_a_scene_that_was_missing_is_switched_to_when_it_is_made() -> None:
    state, actions = after(FOUND, TableMoved("deal"))
    assert actions == [Say("no_scene", "Cards")]
    state, actions = after(ScenesListed((*SCENES, "Cards")), state=state)
    assert switches(actions) == ["Cards"]


def test_a_second_moment_prolongs_the_time_of_a_source() -> None:
    state, actions = after(FOUND, TableMoved("play"), TableMoved("play", (Moment.CAPTURE,)))
    assert SetSource("Bang", True) in actions
    assert wake_s(state) == 6
    state, actions = after(TableMoved("play", (Moment.WIN,)), state=state, now_s=5)
    assert SetSource("Bang", True) not in actions
    assert farewell(state) == (SetSource("Bang", False),)
    assert after(TimePassed(), state=state, now_s=10.9)[1] == []
    assert after(TimePassed(), state=state, now_s=11)[1] == [SetSource("Bang", False)]


def test_a_replay_is_saved_once_for_moments_that_come_together() -> None:
    _, actions = after(FOUND, TableMoved("play"), TableMoved("over", (Moment.CAPTURE, Moment.WIN)))
    assert actions.count(SaveReplay()) == 1


def test_a_missing_replay_buffer_is_reported_once_and_not_requested() -> None:
    state, actions = after(ObsFound(SCENES, "Soon", False))
    assert Say("replay_off") in actions
    state, actions = after(TableMoved("play", (Moment.WRONG,)), state=state)
    assert SaveReplay() not in actions
    assert Say("replay_off") not in actions
    state, actions = after(BufferSwitched(True), state=state)
    assert actions == [Say("replay_on")]
    assert SaveReplay() in after(TableMoved("play", (Moment.WRONG,)), state=state)[1]


def test_a_source_that_nobody_named_may_be_missing_without_a_word() -> None:
    state, actions = after(FOUND, SourceFound("Pawtrack wrong", False))
    assert actions == []
    assert after(SourceFound("Bang", False), state=state)[1] == [Say("no_source", "Bang")]


HEARD: Final[st.SearchStrategy[Heard]] = st.one_of(
    st.builds(TableMoved, st.sampled_from((None, *PHASES)), st.lists(st.sampled_from(Moment), max_size=2).map(tuple)),
    st.builds(ObsFound, st.just(SCENES), st.sampled_from(SCENES), st.booleans()),
    st.builds(ObsLost, st.sampled_from(ObsFault)),
    st.builds(ScenesListed, st.sampled_from((SCENES, SCENES[:2], (*SCENES, "Cards")))),
    st.builds(SceneOnAir, st.sampled_from(SCENES)),
    st.builds(SwitchRefused, st.sampled_from(SCENES)),
    st.builds(SourceFound, st.sampled_from(("Bang", "Pawtrack wrong")), st.booleans()),
    st.builds(BufferSwitched, st.booleans()),
    st.builds(BrokerLost, st.booleans()),
    st.sampled_from((BrokerFound(), TimePassed())),
)
#: The names of faults, reported until they are fixed.
FAULTS: Final = ("no_scene", "no_source", "replay_off", "table_away", "table_refused", *ObsFault)


@given(st.lists(st.tuples(HEARD, st.floats(0, 4)), max_size=40))
def test_the_promises_hold_in_every_evening(evening: list[tuple[Heard, float]]) -> None:
    state, now_s = DirectorState(), 0.0
    for heard, pause_s in evening:
        now_s += pause_s
        before = state
        state, actions = decide(PLAN, state, heard, now_s)
        there = state.scenes is not None
        orders = [action for action in actions if not isinstance(action, Say)]
        assert there or not orders
        if switches(list(actions)):
            moved = isinstance(heard, TableMoved) and heard.phase != before.phase
            made = isinstance(heard, ScenesListed) and before.faults != state.faults and not before.by_hand
            assert moved or made or (isinstance(heard, ObsFound) and not before.by_hand)
        for action in actions:
            if isinstance(action, Say) and action.code in FAULTS:
                assert action not in before.faults
                assert action in state.faults
        assert SaveReplay() not in actions or before.buffering
        if isinstance(heard, TimePassed):
            assert all(until_s > now_s for until_s in state.shown.values())


@given(st.lists(st.one_of(st.sampled_from(PHASES), st.sampled_from(SCENES)), max_size=30), st.integers(0, 3))
def test_what_is_on_air_at_last_is_the_newest_choice(course: list[str], late: int) -> None:
    """Phases and choices by hand with an OBS that carries out every order, up to three steps late."""
    state, waiting, on_air = after(FOUND)[0], list[str](), "Soon"
    wanted = on_air
    for step in [*course, *["play", "wait"][1:] * 8]:
        if step in SCENES and not waiting:
            on_air = wanted = step
            state, _ = after(SceneOnAir(step), state=state)
        elif step in PHASES:
            names = [name for name in PLAN.scenes[step] if name in SCENES]
            wanted = names[0] if names and step != state.phase else wanted
            state, actions = after(TableMoved(step), state=state)
            waiting += switches(actions)
        if waiting and (len(waiting) > late or step == "wait"):
            on_air = waiting.pop(0)
            state, _ = after(SceneOnAir(on_air), state=state)
    assert on_air == wanted
    assert not waiting
