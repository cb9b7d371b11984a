"""Tables that never were: snapshots, settings and a launcher for the gallery's pictures and for the tests.

Law: everything here is made by hand; nothing senses, stores or publishes.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Final

import numpy as np
from PIL import Image

from companion.board_files import load_board
from companion.model.places import CENTRE, KENNEL, Place, goal
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, VerdictKind
from companion.referee.hint import with_hint
from companion.rules.catalogue import load_variant, variant_ids
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position
from companion.rules.variant import Variant
from companion.session.commands import Command
from companion.settings import Settings
from companion.table_setup import start_command, with_game
from companion.views.saved_game import SavedGame
from companion.views.sight import Point, Sight
from companion.views.table_view import (
    CandidateView,
    Health,
    HealthState,
    SeatView,
    TableView,
    Texts,
    VerdictView,
)
from companion.views.wording import play_text, reason_text, say
from ui.art.board import BoardShape, draw_board, draw_disc
from ui.ports import Picture

NAMES: Final = ("Anna", "Ben", "Carla", "David", "Emma", "Felix")
COLOURS: Final = ("red", "yellow", "green", "blue")
SEAT_COLOURS: Final = (*COLOURS, "black", "white")


def sample_position(turn: int = 0) -> Position:
    """Somewhere in the middle of a game: pawns everywhere, the wheel turned once."""
    start = first_position(Settings().variant)
    pawns = (
        (goal(4), Place(5), Place(27), KENNEL),
        (Place(16), Place(33), KENNEL, KENNEL),
        (goal(3), goal(4), Place(41), Place(46)),
        (Place(10), Place(52), Place(60), KENNEL),
    )
    rows = tuple(tuple(sorted(row)) for row in pawns)
    placed = start.placement.with_pawns(rows).with_extra("wheel", 1)
    return replace(start, turn=turn, placement=placed.with_extra(figure_phase(), 24))


def figure_phase() -> str:
    """The name of the neutral figure of the usual game, which is also that of the phase in which it is placed."""
    return load_variant(Settings().variant).figures[0]


def sample_view(**changes: object) -> TableView:
    """A table in play whose parts all work; `changes` replace fields of the view."""
    position = sample_position()
    variant = load_variant(position.variant)
    view = TableView(
        epoch=1,
        seq=40,
        game="gallery",
        variant=position.variant,
        board=Settings().board,
        options=(),
        phase="play",
        paused=False,
        round=3,
        ply=21,
        position=position,
        seats=tuple(_seat(seat, position) for seat in range(4)),
        dealer=3,
        first=0,
        turn=0,
        deck=50,
        discard=31,
        discard_top="8",
        cards=variant.cards,
        declared=None,
        verdict=None,
        last_play=None,
        plays=(),
        candidates=(),
        result=None,
        can_undo=True,
        health=all_well(),
        notice=None,
    )
    return replace(view, **changes)  # type: ignore[arg-type]


def game_view(variant: str, players: int, **changes: object) -> TableView:
    """A table of any game in its middle; `changes` replace fields of the view."""
    settings = with_game(Settings(), variant, players)
    begun = start_command(settings, "gallery")
    start = first_position(variant, begun.sectors, begun.seats, begun.options, teams=begun.teams)
    position = start.with_placement(_spread(start))
    seats = tuple(
        replace(
            _seat(seat, position),
            name=settings.names[seat],
            colour=settings.colours[seat],
            team=position.teams[seat],
            cards=4 - seat % 2,
        )
        for seat in range(players)
    )
    view = sample_view(
        variant=variant,
        board=settings.board,
        position=position,
        seats=seats,
        dealer=players - 1,
        cards=load_variant(variant).cards,
    )
    return replace(view, **changes)  # type: ignore[arg-type]


def six_at_the_table() -> Settings:
    """Settings for a game of six."""
    return with_game(Settings(), GAMES[0], 6)


def changed_rules() -> Settings:
    """Settings with some house rules that are not as printed."""
    known = load_variant(Settings().variant).options
    changed = {name: rule.values[-1] for name, rule in known.items() if len(rule.values) > 1}
    return with_game(Settings(), Settings().variant, options=dict(list(changed.items())[1:5]))


def all_waiting(view: TableView) -> TableView:
    """The same table when nobody has started yet and everybody may."""
    if view.position is None:
        return view
    pawns = tuple((KENNEL,) * len(row) for row in view.position.placement.pawns)
    position = view.position.with_placement(view.position.placement.with_pawns(pawns))
    seats = tuple(replace(seat, home=0) for seat in view.seats)
    return replace(view, phase="start", position=position, seats=seats, ply=0, round=1)


def _spread(start: Position) -> Placement:
    """Pawns of every seat at home, under way and waiting; one in the centre, and a neutral figure, where there are."""
    variant = load_variant(start.variant)
    fields, rows = variant.field_count(start.sectors), []
    for seat, sector in enumerate(start.seats):
        begin = variant.start_field(sector)
        row = [goal(4 - seat % 2), Place((begin + 5 + seat) % fields), Place((begin + 12) % fields)]
        row += [KENNEL] * (variant.pawns_per_seat(len(start.seats)) - len(row))
        if variant.centre and seat == 1:
            row[2] = CENTRE
        rows.append(tuple(row) if variant.ranks else tuple(sorted(row)))
    placed = Placement(tuple(rows), start.placement.extras)
    for number, figure in enumerate(variant.figures):
        placed = placed.with_extra(figure, 9 + number)
    return placed


def declared_view(card: str, *, camera: HealthState = HealthState.OK, **changes: object) -> TableView:
    """The player to move has laid `card`; `plays` are the real ones."""
    view = sample_view()
    health = tuple(replace(part, state=camera) if part.part == "camera" else part for part in view.health)
    return replace(view, declared=card, plays=candidates(sample_position(), card), health=health, **changes)  # type: ignore[arg-type]


def candidates(position: Position, card: str, acting_as: str | None = None) -> tuple[CandidateView, ...]:
    """The legal plays of a card, in the referee's words."""
    return tuple(
        CandidateView(play=f"play {number}", text=play_text(play, position, SEAT_COLOURS), result=play.result)
        for number, play in enumerate(legal_plays(position, card, acting_as), start=1)
    )


