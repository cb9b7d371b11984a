"""`python -m firmware_bridge`: the wheel from the command line."""

from firmware_bridge.cli import main

main()
