"""The types of the pages' scripts, made from the values that the program sends: one owner for every field.

As a program it writes them anew: `python tests/golden/page_types_book.py`.
"""

from pathlib import Path
from typing import Any, Final

import msgspec

from companion.publishers.phones.seat_page import PhoneGames, SeatPage, Taken
from companion.publishers.remote_commands import Answer
from companion.views.broadcast import payloads
from companion.web.pages import own_data, page_data
from ui.presenters.browser.page import TabletPage

BOOK: Final = Path(page_data.__file__).parent / "static" / "data.d.ts"
HEAD: Final = """\
// What the pages are sent, made from companion/views/broadcast/payloads.py and companion/web/pages/page_data.py
// by `make goldens`.
import type { BoardPosition, Position } from "./page.d.ts";
"""
#: Values that are sent on their own: the topics of the broadcast, files, and the answers to a phone.
SENT: Final = (
    payloads.Info,
    payloads.Status,
    payloads.State,
    payloads.Analysis,
    payloads.Commentary,
    payloads.Evening,
    page_data.BoardGeometry,
    page_data.Games,
    page_data.PageWords,
    page_data.ViewerConfig,
    page_data.Boards,
    own_data.ThemeList,
    own_data.VoiceState,
    page_data.GameList,
    page_data.Watched,
    page_data.SavedReplay,
    PhoneGames,
    SeatPage,
    Taken,
    Answer,
    TabletPage,
)
#: Fields whose own type states only that it is JSON.
WRITTEN_ELSEWHERE: Final = {
    ("State", "position"): "Position | null",
    ("ReplayStep", "changes"): "Partial<State>",
    ("BoardFace", "position"): "BoardPosition",
}
PLAIN: Final = {
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.BoolType: "boolean",
    msgspec.inspect.IntType: "number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.StrType: "string",
    msgspec.inspect.AnyType: "unknown",
}


class Declarations:
    """TypeScript interfaces by name, those that others need before them."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}

    def name(self, kind: Any) -> str:
        """Returns the TypeScript of a type; a type with fields is declared under its own name."""
        match kind:
            case (
                msgspec.inspect.StructType(cls=cls, fields=fields)
                | msgspec.inspect.DataclassType(cls=cls, fields=fields)
            ):
                self._declare(cls.__name__, fields)
                return str(cls.__name__)
            case msgspec.inspect.UnionType(types=types):
                return " | ".join(sorted(map(self.name, types), key=lambda each: each == "null"))
            case msgspec.inspect.DictType(value_type=value):
                return f"Record<string, {self.name(value)}>"
            case msgspec.inspect.ListType(item_type=item) | msgspec.inspect.VarTupleType(item_type=item):
                inner = self.name(item)
                return f"({inner})[]" if "|" in inner else f"{inner}[]"
            case msgspec.inspect.TupleType(item_types=items):
                return f"[{', '.join(map(self.name, items))}]"
            case msgspec.inspect.LiteralType(values=values):
                return " | ".join(map(_quoted, values))
            case msgspec.inspect.EnumType(cls=cls):
                return " | ".join(_quoted(each.value) for each in cls)
        return PLAIN[type(kind)]

    def _declare(self, name: str, fields: tuple[Any, ...]) -> None:
        if name in self.made:
            return
        lines = [
            f"  {field.encode_name}: {WRITTEN_ELSEWHERE.get((name, field.name)) or self.name(field.type)};"
            for field in fields
        ]
        self.made[name] = f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


def page_types() -> str:
    """The text of the file."""
    declarations = Declarations()
    for kind in SENT:
        declarations.name(msgspec.inspect.type_info(kind))
    return "\n".join([HEAD, *declarations.made.values()])


if __name__ == "__main__":
    BOOK.write_text(page_types(), encoding="utf-8")