def spoken(kind: VerdictKind, seat: int = 3, card: str = "8", **changes: object) -> VerdictView:
    """A verdict with a sentence as long as the longest real ones."""
    view = VerdictView(seq=40, kind=kind, seat=seat, card=card, play=None, ruling="CORE-R10", text=SENTENCES[kind])
    return replace(view, **changes)  # type: ignore[arg-type]


def all_well() -> tuple[Health, ...]:
    return tuple(
        Health(part=part, state=HealthState.OK, code="", text=HEALTH_WORDS[part])
        for part in ("camera", "wheel", "mqtt", "record")
    )


def in_trouble() -> tuple[Health, ...]:
    states = (HealthState.LOST, HealthState.SEARCHING, HealthState.OFF, HealthState.OK)
    texts = (TROUBLE["camera"], TROUBLE["wheel"], TROUBLE["mqtt"], HEALTH_WORDS["record"])
    return tuple(
        Health(part=part.part, state=state, text=text)
        for part, state, text in zip(all_well(), states, texts, strict=True)
    )


def _slant() -> tuple[float, ...]:
    """Eight numbers that map the picture's corners of the board back to the drawn square."""
    seen = ((150, 40), (490, 40), (585, 370), (55, 370))
    drawn = ((0, 0), (480, 0), (480, 480), (0, 480))
    rows, right = [], []
    for (x, y), (u, v) in zip(seen, drawn, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return tuple(float(value) for value in np.linalg.solve(np.array(rows, float), np.array(right, float)))


_SLANT: Final = _slant()


@cache
def board_picture() -> Picture:
    """The drawn board as a camera across the table would see it."""
    shape = BoardShape(load_board(Settings().board))
    board = draw_board(shape, COLOURS, 480)
    disc = draw_disc(shape, round(480 * shape.length(260)))
    if disc is not None:
        board.alpha_composite(disc, ((480 - disc.width) // 2, (480 - disc.height) // 2))
    # coefficients of the perspective that lays the square board on the table, seen from a seat
    slanted = board.transform((640, 400), Image.Transform.PERSPECTIVE, _SLANT, Image.Resampling.BICUBIC)
    table = Image.new("RGBA", (640, 400), "#4A3B30")
    table.alpha_composite(slanted)
    return np.asarray(table)


class StagedTable:
    """A table that shows what it is told and keeps what is posted to it."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.posted: list[Command] = []
        self.photo: Picture | None = None
        self.seen: Sight | None = None
        self.corners: tuple[Point, ...] = ()
        self._listeners: list[Callable[[TableView], None]] = []

    def post(self, command: Command) -> None:
        self.posted.append(command)

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        self._listeners.append(callback)
        callback(self.view)

    def picture(self) -> Picture | None:
        return board_picture() if self.photo is None else self.photo

    def photograph(self) -> Picture | None:
        return self.photo

    def sight(self) -> Sight | None:
        return self.seen

    def lies_at(self, corners: Sequence[Point]) -> None:
        self.corners = tuple(corners)

    def viewer_url(self) -> str | None:
        return "http://192.168.1.20:8787/"

    def show(self, view: TableView) -> None:
        self.view = view
        for listener in self._listeners:
            listener(view)


class StagedLauncher:
    """Opens staged tables; remembers what was saved, resumed, abandoned."""

    def __init__(self, settings: Settings | None = None, games: Sequence[SavedGame] | None = None) -> None:
        self._settings = settings or Settings(motion=False, sound=False)
        self.games = list(saved_games() if games is None else games)
        self.lines: list[Texts] = []
        self.table: StagedTable | None = None
        self.closed = 0

    def settings(self) -> Settings:
        return self._settings

    def save(self, settings: Settings) -> None:
        self._settings = settings

    def open_table(self, settings: Settings) -> StagedTable:
        del settings
        self.table = StagedTable(sample_view(phase="idle", position=None, seats=(), game=""))
        return self.table

    def close_table(self) -> None:
        self.table = None
        self.closed += 1

    def saved_games(self) -> Sequence[SavedGame]:
        return list(self.games)

    def resume(self, game: str) -> StagedTable:
        self.table = StagedTable(sample_view(game=game, paused=True))
        return self.table

    def abandon(self, game: str) -> None:
        self.games = [saved for saved in self.games if saved.game != game]

    def cameras(self) -> Sequence[str]:
        return ["0", "/dev/video2"]

    def ports(self) -> Sequence[str]:
        return ["/dev/ttyACM0"]

    def notices(self) -> Sequence[Texts]:
        return list(self.lines)


def saved_games() -> tuple[SavedGame, ...]:
    variant = Settings().variant
    first = datetime(2026, 3, 14, 20, 15)
    second = datetime(2026, 3, 8, 16, 40)
    return (
        SavedGame(game="a", names=NAMES[:4], variant=variant, started=first, ply=43, finished=False),
        SavedGame(
            game="b",
            names=("Grossmama", "Tim", "Leonie", "Papa"),
            variant=variant,
            started=second,
            ply=7,
            finished=False,
        ),
    )


def _seat(seat: int, position: Position) -> SeatView:
    home = sum(1 for place in position.placement.pawns[seat] if -5 <= place <= -2)
    return SeatView(
        seat=seat,
        name=NAMES[seat],
        colour=SEAT_COLOURS[seat],
        team=seat % 2,
        cards=3 if seat else 4,
        out=False,
        exchanged=True,
        home=home,
    )


_POSITION: Final = sample_position()
_PLAIN_WALK: Final = next(
    play for play in legal_plays(sample_position(turn=3), "8") if len(play.steps) == 1 and not play.steps[0].captures
)
_SHORT_WALK: Final = Reason(
    ruling="CORE-R10",
    code="exact_count",
    seat=0,
    origin=5,
    target=12,
    params=(("card", "8"), ("wanted", 8), ("went", 7)),
)

#: A complaint with the longest kind of advice: another card's three walks.
ADVICE: Final[Texts] = reason_text(
    with_hint((_SHORT_WALK,), (max(legal_plays(_POSITION, "partner4"), key=lambda play: min(len(play.steps), 3)),))[0],
    _POSITION,
    COLOURS,
)

SENTENCES: Final[dict[VerdictKind, Texts]] = {
    VerdictKind.LEGAL: play_text(_PLAIN_WALK, sample_position(turn=3), COLOURS),
    VerdictKind.ILLEGAL: reason_text(_SHORT_WALK, _POSITION, COLOURS),
    VerdictKind.UNFINISHED: say("turn_the_wheel"),
    VerdictKind.UNCLEAR: say("ask_play"),
}

HEALTH_WORDS: Final[dict[str, Texts]] = {part: say(f"{part}_ok") for part in ("camera", "wheel", "mqtt", "record")}

TROUBLE: Final[dict[str, Texts]] = {
    "camera": say("camera_lost", (("source", "0"),)),
    "wheel": say("wheel_searching"),
    "mqtt": say("mqtt_off"),
}


def _first_game(wanted: Callable[[Variant], bool]) -> str:
    return next(variant for variant in variant_ids() if wanted(load_variant(variant)))


def _uses(variant: Variant) -> set[str]:
    return {str(use.__struct_config__.tag) for uses in variant.uses.values() for use in uses}


#: A game with a joker for six, one with a centre, one with ranks, and one in which a card stops the neighbour.
GAMES: Final = (
    _first_game(lambda game: "joker" in _uses(game) and 6 in game.seat_counts),
    _first_game(lambda game: game.centre is not None and "retreat" in _uses(game) and "seven" in _uses(game)),
    _first_game(lambda game: bool(game.ranks)),
    _first_game(lambda game: "skip_neighbour" in _uses(game)),
)
