"""Debian's OBS Studio on a display of its own (Xvfb), small and slow enough for two cores that do other work.

Two steps are not obvious: the replay buffer is cut at key frames, so there is one a second; OBS is ended by SIGTERM
after its buffer was stopped, since every other way hangs now and then.
"""

import asyncio
import base64
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import simpleobsws
from brokers_for_tests import free_ports
from virtual_screens import VirtualScreen

PATIENCE_S: Final = 400.0
WIDTH, HEIGHT, FPS = 640, 360, 5
PASSWORD: Final = "only for tests"
#: ABGR, one for each scene.
_COLOURS: Final = (0xFF6B4A2B, 0xFF2F6B3A, 0xFF3A3A8C, 0xFF555555)

_GLOBAL: Final = """[General]
FirstRun=true
ConfirmOnExit=false
[Basic]
Profile=Test
ProfileDir=Test
SceneCollection=Test
SceneCollectionFile=Test
[BasicWindow]
PreviewEnabled=false
[OBSWebSocket]
FirstLoad=false
ServerEnabled=true
ServerPort={port}
AlertsEnabled=false
AuthRequired=true
ServerPassword={password}
"""
_PROFILE: Final = """[General]
Name=Test
[Video]
BaseCX={width}
BaseCY={height}
OutputCX={width}
OutputCY={height}
FPSType=1
FPSInt={fps}
[Output]
Mode=Simple
[SimpleOutput]
FilePath={replays}
RecFormat=mkv
RecQuality=Stream
StreamEncoder=x264
VBitrate=800
UseAdvanced=true
Preset=ultrafast
x264Settings=tune=zerolatency keyint={fps}
RecRB=true
RecRBTime=5
RecRBSize=64
RecRBPrefix=Replay
"""


