"""Makes a game from settings: the board, the sectors and the teams of a table from a few given values.

Law: the tablet, the headless program and the command line set a table up by the same function.
"""

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from companion.app.card_setup import card_rules, card_start_command, has_board, seats_for
from companion.board.files import ProfileError, board_for, fits, load_board, runs_clockwise
from companion.looks.colours import SEAT_COLOURS
from companion.model.position import Switch
from companion.open_row.catalogue import GameError
from companion.rules.catalogue import Catalogue
from companion.rules.rules import OptionError, ruleset, seating_of
from companion.rules.setup import spread_seats
from companion.rules.variant import Variant
from companion.session.card_game import first_of
from companion.session.commands import StartCardGame, StartGame
from companion.session.events import CardGameStarted, Start
from companion.settings.schema import PEOPLE, Settings

#: Names for seats without one.
NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Felix", "Greta", "Hugo")


class SetupError(ValueError):
    """The table cannot be set up this way; one line with the remedy."""


def begin_command(catalogue: Catalogue, settings: Settings, game: str) -> StartGame | StartCardGame:
    """Returns the command that begins the game of `settings`, on a board or of cards alone.

    Raises ProfileError, UnknownVariantError, GameError.
    """
    if not has_board(settings.variant):
        return card_start_command(settings, game)
    return start_command(catalogue, settings, game)


def start_command(catalogue: Catalogue, settings: Settings, game: str) -> StartGame:
    """Returns the command that begins the game of `settings`.  Raises ProfileError, UnknownVariantError."""
    return StartGame(
        game=game,
        variant=catalogue.variant(settings.variant),
        names=tuple(name.strip() for name in settings.names),
        colours=settings.colours,
        board=settings.board,
        sectors=len(load_board(settings.board).goal),
        seats=seats_of(catalogue, settings),
        teams=settings.teams or None,
        options=tuple(sorted(settings.options.items())),
        first=settings.first,
        demo=settings.demo,
        levels=settings.levels,
    )


def with_game(
    catalogue: Catalogue,
    settings: Settings,
    variant_id: str,
    players: int | None = None,
    options: Mapping[str, Switch] | None = None,
    board: str | None = None,
) -> Settings:
    """Returns the settings for another game or number of players: fitting board, names, colours and switches.

    Raises UnknownVariantError, SetupError, ProfileError.
    """
    if not has_board(variant_id):
        return _with_card_game(catalogue, settings, variant_id, players, options or {}, board)
    variant = catalogue.variant(variant_id)
    count = players or (len(settings.names) if len(settings.names) in variant.seat_counts else variant.usual_seats)
    if count not in variant.seat_counts:
        allowed = ", ".join(map(str, variant.seat_counts))
        raise SetupError(f"{variant_id} is played by {allowed}, not by {count}")
    kept = settings.options if variant_id == settings.variant else {}
    changed = {**kept, **(options or {})}
    same = variant_id == settings.variant and count == len(settings.names)
    board = _checked_board(variant, count, changed, board, settings.board if same else "")
    chosen = msgspec.structs.replace(
        settings,
        variant=variant_id,
        names=_filled(settings.names, NAMES, count),
        colours=_filled(settings.colours, SEAT_COLOURS, count),
        board=board,
        seats=settings.seats if same else (),
        teams=settings.teams if same else (),
        options=changed,
        first=settings.first if settings.first < count else 0,
        seat_players=_seat_players(settings.seat_players, count),
    )
    check_table(catalogue, chosen)
    return chosen


def _checked_board(
    variant: Variant, count: int, options: Mapping[str, Switch], wanted: str | None, present: str
) -> str:
    """Returns the wanted board, else the present one if it suits so many players, else their usual one.

    Raises SetupError if the options make no seating, ProfileError.
    """
    try:
        seating = seating_of(variant, options)
    except OptionError as error:
        raise SetupError(str(error)) from error
    if wanted is not None:
        return wanted
    sectors = max(variant.sectors) if seating.board_side == "big" else variant.usual_sectors(count)
    clockwise = seating.pawns == "clockwise"
    if present and _suits(present, variant, clockwise=clockwise):
        return present
    return board_for(variant, sectors, clockwise=clockwise)


def with_a_game(catalogue: Catalogue, settings: Settings) -> Settings:
    """Returns the usable part of settings that make no table, for example if a board's file is missing.

    People, devices and looks stay; the game gets its printed rules, or is replaced by the usual one.
    """
    # changed from no game at all, so that no setting of the old game stays
    of_no_game = msgspec.structs.replace(settings, variant="")
    for variant in (settings.variant, Settings().variant):
        with suppress(ProfileError, ValueError):
            return with_game(catalogue, of_no_game, variant)
    return Settings()


