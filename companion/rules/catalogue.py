"""All games as a value: built once from their files, and passed to all users."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.model.position import Position
from companion.rules.rules import Rules, rules_of
from companion.rules.variant import Variant
from companion.rules.variant_files.file import VariantFileError
from companion.system.quoting import listed, short


class UnknownVariantError(ValueError):
    """There is no such game."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """`variants` are the games by their ids; `faults` are the reasons why files of the house make no game, by name."""

    variants: Mapping[str, Variant]
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all games, in alphabetical order, without faulty games of the house."""
        return tuple(sorted(self.variants))

    def variant(self, variant_id: str) -> Variant:
        """Returns the game of this id.  Raises UnknownVariantError, or VariantFileError for a faulty file."""
        if variant_id in self.faults:
            raise VariantFileError(self.faults[variant_id])
        if variant_id not in self.variants:
            raise UnknownVariantError(f"unknown variant {short(variant_id)}; known: {listed(self.ids)}")
        return self.variants[variant_id]

    def rules(self, position: Position) -> Rules:
        """Returns the rules of a position.  Raises UnknownVariantError, VariantFileError, OptionError."""
        return rules_of(self.variant(position.variant), position)