class ObsStudio:
    """`scenes` are its scenes, the first one on air; each has its colour, its name and all `sources`, hidden.

    With `buffer` its replay buffer is started with it.
    """

    def __init__(self, folder: Path, scenes: tuple[str, ...], sources: tuple[str, ...]) -> None:
        (self.port,) = free_ports(1)
        self.replays = folder / "replays"
        self._folder = folder
        self._screen: VirtualScreen | None = None
        self._program: subprocess.Popen[bytes] | None = None
        self._furnish(scenes, sources)

    def start(self, *, buffer: bool = True) -> None:
        """Returns when it takes orders."""
        if self._screen is None:
            self._screen = VirtualScreen(self._folder / "screen", 1280, 720)
        command = ["obs", "--multi", "--disable-missing-files-check", *(["--startreplaybuffer"] if buffer else [])]
        environment = {
            **{name: os.environ[name] for name in ("PATH",)},
            **{"LANG": "C.UTF-8", "DISPLAY": self._screen.name, "LIBGL_ALWAYS_SOFTWARE": "1"},
            **{"HOME": str(self._folder / "home"), "XDG_CONFIG_HOME": str(self._folder / "config")},
        }
        with (self._folder / "obs.log").open("ab") as log:
            self._program = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.wait(lambda: self._buffers() is buffer)

    def kill(self) -> None:
        """As the system ends it when there is no memory left."""
        assert self._program is not None
        self._program.kill()
        self._program.wait()
        self._program = None

    def stop(self) -> None:
        if self._program is not None:
            with suppress(Exception):
                self.ask("StopReplayBuffer")
                self.wait(lambda: not self._buffers())
            self._program.terminate()
            try:
                self._program.wait(10)
            except subprocess.TimeoutExpired:
                self._program.kill()
                self._program.wait()
        if self._screen is not None:
            self._screen.close()
        self._program = self._screen = None

    def ask(self, request: str, **data: Any) -> dict[str, Any]:
        """Returns OBS's answer to a client beside the director.  Raises OSError if it does not answer."""
        return asyncio.run(self._ask(request, data))

    def on_air(self) -> str:
        return str(self.ask("GetCurrentProgramScene")["currentProgramSceneName"])

    def is_shown(self, scene: str, source: str) -> bool:
        item = self.ask("GetSceneItemId", sceneName=scene, sourceName=source)["sceneItemId"]
        return bool(self.ask("GetSceneItemEnabled", sceneName=scene, sceneItemId=item)["sceneItemEnabled"])

    def screenshot(self, scene: str) -> bytes:
        """The scene as PNG."""
        answer = self.ask("GetSourceScreenshot", sourceName=scene, imageFormat="png")
        return base64.b64decode(answer["imageData"].partition(",")[2])

    def wait(self, condition: Callable[[], Any]) -> None:
        """Until it is true; that OBS does not answer yet is no fault."""
        until_s = time.monotonic() + PATIENCE_S
        while True:
            with suppress(OSError):
                if condition():
                    return
            assert time.monotonic() < until_s, (self._folder / "obs.log").read_text(errors="replace")[-3000:]
            time.sleep(0.1)

    def _buffers(self) -> bool:
        return bool(self.ask("GetReplayBufferStatus")["outputActive"])

    async def _ask(self, request: str, data: dict[str, Any]) -> dict[str, Any]:
        client = simpleobsws.WebSocketClient(f"ws://127.0.0.1:{self.port}", PASSWORD)
        await client.connect()
        try:
            if not await client.wait_until_identified(5):
                raise OSError("OBS does not let us in")
            answer = await client.call(simpleobsws.Request(request, data or None), 5)
            assert answer.requestStatus.result, (request, answer.requestStatus)
            return answer.responseData or {}
        except (simpleobsws.MessageTimeout, simpleobsws.NotIdentifiedError) as error:
            raise OSError("OBS does not answer") from error
        finally:
            await client.disconnect()

    def _furnish(self, scenes: tuple[str, ...], sources: tuple[str, ...]) -> None:
        """Makes the set-up that a person would make in its windows."""
        config = self._folder / "config" / "obs-studio"
        for folder in (self.replays, self._folder / "home", config / "basic/profiles/Test", config / "basic/scenes"):
            folder.mkdir(parents=True)
        (config / "global.ini").write_text(_GLOBAL.format(port=self.port, password=PASSWORD))
        profile = _PROFILE.format(width=WIDTH, height=HEIGHT, fps=FPS, replays=self.replays)
        (config / "basic/profiles/Test/basic.ini").write_text(profile)
        shown = [_text(source, 28) for source in sources]
        for scene, colour in zip(scenes, _COLOURS, strict=False):
            shown += [_colour(f"{scene} colour", colour), _text(f"{scene} name", 64, scene)]
        made = [_scene(scene, [(f"{scene} colour", 0, True), (f"{scene} name", 60, True)], sources) for scene in scenes]
        collection = {
            **{"name": "Test", "current_scene": scenes[0], "current_program_scene": scenes[0]},
            **{"scene_order": [{"name": scene} for scene in scenes], "current_transition": "Cut"},
            "sources": [*shown, *made],
        }
        (config / "basic/scenes/Test.json").write_bytes(msgspec.json.encode(collection))


def _colour(name: str, colour: int) -> dict[str, Any]:
    settings = {"color": colour, "width": WIDTH, "height": HEIGHT}
    return {"id": "color_source", "versioned_id": "color_source_v3", "name": name, "settings": settings}


def _text(name: str, size: int, text: str = "") -> dict[str, Any]:
    settings = {"text": text or name, "font": {"face": "DejaVu Sans", "size": size, "style": "Book"}}
    return {"id": "text_ft2_source", "versioned_id": "text_ft2_source_v2", "name": name, "settings": settings}


def _scene(name: str, shown: list[tuple[str, int, bool]], sources: tuple[str, ...]) -> dict[str, Any]:
    listed = [*shown, *((source, 180 + 50 * index, False) for index, source in enumerate(sources))]
    items = [
        {
            **{"name": source, "id": index, "visible": visible, "align": 5},
            **{"pos": {"x": 40.0 if top else 0.0, "y": float(top)}, "scale": {"x": 1.0, "y": 1.0}},
        }
        for index, (source, top, visible) in enumerate(listed, start=1)
    ]
    return {
        **{"id": "scene", "versioned_id": "scene", "name": name},
        "settings": {"items": items, "id_counter": len(items)},
    }
