"""The set-up form: its choices, what is wrong with it in one line, and the settings and command it becomes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from companion.board_files import ProfileError, load_board
from companion.rules.catalogue import load_variant, variant_ids
from companion.session.commands import StartGame
from companion.settings import NONE, SIMULATED, Settings
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
    settings = form.settings
    names = [name.strip() for name in settings.names]
    if not all(names):
        return words.text("setup.name_missing", seat=names.index("") + 1)
    too_long = next((name for name in names if len(name) > _LONGEST_NAME), None)
    if too_long:
        return words.text("setup.name_long", name=too_long, most=_LONGEST_NAME)
    if len({name.casefold() for name in names}) < len(names):
        return words.text("setup.name_twice")
    if len(set(settings.colours)) < len(settings.colours):
        return words.text("setup.colour_twice")
    for key in ("camera", "wheel", "broker"):
        if not getattr(settings, key).strip():
            return words.text(f"setup.{key}_missing")
    if settings.broker not in (EMBEDDED, NONE) and not settings.broker.startswith("mqtt://"):
        return words.text("setup.broker_form")
    return _board_complaint(settings)


def start_command(settings: Settings, game: str, first: int | None = None) -> StartGame:
    """The command that begins a game with these settings.  `first` overrides who begins (rematch)."""
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
        first=settings.first if first is None else first,
    )


def _board_complaint(settings: Settings) -> str:
    """The board's own line, should its profile be unusable or made for another game."""
    try:
        profile = load_board(settings.board)
    except ProfileError as error:
        return str(error)
    fields = load_variant(settings.variant).field_count(len(profile.goal))
    if fields == len(profile.track):
        return ""
    return f"{profile.id}: {len(profile.track)} != {fields}"


def _put(values: tuple[str, ...], index: int, value: str) -> tuple[str, ...]:
    return (*values[:index], value, *values[index + 1 :])
