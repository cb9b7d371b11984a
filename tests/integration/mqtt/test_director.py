"""The director with a real broker, and with an OBS that answers badly, late or not at all."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from brokers_for_tests import BASE, Mosquitto, Reports, free_ports, settings_for_tests
from events_for_tests import every_kind
from fake_obs import BARE, WRONG_PASSWORD, FakeObs, until
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.director.chapter_files import ChapterFiles
from companion.director.decide import (
    BufferSwitched,
    Heard,
    ObsFault,
    ObsFound,
    ObsLost,
    ReplaySaved,
    SaveReplay,
    Say,
    SceneOnAir,
    ScenesListed,
    SetSource,
    SourceFound,
    SwitchRefused,
    SwitchScene,
)
from companion.director.obs import Obs
from companion.director.plan import make_plan
from companion.director.program import Director
from companion.director.settings import DirectorSettings
from companion.publishers.broker_url import parse_broker_url
from companion.publishers.mqtt import MqttPublisher
from companion.session.events import PlayRefused
from companion.system.signals import Wish

SCENES = ("Camera", "Paused", "Game", "Starting soon")
FOUND = ObsFound(SCENES, "Starting soon", True)
REFUSED = next(event for event in every_kind() if isinstance(event, PlayRefused))

Listening = tuple[FakeObs, Obs, list[Heard]]
Course = Callable[[FakeObs, Obs, list[Heard]], Coroutine[Any, Any, None]]


@asynccontextmanager
async def running(work: Awaitable[None]) -> AsyncIterator[None]:
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def with_fake(course: Course, **changes: Any) -> None:
    """Runs the course beside an OBS with these changes and its client."""

    async def run() -> None:
        heard: list[Heard] = []
        fake = FakeObs(free_ports(1)[0])
        for name, value in changes.items():
            setattr(fake, name, value)
        obs = Obs("127.0.0.1", fake.port, "secret", heard.append, answer_s=0.3)
        async with fake, running(obs.run()):
            await course(fake, obs, heard)

    asyncio.run(run())


def test_a_missing_obs_is_reported_and_tried_again() -> None:
    async def run() -> None:
        heard: list[Heard] = []
        (port,) = free_ports(1)
        async with running(Obs("127.0.0.1", port, "", heard.append).run()):
            await until(lambda: len(heard) == 2)
            assert heard == [ObsLost(ObsFault.AWAY)] * 2
            async with FakeObs(port):
                await until(lambda: FOUND in heard)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"closes_with": WRONG_PASSWORD}, ObsFault.PASSWORD),
        ({"closes_with": 1011}, ObsFault.AWAY),
        ({"hello": None}, ObsFault.SILENT),
        ({"hello": b"\xc1"}, ObsFault.SILENT),
        ({"hello": b"\x81\xa5hello\xa5world"}, ObsFault.SILENT),
        ({"answers": lambda _request, _data: None}, ObsFault.SILENT),
        ({"answers": lambda _request, _data: 207}, ObsFault.SILENT),
        ({"answers": lambda _request, _data: BARE}, ObsFault.SILENT),
        ({"answers": lambda _request, _data: {"scenes": "none"}}, ObsFault.SILENT),
        ({"answers": lambda _request, _data: {"scenes": [7]}}, ObsFault.SILENT),
        ({"answers": lambda _request, _data: ["Game"]}, ObsFault.SILENT),
    ],
)
def test_what_answers_otherwise_than_obs_is_named(changes: dict[str, Any], fault: ObsFault) -> None:
    async def course(_fake: FakeObs, _obs: Obs, heard: list[Heard]) -> None:
        # on a busy machine the line may not be open in time at the first try
        await until(lambda: ObsLost(fault) in heard)
        assert set(heard) <= {ObsLost(fault), ObsLost(ObsFault.AWAY)}

    with_fake(course, **changes)


def test_another_program_on_the_port_is_named() -> None:
    """One that takes the connection and sends nothing, and one that hangs up."""

    async def run() -> None:
        for hangs_up in (False, True):
            heard: list[Heard] = []
            with closing(socket.create_server(("127.0.0.1", 0))) as other:
                obs = Obs("127.0.0.1", other.getsockname()[1], "", heard.append, answer_s=0.3)
                async with running(obs.run()):
                    if hangs_up:
                        line, _ = await asyncio.to_thread(other.accept)
                        line.close()
                    await until(lambda heard=heard: heard)
                    assert heard[0] == ObsLost(ObsFault.AWAY)

    asyncio.run(run())


def test_a_line_that_is_garbled_or_falls_silent_is_replaced() -> None:
    async def course(fake: FakeObs, obs: Obs, heard: list[Heard]) -> None:
        await until(lambda: heard == [FOUND])
        await fake.garble()
        await until(lambda: heard[1:] == [ObsLost(ObsFault.SILENT), FOUND])
        fake.answers = lambda request, _data: None if request.startswith("Set") else {}
        obs.put(SwitchScene("Game"))
        await until(lambda: heard[3:] == [ObsLost(ObsFault.SILENT), FOUND])

    with_fake(course)


def test_orders_are_carried_out_and_a_refused_one_is_reported() -> None:
    async def course(fake: FakeObs, obs: Obs, heard: list[Heard]) -> None:
        await until(lambda: heard == [FOUND])
        obs.put(SwitchScene("Game"))
        await until(lambda: SceneOnAir("Game") in heard)
        obs.put(SetSource("Bang", True))
        await until(lambda: SourceFound("Bang", True) in heard)
        shown = {"sceneName": "Game", "sceneItemId": 7, "sceneItemEnabled": True}
        assert fake.asked == [("SetCurrentProgramScene", {"sceneName": "Game"}), ("SetSceneItemEnabled", shown)]
        fake.answers = lambda request, _data: 600 if request == "GetSceneItemId" or request.startswith("Set") else {}
        obs.put(SwitchScene("Elsewhere"))
        obs.put(SetSource("Bang", False))
        await until(lambda: {SwitchRefused("Elsewhere"), SourceFound("Bang", False)} <= set(heard))
        fake.answers = lambda request, _data: 501 if request == "SaveReplayBuffer" else {}
        obs.put(SaveReplay())
        await until(lambda: heard[-1] == BufferSwitched(False))

    with_fake(course)


def test_of_the_orders_that_wait_for_a_slow_obs_the_newest_is_done() -> None:
    """While it answers nothing, a whole evening comes in; then it gets a request for the last scene alone."""

    async def course(fake: FakeObs, obs: Obs, heard: list[Heard]) -> None:
        await until(lambda: heard == [FOUND])
        for index in range(500):
            obs.put(SwitchScene(f"Scene {index}"))
            obs.put(SaveReplay())
        await until(lambda: SceneOnAir("Scene 499") in heard)
        await until(lambda: len(fake.asked) == 2)
        assert {request for request, _ in fake.asked} == {"SetCurrentProgramScene", "SaveReplayBuffer"}

    with_fake(course)


def test_a_replay_that_is_wanted_while_one_is_written_is_saved_after_it() -> None:
    async def course(fake: FakeObs, obs: Obs, heard: list[Heard]) -> None:
        await until(lambda: heard == [FOUND])
        obs.put(SaveReplay())
        await until(lambda: len(fake.asked) == 1)
        obs.put(SaveReplay())
        obs.put(SwitchScene("Game"))
        await until(lambda: SceneOnAir("Game") in heard)
        assert [request for request, _ in fake.asked] == ["SaveReplayBuffer", "SetCurrentProgramScene"]
        await fake.tell("ReplayBufferSaved", savedReplayPath="/one.mkv")
        await until(lambda: len(fake.asked) == 3)
        assert ReplaySaved("/one.mkv") in heard
        await fake.tell("ReplayBufferSaved", savedReplayPath="/two.mkv")
        await fake.tell("ReplayBufferSaved", savedReplayPath="/by hand.mkv")
        await fake.tell("ReplayBufferStateChanged", outputActive=False)
        await until(lambda: BufferSwitched(False) in heard)
        assert ReplaySaved("/two.mkv") in heard
        assert ReplaySaved("/by hand.mkv") not in heard

    with_fake(course)


@pytest.mark.parametrize("listed", [(), ("SceneListChanged",)])
def test_a_scene_is_noted_when_its_fade_begins_not_when_it_ends(listed: tuple[str, ...]) -> None:
    """Each fade of a row in which every one replaces the last; lists that change at that moment come after the scene,
    so that no scene of theirs overrides the person's."""

    async def course(fake: FakeObs, _obs: Obs, heard: list[Heard]) -> None:
        await until(lambda: heard == [FOUND])
        for scene in ("Camera", "Paused", "Camera"):
            fake.on_air = scene
            for event in ("SceneTransitionStarted", *listed):
                await fake.tell(event, transitionName="Fade")
            expected = [SceneOnAir(scene), *([ScenesListed(SCENES)] if listed else [])]
            await until(lambda expected=expected: heard[-len(expected) :] == expected)

    with_fake(course)


