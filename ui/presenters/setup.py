"""The set-up form: its choices, its first problem in one line, and the settings and command that it becomes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from companion.app.card_setup import card_rules, has_board
from companion.app.table_setup import SetupError, with_game
from companion.board.files import ProfileError, board_for, boards_for, fits, load_board, runs_clockwise
from companion.board.shapes import shape_named
from companion.looks.colours import PAWNS
from companion.model.position import Switch
from companion.open_row.catalogue import GameError, GameFile, load_game
from companion.players.level import Level
from companion.rules.catalogue import Catalogue, UnknownVariantError
from companion.rules.rules import OptionError, seating_of
from companion.rules.variant import Variant
from companion.rules.variant_files.file import VariantFileError
from companion.settings.schema import NONE, PEOPLE, PHONE, SIMULATED, Settings
from companion.writing.fonts import unknown_letters
from ui.i18n import Words

AUTO: Final = "auto"
EMBEDDED: Final = "embedded"
#: The choice that opens a line for an address.
OTHER: Final = "other"
#: The two positions of the chooser of teams.
TEAMS: Final = "teams"
ALONE: Final = "alone"
#: The two positions of the chooser of cards.
TAPPED: Final = "tapped"
SEEN: Final = "seen"
_LONGEST_NAME: Final = 12


@dataclass(frozen=True, slots=True)
class Option:
    """One position of a chooser: the value stored in the settings, and its label."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class SetupForm:
    """The contents of the screen; `games` are those to choose from, `settings` carries all values without a field.

    `rejected` is the reason why the newest choice was refused, else empty.  `known` are the names that seats had here,
    also of seats that a smaller table does not have.
    """

    games: Catalogue
    settings: Settings
    rejected: str = ""
    known: tuple[str, ...] = ()

    @property
    def on_board(self) -> bool:
        """Whether the game is played on a board."""
        return has_board(self.settings.variant)

    @property
    def game(self) -> Variant | GameFile:
        """The data of the game, on a board or of cards alone."""
        return game_data(self.games, self.settings.variant)

    @property
    def variant(self) -> Variant:
        """The data of a game on a board."""
        return self.games.variant(self.settings.variant)

    def with_name(self, seat: int, name: str) -> "SetupForm":
        return self._with(names=_put(self.settings.names, seat, name))

    def with_colour(self, seat: int, colour: str) -> "SetupForm":
        """A seat takes a colour; its previous owner takes this seat's, so that two never share one."""
        colours = self.settings.colours
        if colour in colours:
            colours = _put(colours, colours.index(colour), colours[seat])
        return self._with(colours=_put(colours, seat, colour))

    def next_colour(self, seat: int) -> "SetupForm":
        """The next free colour; with all taken, nothing changes."""
        palette = tuple(PAWNS)
        here = palette.index(self.settings.colours[seat]) if self.settings.colours[seat] in palette else -1
        for step in range(1, len(palette)):
            colour = palette[(here + step) % len(palette)]
            if colour not in self.settings.colours:
                return self.with_colour(seat, colour)
        return self

    def player(self, seat: int) -> str:
        """The player of a seat: people, or the computer at a level."""
        return self.settings.seat_players[seat] if self.settings.seat_players else PEOPLE

    def with_player(self, seat: int, player: str) -> "SetupForm":
        """People play the seat, or the computer at a level."""
        players = _put(self.settings.seat_players or (PEOPLE,) * len(self.settings.names), seat, player)
        return self._with(seat_players=players if set(players) - {PEOPLE} else ())

    def with_first(self, seat: int) -> "SetupForm":
        return self._with(first=seat)

    def with_variant(self, variant: str) -> "SetupForm":
        """Another game: people, colours and devices stay, board and house rules become the game's own."""
        return self._turned(variant)

    def with_players(self, count: int) -> "SetupForm":
        return self._turned(self.settings.variant, count)

    def with_board(self, board: str) -> "SetupForm":
        return self._with(seats=())._turned(self.settings.variant, board=board)

    def with_option(self, name: str, value: Switch) -> "SetupForm":
        """A house rule; a printed value is not stored.  The board follows a rule about boards (DOG-R28)."""
        options = {key: kept for key, kept in self.settings.options.items() if key != name}
        if value != self.game.options[name].default:
            options[name] = value
        return self._with(options=options)._on_a_board_after(self)

    def as_printed(self) -> "SetupForm":
        """Resets all house rules to the printed ones."""
        return self._with(options={})._on_a_board_after(self)

    def with_alone(self, *, alone: bool) -> "SetupForm":
        return self._with(teams=tuple(range(len(self.settings.names))) if alone else ())

    def with_value(self, key: str, value: str) -> "SetupForm":
        """`key` is camera, second_camera, wheel or broker.  A camera is the first or the second one, not both."""
        second = self.settings.second_camera
        changes = {key: value}
        if key == "camera" and second in (value, ""):
            changes["second_camera"] = NONE
        return self._with(**changes)

    def with_cards(self, choice: str) -> "SetupForm":
        """Whether the camera also watches the pile: SEEN or TAPPED."""
        return self._with(see_cards=choice == SEEN)

    def with_shadow(self, *, silent: bool) -> "SetupForm":
        """Whether the camera only watches."""
        return self._with(shadow=silent)

    def with_level(self, level: Level) -> "SetupForm":
        """The level of the players of a demo."""
        return self._with(level=level)

    def with_phones(self, *, on: bool) -> "SetupForm":
        return self._with(phones=on)

    def with_timer(self, limit_s: int) -> "SetupForm":
        """The seconds of a turn after which a reminder sounds; 0: none."""
        return self._with(turn_s=limit_s)

    def teams(self) -> tuple[int, ...]:
        """The future team of every seat.  Raises OptionError, GameError."""
        if not self.on_board:
            return card_rules(self.settings).teams
        seating = seating_of(self.variant, self.settings.options)
        return self.settings.teams or self.variant.default_teams(len(self.settings.names), seating)

    def _turned(self, variant: str, count: int | None = None, board: str | None = None) -> "SetupForm":
        try:
            turned = with_game(self.games, self.settings, variant, count, board=board)
        except (SetupError, ProfileError, OptionError) as error:
            return replace(self, rejected=str(error))
        known = (*self.settings.names, *self.known[len(self.settings.names) :])
        spare = (name for name in turned.names if name not in known)
        names = (*known, *spare)[: len(turned.names)]
        return SetupForm(self.games, msgspec.structs.replace(turned, names=names), known=known)

    def _on_a_board_after(self, before: "SetupForm") -> "SetupForm":
        """The same on the board that the changed rules require; the present one stays if it fits."""
        if not self.on_board:
            return self
        wanted = (sector_choices(self.variant, self.settings)[0], clockwise(self.variant, self.settings))
        if wanted == (sector_choices(before.variant, before.settings)[0], clockwise(before.variant, before.settings)):
            return self
        try:
            return self._with(board=board_for(self.variant, wanted[0], clockwise=wanted[1]), seats=())
        except ProfileError as error:
            return replace(before, rejected=str(error))

    def _with(self, **changes: object) -> "SetupForm":
        return SetupForm(self.games, msgspec.structs.replace(self.settings, **changes), known=self.known)


