"""The choices of the command line, which override the settings for one run."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.app.table_setup import with_game
from companion.model.position import Switch
from companion.players.level import Level
from companion.rules.catalogue import Catalogue
from companion.settings.schema import SIMULATED, Settings, as_demo


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices of the command line, which override the settings; None leaves the setting as it is.

    `camera_apart`: a camera has a program of its own, since this one goes on after its games.
    """

    variant: str | None = None
    players: int | None = None
    options: tuple[tuple[str, Switch], ...] = ()
    board: str | None = None
    camera: str | None = None
    second_camera: str | None = None
    wheel: str | None = None
    broker: str | None = None
    level: Level | None = None
    lan: bool = False
    record: Path | None = None
    seed: int = 1
    speed: float = 1.0
    plies: int = 0
    new: bool = False
    camera_apart: bool = False

    @property
    def name_a_table(self) -> bool:
        """Whether the command line names a game: its variant, its size, a house rule or a board."""
        return bool(self.variant or self.players or self.options or self.board)

    @property
    def begin_anew(self) -> bool:
        """Whether a new game begins although an earlier one could go on."""
        return self.new or self.name_a_table

    def over(self, catalogue: Catalogue, settings: Settings) -> Settings:
        """Returns the settings with these choices.  Raises ValueError with one line if they make no table."""
        if self.name_a_table:
            variant = self.variant or settings.variant
            settings = with_game(catalogue, settings, variant, self.players, dict(self.options), self.board)
        if self.camera == SIMULATED:
            settings = as_demo(settings)
        named = {key: getattr(self, key) for key in ("camera", "second_camera", "wheel", "broker", "level")}
        if self.lan:
            settings = msgspec.structs.replace(settings, lan=True)
        return msgspec.structs.replace(settings, **{key: value for key, value in named.items() if value is not None})