def test_a_fade_of_our_own_is_no_choice_by_hand() -> None:
    """OBS reports the beginning of the fade before it confirms the order."""

    async def course(fake: FakeObs, obs: Obs, heard: list[Heard]) -> None:
        await until(lambda: heard == [FOUND])
        obs.put(SwitchScene("Game"))
        await fake.tell("SceneTransitionStarted", transitionName="Fade")
        await until(lambda: SceneOnAir("Game") in heard)
        await fake.tell("SceneTransitionStarted", transitionName="Fade")
        await until(lambda: heard[-2:] == [SceneOnAir("Game")] * 2)
        assert set(heard[1:]) <= {SceneOnAir("Game"), SceneOnAir("Starting soon")}

    with_fake(course)


def test_scenes_that_are_made_or_renamed_are_listed_anew() -> None:
    async def course(fake: FakeObs, _obs: Obs, heard: list[Heard]) -> None:
        await until(lambda: heard == [FOUND])
        await fake.tell("SceneListChanged")
        await until(lambda: ScenesListed(SCENES) in heard)

    with_fake(course)


def test_a_table_and_its_broker_may_come_and_go(tmp_path: Path) -> None:
    """Mosquitto killed and started again, the table with it: every line once, the scenes those of the phases."""
    broker = Mosquitto(tmp_path, free_ports(1)[0])

    async def run() -> None:
        said: list[Say] = []
        wish, fake = Wish(), FakeObs(free_ports(1)[0])
        director = Director(
            make_plan(DirectorSettings(), WORDING, "en"),
            said.append,
            "en",
            ChapterFiles(tmp_path, "Before", said.append),
        )
        obs = Obs("127.0.0.1", fake.port, "", director.tell)
        table = MqttPublisher(broker.url, settings_for_tests(), wording=WORDING)

        async def hears(*lines: Say) -> None:
            """These lines come next, whatever their order."""
            await until(lambda: set(lines) <= set(said))
            said.clear()

        async with fake:
            directing = asyncio.create_task(director.run(obs, parse_broker_url(broker.url), f"{BASE}/public", wish))
            await hears(Say("table_away"), Say("obs_found"))
            await asyncio.to_thread(broker.start)
            await hears(Say("table_found"))
            table.start(Reports())
            table.publish(game_view(seq=7), ())
            await hears(Say("scene", "Game"))
            table.publish(game_view(seq=8), (REFUSED,))
            await hears(Say("moment", "wrong"))
            await until(lambda: ("SaveReplayBuffer", {}) in fake.asked)
            await asyncio.to_thread(broker.kill)
            await hears(Say("table_away"))
            table.publish(game_view(seq=9), (REFUSED,))
            await asyncio.to_thread(broker.start)
            await hears(Say("table_found"))
            table.publish(game_view(seq=9, paused=True), ())
            await until(lambda: Say("scene", "Paused") in said)
            assert Say("moment", "wrong") not in said
            await until(lambda: fake.on_air == "Paused")
            await asyncio.to_thread(table.stop)
            await hears(Say("table_gone"))
            wish.asked = True
            await directing

    try:
        asyncio.run(run())
    finally:
        broker.kill()