def game_data(games: Catalogue, variant: str) -> Variant | GameFile:
    """The data of a game, on a board or of cards alone.  Raises UnknownVariantError."""
    return games.variant(variant) if has_board(variant) else load_game(variant)


def usable(games: Catalogue, settings: Settings) -> tuple[Settings, str]:
    """The settings without the unusable parts, and a line that names these: a missing game, unknown house rules.

    Settings are a file that people edit, and a game of their own may be taken away; the tablet starts all the same.
    """
    if not has_board(settings.variant):
        return _usable_cards(games, settings)
    try:
        variant = games.variant(settings.variant)
        seating_of(variant, settings.options)
    except (UnknownVariantError, VariantFileError) as error:
        return with_game(games, settings, Settings().variant), str(error)
    except OptionError as error:
        return msgspec.structs.replace(settings, options={}), str(error)
    count, usual = len(settings.names), variant.usual_seats
    if count not in variant.seat_counts:
        return with_game(games, settings, settings.variant, usual), f"{settings.variant} is not played by {count}"
    for name in ("colours", "seats", "teams"):
        given = getattr(settings, name)
        if len(given) != count and (given or name == "colours"):
            plain = msgspec.structs.replace(settings, seats=(), teams=())
            return with_game(games, plain, settings.variant, count), f"{name}: {len(given)} for {count} players"
    return settings, ""


