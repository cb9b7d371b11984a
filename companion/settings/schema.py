"""The settings of a family, with the bounds of every value."""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal

import msgspec

from companion.looks.colours import SEAT_COLOURS
from companion.players.level import Level
from companion.settings.load import AUTO, Load
from companion.settings.public_broker import PublicBroker

SIMULATED = "simulated"
NONE = "none"
#: A phone is the camera: it opens a page of this table (docs/how-to/phone-camera.md).
PHONE = "phone"
EMBEDDED = "embedded"


#: Port 0 would mean "any", which nobody could find again; so it is refused like every other invalid port.
_Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
_Word = Annotated[str, msgspec.Meta(max_length=200)]
#: A code such as de; only the catalogues know the existing ones.
_Language = Annotated[str, msgspec.Meta(pattern="^[a-z]{2,3}(_[A-Za-z]{2,4})?$")]
_Theme = Annotated[str, msgspec.Meta(pattern="^(dark|light)$")]
#: An address, a host name or the name of an interface.
_Address = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9._-]{0,100}$")]
_Name = Annotated[str, msgspec.Meta(max_length=40)]
#: The player of a seat: people, or the computer at a level.
PEOPLE = "people"
_SeatPlayer = Annotated[str, msgspec.Meta(pattern=f"^({PEOPLE}|{'|'.join(Level)})$")]
_Load = Annotated[str, msgspec.Meta(pattern=f"^({AUTO}|{'|'.join(Load)})$")]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=7)]
_Seats = Annotated[tuple[_Seat, ...], msgspec.Meta(max_length=8)]
_Names = Annotated[tuple[_Name, ...], msgspec.Meta(min_length=2, max_length=8)]
#: By the name of a plugin; the plugin defines the keys of its table.
_Tables = Annotated[dict[_Name, dict[_Name, Any]], msgspec.Meta(max_length=64)]
_Table = Annotated[dict[_Name, Any], msgspec.Meta(max_length=64)]
#: The longest spectator delay, and the longest turn that is timed.
_HOURS_S: Final = 6 * 3600


class VideoScope(StrEnum):
    """The part of the camera's picture that viewers see: nothing, the board alone, or everything."""

    OFF = "off"
    BOARD = "board"
    ROOM = "room"


