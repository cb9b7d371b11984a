"""The tile of a card and the explanation of its uses in words.

Both follow from the game's data, so the cards of any variant have faces and helps.
"""

from dataclasses import dataclass
from typing import Any, Final

from companion.open_row.catalogue import Face, GameFile
from companion.rules.rules import Options
from companion.rules.variant import Variant
from companion.views.wording.card_looks import card_look, ignores_rank, uses_by_tag
from companion.views.wording.game_words import kind_of
from companion.views.wording.words import card_name
from ui.i18n import Words


@dataclass(frozen=True, slots=True)
class CardFace:
    """`value` is printed large (empty: `picture` is drawn large instead); `caption` names a card without a number."""

    card: str
    value: str
    picture: str
    colour: str
    caption: str = ""


_ALTERNATIVES: Final = 3
#: The uses of a card of a game without a board whose sentence needs no number.
_ROW_POWERS: Final = {"aid.row_searches": "searches", "aid.row_robs": "robs"}


def card_face(card: str, words: Words, game: Variant | GameFile) -> CardFace:
    """The face of any card of a game; a use that has no pictogram leaves the card's name alone."""
    look = card_look(card, game)
    caption = "" if look.value else card_name(card, words)
    return CardFace(card, look.value, look.pictogram, look.colour, caption)


def card_help(card: str, words: Words, game: Variant | GameFile, options: Options = ()) -> str:
    """The uses of the card with these switches, a sentence each; empty for a card whose uses have no words."""
    if isinstance(game, GameFile):
        return _row_help(game, game.cards[card], words)
    uses = uses_by_tag(game, card, options)
    sentences = [_use_help(tag, use, words) for tag, use in uses.items()]
    said = [sentence for sentence in dict.fromkeys(sentences) if sentence]
    if ignores_rank(uses):
        said.append(words.text("aid.green"))
    return " ".join(said)


def _row_help(game: GameFile, face: Face, words: Words) -> str:
    """The same for a game without a board; its value in the open row is added if that is not its own number."""
    said = [words.text("aid.row_starts")] if face.start else []
    if face.values:
        said.append(words.text("aid.row_lays", fields=_numbers(face.values, words)))
    if face.wild:
        said.append(words.text("aid.row_wild", end=game.row_end))
    if face.buys:
        said.append(words.text("aid.row_buys", first=face.buys[0], last=face.buys[-1]))
    else:
        bought = tuple(value for value in face.values if value <= game.open_row)
        said += [words.text("aid.row_buys_own", fields=_numbers(bought, words))] if bought else []
    if face.looks:
        said.append(words.text("aid.row_looks", count=face.looks))
    said += [words.text(message) for message, able in _ROW_POWERS.items() if getattr(face, able)]
    return " ".join(said)


def board_help(game: Variant | GameFile, words: Words) -> tuple[str, ...]:
    """The automatic effects of the board in this game: the wheel, fields that draw a card, doors to the centre; without
    a board, the duties that nobody may forget.
    """
    if isinstance(game, GameFile):
        return (words.text("aid.open_row"),)
    variant = game
    features = (("aid.paw", variant.paws), ("aid.special", variant.draws), ("aid.door", variant.centre))
    return tuple(words.text(message) for message, there in features if there)


def _use_help(tag: str, use: Any, words: Words) -> str:
    message = f"aid.{kind_of(use)}"
    values = getattr(use, "values", ())
    if tag in ("advance", "retreat") and values == (1,):
        message = f"aid.{tag}_one"
    if tag == "seven":
        message = {0: "aid.seven", 1: "aid.seven_whole"}.get(use.portions, "aid.seven_two")
    said = words.text(message, fields=_numbers(values, words), points=getattr(use, "points", 0))
    if said == message:
        return ""
    return f"{said} {words.text('aid.burns')}" if getattr(use, "burns", False) else said


def _numbers(values: tuple[int, ...], words: Words) -> str:
    """ "8", "1 or 11", "1 to 7"."""
    if len(values) >= _ALTERNATIVES and values == tuple(range(values[0], values[-1] + 1)):
        return words.text("aid.range", first=values[0], last=values[-1])
    named = [str(value) for value in values]
    return words.text("aid.either", first=", ".join(named[:-1]), last=named[-1]) if len(named) > 1 else "".join(named)
