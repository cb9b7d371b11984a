"""The fixed words of the public MQTT tree; they import nothing, so that the gateway of the viewers needs no game."""

from typing import Final

#: The version of all payloads.
VERSION: Final = 1
#: The last level of topics that no broker keeps.
NOT_RETAINED: Final = ("event",)
#: The words that are retained for a table: it is there, it pauses, it has left, it is lost.
READY: Final = "ready"
PAUSED: Final = "paused"
DISCONNECTED: Final = "disconnected"
LOST: Final = "lost"