class Settings(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The file `settings.toml`; docs/reference/settings.md shows these lines as a table.

    `variant`: the game; `pawtrack variants list` names them.
    `board`: the printed board: a shipped one, or the path of a profile.
    `names`: the players by seat, clockwise.
    `colours`: their colours, by seat.
    `seats`: the printed sector of each seat, clockwise; empty: spread round the board.
    `teams`: the team number of each seat; empty: the game's usual teams.
    `camera`: `none`, `simulated`, `phone`, a device number, a path or a URL.
    `second_camera`: another camera over the same board, as `camera`; a film only beside a film
    (docs/how-to/two-cameras.md).
    `wheel`: `none`, `simulated`, `auto` or a serial port.
    `broker`: `embedded`, `none` or `mqtt://[user:password@]host:port`.
    `site`: the first part of the broadcast's topics, such as the name of a club.
    `table`: the second part of the topics; each table of a site needs its own.
    `language`: the language of the tablet, such as `de`.
    `sound`: the tablet plays sounds.
    `voice`: how loud the tablet speaks verdict and turn, in per cent; 0: it does not speak.
    `motion`: the tablet animates plays.
    `close_up`: after a play the tablet enlarges the place of the play for a moment.
    `theme`: the colours of the tablet.
    `text_percent`: the size of the tablet's text, in per cent of the usual size.
    `first`: the seat that begins.
    `welcomed`: the tablet has shown its first question, how to begin.
    `viewer_port`: the port of the viewers' page.
    `mqtt_port`: the port of the embedded broker.
    `websocket_port`: the port on which viewers receive the broadcast.
    `phone_port`: the port of the players' phones and of tablets in browsers.
    `phone_camera_port`: the port of the phone that is the camera (docs/how-to/phone-camera.md).
    `delay_s`: how many seconds later than the table viewers see each play.
    `level`: how well the simulated players of a demo play.
    `seat_players`: by seat `people`, or the level at which the computer plays; empty: people play all seats.
    `chances`: viewers see how likely each team is to win; players at the table do not.
    `replays`: viewers may watch finished games of the record.
    `lan`: other devices in the house may open the viewers' page.
    `lan_address`: the address, host name or interface of this machine in the house; empty: found automatically.
    `phones`: players may choose cards on their own phones, and browsers be tablets (docs/how-to/phones.md).
    `video`: viewers see the camera's pictures: of the board, of the whole room, or none (docs/how-to/streaming.md).
    `video_per_s`: the number of these pictures a second.
    `clips`: disputed and winning plays are kept as short films of the board (docs/how-to/streaming.md).
    `load`: the work of a game beside judging; `auto`: as much as the machine manages (docs/how-to/install.md).
    `see_cards`: the camera reads the pile and proposes the card on top (docs/explanation/cards.md).
    `turn_s`: after how many seconds of a turn a soft sound reminds the player; 0: never.
    `shadow`: the camera judges silently while people decide by tapping (docs/how-to/certify.md).
    `other_tables`: other Pawtracks in the house whose results count here, as `HOST` or `HOST:PORT`
    (docs/how-to/keep-score.md).
    `origins`: other web pages that may receive the broadcast, such as `https://club.example`.
    `guide`: the finished steps of the guided start, each `done` or `skipped`.
    `options`: the house rules of the game, by name.
    `public_broker`: a second broker on the Internet (docs/how-to/broadcast.md).
    `director`: the settings of `pawtrack director`.
    `publishers`: a table for each installed publisher, by its name (docs/how-to/write-a-plugin.md).
    `sensors`: a table for each installed sensor, by its name (docs/how-to/write-a-plugin.md).
    """

    variant: _Word = "black_dog"
    board: _Word = "black_dog"
    names: _Names = ("Anna", "Ben", "Carla", "David")
    colours: _Names = SEAT_COLOURS[:4]
    seats: _Seats = ()
    teams: _Seats = ()
    camera: _Word = NONE
    second_camera: _Word = NONE
    wheel: _Word = NONE
    broker: _Word = EMBEDDED
    site: _Name = "home"
    table: _Name = "table-1"
    language: _Language = "en"
    sound: bool = True
    voice: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    motion: bool = True
    close_up: bool = True
    theme: _Theme = "dark"
    text_percent: Literal[100, 125, 150] = 100
    first: _Seat = 0
    welcomed: bool = False
    viewer_port: _Port = 8787
    mqtt_port: _Port = 1883
    websocket_port: _Port = 8083
    phone_port: _Port = 8788
    phone_camera_port: _Port = 8789
    delay_s: Annotated[int, msgspec.Meta(ge=0, le=_HOURS_S)] = 0
    level: Level = Level.NORMAL
    seat_players: Annotated[tuple[_SeatPlayer, ...], msgspec.Meta(max_length=6)] = ()
    chances: bool = False
    replays: bool = False
    lan: bool = False
    lan_address: _Address = ""
    phones: bool = False
    video: VideoScope = VideoScope.OFF
    video_per_s: Annotated[int, msgspec.Meta(ge=5, le=15)] = 10
    clips: bool = False
    load: _Load = AUTO
    see_cards: bool = False
    turn_s: Annotated[int, msgspec.Meta(ge=0, le=_HOURS_S)] = 0
    shadow: bool = False
    other_tables: Annotated[tuple[_Word, ...], msgspec.Meta(max_length=16)] = ()
    origins: Annotated[tuple[_Word, ...], msgspec.Meta(max_length=16)] = ()
    guide: Annotated[dict[_Name, _Name], msgspec.Meta(max_length=16)] = {}
    options: Annotated[dict[_Name, _Word | int | bool], msgspec.Meta(max_length=64)] = {}
    public_broker: PublicBroker = PublicBroker()
    director: _Table = {}
    publishers: _Tables = {}
    sensors: _Tables = {}

    @property
    def demo(self) -> bool:
        """Whether only the built-in table plays."""
        return self.camera == SIMULATED

    @property
    def cameras(self) -> tuple[str, ...]:
        """The cameras that watch the board, one or two; empty if people tap every play."""
        second = self.second_camera
        if self.camera == NONE:
            return ()
        alone = self.demo or second in (NONE, SIMULATED, self.camera)
        return (self.camera,) if alone else (self.camera, second)

    @property
    def ports(self) -> frozenset[int]:
        """Every port in use by a setting: nothing else may take one."""
        ports = self.viewer_port, self.mqtt_port, self.websocket_port, self.phone_port, self.phone_camera_port
        return frozenset(ports)

    @property
    def levels(self) -> tuple[Level | None, ...]:
        """By seat the level of the computer that plays it, None for people; empty if people play all of them."""
        if self.demo or not set(self.seat_players) - {PEOPLE}:
            return ()
        return tuple(None if player == PEOPLE else Level(player) for player in self.seat_players)


def as_demo(settings: Settings) -> Settings:
    """The same game on the built-in table, with its wheel."""
    return msgspec.structs.replace(settings, camera=SIMULATED, wheel=SIMULATED)


def for_people(settings: Settings) -> Settings:
    """The same without simulated parts: a demo is started on request, and never remembered."""
    kept = {key: NONE if getattr(settings, key) == SIMULATED else getattr(settings, key) for key in ("camera", "wheel")}
    return msgspec.structs.replace(settings, **kept)


#: The settings of a game: saved together or not at all, since a part may not fit those of another game.
_OF_THE_GAME: Final = frozenset(
    {"variant", "board", "names", "colours", "seats", "teams", "options", "first", "seat_players"}
)


def with_changes(saved: Settings, shown: Settings, changed: Settings) -> Settings:
    """`saved` with people's changes from `shown` to `changed`, and without values that only `shown` had."""
    names = {name for name in Settings.__struct_fields__ if getattr(changed, name) != getattr(shown, name)}
    if names & _OF_THE_GAME:
        names |= _OF_THE_GAME
    return msgspec.structs.replace(saved, **{name: getattr(changed, name) for name in names})
