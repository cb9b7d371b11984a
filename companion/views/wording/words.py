"""The words of screens and papers in one language: the context `tablet` of its catalogue, with blanks filled."""

from companion.views.table_view import Texts
from companion.views.wording.card_looks import card_value
from companion.views.wording.messages import FALLBACK, Messages
from companion.writing.bidi import isolated

_TABLET = "tablet"


class Words:
    """The words of one language."""

    def __init__(self, messages: Messages) -> None:
        self.language = messages.language
        self.words = messages[_TABLET]

    def text(self, message: str, **fields: object) -> str:
        """Returns the words of `message` with its blanks filled; the id itself if the catalogue lacks it."""
        text = self.words.get(message, message)
        shown = {name: isolated(value) if isinstance(value, str) else value for name, value in fields.items()}
        return text.format(**shown) if fields else text

    def of(self, texts: Texts | None) -> str:
        """Returns the core's sentence in this language."""
        return "" if texts is None else texts.get(self.language) or texts.get(FALLBACK, "")


def card_name(card: str, words: Words) -> str:
    """Returns the card in a sentence: its word, or its value."""
    message = f"card.{card}"
    name = words.text(message)
    return card_value(card) if name == message else name


def variant_name(variant: str, words: Words) -> str:
    """Returns a game's name; its id for one that brings no name."""
    message = f"variant.{variant}"
    name = words.text(message)
    return variant if name == message else name
