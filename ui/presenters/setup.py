"""The set-up form: its choices, what is wrong with it in one line, and the settings and command it becomes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from companion.board_files import ProfileError, load_board
from companion.rules.catalogue import load_variant, variant_ids
from companion.session.commands import StartGame
from companion.settings import NONE, SIMULATED, Settings
from companion.views.table_view import TableView
from ui.i18n import Catalogue
from ui.theme import PAWNS

AUTO: Final = "auto"
EMBEDDED: Final = "embedded"
#: The choice that opens a line for an address.
OTHER: Final = "other"
_LONGEST_NAME: Final = 12


@dataclass(frozen=True, slots=True)
class Option:
    """One position of a chooser: the value kept in the settings, and what is shown."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class SetupForm:
    """What is on the screen; `settings` carries what the form does not show."""

    settings: Settings

    def with_name(self, seat: int, name: str) -> "SetupForm":
        return self._with(names=_put(self.settings.names, seat, name))

    def with_colour(self, seat: int, colour: str) -> "SetupForm":
        """A seat takes a colour; who had it takes this seat's, so that two never share one."""
        colours = self.settings.colours
        if colour in colours:
            colours = _put(colours, colours.index(colour), colours[seat])
        return self._with(colours=_put(colours, seat, colour))

    def next_colour(self, seat: int) -> "SetupForm":
        """The next colour that nobody has; with all taken, nothing changes."""
        palette = tuple(PAWNS)
        here = palette.index(self.settings.colours[seat]) if self.settings.colours[seat] in palette else -1
        for step in range(1, len(palette)):
            colour = palette[(here + step) % len(palette)]
            if colour not in self.settings.colours:
                return self.with_colour(seat, colour)
        return self

    def with_first(self, seat: int) -> "SetupForm":
        return self._with(first=seat)

    def with_value(self, key: str, value: str) -> "SetupForm":
        """`key` is variant, camera, wheel or broker."""
        return self._with(**{key: value})

    def _with(self, **changes: object) -> "SetupForm":
        return replace(self, settings=msgspec.structs.replace(self.settings, **changes))


def choices(key: str, found: Sequence[str], words: Catalogue) -> tuple[Option, ...]:
    """The positions of the chooser `key`; `found` is what this machine offers."""
    if key == "variant":
        return tuple(Option(variant, words.text(f"variant.{variant}")) for variant in variant_ids())
    fixed = {"camera": (SIMULATED, NONE), "wheel": (SIMULATED, NONE, AUTO), "broker": (EMBEDDED, NONE)}[key]
    named = [Option(value, words.text(f"{key}.{value}")) for value in fixed]
    named += [Option(value, device_label(key, value, words)) for value in found if value not in fixed]
    return (*named, Option(OTHER, words.text(f"{key}.other")))


def device_label(key: str, value: str, words: Catalogue) -> str:
    """A found device by number or by the end of its path."""
    return words.text(f"{key}.number", number=value) if value.isdigit() else value.rsplit("/", 1)[-1]


def complaint(form: SetupForm, words: Catalogue) -> str:
    """The first thing that keeps the game from starting, as one line that says what to do; empty when all is well."""
    return next(_complaints(form.settings, words), "")


def start_command(settings: Settings, game: str) -> StartGame:
    """The command that begins a game with these settings."""
    sectors = len(load_board(settings.board).goal)
    return StartGame(
        game=game,
        variant=settings.variant,
        names=tuple(name.strip() for name in settings.names),
        colours=settings.colours,
        board=settings.board,
        sectors=sectors,
        seats=tuple(range(len(settings.names))),
        options=tuple(sorted(settings.options.items())),
        first=settings.first,
    )


def rematch_command(view: TableView, game: str) -> StartGame:
    """The same people on the same board once more; the deal has gone on by one."""
    if view.position is None:
        raise ValueError("no game to play again")
    return StartGame(
        game=game,
        variant=view.variant,
        names=tuple(seat.name for seat in view.seats),
        colours=tuple(seat.colour for seat in view.seats),
        board=view.board,
        sectors=view.position.sectors,
        seats=view.position.seats,
        options=view.options,
        first=(view.first + 1) % len(view.seats),
    )


def _complaints(settings: Settings, words: Catalogue) -> Iterator[str]:
    names = [name.strip() for name in settings.names]
    for seat, name in enumerate(names, start=1):
        if not name:
            yield words.text("setup.name_missing", seat=seat)
        if len(name) > _LONGEST_NAME:
            yield words.text("setup.name_long", name=name, most=_LONGEST_NAME)
    if len({name.casefold() for name in names}) < len(names):
        yield words.text("setup.name_twice")
    if len(set(settings.colours)) < len(settings.colours):
        yield words.text("setup.colour_twice")
    for key in ("camera", "wheel", "broker"):
        if not getattr(settings, key).strip():
            yield words.text(f"setup.{key}_missing")
    if settings.broker not in (EMBEDDED, NONE) and not settings.broker.startswith("mqtt://"):
        yield words.text("setup.broker_form")
    yield from _board_complaints(settings, words)


def _board_complaints(settings: Settings, words: Catalogue) -> Iterator[str]:
    """The board's own line, should its profile be unusable or made for another game."""
    try:
        profile = load_board(settings.board)
    except ProfileError as error:
        yield str(error)
        return
    if load_variant(settings.variant).field_count(len(profile.goal)) != len(profile.track):
        yield words.text("setup.board_other", board=profile.id)


def _put(values: tuple[str, ...], index: int, value: str) -> tuple[str, ...]:
    return (*values[:index], value, *values[index + 1 :])
