"""From settings to a game: which board, which sectors and which teams a table gets when people name only a few things.

Law: the tablet, the headless program and the command line set a table up by the same function.
"""

from collections.abc import Mapping

import msgspec

from companion.board_files import board_for, fits, load_board, runs_clockwise
from companion.model.position import Switch
from companion.rules.catalogue import load_variant
from companion.rules.ruleset import OptionError, ruleset, seating_of
from companion.rules.setup import spread_seats
from companion.rules.variant import Variant
from companion.session.commands import StartGame
from companion.settings import Settings

#: Names and colours for seats that nobody has named yet.
NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Felix")
COLOURS = ("red", "yellow", "green", "blue", "purple", "orange")


class SetupError(ValueError):
    """The table cannot be set up so; one line that says what to change."""


def start_command(settings: Settings, game: str) -> StartGame:
    """The command that begins the game of `settings`.  Raises SetupError, ProfileError, UnknownVariantError."""
    sectors = len(load_board(settings.board).goal)
    return StartGame(
        game=game,
        variant=settings.variant,
        names=tuple(name.strip() for name in settings.names),
        colours=settings.colours,
        board=settings.board,
        sectors=sectors,
        seats=settings.seats or _spread(settings, sectors),
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
        clockwise = seating.pawns == "clockwise"
        stays = same and _suits(settings.board, variant, clockwise=clockwise)
        board = settings.board if stays else board_for(variant, sectors, clockwise=clockwise)
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


def _spread(settings: Settings, sectors: int) -> tuple[int, ...]:
    """Clockwise round the table, which is against the numbers of a board that is played the other way (DOG-R31)."""
    seats = spread_seats(len(settings.names), sectors)
    clockwise = seating_of(load_variant(settings.variant), settings.options).pawns == "clockwise"
    return seats if clockwise else (seats[0], *reversed(seats[1:]))


def _suits(board: str, variant: Variant, *, clockwise: bool) -> bool:
    """Whether the game can be played on the board, that way round.  Raises ProfileError."""
    profile = load_board(board)
    return fits(profile, variant) and runs_clockwise(profile) == clockwise


def _filled(given: tuple[str, ...], usual: tuple[str, ...], count: int) -> tuple[str, ...]:
    spare = [value for value in usual if value not in given]
    return (*given[:count], *spare[: max(0, count - len(given))])


def _check(settings: Settings) -> None:
    """Builds the rules once, so that a contradiction is told before the table opens."""
    command = start_command(settings, "")
    variant = load_variant(settings.variant)
    seating = seating_of(variant, settings.options)
    if runs_clockwise(load_board(settings.board)) != (seating.pawns == "clockwise"):
        raise SetupError(
            f"{seating.pawns}: name a board whose track is listed that way, the board {settings.board} is not"
        )
    if not fits(load_board(settings.board), variant):
        raise SetupError(f"{settings.variant} cannot be played on the board {settings.board}")
    teams = command.teams or variant.default_teams(len(command.seats), seating)
    try:
        ruleset(settings.variant, command.sectors, command.seats, teams, command.options)
    except OptionError as error:
        raise SetupError(str(error)) from error
