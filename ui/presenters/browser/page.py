"""The values of a browser's tablet, in one language; the page draws them and decides nothing."""

from typing import Any, Literal

import msgspec


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """A button: `act` is the name under which it is done, empty where it cannot be done now."""

    act: str
    text: str
    icon: str = ""
    strong: bool = False
    on: bool = False


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """A card; `act` is empty for one that is only shown, `name` is for those who do not see it."""

    act: str
    name: str
    value: str
    picture: str
    colour: str
    caption: str
    on: bool = False


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the panel: `row` are small cards, `plays` buttons one under the other, `keys` side by side."""

    kind: Literal["title", "text", "cards", "row", "plays", "keys"]
    text: str = ""
    cards: tuple[CardFace, ...] = ()
    acts: tuple[Act, ...] = ()


class BannerFace(msgspec.Struct, frozen=True, kw_only=True):
    tone: str
    icon: str
    word: str
    sentence: str


class SeatFace(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    colour: str
    cards: str
    home: str
    note: str
    active: bool


class TurnFace(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    colour: str
    note: str


#: The ring round a spot.
Ring = Literal["", "pick", "lit"]


class SpotFace(msgspec.Struct, frozen=True, kw_only=True):
    """A spot of the board in parts of its side (y down): `act` is empty for one that is only marked.

    `mark` is pick (a spot that is meant), lit (a target) or empty.
    """

    act: str
    name: str
    x: float
    y: float
    mark: Ring


class RimFace(msgspec.Struct, frozen=True, kw_only=True):
    """The ring round the disc, in parts of the board's side."""

    x: float
    y: float
    radius: float


class ArrowFace(msgspec.Struct, frozen=True, kw_only=True):
    """From one spot to another, in parts of the board's side."""

    x: float
    y: float
    to_x: float
    to_y: float


class ZoomFace(msgspec.Struct, frozen=True, kw_only=True):
    """The enlarged part of the board: its middle, and how many times it is enlarged."""

    x: float
    y: float
    times: float


class BoardFace(msgspec.Struct, frozen=True, kw_only=True):
    """`position` is that of the public formats; `taps`: a touch of the board means something.

    `rim`: the disc is meant, as a pawn is by its ring.
    """

    position: dict[str, Any]
    taps: bool
    spots: tuple[SpotFace, ...]
    arrows: tuple[ArrowFace, ...]
    rim: RimFace | None
    zoom: ZoomFace | None


class SheetFace(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet over a game that is paused or over."""

    title: str
    text: str
    acts: tuple[Act, ...]


class ChipFace(msgspec.Struct, frozen=True, kw_only=True):
    icon: str
    title: str
    state: str
    state_icon: str
    tone: str
    detail: str


class TabletPage(msgspec.Struct, frozen=True, kw_only=True):
    """`seen` changes with everything that an act depends on; an act names it.  `seq` is the newest row of the record.

    `notice` is a warning that was not read, `read` its button.
    """

    v: int = 1
    seen: str
    seq: int
    language: str
    banner: BannerFace
    turn: TurnFace
    seats: tuple[SeatFace, ...]
    board: BoardFace | None
    panel: tuple[Part, ...]
    foot: tuple[Act, ...]
    sheet: SheetFace | None
    notice: str
    read: Act | None
    chips: tuple[ChipFace, ...]