def _usable_cards(games: Catalogue, settings: Settings) -> tuple[Settings, str]:
    try:
        card_rules(settings)
    except GameError as error:
        plain = msgspec.structs.replace(settings, options={})
        return with_game(games, plain, settings.variant), str(error)
    count = len(settings.names)
    if len(settings.colours) != count:
        return with_game(
            games, settings, settings.variant, count
        ), f"colours: {len(settings.colours)} for {count} players"
    return settings, ""


def sector_choices(variant: Variant, settings: Settings) -> tuple[int, ...]:
    """The numbers of sectors that the board may have for this game and its players, the usual one first (DOG-R28)."""
    count = len(settings.names)
    usual = tuple(sectors for sectors, counts in variant.boards.items() if count in counts)
    big = seating_of(variant, settings.options).board_side == "big"
    return tuple(dict.fromkeys((max(variant.sectors), *usual))) if big else usual


def clockwise(variant: Variant, settings: Settings) -> bool:
    """Whether the pawns go clockwise (DOG-R31)."""
    return seating_of(variant, settings.options).pawns == "clockwise"


def choices(key: str, found: Mapping[str, str], words: Words, value: str = "") -> tuple[Option, ...]:
    """The positions of the chooser `key`, which stands on `value`; `found` are this machine's devices by name.

    A simulated device is no choice: it is listed only if this run was started with it.
    """
    fixed = {"wheel": (NONE, AUTO), "broker": (EMBEDDED, NONE)}.get(key, (NONE,))
    if value == SIMULATED:
        fixed = (SIMULATED, *fixed)
    device = key.removeprefix("second_")
    named = [Option(value, words.text(f"{key}.{value}")) for value in fixed]
    named += [
        Option(value, label or device_label(device, value, words))
        for value, label in found.items()
        if value not in fixed
    ]
    return (*named, Option(OTHER, words.text(f"{device}.other")))


def has_camera(form: SetupForm) -> bool:
    """Whether a real camera is chosen for a board."""
    return form.on_board and form.settings.camera not in (NONE, SIMULATED, "")


def second_choices(settings: Settings, found: Mapping[str, str], words: Words) -> tuple[Option, ...]:
    """The positions of the chooser of the second camera; `found` are this machine's cameras by name."""
    others = {value: label for value, label in found.items() if value != settings.camera}
    return choices("second_camera", others, words, settings.second_camera)


def watcher_line(settings: Settings, words: Words) -> str:
    """The camera's part in the play, in a sentence: so that nobody begins with a camera, or without one, unawares."""
    if not has_board(settings.variant):
        return words.text("setup.no_board")
    kind = settings.camera if settings.camera in (NONE, SIMULATED) else "shadow" if settings.shadow else "watches"
    return words.text(f"setup.camera_{kind}")


def board_choices(form: SetupForm, words: Words) -> tuple[Option, ...]:
    """The boards on which this game can be played by so many; a board brought as a file stays in the list."""
    if not form.on_board:
        return ()
    way = clockwise(form.variant, form.settings)
    sides = sector_choices(form.variant, form.settings)
    boards = [board for sectors in sides for board in boards_for(form.variant, sectors, clockwise=way)]
    if form.settings.board not in boards:
        boards.append(form.settings.board)
    return tuple(Option(board, board_label(board, words)) for board in boards)


