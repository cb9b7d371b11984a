"""The moments that become clips, the kept part of the last seconds, and the limit of the folder."""

import os
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from views_for_tests import game_view, verdict

from companion.app.plugins import NoSettings
from companion.model.verdict import VerdictKind
from companion.publishers.clips import folder as folder_module
from companion.publishers.clips import ring as ring_module
from companion.publishers.clips.encoder import find_encoder
from companion.publishers.clips.folder import ClipFolder
from companion.publishers.clips.moments import QUIET_S, Moments
from companion.publishers.clips.publisher import PLUGIN
from companion.publishers.clips.ring import SECONDS, Ring
from companion.session.events import EventsUndone, GamePaused, GameWon, PlayRefused, PositionCorrected
from companion.settings.schema import Settings
from companion.views.broadcast.video_picture import VideoPicture
from companion.views.table_view import Health, HealthState
from companion.views.video import keeps_clips, shows_video
from ui.presenters.status import video_light


class Watch:
    """A clock, and pictures that carry their time."""

    def __init__(self, size: int = 40) -> None:
        self.now_s = 500.0
        self.size = size

    def clock(self) -> float:
        return self.now_s

    def picture(self) -> VideoPicture:
        return VideoPicture(jpeg=repr(self.now_s).encode().ljust(self.size), width=9, height=9)


@pytest.mark.parametrize("seed", range(20))
def test_a_film_runs_at_the_table_s_pace_and_holds_only_its_seconds(seed: int) -> None:
    chance, watch = random.Random(seed), Watch()
    ring, per_s, taken = Ring(watch.clock), chance.choice([5, 10, 15]), []
    for _ in range(400):
        watch.now_s += chance.choice([0.01, 0.07, 0.1, 0.1, 0.3, 4.0, 25.0]) if seed % 2 else chance.uniform(0.09, 0.11)
        ring.add(watch.picture())
        taken.append(watch.now_s)
    shown = [float(jpeg) for jpeg in ring.film(per_s)]
    first = shown[0]
    assert watch.now_s - first <= SECONDS
    for number, at in enumerate(shown):
        wanted = first + number / per_s
        # the newest that had been taken by then
        assert at == max(time_s for time_s in taken if time_s <= wanted)
    assert watch.now_s - (first + (len(shown) - 1) / per_s) < 1 / per_s + 1e-6


@pytest.mark.parametrize("size", [1000, 60_000, 400_000])
def test_large_pictures_are_thinned_so_that_twenty_seconds_fit(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ring_module, "RING_BYTES", 8_000_000)
    watch = Watch(size)
    ring = Ring(watch.clock)
    for _ in range(600):
        watch.now_s += 0.1
        ring.add(watch.picture())
        assert ring.kept_bytes <= 8_000_000
    assert 18 < watch.now_s - float(ring.film(10)[0]) <= SECONDS
    ring.clear()
    assert (ring.kept_bytes, ring.film(10)) == (0, ())


REFUSED = PlayRefused(seat=1, card="8", reasons=(), seen=None, t_ms=0, confidence=1.0)
CORRECTED = PositionCorrected(placement=game_view().position.placement, turn=1, reason="")
UNCLEAR = verdict(VerdictKind.UNCLEAR)


def test_disputes_and_the_win_are_moments_and_nothing_else_is() -> None:
    for event in (REFUSED, CORRECTED, EventsUndone(back_to=3), GameWon(seats=(0, 2))):
        assert Moments().is_one(game_view(), (event,), 5.0)
    assert Moments().is_one(replace(game_view(), verdict=UNCLEAR), (), 5.0)
    for events in ((), (GamePaused(),)):
        assert not Moments().is_one(game_view(), events, 5.0)
    assert not Moments().is_one(replace(game_view(), verdict=verdict(VerdictKind.UNFINISHED)), (), 5.0)


