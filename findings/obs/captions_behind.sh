#!/bin/sh
# OBS puts a caption behind its picture in the stream, where ffmpeg does not look: the film has none.
. "$(dirname "$0")/../common.sh"
debian obs obs-studio
debian Xvfb xvfb
debian ffmpeg ffmpeg
packages simpleobsws==1.4.3 websockets==15.0.1 msgpack==1.2.4
python - <<'END'
import asyncio
import subprocess

from common import folder, free_port, report
from studio import studio

FILM, PORT = folder() / "film.flv", free_port()
WORDS = ("Anna wins", "Ben wins", "Carla wins")


async def stream():
    """Streams some seconds with captions; returns OBS' version and its answers."""
    address = f"rtmp://127.0.0.1:{PORT}/live/key"
    order = ["ffmpeg", "-v", "quiet", "-y", "-f", "flv", "-listen", "1", "-i", address, "-c", "copy", str(FILM)]
    viewer = subprocess.Popen(order, stdin=subprocess.DEVNULL)
    async with studio() as obs:
        version = (await obs.call("GetVersion"))[1]["obsVersion"]
        where = {"server": f"rtmp://127.0.0.1:{PORT}/live", "key": "key"}
        await obs.call("SetStreamServiceSettings", streamServiceType="rtmp_custom", streamServiceSettings=where)
        await obs.call("StartStream")
        for _ in range(100):
            if (await obs.call("GetStreamStatus"))[1]["outputDuration"] > 1000:
                break
            await asyncio.sleep(0.2)
        answers = []
        for words in WORDS:
            answers.append((await obs.call("SendStreamCaption", captionText=words))[0])
            await asyncio.sleep(3)
        await asyncio.sleep(4)
        await obs.call("StopStream")
        await asyncio.sleep(1)
    viewer.wait(30)
    return version, answers


def captions(film):
    """Returns the pictures for which ffprobe reports a caption."""
    order = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_frames", str(film)]
    return subprocess.run(order, check=True, capture_output=True, text=True).stdout.count("Closed Captions")


version, answers = asyncio.run(stream())
raw = folder() / "film.h264"
change = ["-c", "copy", "-bsf:v", "h264_mp4toannexb", str(raw)]
subprocess.run(["ffmpeg", "-v", "error", "-i", str(FILM), *change], check=True)
sent, in_film, in_pictures = FILM.read_bytes().count(b"GA94"), captions(FILM), captions(raw)
tool = subprocess.run(["ffmpeg", "-version"], check=True, capture_output=True, text=True).stdout.split()[2]
report(
    versions=f"OBS {version}, ffmpeg {tool}",
    expected="ffprobe reports the captions that the stream has",
    seen=f"OBS answers {answers}; the stream has {sent} captions, of which ffprobe reports {in_film}; it reports "
    f"{in_pictures} of the same pictures without the frame of the stream, where a caption counts for the next picture",
    matters="who reads the stream with ffmpeg or mpv never sees the commentary that OBS confirmed",
    holds=answers == [100] * 3 and sent >= 3 and in_film == 0 and in_pictures == sent,
)
END
