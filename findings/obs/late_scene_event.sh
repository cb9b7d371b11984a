#!/bin/sh
# OBS: the event of a new scene comes when its fade has ended, and never for a scene that is replaced during its fade.
. "$(dirname "$0")/../common.sh"
debian obs obs-studio
debian Xvfb xvfb
packages simpleobsws==1.4.3 websockets==15.0.1 msgpack==1.2.4
python - <<'END'
import asyncio
import time

from common import report
from studio import studio

FADE_MS = 3000


async def watch():
    async with studio() as obs:
        version = (await obs.call("GetVersion"))[1]["obsVersion"]
        await obs.call("SetCurrentSceneTransition", transitionName="Fade")
        await obs.call("SetCurrentSceneTransitionDuration", transitionDuration=FADE_MS)
        await obs.until("CurrentSceneTransitionDurationChanged")
        obs.events.clear()
        begun_s = time.monotonic()
        await obs.call("SetCurrentProgramScene", sceneName="Two")
        on_air = (await obs.call("GetCurrentProgramScene"))[1]["currentProgramSceneName"]
        early = [kind for kind, _ in obs.events if kind == "CurrentProgramSceneChanged"]
        await obs.call("SetCurrentProgramScene", sceneName="Three")
        await obs.until("CurrentProgramSceneChanged")
        late_s = time.monotonic() - begun_s
        await asyncio.sleep(2 * FADE_MS / 1000)
        changed = [data["sceneName"] for kind, data in obs.events if kind == "CurrentProgramSceneChanged"]
        started = sum(kind == "SceneTransitionStarted" for kind, _ in obs.events)
    return version, on_air, early, late_s, changed, started


version, on_air, early, late_s, changed, started = asyncio.run(watch())
report(
    versions=f"OBS {version}",
    expected="an event CurrentProgramSceneChanged for each of two new scenes, at once",
    seen=f"after the first order GetCurrentProgramScene returns {on_air}, events {early}; two transitions start: "
    f"{started == 2}; the only events, for {changed}, come {late_s:.1f} s after the first order (fade {FADE_MS / 1000} s)",
    matters="a program that learns the scene from events alone takes the old one for shown, and overrides a person's "
    "choice that still fades in",
    holds=on_air == "Two" and not early and changed == ["Three"] and started == 2 and late_s > FADE_MS / 1000 - 0.3,
)
END
