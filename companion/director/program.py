"""One evening of a director: inputs go through `decide`, the resulting actions to OBS and to the terminal."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec

from companion.director import decide as core
from companion.director.chapter_files import ChapterFiles
from companion.director.decide import (
    BrokerFound,
    BrokerLost,
    DirectorState,
    Heard,
    MarkChapter,
    ObsFound,
    Order,
    Plan,
    SaveReplay,
    Say,
    SceneOnAir,
    SetSource,
    SwitchScene,
    TableMoved,
    TimePassed,
    decide,
)
from companion.director.films import ChapterFilmed, RecordingEnded, Told
from companion.director.inbox import NewestQueue
from companion.director.settings import Moment
from companion.director.spoken import Commentary, Spoken, with_lines
from companion.director.table import Presence, Snapshot, TableSeen, out_of_hearing, with_presence, with_snapshot
from companion.publishers.broker_url import BrokerUrl
from companion.publishers.table_listener import TableListener
from companion.system.signals import Wish

log = logging.getLogger(__name__)

#: Seconds within which a wish to end is noticed.
LOOK_S: Final = 0.2
FINISH_S: Final = 2.0
_TOPICS: Final = ("state", "status", "commentary")


class TakesOrders(Protocol):
    """OBS, or its substitute in a dry run."""

    def put(self, order: Order) -> None: ...
    async def run(self) -> None: ...
    async def finish(self, orders: tuple[Order, ...]) -> None: ...


@dataclass(frozen=True, slots=True)
class TableMessage:
    """A message of the broadcast, not parsed yet."""

    topic: str
    payload: bytes


Incoming = Told | TableMessage


class DryRun:
    """An OBS that has every scene and source, and prints orders instead of carrying them out."""

    def __init__(self, plan: Plan, tell: Callable[[Heard], None], say: Callable[[Say], None]) -> None:
        self._plan = plan
        self._tell = tell
        self._say = say

    def put(self, order: Order) -> None:
        """Prints an order; the chosen scene is left out, because the director prints it anyway."""
        match order:
            case SaveReplay():
                self._say(Say("dry_save"))
            case SetSource(source=source, visible=visible):
                self._say(Say("dry_show" if visible else "dry_hide", source))
            case SwitchScene(scene=scene):
                self._tell(SceneOnAir(scene))
            case MarkChapter(title=title):
                self._say(Say("dry_chapter", title))

    async def run(self) -> None:
        scenes = tuple(names[0] for names in self._plan.scenes.values() if names)
        self._tell(ObsFound(scenes, "", True))
        await asyncio.Event().wait()

    async def finish(self, orders: tuple[Order, ...]) -> None:
        """Does nothing, since nothing was started."""


class Director:
    """`say` gets each line's code and the value that it names; chapters have their titles in `language`."""

    def __init__(self, plan: Plan, say: Callable[[Say], None], language: str, chapters: ChapterFiles) -> None:
        self._plan = plan
        self._say = say
        self._language = language
        self._chapters = chapters
        self._state = DirectorState()
        self._seen = TableSeen()
        self._spoken = Spoken()
        self._inbox: NewestQueue[Incoming] = NewestQueue()

    def tell(self, heard: Told) -> None:
        """Takes a report, within the event loop."""
        self._inbox.put(heard)

    async def run(self, obs: TakesOrders, broker: BrokerUrl, root: str, wish: Wish) -> None:
        """Runs until the wish to end."""
        loop = asyncio.get_running_loop()

        def heard(topic: str, payload: bytes) -> None:
            # one by one: a table's first state, replaced by its second, would make the moments of both past ones
            loop.call_soon_threadsafe(self._inbox.put, TableMessage(topic, payload))

        def line(found: bool, refused: bool) -> None:
            loop.call_soon_threadsafe(self._inbox.put, BrokerFound() if found else BrokerLost(refused))

        listener = TableListener(broker, root, _TOPICS, heard, line)
        listener.start()
        serving = asyncio.create_task(obs.run())
        try:
            while not wish.asked:
                await self._inbox.wait(self._patience_s())
                self._work_off(obs)
                if serving.done():
                    serving.result()
            async with asyncio.timeout(FINISH_S):
                await obs.finish(core.farewell(self._state))
        except TimeoutError:
            log.info("OBS did not take the last orders in time")
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            listener.stop()

    def _patience_s(self) -> float:
        due_s = core.wake_s(self._state)
        return LOOK_S if due_s is None else max(0.0, min(LOOK_S, due_s - time.monotonic()))

    def _work_off(self, obs: TakesOrders) -> None:
        while (incoming := self._inbox.take()) is not None:
            match incoming:
                case TableMessage():
                    for heard in self._read(incoming):
                        self._decide(heard, obs)
                case ChapterFilmed():
                    self._chapters.add(incoming)
                case RecordingEnded(path=path):
                    self._chapters.end(Path(path))
                case _:
                    self._decide(incoming, obs)
        self._decide(TimePassed(), obs)

    def _decide(self, heard: Heard, obs: TakesOrders) -> None:
        if isinstance(heard, BrokerLost):
            self._seen, self._spoken = out_of_hearing(self._seen), Spoken()
        self._state, actions = decide(self._plan, self._state, heard, time.monotonic())
        for action in actions:
            if isinstance(action, Say):
                self._say(action)
            else:
                obs.put(action)

    def _read(self, message: TableMessage) -> list[Heard]:
        """Returns the inputs that a message of the table causes; skips unknown messages."""
        moments: tuple[Moment, ...] = ()
        commentary: Commentary | None = None
        try:
            match message.topic:
                case "status":
                    self._seen = with_presence(self._seen, msgspec.json.decode(message.payload, type=Presence))
                case "commentary":
                    commentary = msgspec.json.decode(message.payload, type=Commentary)
                case _:
                    snapshot = msgspec.json.decode(message.payload, type=Snapshot)
                    self._seen, moments = with_snapshot(self._seen, snapshot)
        except (msgspec.DecodeError, RecursionError) as error:
            log.info("a message that cannot be read: %s", error)
            return []
        self._spoken, chapters = with_lines(self._spoken, self._seen.snapshot, commentary, self._language)
        return [TableMoved(self._seen.phase, moments), *chapters]
