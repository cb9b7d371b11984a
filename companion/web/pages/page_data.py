"""The data of the pages beside the broadcast, field by field: boards, games, words, the broker's address.

The types of the pages' scripts are made from these, from `own_data` and from `companion.views.broadcast.payloads`
(`make goldens`).
"""

import msgspec

from companion.board.profile import Point, Wheel
from companion.coach.face import AnalysisFace
from companion.history.replay import Replay
from companion.views.wording.card_looks import CardLook
from companion.web.pages.own_data import VERSION

#: A text, or texts by plural category as `Intl.PluralRules` names them.
Phrase = str | dict[str, str]


class BoardGeometry(msgspec.Struct, frozen=True, kw_only=True):
    """`/board.json`: the spots of a board, in millimetres, x to the right and y down."""

    v: int = VERSION
    id: str
    size_mm: Point
    track: tuple[Point, ...]
    goal: tuple[tuple[Point, ...], ...]
    kennel: tuple[tuple[Point, ...], ...]
    centre: Point | None
    wheel: Wheel | None


class GameLook(msgspec.Struct, frozen=True, kw_only=True):
    """The look of a game on a board.

    `drawings` are the boards by lane offset; `lane_option` is the switch that sets that; `ranks` are the names of a
    player's pawns if each has its own.
    """

    figures: tuple[str, ...]
    ranks: tuple[str, ...]
    cards: dict[str, CardLook]
    drawings: dict[str, str]
    lane_offset: int
    lane_option: str | None


class CardGameLook(msgspec.Struct, frozen=True, kw_only=True):
    """The look of a game of cards alone: the rows of each player by number of players, and the card that ends one."""

    rows: dict[str, int]
    row_end: int


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """`/games.json`: `games` on a board or `card_games`, by id; `plain` is the board of an unknown game."""

    v: int = VERSION
    plain: str = ""
    games: dict[str, GameLook] = {}
    card_games: dict[str, CardGameLook] = {}


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """A language by its own name, and the pages' phrases in it."""

    name: str
    phrases: dict[str, Phrase]


class PageWords(msgspec.Struct, frozen=True, kw_only=True):
    """`/words.json`: `cards` by language and card, `games` by language and id, `languages` by code."""

    v: int = VERSION
    cards: dict[str, dict[str, str]]
    games: dict[str, dict[str, str]]
    languages: dict[str, Language]


class BrokerAddress(msgspec.Struct, frozen=True, kw_only=True):
    """The port and path of the broker's WebSocket, on the host that served the page."""

    port: int
    path: str = "/mqtt"


class ViewerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`/config.json`: the topics are `base`/`tree`/...; whether replays and pictures of the table are available.

    Beyond the house `brokers` has the addresses of the broker's servers, for MQTT over WebSocket, and `websocket` is
    None; viewers may read all `trees`.  `viewer` is the page of one table, for links from the lobby.  `content` changes
    with the files of the pages: an open page then reloads itself.  `house` is the address of the pages for other
    machines in the house, empty if they are for this one alone.
    """

    v: int = VERSION
    websocket: BrokerAddress | None = None
    brokers: tuple[str, ...] | None = None
    base: str
    tree: str
    trees: tuple[str, ...]
    viewer: str = "./"
    house: str = ""
    content: str
    replays: bool = False
    video: bool = False


class BoardFiles(msgspec.Struct, frozen=True, kw_only=True):
    """The paths of the files from which a board is drawn; a game of cards alone has no geometry."""

    geometry: str | None
    games: str


class Boards(msgspec.Struct, frozen=True, kw_only=True):
    """`/boards.json`: boards by id, the usual one of a game by number of sectors, and the games without a board.

    Also the board for any other game.
    """

    v: int = VERSION
    boards: dict[str, BoardFiles]
    usual: dict[str, dict[str, str]]
    cards: BoardFiles | None
    others: BoardFiles | None = msgspec.field(name="else")


class ListedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that may be watched again; `day` without the time of day, which is private."""

    game: str
    variant: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    result: tuple[int, ...]
    day: str


class GameList(msgspec.Struct, frozen=True, kw_only=True):
    """`/replays.json`; not `offered`: the house does not offer replays."""

    v: int = VERSION
    offered: bool
    games: tuple[ListedGame, ...] = ()


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """`/replays/GAME.json`: `geometry` is the board of the game, `games` has this game alone, `drawings` its SVG.

    A game of cards alone has neither board nor drawing.
    """

    geometry: BoardGeometry | None
    games: Games
    drawings: dict[str, str]
    replay: Replay


class SavedReplay(Watched, frozen=True, kw_only=True):
    """A replay that is saved as one file.

    It has the words of the page, its pictures, the language it opens in, and the coach's reviews by language.
    """

    words: PageWords
    sheet: str
    language: str
    analyses: dict[str, AnalysisFace]
