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
from companion.model.places import KENNEL, Place, goal
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.rules.catalogue import load_variant
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position
from companion.session.commands import Command
from companion.settings import Settings
from companion.views.table_view import (
    CandidateView,
    Health,
    HealthState,
    SeatView,
    TableView,
    Texts,
    VerdictView,
)
from ui.art.board import BoardShape, draw_board, draw_disc
from ui.ports import Picture, SavedGame

NAMES: Final = ("Anna", "Ben", "Carla", "David")
COLOURS: Final = ("red", "yellow", "green", "blue")


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
    return replace(start, turn=turn, placement=Placement(rows, (("dog", 24), ("wheel", 1))))


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


def declared_view(card: str, *, camera: HealthState = HealthState.OK, **changes: object) -> TableView:
    """The player to move has laid `card`; `plays` are the real ones."""
    view = sample_view()
    health = tuple(replace(part, state=camera) if part.part == "camera" else part for part in view.health)
    return replace(view, declared=card, plays=candidates(sample_position(), card), health=health, **changes)  # type: ignore[arg-type]


def candidates(position: Position, card: str) -> tuple[CandidateView, ...]:
    """The legal plays of a card, worded by their notation."""
    return tuple(
        CandidateView(play=f"play {number}", text=_play_words(position, play.result, number), result=play.result)
        for number, play in enumerate(legal_plays(position, card), start=1)
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
        self._listeners: list[Callable[[TableView], None]] = []

    def post(self, command: Command) -> None:
        self.posted.append(command)

    def subscribe(self, callback: Callable[[TableView], None]) -> None:
        self._listeners.append(callback)
        callback(self.view)

    def picture(self) -> Picture | None:
        return board_picture()

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

    def viewer_url(self, settings: Settings) -> str | None:
        return None if settings.broker == "none" else f"http://192.168.1.20:{settings.viewer_port}/"

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
        SavedGame(game="a", names=NAMES, variant=variant, started=first, ply=43, finished=False),
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
        colour=COLOURS[seat],
        team=seat % 2,
        cards=3 if seat else 4,
        out=False,
        exchanged=True,
        home=home,
    )


def _play_words(position: Position, result: Placement, number: int) -> Texts:
    """A sentence of the usual length; the real ones are worded by the core."""
    moved = [place for place in result.pawns[position.turn] if place not in position.placement.pawns[position.turn]]
    where = str(moved[0]) if moved else str(number)
    return {
        "de": f"Annas rote Figur zieht auf Feld {where}; die Figur von David muss zurück in den Zwinger.",
        "en": f"Anna's red pawn goes to field {where}; David's pawn has to go back to its kennel.",
        "fr": f"Le pion rouge d'Anna va sur la case {where} ; le pion de David retourne dans sa niche.",
        "it": f"La pedina rossa di Anna va sulla casella {where}; quella di David torna nella sua cuccia.",
    }


SENTENCES: Final[dict[VerdictKind, Texts]] = {
    VerdictKind.LEGAL: {
        "de": "Die blaue Figur zieht 8 Felder vor und schlägt Grün.",
        "en": "The blue pawn goes 8 fields on and captures green.",
        "fr": "Le pion bleu avance de 8 cases et prend le vert.",
        "it": "La pedina blu avanza di 8 caselle e cattura il verde.",
    },
    VerdictKind.ILLEGAL: {
        "de": "Die blaue Figur ist nur 7 Felder gezogen, die Karte verlangt genau 8. Stellt sie ein Feld weiter.",
        "en": "The blue pawn went only 7 fields, but the card asks for exactly 8. Put it one field further on.",
        "fr": "Le pion bleu n'a avancé que de 7 cases, la carte en demande exactement 8. Avancez-le d'une case.",
        "it": "La pedina blu è avanzata di sole 7 caselle, ma la carta ne vuole esattamente 8. Spostatela di una.",
    },
    VerdictKind.UNFINISHED: {
        "de": "Die Figur steht auf einer Pfote: dreht jetzt das Rad um eine Vierteldrehung.",
        "en": "The pawn stands on a paw: now turn the wheel by a quarter turn.",
        "fr": "Le pion est sur une patte : tournez maintenant la roue d'un quart de tour.",
        "it": "La pedina è su una zampa: ora girate la ruota di un quarto di giro.",
    },
    VerdictKind.UNCLEAR: {
        "de": "Das Bild passt zu mehreren Zügen. Tippt an, welcher es war.",
        "en": "The picture fits more than one play. Tap the one it was.",
        "fr": "L'image correspond à plusieurs coups. Touchez celui qui a été joué.",
        "it": "L'immagine va bene per più mosse. Toccate quella giusta.",
    },
}

HEALTH_WORDS: Final[dict[str, Texts]] = {
    "camera": {
        "de": "Die Kamera sieht das ganze Brett.",
        "en": "The camera sees the whole board.",
        "fr": "La caméra voit tout le plateau.",
        "it": "La camera vede tutto il tavoliere.",
    },
    "wheel": {
        "de": "Das Drehrad meldet sich.",
        "en": "The wheel is talking to us.",
        "fr": "La roue répond.",
        "it": "La ruota risponde.",
    },
    "mqtt": {
        "de": "Zuschauer sind willkommen.",
        "en": "Spectators are welcome.",
        "fr": "Les spectateurs sont bienvenus.",
        "it": "Gli spettatori sono benvenuti.",
    },
    "record": {
        "de": "Jeder Zug ist gesichert.",
        "en": "Every play is kept.",
        "fr": "Chaque coup est conservé.",
        "it": "Ogni mossa è conservata.",
    },
}

TROUBLE: Final[dict[str, Texts]] = {
    "camera": {
        "de": "Die Kamera ist nicht mehr da: Kabel prüfen. Bis dahin tippt ihr die Züge an.",
        "en": "The camera is gone: check its cable. Until it is back, tap the plays.",
        "fr": "La caméra ne répond plus : vérifiez le câble. En attendant, touchez les coups.",
        "it": "La camera non c'è più: controllate il cavo. Intanto toccate le mosse.",
    },
    "wheel": {
        "de": "Das Drehrad wird gesucht: steckt das Kabel?",
        "en": "Looking for the wheel: is its cable plugged in?",
        "fr": "On cherche la roue : le câble est-il branché ?",
        "it": "Si cerca la ruota: il cavo è inserito?",
    },
    "mqtt": {
        "de": "Ohne Übertragung. Das Spiel geht trotzdem.",
        "en": "No broadcast. The game works all the same.",
        "fr": "Pas de diffusion. La partie continue quand même.",
        "it": "Nessuna trasmissione. La partita continua lo stesso.",
    },
}
