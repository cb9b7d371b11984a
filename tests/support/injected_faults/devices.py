"""Faults of camera and wheel."""

import os
import socket
import subprocess
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import cv2
import numpy as np

from injected_faults.surroundings import Surroundings, injected


@injected("the settings name a device that is not plugged in", "PT-CAM-01")
def camera_is_unplugged(table: Surroundings) -> Iterator[None]:
    table.settings('camera = "/dev/video77"\n')
    yield


@injected("the device belongs to another group, and this login is not in it", "PT-CAM-03", needs_root=True)
def camera_of_another_group(table: Surroundings) -> Iterator[None]:
    table.settings('camera = "/dev/video77"\n')
    table.mounts += _own_devices(table, "mknod -m 660 $dev/video77 c 81 77", "chown 12345:12345 $dev/video77")
    table.unprivileged = True
    yield


@injected("an address at which nobody listens", "PT-CAM-31")
def network_camera_is_off(table: Surroundings) -> Iterator[None]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    table.settings(f'camera = "rtsp://127.0.0.1:{port}/"\n')
    yield


@injected("a network camera that takes the connection and never says a word", "PT-CAM-31")
def network_camera_is_dead(table: Surroundings) -> Iterator[None]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        table.settings(f'camera = "rtsp://127.0.0.1:{server.getsockname()[1]}/"\n')
        yield


@injected("pictures in which it is night", "PT-CAM-09")
def camera_sees_nothing(table: Surroundings) -> Iterator[None]:
    _pictures(table, 1280, 720, 3)
    yield


@injected("pictures of 320 × 240 pixels", "PT-CAM-07")
def camera_pictures_are_small(table: Surroundings) -> Iterator[None]:
    _pictures(table, 320, 240, 120)
    yield


@injected("a camera at night, with infrared light", "PT-CAM-22")
def camera_pictures_are_grey(table: Surroundings) -> Iterator[None]:
    _pictures(table, 1280, 720, 120, coloured=False)
    yield


def _pictures(table: Surroundings, width: int, height: int, grey: int, *, coloured: bool = True) -> None:
    folder = table.scratch / "pictures"
    folder.mkdir()
    picture = np.full((height, width, 3), grey, np.uint8)
    if coloured:
        picture[: height // 4, :, :2] //= 4
    for number in range(3):
        cv2.imwrite(str(folder / f"{number * 100:09d}.png"), picture)
    table.settings(f'camera = "{folder}"\n')


def _own_devices(table: Surroundings, *orders: str) -> list[str]:
    """A /dev of its own for one program, with a device more."""
    dev = table.scratch / "dev"
    dev.mkdir()
    nodes = [f"cp -a /dev/{name} {dev}/" for name in ("null", "zero", "full", "random", "urandom", "tty")]
    return [
        f"mount -t tmpfs none {dev}",
        *nodes,
        f"mkdir {dev}/shm {dev}/pts",
        f"mount --bind /dev/pts {dev}/pts",
        *(order.replace("$dev", str(dev)) for order in orders),
        f"mount --move {dev} /dev",
    ]


@injected("the settings name a port that is not there", "PT-WHL-01")
def wheel_is_unplugged(table: Surroundings) -> Iterator[None]:
    table.settings('wheel = "/dev/ttyUSB77"\n')
    yield


@injected("the port belongs to another group, and this login is not in it", "PT-WHL-03", needs_root=True)
def wheel_of_another_group(table: Surroundings) -> Iterator[None]:
    with _line() as (_, port):
        os.chown(port, 12345, 12345)
        Path(port).chmod(0o660)
        table.settings(f'wheel = "{port}"\n')
        table.unprivileged = True
        yield


@injected("another program has opened the port for itself", "PT-WHL-04")
def wheel_is_in_use(table: Surroundings) -> Iterator[None]:
    from firmware_bridge.ports import SerialPort

    with _line() as (_, port):
        held = SerialPort(port)
        held.open()
        table.settings(f'wheel = "{port}"\n')
        yield
        held.close()


@injected("a line on which nobody answers", "PT-WHL-07")
def wheel_board_is_empty(table: Surroundings) -> Iterator[None]:
    with _line() as (_, port):
        table.settings(f'wheel = "{port}"\n')
        yield


@injected("a line that gives back what is said to it", "PT-WHL-09")
def wheel_line_is_an_echo(table: Surroundings) -> Iterator[None]:
    with _answering(lambda heard: heard) as port:
        table.settings(f'wheel = "{port}"\n')
        yield


@injected("a device that speaks another language", "PT-WHL-08")
def wheel_is_another_device(table: Surroundings) -> Iterator[None]:
    with _answering(lambda _: b"$GPGGA,no wheel at all\r\n") as port:
        table.settings(f'wheel = "{port}"\n')
        yield


@contextmanager
def _line() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        yield master, os.ttyname(slave)
    finally:
        os.close(slave)
        os.close(master)


@contextmanager
def _answering(answer: Callable[[bytes], bytes]) -> Iterator[str]:
    with _line() as (master, port):

        def talk() -> None:
            try:
                while heard := os.read(master, 1000):
                    os.write(master, answer(heard))
            except OSError:
                return

        threading.Thread(target=talk, daemon=True).start()
        yield port


@injected("an address at which no bridge passes the wheel's line on", "PT-WHL-27")
def wheel_bridge_is_off(table: Surroundings) -> Iterator[None]:
    table.settings('wheel = "socket://127.0.0.1:1"\n')
    yield


@injected("the same of a telnet bridge", "PT-WHL-27")
def wheel_telnet_bridge_is_off(table: Surroundings) -> Iterator[None]:
    table.settings('wheel = "rfc2217://127.0.0.1:1"\n')
    yield


@injected("the wheel's port gives back what is said to it", "PT-WHL-09")
def wheel_is_an_echo(table: Surroundings) -> Iterator[None]:
    table.settings('wheel = "loop://"\n')
    yield


@injected("the wheel's port is no serial port", "PT-WHL-01")
def wheel_port_is_another_device(table: Surroundings) -> Iterator[None]:
    table.settings('wheel = "/dev/null"\n')
    yield


@injected("the wheel's address is of a kind that there is not", "PT-WHL-01")
def wheel_address_is_none(table: Surroundings) -> Iterator[None]:
    table.settings('wheel = "carrier-pigeon://coop"\n')
    yield


@injected("a serial monitor reads the wheel's port", "PT-WHL-04")
def wheel_is_read_by_another_program(table: Surroundings) -> Iterator[None]:
    master, slave = os.openpty()
    tty.setraw(slave)
    table.settings(f'wheel = "{os.ttyname(slave)}"\n')
    with subprocess.Popen(["sleep", "300"], stdin=slave) as monitor:
        yield
        monitor.kill()
    os.close(slave)
    os.close(master)


@injected("the camera's file is not there", "PT-CAM-01")
def film_is_not_there(table: Surroundings) -> Iterator[None]:
    table.settings('camera = "/no/such/film.mp4"\n')
    yield
