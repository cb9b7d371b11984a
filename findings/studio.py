"""A real OBS on a screen without a device, for the findings about its events."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import simpleobsws
from common import PATIENCE_S, folder, free_port

SCENES = ("One", "Two", "Three")
WIDTH, HEIGHT, RATE = 320, 180, 5
PASSWORD = "finding"


class Studio:
    """`events` are those of OBS since the last `clear`, as their name and data."""

    def __init__(self, line: simpleobsws.WebSocketClient) -> None:
        self._line = line
        self.events: list[tuple[str, dict[str, Any]]] = []
        line.register_event_callback(self._hear)

    async def _hear(self, kind: str, data: dict[str, Any] | None) -> None:
        self.events.append((kind, data or {}))

    async def call(self, request: str, **data: Any) -> tuple[int, dict[str, Any]]:
        """Returns the code of OBS' answer, 100 for success, and its data."""
        answer = await self._line.call(simpleobsws.Request(request, data or None), timeout=int(PATIENCE_S))
        return answer.requestStatus.code, answer.responseData or {}

    async def until(self, kind: str, limit_s: float = PATIENCE_S) -> bool:
        """Waits for an event; returns whether it came in time."""
        for _ in range(round(limit_s / 0.05)):
            if any(kind == heard for heard, _ in self.events):
                return True
            await asyncio.sleep(0.05)
        return False


@asynccontextmanager
async def studio(*, empty: bool = False) -> AsyncIterator[Studio]:
    """Starts OBS with three scenes, each with one colour, or all `empty`; ends it afterwards."""
    port = free_port()
    _write_settings(port, empty=empty)
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        display = ":" + (await asyncio.to_thread(pipe.readline)).strip()
    home = {"HOME": str(folder()), "XDG_CONFIG_HOME": str(folder() / "config"), "DISPLAY": display, "LANG": "C.UTF-8"}
    program = subprocess.Popen(
        ["obs", "--multi", "--disable-missing-files-check"],
        env={"PATH": os.environ["PATH"], **home},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    line = None
    try:
        line = await _line(port)
        yield Studio(line)
    finally:
        if line is not None:
            await line.disconnect()
        for each in (program, screen):
            each.kill()
            each.wait(PATIENCE_S)


async def _line(port: int) -> simpleobsws.WebSocketClient:
    for _ in range(200):
        line = simpleobsws.WebSocketClient(f"ws://127.0.0.1:{port}", password=PASSWORD)
        try:
            await line.connect()
            if await line.wait_until_identified(10):
                return line
        except OSError:
            await asyncio.sleep(0.3)
    print("OBS does not answer")
    sys.exit(2)


def _write_settings(port: int, *, empty: bool) -> None:
    there = folder() / "config" / "obs-studio"
    profile, scenes = there / "basic" / "profiles" / "Finding", there / "basic" / "scenes"
    for each in (profile, scenes, folder() / "replays"):
        each.mkdir(parents=True, exist_ok=True)
    names = "Profile=Finding\nProfileDir=Finding\nSceneCollection=Finding\nSceneCollectionFile=Finding\n"
    server = f"ServerEnabled=true\nServerPort={port}\nAuthRequired=true\nServerPassword={PASSWORD}\nFirstLoad=false\n"
    (there / "global.ini").write_text(f"[General]\nFirstRun=true\n[Basic]\n{names}[OBSWebSocket]\n{server}")
    size = f"BaseCX={WIDTH}\nBaseCY={HEIGHT}\nOutputCX={WIDTH}\nOutputCY={HEIGHT}\nFPSType=1\nFPSInt={RATE}\n"
    coder = f"StreamEncoder=x264\nVBitrate=400\nUseAdvanced=true\nPreset=ultrafast\nx264Settings=keyint={RATE}\n"
    replay = f"RecQuality=Stream\nRecFormat=mkv\nRecRB=true\nRecRBTime=5\nFilePath={folder() / 'replays'}\n"
    (profile / "basic.ini").write_text(f"[General]\nName=Finding\n[Video]\n{size}[SimpleOutput]\n{coder}{replay}")
    colour = {"id": "color_source", "name": "Colour", "settings": {"width": WIDTH, "height": HEIGHT}}
    items = [] if empty else [{"name": "Colour", "id": 1, "visible": True}]
    drawn = [{"id": "scene", "name": name, "settings": {"items": items, "id_counter": 1}} for name in SCENES]
    collection = {"name": "Finding", "current_scene": "One", "current_program_scene": "One"}
    listed = {"scene_order": [{"name": name} for name in SCENES], "sources": [colour, *drawn][empty:]}
    (scenes / "Finding.json").write_text(json.dumps(collection | listed))
