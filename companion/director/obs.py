"""OBS Studio by its WebSocket server: carries out orders, reports its events, and reconnects after a loss.

Laws: nobody waits for OBS, since orders lie in a queue in which the newest of a kind replaces the others; a connection
that does not answer is closed and opened again; orders of an old connection are dropped with it.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec
import simpleobsws
from websockets.exceptions import WebSocketException

from companion.director.decide import (
    BufferSwitched,
    MarkChapter,
    ObsFault,
    ObsFound,
    ObsLost,
    Order,
    ReplaySaved,
    SaveReplay,
    SceneOnAir,
    ScenesListed,
    SetSource,
    SourceFound,
    SwitchRefused,
    SwitchScene,
)
from companion.director.films import ChapterFilmed, Film, RecordingEnded, Told
from companion.director.inbox import NewestQueue
from companion.handover.chapters import Chapter

log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 5.0
#: Seconds without an answer after which the connection counts as hanging.
ANSWER_S: Final = 10.0
#: Seconds after which a silent save counts as done, so that the next one is not blocked for ever.
SAVE_S: Final = 20.0
#: The code with which OBS closes the line because of the password.
_PASSWORD_CLOSE: Final = 4009
#: general, config, scenes, transitions, outputs
_EVENTS: Final = 1 | 2 | 4 | 16 | 64
_STOPPED: Final = "OBS_WEBSOCKET_OUTPUT_STOPPED"
_LISTS_CHANGE: Final = ("SceneListChanged", "SceneNameChanged", "CurrentSceneCollectionChanged")

Tell = Callable[[Told], None]
Result = TypeVar("Result")
Answer = Mapping[str, Any]


class _LineLostError(Exception):
    """The connection has gone, or does not answer in time."""

    def __init__(self, fault: ObsFault) -> None:
        super().__init__(fault)
        self.fault = fault


class _RefusedError(Exception):
    """OBS refused a request; with its code."""

    def __init__(self, code: int, comment: str) -> None:
        super().__init__(f"{code} {comment}")
        self.code = code


class _Scene(msgspec.Struct, rename="camel"):
    scene_name: str


class _SceneList(msgspec.Struct, rename="camel"):
    """The answer of OBS to GetSceneList, its needed fields."""

    current_program_scene_name: str
    scenes: list[_Scene]


class Obs:
    """`tell` takes all reports, in the event loop."""

    def __init__(self, host: str, port: int, password: str, tell: Tell, *, answer_s: float = ANSWER_S) -> None:
        shown = f"[{host}]" if ":" in host else host
        self._url = f"ws://{shown}:{port}"
        self._password = password
        self._tell = tell
        self._answer_s = answer_s
        self._orders: NewestQueue[Order] = NewestQueue()
        self._line: _Line | None = None

    def put(self, order: Order) -> None:
        """Queues an order; never waits."""
        match order:
            case SetSource(source=source):
                self._orders.put(order, ("source", source))
            case MarkChapter():
                self._orders.put(order)
            case _:
                self._orders.put(order, type(order).__qualname__)

    async def run(self) -> None:
        """Runs for ever, until it is cancelled."""
        pause_s = FIRST_PAUSE_S
        while True:
            line = _Line(self._url, self._password, self._orders, self._tell, self._answer_s)
            try:
                found = await line.open()
                self._orders.clear()
                self._tell(found)
                pause_s = FIRST_PAUSE_S
                self._line = line
                await line.serve()
            except _LineLostError as lost:
                self._tell(ObsLost(lost.fault))
            finally:
                self._line = None
                await line.close()
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def finish(self, orders: tuple[Order, ...]) -> None:
        """Carries out the last orders, if OBS is there and answers."""
        if self._line is not None:
            with suppress(_LineLostError, _RefusedError):
                for order in orders:
                    await self._line.carry_out(order)


class _Line:
    """One connection from its first message to its last."""

    def __init__(self, url: str, password: str, orders: NewestQueue[Order], tell: Tell, answer_s: float) -> None:
        events = simpleobsws.IdentificationParameters(eventSubscriptions=_EVENTS)
        self._client = simpleobsws.WebSocketClient(url, password, events)
        self._orders = orders
        self._tell = tell
        self._answer_s = answer_s
        self._save_wanted = False
        self._saving_until_s = 0.0
        self._lists_changed = False
        self._scene_fades_in = False

    async def open(self) -> ObsFound:
        """Connects, and reads the state of OBS.  Raises _LineLostError."""
        try:
            async with asyncio.timeout(self._answer_s):
                await self._client.connect()
        except (OSError, TimeoutError, WebSocketException) as error:
            log.info("%s", error)
            raise _LineLostError(ObsFault.AWAY) from error
        if not await self._while_open(self._client.wait_until_identified(self._answer_s)):
            raise _LineLostError(ObsFault.SILENT)
        self._client.register_event_callback(self._hear)
        try:
            scenes, on_air = await self._scenes()
            return ObsFound(scenes, on_air, await self._buffering())
        except _RefusedError as error:
            raise _LineLostError(ObsFault.SILENT) from error

    async def serve(self) -> None:
        """Carries out orders until the connection is lost.  Raises _LineLostError."""
        while True:
            left_s = self._saving_until_s - time.monotonic()
            await self._while_open(self._orders.wait(left_s if self._save_wanted and left_s > 0 else None))
            await self._look_again()
            order = self._orders.take()
            if isinstance(order, SaveReplay):
                self._save_wanted = True
            elif order is not None:
                await self.carry_out(order)
            # OBS would lose a save that is requested while another one is written
            if self._save_wanted and time.monotonic() >= self._saving_until_s:
                await self._save()

    async def carry_out(self, order: Order) -> None:
        """Carries out one order and reports a refusal of OBS.  Raises _LineLostError."""
        match order:
            case SwitchScene(scene=scene):
                try:
                    await self._call("SetCurrentProgramScene", sceneName=scene)
                    self._tell(SceneOnAir(scene))
                except _RefusedError:
                    self._tell(SwitchRefused(scene))
            case SetSource(source=source, visible=visible):
                self._tell(SourceFound(source, await self._set_source(source, visible=visible)))
            case SaveReplay():
                await self._save()
            case MarkChapter(title=title, leads=leads):
                await self._mark(title, leads=leads)

    async def _look_again(self) -> None:
        """Reports the scene that fades in, and scenes that were made or renamed."""
        fades_in, self._scene_fades_in = self._scene_fades_in, False
        listed, self._lists_changed = self._lists_changed, False
        if fades_in or listed:
            with suppress(_RefusedError):
                scenes, on_air = await self._scenes()
                if fades_in:
                    self._tell(SceneOnAir(on_air))
                if listed:
                    self._tell(ScenesListed(scenes))

    async def close(self) -> None:
        with suppress(OSError, TimeoutError, WebSocketException):
            async with asyncio.timeout(self._answer_s):
                await self._client.disconnect()

    async def _save(self) -> None:
        self._save_wanted = False
        try:
            await self._call("SaveReplayBuffer")
            self._saving_until_s = time.monotonic() + SAVE_S
        except _RefusedError:
            # the replay buffer does not run, or is not set up
            self._tell(BufferSwitched(False))

    async def _set_source(self, source: str, *, visible: bool) -> bool:
        """Shows or hides the source in every scene that holds it; returns whether there is one."""
        there = False
        scenes, _ = await self._scenes()
        for scene in scenes:
            with suppress(_RefusedError):
                item = await self._call("GetSceneItemId", sceneName=scene, sourceName=source)
                which = {"sceneName": scene, "sceneItemId": item.get("sceneItemId")}
                await self._call("SetSceneItemEnabled", **which, sceneItemEnabled=visible)
                there = True
        return there

    async def _mark(self, title: str, *, leads: bool) -> None:
        """Reads the length of each film from OBS: it leaves pauses out, and suits a director that started later."""
        for film, request in ((Film.RECORDING, "GetRecordStatus"), (Film.STREAM, "GetStreamStatus")):
            with suppress(_RefusedError):
                status = await self._call(request)
                ms = status.get("outputDuration")
                if status.get("outputActive") is True and isinstance(ms, int):
                    self._tell(ChapterFilmed(film, Chapter(ms, title, leads)))

    async def _scenes(self) -> tuple[tuple[str, ...], str]:
        """Returns the scenes by name, and the one on air."""
        answer = await self._call("GetSceneList")
        try:
            listed = msgspec.convert(answer, _SceneList)
        except msgspec.ValidationError as error:
            raise _LineLostError(ObsFault.SILENT) from error
        return tuple(scene.scene_name for scene in listed.scenes), listed.current_program_scene_name

    async def _buffering(self) -> bool:
        try:
            return bool((await self._call("GetReplayBufferStatus")).get("outputActive"))
        except _RefusedError:
            # the settings of OBS have none
            return False

    async def _hear(self, kind: str, data: Answer | None) -> None:
        known = data if isinstance(data, dict) else {}
        if kind == "CurrentProgramSceneChanged":
            self._tell(SceneOnAir(str(known.get("sceneName"))))
        elif kind == "SceneTransitionStarted":
            # a scene that is replaced during its fade has no event of its own
            self._scene_fades_in = True
            self._orders.wake()
        elif kind == "ReplayBufferStateChanged":
            self._tell(BufferSwitched(bool(known.get("outputActive"))))
        elif kind == "ReplayBufferSaved":
            ours, self._saving_until_s = self._saving_until_s > 0, 0.0
            if ours:
                self._tell(ReplaySaved(str(known.get("savedReplayPath"))))
            self._orders.wake()
        elif kind == "RecordStateChanged" and known.get("outputState") == _STOPPED:
            self._tell(RecordingEnded(str(known.get("outputPath") or "")))
        elif kind in _LISTS_CHANGE:
            self._lists_changed = True
            self._orders.wake()

    async def _call(self, request: str, **data: Any) -> Answer:
        """Returns the answer of OBS.  Raises _LineLostError or _RefusedError."""
        answer = await self._while_open(self._client.call(simpleobsws.Request(request, data or None), self._answer_s))
        status = answer.requestStatus
        if not status.result:
            raise _RefusedError(status.code, status.comment or "")
        return answer.responseData if isinstance(answer.responseData, dict) else {}

    async def _while_open(self, work: Awaitable[Result]) -> Result:
        """Returns the result of the work, unless the connection ends or is silent before.  Raises _LineLostError."""
        task, receiving = asyncio.ensure_future(work), self._client.recv_task
        await asyncio.wait({task, receiving}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            raise _LineLostError(self._why_closed())
        try:
            return task.result()
        except (KeyError, TypeError, AttributeError) as error:
            # the library could not parse the answer
            raise _LineLostError(ObsFault.SILENT) from error
        except (simpleobsws.MessageTimeout, simpleobsws.NotIdentifiedError, WebSocketException, OSError) as error:
            raise _LineLostError(ObsFault.SILENT) from error

    def _why_closed(self) -> ObsFault:
        """Returns the reason why the receiving task ended: the line was closed, or the data could not be parsed."""
        closed_by = getattr(self._client.ws, "close_code", None)
        if closed_by == _PASSWORD_CLOSE:
            return ObsFault.PASSWORD
        failed = not self._client.recv_task.cancelled() and self._client.recv_task.exception()
        return ObsFault.SILENT if failed else ObsFault.AWAY
