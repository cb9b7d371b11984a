"""The devices that stop work with the camera, and the program itself."""

from enum import StrEnum


class FailedDevice(StrEnum):
    """The device whose failure ended work with the camera, or the program itself.

    A screen has a sentence for each, the log the words of the system.
    """

    CAMERA = "camera"
    DISK = "disk"
    PROGRAM = "program"
