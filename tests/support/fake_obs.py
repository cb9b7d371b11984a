"""Something that speaks like OBS' WebSocket server, for answers that a real OBS cannot be made to give."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgpack
from websockets.asyncio.server import Server, ServerConnection, serve

#: By request the data of the answer, a code that refuses, or None: no answer at all.
Answer = dict[str, Any] | list[str] | int | None
Answers = Callable[[str, dict[str, Any]], Answer]
WRONG_PASSWORD: Final = 4009
#: In place of a code: an empty answer.
BARE: Final = -1


class FakeObs:
    """Four scenes and one source in `Game`; `answers` comes first, and the usual answer is given if it returns {}.

    `asked` are the requests that change something, in order.
    """

    def __init__(self, port: int, answers: Answers = lambda _request, _data: {}) -> None:
        self.port = port
        self.answers = answers
        self.asked: list[tuple[str, Any]] = []
        self.on_air = "Starting soon"
        self.hello: bytes | None = _packed(0, {"rpcVersion": 1, "obsWebSocketVersion": "5.1.0"})
        self.closes_with: int | None = None
        self._server: Server | None = None
        self._lines: set[ServerConnection] = set()

    async def __aenter__(self) -> "FakeObs":
        self._server = await serve(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        await self._server.wait_closed()

    async def tell(self, event: str, **data: Any) -> None:
        """An event to everybody who listens."""
        for line in self._lines:
            await line.send(_packed(5, {"eventType": event, "eventIntent": 1, "eventData": data}))

    async def garble(self) -> None:
        """Sends bytes that no OBS sends."""
        for line in self._lines:
            await line.send(msgpack.packb({"hello": "world"}))

    async def _serve(self, line: ServerConnection) -> None:
        if self.hello is not None:
            await line.send(self.hello)
        async for message in line:
            got = msgpack.unpackb(message)
            if got["op"] == 1:
                if self.closes_with is not None:
                    await line.close(self.closes_with, "no")
                    return
                self._lines.add(line)
                await line.send(_packed(2, {"negotiatedRpcVersion": 1}))
            elif got["op"] == 6:
                await self._answer(line, got["d"])
        self._lines.discard(line)

    async def _answer(self, line: ServerConnection, request: dict[str, Any]) -> None:
        kind, data = request["requestType"], request.get("requestData") or {}
        if not kind.startswith("Get"):
            self.asked.append((kind, data))
        answer = self.answers(kind, data)
        if answer == {}:
            answer = self._usual(kind, data)
        if answer is None:
            return
        if answer == BARE:
            await line.send(_packed(7, {"requestId": request["requestId"]}))
            return
        code = answer if isinstance(answer, int) else 100
        status = {"result": code == 100, "code": code}
        said = {} if isinstance(answer, int) else answer
        named = {"requestType": kind, "requestId": request["requestId"]}
        await line.send(_packed(7, {**named, "requestStatus": status, "responseData": said}))

    def _usual(self, kind: str, data: dict[str, Any]) -> Answer:
        match kind:
            case "GetSceneList":
                names = ("Camera", "Paused", "Game", "Starting soon")
                return {"currentProgramSceneName": self.on_air, "scenes": [{"sceneName": name} for name in names]}
            case "GetReplayBufferStatus":
                return {"outputActive": True}
            case "GetSceneItemId":
                return {"sceneItemId": 7} if data["sceneName"] == "Game" else 600
            case "SetCurrentProgramScene":
                self.on_air = data["sceneName"]
                return {}
            case _:
                return {}


def _packed(op: int, data: dict[str, Any]) -> bytes:
    return bytes(msgpack.packb({"op": op, "d": data}))


async def until(condition: Callable[[], Any]) -> None:
    """Waits for the work of another task."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)
