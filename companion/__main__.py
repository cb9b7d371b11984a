"""`python -m companion` and `pawtrack`: signals first, for what follows takes a second to load."""

from companion.system import signals
from companion.system.files import bound_pictures


def main() -> None:
    """Runs the command line; whoever interrupts it sees no traceback, at any moment."""
    signals.begin()
    bound_pictures()
    from companion.commands.cli import main as run

    run()


if __name__ == "__main__":
    main()
