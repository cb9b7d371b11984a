"""What is on the tile of a card: its value or picture, a small pictogram, and whether a word must name it."""

from dataclasses import dataclass
from typing import Final

from ui.i18n import Catalogue


@dataclass(frozen=True, slots=True)
class CardFace:
    """`value` is printed large (empty: `picture` is drawn large instead); `caption` names a card without a number."""

    card: str
    value: str
    picture: str
    colour: str
    caption: str = ""


#: value, pictogram, colour token, whether the card needs a word.
_FACES: Final[dict[str, tuple[str, str, str, bool]]] = {
    "1/11": ("1/11", "card_start", "card_red", False),
    "13": ("13", "card_start", "card_red", False),
    "partner4": ("4", "card_partner", "card_red", False),
    "black5": ("5", "card_dog", "card_black", False),
    "black6": ("6", "card_dog", "card_black", False),
    "black1-7": ("1–7", "card_dog", "card_black", False),
    "swap": ("", "card_swap", "card_red", True),
    "magnet": ("", "card_magnet", "card_red", True),
    "copy": ("", "card_copy", "card_red", True),
}


def card_face(card: str, words: Catalogue) -> CardFace:
    """The face of any card; one that is not in the table shows its own name as a value."""
    value, picture, colour, captioned = _FACES.get(card, (card, "card_forward", "card_blue", False))
    return CardFace(card, value, picture, colour, words.text(f"card.{card}") if captioned else "")


def card_name(card: str, words: Catalogue) -> str:
    """The card in a sentence: its word, or its value."""
    message = f"card.{card}"
    name = words.text(message)
    return card if name == message else name


def card_help(card: str, words: Catalogue) -> str:
    """What the card does, for the card aid; empty for a card without a text."""
    message = f"aid.{card}"
    text = words.text(message)
    return "" if text == message else text
