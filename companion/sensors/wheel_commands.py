"""What people do with the wheel's board: an installed program has no other command than `pawtrack`."""

from typing import Final

from firmware_bridge.commands.cli import for_people

#: A group without a name, so that its commands stand where it is added.
WHEEL_COMMANDS: Final = for_people
