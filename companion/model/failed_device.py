"""What keeps work with the camera from going on."""

from enum import StrEnum


class FailedDevice(StrEnum):
    """What made work with the camera end: a screen has a sentence for each, the log the words of the system."""

    CAMERA = "camera"
    DISK = "disk"
