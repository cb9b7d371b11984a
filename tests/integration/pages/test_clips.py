"""Clips as they are written: by the real ffmpeg, whole or not at all, and in the worst case a sentence."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from brokers_for_tests import PATIENCE_S, Reports, wait_until
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.app.throttle import Throttle
from companion.board.board_picture import BoardPicture
from companion.board.files import load_board
from companion.publishers.clips import clips as clips_module
from companion.publishers.clips import folder as folder_module
from companion.publishers.clips.clips import Clips
from companion.publishers.clips.encoder import Encoder, EncoderError, find_encoder
from companion.publishers.clips.folder import ClipFolder
from companion.session.events import GameWon, PlayRefused
from companion.settings.load import Load
from companion.settings.schema import Settings
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from companion.views.table_view import HealthState
from companion.views.video import keeps_clips

BGR = (40, 160, 220)
REFUSED = PlayRefused(seat=1, card="8", reasons=(), seen=None, t_ms=0, confidence=1.0)


def jpeg(colour: tuple[int, int, int] = BGR) -> bytes:
    return cv2.imencode(".jpg", np.full((180, 180, 3), colour, dtype=np.uint8))[1].tobytes()


def encoder() -> Encoder:
    found = find_encoder("/usr/bin/ffmpeg")
    assert found
    return found


class Table:
    """Clips of a table that shows one colour for any request; `reports` has their messages."""

    def __init__(self, folder: Path) -> None:
        self.reports, self.folder, self.asked = Reports(), ClipFolder(folder), 0
        settings = Settings(clips=True, video_per_s=15, language="de")
        self.context = SimpleNamespace(settings=settings, folder=folder, wording=WORDING, throttle=Throttle())
        self.clips = Clips(self.context, self.look, BoardPicture(load_board("black_dog")), encoder())
        self.clips.start(self.reports)

    def look(self, view: VideoView) -> VideoPicture:
        assert view is VideoView.FLAT
        self.asked += 1
        return VideoPicture(jpeg=jpeg(), width=180, height=180)

    def watch(self, pictures: int = 8) -> None:
        """A game is on for so many pictures."""
        self.clips.publish(game_view(), ())
        seen = self.asked + pictures
        wait_until(lambda: self.asked > seen)

    def codes(self) -> list[str]:
        return [health.code for health in self.reports.all]


@pytest.fixture(autouse=True)
def _as_soon_as_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside other tests the lowest priority gets no time at all; the test is about content, not delay."""
    monkeypatch.setattr(clips_module, "lower_priority", lambda: None)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.clips.stop()


def test_a_disputed_play_becomes_a_film_that_anything_can_play(table: Table) -> None:
    table.watch()
    table.clips.publish(game_view(seq=9), (REFUSED,))
    wait_until(table.folder.clips)
    (film,) = table.folder.clips()
    assert film.relative_to(table.folder.path).as_posix() == f"{game_view().game}/clip-9.mp4"
    probe = ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", str(film)]
    said = json.loads(subprocess.run(probe, capture_output=True, timeout=PATIENCE_S, check=True).stdout)
    (stream,) = said["streams"]
    shape = {name: stream[name] for name in ("codec_name", "pix_fmt", "width", "height", "r_frame_rate")}
    assert shape == {
        "codec_name": "h264",
        "pix_fmt": "yuv420p",
        "width": 1280,
        "height": 720,
        "r_frame_rate": "15/1",
    }
    # it can begin before all of it is there, and contains neither place nor time
    assert film.read_bytes().index(b"moov") < film.read_bytes().index(b"mdat")
    assert not {"location", "creation_time"} & said["format"]["tags"].keys()
    frame = cv2.VideoCapture(str(film)).read()[1]
    assert np.abs(frame[20:700, 20:700].astype(int) - BGR).max() < 12
    assert frame[60:400, 800:1200].std() > 20
    wait_until(lambda: not (table.folder.path / ".writing").exists())
    assert table.codes() == ["clips_on", "clips_on"]


def test_a_slow_machine_keeps_no_clips_and_says_so_and_keeps_them_again(table: Table) -> None:
    table.watch()
    table.context.throttle = Throttle(Load.LESS)
    table.clips.publish(game_view(seq=8), ())
    table.clips.publish(game_view(seq=9), (REFUSED,))
    wait_until(lambda: not table.clips._ring.film(15))
    asked = table.asked
    assert table.codes() == ["clips_on", "clips_spared"]
    assert not keeps_clips(game_view(health=(table.reports.all[-1],)))
    table.context.throttle = Throttle()
    table.clips.publish(game_view(seq=10), ())
    wait_until(lambda: table.asked > asked + 1)
    assert table.codes() == ["clips_on", "clips_spared", "clips_on"]
    assert table.folder.clips() == []


