"""The disturbances by name and strength, and the frames of a recording as they give them.

Law: the same name, recording and seed give the same pictures.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from camera_pace import at_camera_pace
from disturbances import (
    Disturbance,
    Moment,
    banded,
    barrelled,
    both,
    compressed,
    exposed,
    lost,
    lost_in_bursts,
    noisy,
    resized_midway,
    shaken,
    sized,
    smeared,
    tinted,
    turned,
)
from moved_pictures import (
    barred,
    creeping,
    letterboxed,
    pushed,
    refocused,
    resized_from_middle,
    turned_midway,
    zoomed,
)
from room_disturbances import (
    breathing,
    coloured,
    crumbs,
    doubled,
    enlarged,
    lamp_glare,
    mirrored,
    passing_shadows,
    rolling_shutter,
    sun_through_a_window,
)

from vision.frames import Frame
from vision.sources.files import FolderSource, frames_of

KNOWN: Final[dict[str, Disturbance]] = {
    "none": lambda image, _: image,
    "JPEG quality 40": compressed(40),
    "exposure other at each picture, 5 %": exposed(0.05),
    "exposure other at each picture, 10 %": exposed(0.10),
    "exposure other at each picture, 30 %": exposed(0.30),
    "exposure other at each state, 30 %": exposed(0.30, by_state=True),
    "shake 0.3 px": shaken(0.3),
    "shake 0.6 px": shaken(0.6),
    "shake 1 px": shaken(1.0),
    "light bands 3 %": banded(0.03),
    "light bands 6 %": banded(0.06),
    "light bands 12 %": banded(0.12),
    "motion blur 5 px": smeared(5),
    "white balance drift 18 %": tinted(0.18),
    "noise sigma 9": noisy(9),
    "barrel -0.30": barrelled(-0.30),
    "turned by 90 degrees": turned(1),
    "turned by 180 degrees": turned(2),
    "scaled to 640x480": sized(640, 480),
    "odd size 1277x719": sized(1277, 719),
    "odd size 1082x897": sized(1082, 897),
    "size changes midway to 960x540": resized_midway(960, 540),
    "30 % of the pictures lost": lost(0.3),
    "60 % of the pictures lost": lost(0.6),
    "bursts of up to 9 pictures lost": lost_in_bursts(9, 15),
    "JPEG 40 and exposure 5 %": both(compressed(40), exposed(0.05)),
    "exposure 10 % and bursts lost": both(exposed(0.10), lost_in_bursts(9, 15)),
    "camera creeps by 0.5 px a picture": creeping(0.5),
    "camera creeps by 0.1 px a picture": creeping(0.1),
    "camera pushed midway by 12 px and 2 degrees": pushed(12, 2),
    "camera pushed midway by 40 px and 6 degrees": pushed(40, 6),
    "zoomed midway by 0.6 %": zoomed(1.006),
    "zoomed midway to 80 %": zoomed(0.8),
    "focus other at each state, 0.6 %": refocused(0.006),
    "turned midway by a quarter": turned_midway(1),
    "turned midway by half": turned_midway(2),
    "letterbox bars midway, smaller picture": letterboxed(0.12),
    "letterbox bars midway, higher picture": barred(0.1),
    "size changes for good to 960x540": resized_from_middle(960, 540),
    "size changes for good to 1280x960": resized_from_middle(1280, 960),
}
#: For scoring only: nobody viewed them while the referee was built.
HELD_OUT: Final[dict[str, Disturbance]] = {
    "JPEG quality 30": compressed(30),
    "exposure other at each picture, 7 %": exposed(0.07),
    "exposure other at each picture, 20 %": exposed(0.20),
    "exposure other at each state, 20 %": exposed(0.20, by_state=True),
    "shake 0.45 px": shaken(0.45),
    "light bands 4.5 %": banded(0.045),
    "light bands 9 %": banded(0.09),
    "motion blur 7 px": smeared(7),
    "noise sigma 14": noisy(14),
    "scaled to 800x600": sized(800, 600),
    "odd size 989x721": sized(989, 721),
    "size changes midway to 1024x768": resized_midway(1024, 768),
    "45 % of the pictures lost": lost(0.45),
    "bursts of up to 14 pictures lost": lost_in_bursts(14, 20),
    "noise 6 and 30 % of the pictures lost": both(noisy(6), lost(0.3)),
    "JPEG 50 and light bands 4 %": both(compressed(50), banded(0.04)),
}
#: Written after reader and referee, which nothing of it has changed.  Where two strengths are given, the first is the
#: middle one, the other the full one.
ROOM: Final[dict[str, Disturbance]] = {
    "rolling shutter, 1 px": rolling_shutter(1.0),
    "rolling shutter, 2.5 px": rolling_shutter(2.5),
    "focus that breathes, 0.3 %": breathing(0.003, 0.6),
    "focus that breathes, 0.8 %": breathing(0.008, 1.4),
    "front camera: mirrored": mirrored(),
    "front camera: mirrored, upside down": mirrored(upside_down=True),
    "enlarged to 2560 px": enlarged(2560),
    "enlarged to 3840 px": enlarged(3840),
    "every third picture twice": doubled(3),
    "two of three pictures as the one before": doubled(3, repeats=2),
    "coloured light": coloured((0.8, 0.95, 1.15)),
    "strongly coloured light": coloured((0.5, 0.8, 1.2)),
    "glare of a lamp": lamp_glare(0.05, 120),
    "strong glare of a lamp": lamp_glare(0.09, 220),
    "evening sun through a window": sun_through_a_window(1.35),
    "strong evening sun through a window": sun_through_a_window(1.8),
    "hard shadows of people": passing_shadows(0.75),
    "harder shadows of people": passing_shadows(0.5),
    "crumbs": crumbs(15),
    "many crumbs": crumbs(50),
}
#: Disturbances with missing pictures, at the pace of a real camera (`camera_pace`): the recordings themselves have
#: three pictures of each rest, and losses from so few leave nothing to see.
PACED: Final[dict[str, Disturbance]] = {
    "nine pictures a second": KNOWN["none"],
    "nine a second: 30 % of the pictures lost": lost(0.3),
    "nine a second: 60 % of the pictures lost": lost(0.6),
    "nine a second: every third picture twice": doubled(3),
    "nine a second: two of three pictures as the one before": doubled(3, repeats=2),
}


def disturbed_frames(folder: Path, states_ms: Sequence[int], name: str, seed: int) -> Iterator[Frame]:
    """The pictures of the recording in `folder` with the disturbance of that name; `states_ms` are when states end."""
    disturb = {**KNOWN, **HELD_OUT, **ROOM, **PACED}[name]
    total = len(list((folder / "frames").iterdir()))
    frames: Iterator[Frame] = frames_of(FolderSource(folder / "frames"))
    for number, frame in enumerate(at_camera_pace(frames, folder, seed) if name in PACED else frames):
        state = sum(t_ms < frame.t_ms for t_ms in states_ms)
        who = f"{seed} {name} {folder.name}"
        moment = Moment(number, total, Random(f"{who} {number}"), Random(f"{who} state {state}"))
        image = disturb(frame.image, moment)
        if image is not None:
            yield Frame(image, frame.t_ms)
