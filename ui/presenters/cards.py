"""What is on the tile of a card: its value or picture, a small pictogram, a colour; and what the card does, in words.

Everything is made from the game's data, so the cards of any variant have faces and helps.
"""

from dataclasses import dataclass
from typing import Any, Final

from companion.rules.catalogue import load_variant
from companion.rules.mechanic import StandIn, Use
from ui.i18n import Catalogue


@dataclass(frozen=True, slots=True)
class CardFace:
    """`value` is printed large (empty: `picture` is drawn large instead); `caption` names a card without a number."""

    card: str
    value: str
    picture: str
    colour: str
    caption: str = ""


#: The pictogram of a card, by the first of these uses that it has.
_PICTURES: Final[dict[str, str]] = {
    "start": "card_start",
    "pawn_then_figure": "card_dog",
    "joker": "card_joker",
    "split": "card_partner",
    "seven": "card_seven",
    "swap": "card_swap",
    "magnet": "card_magnet",
    "copy": "card_copy",
    "skip_neighbour": "card_skip",
    "retreat": "card_back",
    "advance": "card_forward",
    "centre": "card_centre",
}
#: Uses that make a card a red one.
_RED: Final = ("start", "joker", "split", "swap", "magnet", "copy", "skip_neighbour")
#: How a card is written that is not called like its number.
_VALUES: Final = {
    "+-4": "±4",
    "1-7": "1–7",
    "partner4": "4",
    "black5": "5",
    "black6": "6",
    "black1-7": "1–7",
}
_ALTERNATIVES: Final = 3


def card_face(card: str, words: Catalogue, variant: str) -> CardFace:
    """The face of any card of a game; a use that has no pictogram leaves the card's name alone."""
    uses = _uses(variant, card)
    picture = next((icon for tag, icon in _PICTURES.items() if tag in uses), "card_forward")
    if picture == "card_back" and "advance" in uses:
        picture = "card_both"
    named = len(card) > 2 and not any(letter.isdigit() for letter in card)
    caption = card_name(card, words) if named else ""
    return CardFace(card, "" if named else _VALUES.get(card, card), picture, _colour(uses), caption)


def card_name(card: str, words: Catalogue) -> str:
    """The card in a sentence: its word, or its value."""
    message = f"card.{card}"
    name = words.text(message)
    return _VALUES.get(card, card) if name == message else name


def card_help(card: str, words: Catalogue, variant: str) -> str:
    """What the card does, a sentence for each of its uses; empty for a card whose uses have no words."""
    sentences = [_use_help(tag, use, words) for tag, use in _uses(variant, card).items()]
    said = [sentence for sentence in dict.fromkeys(sentences) if sentence]
    if any(getattr(use, "ignores_rank", False) for use in _uses(variant, card).values()):
        said.append(words.text("aid.green"))
    return " ".join(said)


def board_help(variant: str, words: Catalogue) -> tuple[str, ...]:
    """What the board does by itself in this game: the wheel, fields where one draws, doors to the centre."""
    game = load_variant(variant)
    told = (("aid.paw", game.paws), ("aid.special", game.draws), ("aid.door", game.centre))
    return tuple(words.text(message) for message, there in told if there)


def needs_a_face(variant: str, card: str) -> bool:
    """Whether the player says as which other card it is played (a joker)."""
    return any(isinstance(use, StandIn) and use.declared for use in load_variant(variant).uses.get(card, ()))


def faces_for(variant: str, card: str) -> tuple[str, ...]:
    """The cards a joker may be played as, in the order of the game's cards."""
    game = load_variant(variant)
    return tuple(face for face in game.cards if face != card and not game.stands_in(face))


def _uses(variant: str, card: str) -> dict[str, Use]:
    """The card's uses by what they are called; none for a card the game does not have."""
    found: dict[str, Use] = {}
    for use in load_variant(variant).uses.get(card, ()):
        found.setdefault(str(use.__struct_config__.tag), use)
    return found


def _colour(uses: dict[str, Use]) -> str:
    if "pawn_then_figure" in uses:
        return "card_black"
    if any(getattr(use, "ignores_rank", False) for use in uses.values()):
        return "card_green"
    return "card_red" if any(tag in uses for tag in _RED) else "card_blue"


def _use_help(tag: str, use: Any, words: Catalogue) -> str:
    message = f"aid.{tag}"
    values = getattr(use, "values", ())
    if tag in ("advance", "retreat") and values == (1,):
        message = f"aid.{tag}_one"
    if tag == "seven":
        message = {0: "aid.seven", 1: "aid.seven_whole"}.get(use.portions, "aid.seven_two")
    if tag == "swap" and use.partners == "opponents":
        message = "aid.swap_opponents"
    said = words.text(message, fields=_numbers(values, words), points=getattr(use, "points", 0))
    if said == message:
        return ""
    return f"{said} {words.text('aid.burns')}" if getattr(use, "burns", False) else said


def _numbers(values: tuple[int, ...], words: Catalogue) -> str:
    """ "8", "1 or 11", "1 to 7"."""
    if len(values) >= _ALTERNATIVES and values == tuple(range(values[0], values[-1] + 1)):
        return words.text("aid.range", first=values[0], last=values[-1])
    named = [str(value) for value in values]
    return words.text("aid.either", first=", ".join(named[:-1]), last=named[-1]) if len(named) > 1 else "".join(named)
