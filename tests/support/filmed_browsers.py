"""Chromium with a film before its camera, as a phone's browser."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
from browser_for_tests import EXECUTABLE, FLAGS
from playwright.sync_api import Browser, Playwright

from vision.frames import Image
from vision.pictures import read_picture


def write_film(pictures: Iterable[Image], film: Path, per_s: int) -> None:
    """Writes the pictures as a film (YUV4MPEG2) for Chromium's camera."""
    begun = False
    with film.open("wb") as file:
        for image in pictures:
            height, width = (side - side % 2 for side in image.shape[:2])
            if not begun:
                file.write(f"YUV4MPEG2 W{width} H{height} F{per_s}:1 Ip A1:1 C420\n".encode())
                begun = True
            yuv = cv2.cvtColor(image[:height, :width], cv2.COLOR_BGR2YUV_I420)
            file.write(b"FRAME\n" + yuv.tobytes())


def pictures_in(paths: Iterable[Path]) -> Iterator[Image]:
    """The pictures in these files."""
    for path in paths:
        image = read_picture(path)
        assert image is not None
        yield image


@contextmanager
def chromium_with_camera(playwright: Playwright, film: Path | None) -> Iterator[Browser]:
    """Chromium whose camera shows the film again and again; without one its own moving test picture.

    A thread has one `playwright` at a time.
    """
    shown = [f"--use-file-for-fake-video-capture={film}"] if film else []
    flags = [*FLAGS, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", *shown]
    browser = playwright.chromium.launch(executable_path=EXECUTABLE, args=flags)
    yield browser
    browser.close()
