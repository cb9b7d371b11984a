"""What keeps work with the camera from going on."""

from enum import StrEnum


class WorkFault(StrEnum):
    """Who refuses: a screen has a sentence for each, the log the words of the system."""

    CAMERA = "camera"
    DISK = "disk"
