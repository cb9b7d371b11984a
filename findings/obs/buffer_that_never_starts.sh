#!/bin/sh
# OBS: StartReplayBuffer succeeds without a source in any scene, and the buffer never runs.
. "$(dirname "$0")/../common.sh"
debian obs obs-studio
debian Xvfb xvfb
packages simpleobsws==1.4.3 websockets==15.0.1 msgpack==1.2.4
python - <<'END'
import asyncio

from common import report
from studio import studio


async def start(*, empty):
    """Returns the version, the code of the order, whether the buffer runs within 6 s, and the code of saving."""
    async with studio(empty=empty) as obs:
        version = (await obs.call("GetVersion"))[1]["obsVersion"]
        code, _ = await obs.call("StartReplayBuffer")
        active = False
        for _ in range(60):
            active = active or bool((await obs.call("GetReplayBufferStatus"))[1].get("outputActive"))
            await asyncio.sleep(0.1)
        saving, _ = await obs.call("SaveReplayBuffer")
        if active:
            await obs.until("ReplayBufferSaved")
            await obs.call("StopReplayBuffer")
            await asyncio.sleep(2)
    return version, code, active, saving


version, *bare = asyncio.run(start(empty=True))
_, *drawn = asyncio.run(start(empty=False))
report(
    versions=f"OBS {version}",
    expected="an error, or a buffer that runs",
    seen=f"scenes without a source: code {bare[0]}, runs {bare[1]}, saving {bare[2]}; with one: code {drawn[0]}, runs "
    f"{drawn[1]}, saving {drawn[2]}",
    matters="a start that counts as done leaves an evening without replays; a window asks a question that nobody sees",
    holds=bare == [100, False, 501] and drawn == [100, True, 100],
)
END