def test_one_dispute_is_one_clip_but_the_win_always_has_its_own() -> None:
    moments, view = Moments(), game_view()
    asked = replace(view, verdict=UNCLEAR)
    assert [moments.is_one(asked, (), at_s) for at_s in (1.0, 2.0, QUIET_S + 5)] == [True, False, False]
    assert moments.is_one(replace(view, seq=8), (REFUSED,), QUIET_S + 6)
    assert not moments.is_one(replace(view, seq=9), (CORRECTED,), QUIET_S + 8)
    assert moments.is_one(replace(view, seq=10), (GameWon(seats=(0, 2)),), QUIET_S + 9)
    assert moments.is_one(replace(view, seq=10, game="another"), (REFUSED,), 3 * QUIET_S)


def kept(clips: ClipFolder, game: str, seq: int, size: int = 10) -> Path:
    draft = clips.draft("clip.mp4")
    draft.write_bytes(b"x" * size)
    path = clips.keep(draft, game, seq)
    os.utime(path, (seq, seq))
    return path


def test_the_oldest_clips_go_first_and_nothing_else_is_ever_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_module, "MOST_CLIPS", 5)
    clips = ClipFolder(tmp_path)
    kept(clips, "one", 1)
    others = [clips.path / "one" / "clip-1.mp4.txt", clips.path / "two" / "clip-best.mp4", tmp_path / "record.sqlite"]
    others[1].parent.mkdir()
    for path in others:
        path.write_text("mine")
    for seq in range(2, 30):
        kept(clips, f"game {seq // 10}", seq)
        assert len(clips.clips()) <= 5
    assert [path.name for path in clips.clips()] == [f"clip-{seq}.mp4" for seq in range(25, 30)]
    assert all(path.read_text() == "mine" for path in others)
    # a folder that is empty goes with its last clip
    assert sorted(path.name for path in clips.path.iterdir() if path.name != ".writing") == ["game-2", "one", "two"]


def test_clips_take_no_more_room_than_they_may_but_the_newest_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_module, "MOST_BYTES", 1000)
    clips = ClipFolder(tmp_path)
    for seq in range(1, 20):
        kept(clips, "one", seq, size=300)
    assert len(clips.clips()) == 3
    newest = kept(clips, "one", 20, size=5000)
    assert clips.clips() == [newest]


@pytest.mark.parametrize("game", ["../../etc", "a/b", "", "..", ".", "x" * 400, "con:aux\0", "שרה", "game 1"])
def test_whatever_a_game_is_called_its_clips_stay_in_their_folder(tmp_path: Path, game: str) -> None:
    clips = ClipFolder(tmp_path)
    path = kept(clips, game, 4)
    assert path.resolve().parent.parent == clips.path.resolve()
    assert path.parent.name not in {".", "..", ".writing"}
    assert clips.clips() == [path]


def test_the_light_says_what_is_kept_and_what_is_shown() -> None:
    view, ok = game_view(), HealthState.OK
    clips, video = Health(part="clips", state=ok, code="clips_on"), Health(part="mqtt.video", state=ok)
    assert [video_light(replace(view, health=health)) for health in ((), (clips,), (video,), (clips, video))] == [
        "",
        "clips.light",
        "video.light",
        "video.clips.light",
    ]
    assert keeps_clips(replace(view, health=(replace(clips, code="clips_full", state=HealthState.LOST),)))
    assert not keeps_clips(replace(view, health=(replace(clips, code="clips_no_encoder", state=HealthState.OFF),)))
    assert not shows_video(replace(view, health=(clips,)))


def test_clips_are_kept_on_request_only_and_a_missing_part_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def built(open_video: object = None, **changes: bool) -> object:
        table = SimpleNamespace(settings=Settings(**changes), profile=object(), open_video=open_video)
        table.report = lambda health: said.append(health.code)
        return PLUGIN.build(NoSettings(), table)

    assert built(open_video=object()) is None
    assert said == []
    assert built(clips=True) is None
    monkeypatch.setenv("PATH", "")
    assert built(open_video=object(), clips=True) is None
    assert said == ["clips_no_camera", "clips_no_encoder"]


def test_a_program_that_is_no_encoder_is_none(tmp_path: Path) -> None:
    deaf = tmp_path / "ffmpeg"
    deaf.write_text("#!/bin/sh\necho ' V....D mpeg4'\n")
    assert find_encoder(str(deaf)) is None
    deaf.chmod(0o755)
    assert find_encoder(str(deaf)) is None
    assert find_encoder(None) is None
