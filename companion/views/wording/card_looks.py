"""The look of a card, from its game's data, and the cards it may be played as.

A look is the value on it, the pictogram of its use, and its colour.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from companion.model.position import Switch
from companion.open_row.catalogue import Face, GameFile
from companion.rules.mechanic import StandIn, Use
from companion.rules.variant import Variant

Colour = Literal["card_blue", "card_red", "card_black", "card_green"]


@dataclass(frozen=True, slots=True)
class CardLook:
    """`value` is empty for a card that has a name instead; `pictogram` and `colour` are names of `companion.looks`."""

    value: str
    pictogram: str
    colour: Colour


#: The pictogram of a card, by the first of these uses that it has.
_PICTOGRAMS: Final[dict[str, str]] = {
    "start": "card_start",
    "pawn_then_figure": "card_dog",
    "joker": "card_joker",
    "split": "card_partner",
    "seven": "card_seven",
    "swap": "card_swap",
    "take_place": "card_swap",
    "magnet": "card_magnet",
    "copy": "card_copy",
    "skip_neighbour": "card_skip",
    "forward_and_back": "card_both",
    "retreat": "card_back",
    "sweep": "card_forward",
    "walk_any": "card_forward",
    "advance": "card_forward",
    "centre": "card_centre",
}
#: Uses that make a card a red one.
_RED: Final = ("start", "joker", "split", "swap", "take_place", "magnet", "copy", "skip_neighbour")
#: The written value of a card whose name is not its number.
_VALUES: Final = {
    "+-4": "±4",
    "1-7": "1–7",
    "partner4": "4",
    "black5": "5",
    "black6": "6",
    "black1-7": "1–7",
}


def card_look(card: str, game: Variant | GameFile) -> CardLook:
    """Returns the look of a card of any game."""
    return _row_look(card, game.cards[card]) if isinstance(game, GameFile) else _board_look(card, game)


def _board_look(card: str, variant: Variant) -> CardLook:
    """Returns the look of a card; one whose uses have no pictogram counts as one that walks forward."""
    uses = uses_by_tag(variant, card)
    pictogram = next((name for tag, name in _PICTOGRAMS.items() if tag in uses), "card_forward")
    if pictogram == "card_back" and "advance" in uses:
        pictogram = "card_both"
    named = len(card) > 2 and not any(letter.isdigit() for letter in card)
    return CardLook("" if named else card_value(card), pictogram, _colour(uses))


def _row_look(card: str, face: Face) -> CardLook:
    """Returns the look of a card of a game without a board.

    One that does more than lie in a row at its number is red, as printed.
    """
    does = {
        "card_joker": face.wild,
        "card_robber": face.robs,
        "card_search": face.searches,
        "eye": face.looks,
        "card_both": face.buys,
        "card_start": face.start,
    }
    pictogram = next((name for name, able in does.items() if able), "card_row")
    return CardLook(card if face.values else "", pictogram, "card_blue" if pictogram == "card_row" else "card_red")


def card_value(card: str) -> str:
    """Returns the written value of a card without a name."""
    return _VALUES.get(card, card)


def uses_by_tag(variant: Variant, card: str, options: Iterable[tuple[str, Switch]] = ()) -> dict[str, Use]:
    """Returns the card's uses by their tags; empty for a card that the game does not have.

    They are those of a table with these switches, all others as usual in the game.
    """
    switches = {name: rule.default for name, rule in variant.options.items()} | dict(options)
    found: dict[str, Use] = {}
    for use in variant.uses.get(card, ()):
        if use.is_held(switches):
            found.setdefault(str(use.__struct_config__.tag), use)
    return found


def needs_a_face(variant: Variant, card: str) -> bool:
    """Returns whether the player names the card as which it is played (a joker)."""
    return any(isinstance(use, StandIn) and use.declared for use in variant.uses.get(card, ()))


def faces_for(variant: Variant, card: str) -> tuple[str, ...]:
    """Returns the cards a joker may be played as, in the order of the game's cards."""
    return tuple(face for face in variant.cards if face != card and not variant.stands_in(face))


def ignores_rank(uses: dict[str, Use]) -> bool:
    """Returns whether pawns of any rank may play it in some way (ROY-R03)."""
    return any(getattr(use, "ignores_rank", False) for use in uses.values())


def _colour(uses: dict[str, Use]) -> Colour:
    if "pawn_then_figure" in uses:
        return "card_black"
    if ignores_rank(uses):
        return "card_green"
    return "card_red" if any(tag in uses for tag in _RED) else "card_blue"
