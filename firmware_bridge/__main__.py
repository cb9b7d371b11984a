"""`python -m firmware_bridge`, the wheel from the command line: signals first."""

from companion.system import signals

if __name__ == "__main__":
    signals.begin()
    from firmware_bridge.commands.cli import main

    main()
