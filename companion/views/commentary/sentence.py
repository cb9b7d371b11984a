"""A sentence of the commentary before it has words, and how it gets them."""

from dataclasses import dataclass
from typing import Final

from companion.model.verdict import Params
from companion.views.broadcast.payloads import NAME_LENGTH, TEXT_LENGTH, clipped
from companion.views.table_view import TableView
from companion.views.wording.game_words import listed
from companion.views.wording.messages import Messages
from companion.views.wording.phrases import phrase
from companion.views.wording.sentences import Wording

CONTEXT: Final = "commentary"
#: A player without a name that can be read.
NOBODY: Final = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A message of the context `commentary` and its values; `count` chooses its plural form.

    `names` become one list; `face` is a card of a game without a board, which lies open.
    """

    code: str
    values: Params = ()
    count: int | None = None
    names: tuple[str, ...] = ()
    face: str | None = None


def sentence(
    code: str, count: int | None = None, names: tuple[str, ...] = (), face: str | None = None, **values: str | int
) -> Sentence:
    """Returns a sentence with its values by name; the count is one of them."""
    counted = {} if count is None else {"count": count}
    return Sentence(code=code, values=tuple((counted | values).items()), count=count, names=names, face=face)


def spoken_name(view: TableView, seat: int) -> str:
    """Returns the player's name, on one line and in visible letters: nothing else can be read."""
    name = view.seats[seat].name if seat < len(view.seats) else ""
    seen = "".join(letter if letter.isprintable() else " " for letter in name)
    return clipped(" ".join(seen.split()), NAME_LENGTH) or NOBODY


def in_words(wording: Wording, said: Sentence) -> dict[str, str]:
    """Returns the sentence in every language.  Raises UnknownMessageError."""

    def worded(words: Messages) -> str:
        values = dict(said.values)
        if said.names:
            values["names"] = listed(words, said.names, "and")
        if said.face is not None:
            values["face"] = words["open_row_cards"].get(said.face, said.face)
        return clipped(phrase(words, said.code, tuple(values.items()), CONTEXT, said.count), TEXT_LENGTH)

    return dict(wording.in_all(worded))
