"""The spectator delay of pictures: never early, never more memory than there is for it."""

import random

import pytest

from companion.publishers.video import pictures as module
from companion.publishers.video.pictures import WAITING_BYTES, DelayedVideo
from companion.views.broadcast.video_picture import VideoPicture, VideoView


class Table:
    """Time, and a camera whose pictures carry their time."""

    def __init__(self, size: int = 20) -> None:
        self.now_s = 1000.0
        self.size = size
        self.made = 0
        self.blind = False

    def clock(self) -> float:
        return self.now_s

    def video(self, view: VideoView) -> VideoPicture | None:
        if self.blind:
            return None
        self.made += 1
        return VideoPicture(jpeg=f"{self.now_s:.3f}".encode().ljust(self.size), width=1, height=1)


def taken_s(picture: VideoPicture) -> float:
    return float(picture.jpeg)


@pytest.mark.parametrize("seed", range(20))
def test_no_picture_is_shown_early_at_uneven_requests(seed: int) -> None:
    chance, table = random.Random(seed), Table()
    delay_s = chance.choice([1, 7, 30, 300])
    delayed = DelayedVideo(table.video, VideoView.FLAT, delay_s, table.clock)
    seen = []
    for _ in range(2000):
        table.now_s += chance.choice([0.01, 0.1, 0.1, 0.1, 1.0, delay_s / 3, 2.0 * delay_s])
        table.blind = chance.random() < 0.1
        picture = delayed.picture()
        if picture:
            assert table.now_s - taken_s(picture) >= delay_s - 1e-3
            seen.append(taken_s(picture))
    assert seen == sorted(seen)
    assert len(set(seen)) > 20


def test_at_ten_requests_a_second_every_picture_is_shown_in_time() -> None:
    table = Table()
    delayed = DelayedVideo(table.video, VideoView.FLAT, 5, table.clock)
    late = []
    for _ in range(200):
        table.now_s += 0.1
        picture = delayed.picture()
        late.append(table.now_s - taken_s(picture) if picture else None)
    assert set(late[:49]) == {None}
    assert all(each is not None and 5 - 1e-3 <= each < 5.11 for each in late[52:])


def test_without_a_delay_the_newest_picture_is_shown_and_none_is_kept() -> None:
    table = Table()
    direct = DelayedVideo(table.video, VideoView.CAMERA, 0, table.clock)
    for _ in range(5):
        table.now_s += 0.1
        picture = direct.picture()
        assert picture
        assert taken_s(picture) == pytest.approx(table.now_s, abs=1e-3)
    assert direct.waiting_bytes == 0


@pytest.mark.parametrize("delay_s", [10, 600, 6 * 3600])
def test_what_waits_never_takes_more_than_its_bytes(monkeypatch: pytest.MonkeyPatch, delay_s: int) -> None:
    monkeypatch.setattr(module, "WAITING_BYTES", WAITING_BYTES // 64)
    table = Table(size=50_000)
    delayed = DelayedVideo(table.video, VideoView.FLAT, delay_s, table.clock)
    shown = set()
    for _ in range(3000):
        table.now_s += max(0.1, delay_s / 1000)
        picture = delayed.picture()
        assert delayed.waiting_bytes <= WAITING_BYTES // 64
        if picture:
            shown.add(taken_s(picture))
    assert len(shown) > 20


def test_a_picture_from_before_nobody_looked_is_not_shown_as_news() -> None:
    table = Table()
    delayed = DelayedVideo(table.video, VideoView.FLAT, 5, table.clock)
    for _ in range(100):
        table.now_s += 0.1
        delayed.picture()
    table.now_s += 600
    assert delayed.picture() is None