def level_choices(words: Words) -> tuple[Option, ...]:
    """The levels of the players of a demo."""
    return tuple(Option(level, words.text(f"level.{level}")) for level in Level)


def team_choices(form: SetupForm, words: Words) -> tuple[Option, ...]:
    """The partnerships: the game's own teams, and everybody alone if that is allowed."""
    count = len(form.settings.names)
    own = replace(form, settings=msgspec.structs.replace(form.settings, teams=()))
    teams = own.teams()
    alone = Option(ALONE, words.text("teams.alone"))
    if len(set(teams)) == count:
        return (alone,)
    opposite = all(teams[seat] == teams[(seat + count // 2) % count] for seat in range(count))
    together = Option(TEAMS, words.text("teams.pairs" if opposite and count // len(set(teams)) == 2 else "teams.sides"))
    return (together, alone) if form.on_board and form.variant.seating.alone_allowed else (together,)


def goal_line(form: SetupForm, words: Words) -> str:
    """The goal of a game of cards alone; empty for one on a board."""
    if form.on_board:
        return ""
    rules = card_rules(form.settings)
    message = "setup.goal_team" if rules.partners else "setup.goal_alone"
    return words.text(message, hand=rules.hand_size, rows=rules.rows, end=rules.game.row_end)


def device_label(key: str, value: str, words: Words) -> str:
    """A found device by number or by the end of its path, or the phone."""
    if value == PHONE:
        return words.text("camera.phone")
    return words.text(f"{key}.number", number=value) if value.isdigit() else value.rsplit("/", 1)[-1]


def problem(form: SetupForm, words: Words) -> str:
    """The first thing that keeps the game from starting, as one line with the remedy; empty when all is well."""
    return next(_problems(form, words), "")


def board_label(board: str, words: Words) -> str:
    """The name of a board in words."""
    shape = shape_named(board)
    if shape is not None:
        return words.text("board.made", sectors=shape.sectors, fields=shape.length, lane=shape.goals)
    message = f"board.{board}"
    label = words.text(message)
    return board.rsplit("/", 1)[-1].replace("_", " ") if label == message else label


def _problems(form: SetupForm, words: Words) -> Iterator[str]:
    settings = form.settings
    names = [name.strip() for name in settings.names]
    for seat, name in enumerate(names, start=1):
        if not name:
            yield words.text("setup.name_missing", seat=seat)
        if len(name) > _LONGEST_NAME:
            yield words.text("setup.name_long", name=name, most=_LONGEST_NAME)
        if unknown_letters(name):
            yield words.text("setup.name_letters", seat=seat)
    if len({name.casefold() for name in names}) < len(names):
        yield words.text("setup.name_twice")
    if len(set(settings.colours)) < len(settings.colours):
        yield words.text("setup.colour_twice")
    for key in ("camera", "second_camera", "wheel", "broker"):
        if not getattr(settings, key).strip() and (key != "second_camera" or has_camera(form)):
            yield words.text(f"setup.{key}_missing")
    if settings.broker not in (EMBEDDED, NONE) and not settings.broker.startswith("mqtt://"):
        yield words.text("setup.broker_form")
    yield from _game_problems(form, words)


def _game_problems(form: SetupForm, words: Words) -> Iterator[str]:
    """The board's own line, should its profile be unusable or made for another game; or that of a house rule."""
    if not form.on_board:
        return
    variant, settings = form.variant, form.settings
    try:
        profile = load_board(settings.board)
        fitting = fits(profile, variant) and runs_clockwise(profile) == clockwise(variant, settings)
        if not fitting or len(profile.goal) not in sector_choices(variant, settings):
            yield words.text("setup.board_other", board=profile.id)
    except (ProfileError, OptionError) as error:
        yield words.text("setup.rejected", reason=str(error))


def _put(values: tuple[str, ...], index: int, value: str) -> tuple[str, ...]:
    return (*values[:index], value, *values[index + 1 :])
