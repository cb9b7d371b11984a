#!/bin/sh
# OBS: replays ordered while one is being written are all confirmed, and become one file with one event.
. "$(dirname "$0")/../common.sh"
debian obs obs-studio
debian Xvfb xvfb
packages simpleobsws==1.4.3 websockets==15.0.1 msgpack==1.2.4
python - <<'END'
import asyncio

from common import folder, report
from studio import studio


async def watch():
    async with studio() as obs:
        version = (await obs.call("GetVersion"))[1]["obsVersion"]
        await obs.call("StartReplayBuffer")
        while not (await obs.call("GetReplayBufferStatus"))[1].get("outputActive"):
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        codes = await asyncio.gather(*(obs.call("SaveReplayBuffer") for _ in range(3)))
        await obs.until("ReplayBufferSaved")
        await asyncio.sleep(4)
        together = len(obs.events), sum(kind == "ReplayBufferSaved" for kind, _ in obs.events)
        obs.events.clear()
        await obs.call("SaveReplayBuffer")
        later = await obs.until("ReplayBufferSaved")
        files = len(list((folder() / "replays").iterdir()))
        await obs.call("StopReplayBuffer")
        await obs.until("ReplayBufferStateChanged")
    return version, [code for code, _ in codes], together[1], later, files


version, codes, saved, later, files = asyncio.run(watch())
report(
    versions=f"OBS {version}",
    expected="three files and three events, or a refusal",
    seen=f"three orders: codes {codes}, {saved} event ReplayBufferSaved; one more after it: {later}; files in all: {files}",
    matters="who counts an event for each order waits for ever, and two close plays share one replay",
    holds=codes == [100, 100, 100] and saved == 1 and later and files == 2,
)
END