def test_nothing_is_kept_while_no_game_is_on_or_it_is_paused(table: Table) -> None:
    table.watch()
    for view in (game_view(paused=True), game_view(game="", position=None)):
        table.clips.publish(view, ())
        wait_until(lambda: not table.clips._ring.kept_bytes)
        seen = table.asked
        table.clips.publish(view, (REFUSED,))
        assert table.asked == seen
    table.clips.stop()
    assert table.folder.clips() == []


@pytest.mark.long
def test_the_clip_of_the_win_is_written_although_the_program_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clips_module, "_END_S", PATIENCE_S)
    table = Table(tmp_path)
    table.watch()
    table.clips.publish(game_view(seq=70, result=(0, 2)), (GameWon(seats=(0, 2)),))
    table.clips.stop()
    assert [path.name for path in table.folder.clips()] == ["clip-70.mp4"]


@pytest.mark.long
def test_a_full_disk_is_reported_and_the_next_clip_is_tried_again(table: Table) -> None:
    table.watch()
    drafts = table.folder.draft("clip.mp4")
    drafts.symlink_to("/dev/full")
    table.clips.publish(game_view(seq=9), (REFUSED,))
    wait_until(lambda: "clips_full" in table.codes())
    assert table.reports.all[-1].state is HealthState.LOST
    assert WORDING.say("clips_full", table.reports.all[-1].params)["fr"].startswith(
        "Un clip n'a pas été écrit : le disq"
    )
    assert table.folder.clips() == []
    wait_until(lambda: not drafts.parent.exists())
    table.clips.publish(game_view(seq=10), (GameWon(seats=(0, 2)),))
    wait_until(table.folder.clips)
    wait_until(lambda: table.codes()[-1] == "clips_on")


def test_a_disk_that_the_record_needs_is_left_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "LEAST_FREE_BYTES", 1 << 62)
    table.watch()
    table.clips.publish(game_view(seq=9), (REFUSED,))
    wait_until(lambda: "clips_full" in table.codes())
    assert list(table.folder.path.iterdir()) == []


@pytest.mark.long
def test_a_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "clips").write_text("mine")
    table = Table(tmp_path)
    table.watch()
    table.clips.publish(game_view(seq=9), (REFUSED,))
    wait_until(lambda: "clips_failed" in table.codes())
    table.clips.stop()
    assert (tmp_path / "clips").read_text() == "mine"


def test_an_encoder_that_is_killed_leaves_no_clip(tmp_path: Path) -> None:
    panel, film, killed = tmp_path / "panel.png", tmp_path / "clip.mp4", encoder()
    cv2.imwrite(str(panel), np.zeros((720, 560, 3), dtype=np.uint8))

    def pictures() -> Iterator[bytes]:
        yield jpeg()
        killed.close()
        yield from [jpeg()] * 3

    with pytest.raises(EncoderError):
        killed.write(pictures(), 10, panel, film)
    with pytest.raises(EncoderError):
        killed.write([jpeg()], 10, panel, film)


def test_an_encoder_that_hangs_is_replaced_and_the_film_is_made(tmp_path: Path) -> None:
    panel, film, stopped = tmp_path / "panel.png", tmp_path / "clip.mp4", encoder()
    cv2.imwrite(str(panel), np.zeros((720, 560, 3), dtype=np.uint8))
    pids: list[int] = []

    class Pictures(list[bytes]):
        """Stops the program that takes them first."""

        def __iter__(self) -> Iterator[bytes]:
            assert stopped._process
            pids.append(stopped._process.pid)
            if len(pids) == 1:
                os.kill(pids[0], signal.SIGSTOP)
            return super().__iter__()

    stopped.write(Pictures([jpeg()] * 20), 10, panel, film)
    assert len(set(pids)) == 2
    assert film.stat().st_size > 1000


WRITES_FOR_EVER = """
import sys, time
from pathlib import Path
from companion.publishers.clips.encoder import find_encoder
from companion.publishers.clips.folder import ClipFolder
folder, jpeg = ClipFolder(Path(sys.argv[1])), Path(sys.argv[2]).read_bytes()
def pictures():
    yield from [jpeg] * 30
    print("writing", flush=True)
    time.sleep(600)
film = folder.draft("clip.mp4")
find_encoder("/usr/bin/ffmpeg").write(pictures(), 10, Path(sys.argv[3]), film)
folder.keep(film, "game", 1)
"""


def test_a_program_that_is_killed_while_it_writes_leaves_no_half_film(tmp_path: Path) -> None:
    picture, panel = tmp_path / "one.jpg", tmp_path / "panel.png"
    picture.write_bytes(jpeg())
    cv2.imwrite(str(panel), np.zeros((720, 560, 3), dtype=np.uint8))
    command = [sys.executable, "-c", WRITES_FOR_EVER, str(tmp_path), str(picture), str(panel)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert program.stdout
    assert program.stdout.readline() == b"writing\n"
    program.kill()
    program.communicate()
    folder = ClipFolder(tmp_path)
    assert folder.clips() == []
    assert (folder.path / ".writing").is_dir()
    table = Table(tmp_path)
    table.clips.stop()
    assert list(folder.path.iterdir()) == []