def _seat_players(given: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Returns the player of each of `count` seats; empty if people play all of them."""
    kept = (*given[:count], *(PEOPLE,) * (count - len(given)))
    return kept if set(kept) - {PEOPLE} else ()


def _with_card_game(
    catalogue: Catalogue,
    settings: Settings,
    variant: str,
    players: int | None,
    options: Mapping[str, Switch],
    board: str | None,
) -> Settings:
    if board is not None:
        raise SetupError(f"{variant} is played without a board")
    try:
        count = seats_for(variant, players, len(settings.names))
    except GameError as error:
        raise SetupError(str(error)) from error
    kept = settings.options if variant == settings.variant else {}
    chosen = msgspec.structs.replace(
        settings,
        variant=variant,
        names=_filled(settings.names, NAMES, count),
        colours=_filled(settings.colours, SEAT_COLOURS, count),
        board="",
        seats=(),
        teams=(),
        options={**kept, **options},
        first=settings.first if settings.first < count else 0,
        seat_players=(),
    )
    check_table(catalogue, chosen)
    return chosen


def seats_of(catalogue: Catalogue, settings: Settings) -> tuple[int, ...]:
    """Returns the printed sectors with players: from the settings, else spread round the table.

    Clockwise, which is against the numbers of a board that is played the other way (DOG-R31).  Raises ProfileError,
    UnknownVariantError.
    """
    if settings.seats:
        return settings.seats
    seats = spread_seats(len(settings.names), len(load_board(settings.board).goal))
    clockwise = seating_of(catalogue.variant(settings.variant), settings.options).pawns == "clockwise"
    return seats if clockwise else (seats[0], *reversed(seats[1:]))


def _suits(board: str, variant: Variant, *, clockwise: bool) -> bool:
    """Returns whether the game can be played on the board in that direction.  Raises ProfileError."""
    profile = load_board(board)
    return fits(profile, variant) and runs_clockwise(profile) == clockwise


def _filled(given: tuple[str, ...], usual: tuple[str, ...], count: int) -> tuple[str, ...]:
    spare = [value for value in usual if value not in given]
    return (*given[:count], *spare[: max(0, count - len(given))])


def as_begun(settings: Settings, begun: Start) -> Settings:
    """Returns the settings with a recorded game's own names, colours, board and switches."""
    settings = msgspec.structs.replace(settings, names=begun.names, colours=begun.colours, variant=begun.variant)
    if isinstance(begun, CardGameStarted):
        _, position = first_of(begun)
        options = dict(position.options)
        return msgspec.structs.replace(settings, board="", options=options, seats=(), teams=(), seat_players=())
    return msgspec.structs.replace(
        settings,
        board=begun.board,
        options=dict(begun.position.options),
        seats=begun.position.seats,
        teams=begun.position.teams,
        seat_players=tuple(PEOPLE if level is None else level for level in begun.levels),
    )


def check_table(catalogue: Catalogue, settings: Settings) -> None:
    """Builds the rules once, so that a contradiction is found before the table opens.

    Raises SetupError, UnknownVariantError, VariantFileError, ProfileError.
    """
    if not has_board(settings.variant):
        _check_card_table(settings)
        return
    variant = catalogue.variant(settings.variant)
    if len(settings.names) not in variant.seat_counts:
        raise SetupError(f"names: {settings.variant} is not played by {len(settings.names)}")
    if len(settings.colours) != len(settings.names):
        raise SetupError(f"colours: {len(settings.names)} are needed, one for each name")
    if settings.seat_players and len(settings.seat_players) != len(settings.names):
        raise SetupError(f"seat_players: {len(settings.names)} are needed, one for each name")
    command = start_command(catalogue, settings, "")
    seating = seating_of(variant, settings.options)
    if runs_clockwise(load_board(settings.board)) != (seating.pawns == "clockwise"):
        raise SetupError(
            f"{seating.pawns}: name a board whose track is listed that way, the board {settings.board} is not"
        )
    if not fits(load_board(settings.board), variant):
        raise SetupError(f"{settings.variant} cannot be played on the board {settings.board}")
    teams = command.teams or variant.default_teams(len(command.seats), seating)
    try:
        ruleset(variant, command.sectors, command.seats, teams, command.options)
    except OptionError as error:
        raise SetupError(str(error)) from error


def _check_card_table(settings: Settings) -> None:
    if len(settings.colours) != len(settings.names):
        raise SetupError(f"colours: {len(settings.names)} are needed, one for each name")
    try:
        card_rules(settings)
    except GameError as error:
        raise SetupError(str(error)) from error
