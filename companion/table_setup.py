"""From settings to a game: which board, which sectors and which teams a table gets when people name only a few things.

Law: the tablet, the headless program and the command line set a table up by the same function.
"""

from collections.abc import Mapping

import msgspec

from companion.board_files import board_for, fits, load_board
from companion.model.position import Switch
from companion.rules.catalogue import load_variant
from companion.rules.ruleset import OptionError, ruleset, seating_of
from companion.rules.setup import spread_seats
from companion.session.commands import StartGame
from companion.settings import Settings

#: Names and colours for seats that nobody has named yet.
NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Felix")
COLOURS = ("red", "yellow", "green", "blue", "black", "white")


class SetupError(ValueError):
    """The table cannot be set up so; one line that says what to change."""


def start_command(settings: Settings, game: str) -> StartGame:
    """The command that begins the game of `settings`.  Raises SetupError, ProfileError, UnknownVariantError."""
    players = len(settings.names)
    sectors = len(load_board(settings.board).goal)
    return StartGame(
        game=game,
        variant=settings.variant,
        names=tuple(name.strip() for name in settings.names),
        colours=settings.colours,
        board=settings.board,
        sectors=sectors,
        seats=settings.seats or spread_seats(players, sectors),
        teams=settings.teams or None,
        options=tuple(sorted(settings.options.items())),
        first=settings.first,
    )


def with_game(
    settings: Settings,
    variant_id: str,
    players: int | None = None,
    options: Mapping[str, Switch] | None = None,
    board: str | None = None,
) -> Settings:
    """The settings turned to another game or number of players: fitting board, names, colours and switches.

    Raises UnknownVariantError, SetupError, ProfileError.
    """
    variant = load_variant(variant_id)
    count = players or (len(settings.names) if len(settings.names) in variant.seat_counts else variant.usual_seats)
    if count not in variant.seat_counts:
        allowed = ", ".join(map(str, variant.seat_counts))
        raise SetupError(f"{variant_id} is played by {allowed}, not by {count}")
    kept = settings.options if variant_id == settings.variant else {}
    changed = {**kept, **(options or {})}
    same = variant_id == settings.variant and count == len(settings.names)
    try:
        seating = seating_of(variant, changed)
    except OptionError as error:
        raise SetupError(str(error)) from error
    sectors = max(variant.sectors) if seating.board_side == "big" else variant.usual_sectors(count)
    if board is None:
        board = settings.board if same and fits(load_board(settings.board), variant) else board_for(variant, sectors)
    chosen = msgspec.structs.replace(
        settings,
        variant=variant_id,
        names=_filled(settings.names, NAMES, count),
        colours=_filled(settings.colours, COLOURS, count),
        board=board,
        seats=settings.seats if same else (),
        teams=settings.teams if same else (),
        options=changed,
        first=settings.first if settings.first < count else 0,
    )
    _check(chosen)
    return chosen


def _filled(given: tuple[str, ...], usual: tuple[str, ...], count: int) -> tuple[str, ...]:
    spare = [value for value in usual if value not in given]
    return (*given[:count], *spare[: max(0, count - len(given))])


def _check(settings: Settings) -> None:
    """Builds the rules once, so that a contradiction is told before the table opens."""
    command = start_command(settings, "")
    variant = load_variant(settings.variant)
    if not fits(load_board(settings.board), variant):
        raise SetupError(f"{settings.variant} cannot be played on the board {settings.board}")
    teams = command.teams or variant.default_teams(len(command.seats), seating_of(variant, settings.options))
    try:
        ruleset(settings.variant, command.sectors, command.seats, teams, command.options)
    except OptionError as error:
        raise SetupError(str(error)) from error
