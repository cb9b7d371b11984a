"""`python -m companion` and `pawtrack`: signals first, because the program takes a second to load."""

from companion.playout.choice import choose_lister
from companion.system import signals
from companion.system.files import bound_pictures
from companion.system.gc_tuning import raise_gc_thresholds
from companion.system.threads import watch_library_threads


def main() -> None:
    """Runs the command line; an interruption at any moment shows no traceback."""
    signals.begin()
    bound_pictures()
    watch_library_threads()
    # before the modules are loaded, too: garbage collection among them takes a tenth of the start
    raise_gc_thresholds()
    choose_lister()
    from companion.commands.cli import main as run

    run()


if __name__ == "__main__":
    main()
