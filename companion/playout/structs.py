"""The structs of `kernel/kernel.h` as ctypes sees them; `library` compares their sizes when it loads the kernel."""

import ctypes
from typing import Final

SEATS: Final = 8
PAWNS: Final = 6
FIELDS: Final = 192
FACES: Final = 60
USES: Final = 12
DECK: Final = 250
HAND: Final = 40
CYCLE: Final = 30
OFF_TRACK: Final = 8
DIGITS: Final = 64

_Seats = ctypes.c_int32 * SEATS


class CardUse(ctypes.Structure):
    """`struct use`."""

    _fields_ = (
        ("values", ctypes.c_uint64),
        ("op", ctypes.c_int32),
        ("flags", ctypes.c_int32),
        ("points", ctypes.c_int32),
        ("portions", ctypes.c_int32),
    )


class PawnRank(ctypes.Structure):
    """`struct rank`."""

    _fields_ = (
        ("values", ctypes.c_uint64),
        ("taken_by_peers", ctypes.c_int32),
        ("passes_blockers", ctypes.c_int32),
        ("jumps", ctypes.c_int32),
        ("wastes", ctypes.c_int32),
    )


class Table(ctypes.Structure):
    """`struct table`: everything that no play changes."""

    _fields_ = (
        *(
            (name, ctypes.c_int32)
            for name in ("seats", "pawns", "lane", "lead", "fields", "faces", "ranks", "walk", "came_round")
        ),
        *((name, ctypes.c_int32) for name in ("keeps_left_fields", "sparing", "remembers", "has_figure")),
        *((name, ctypes.c_int32) for name in ("effect", "own_only", "draw_optional", "door_any", "turn_step")),
        *((name, ctypes.c_int32) for name in ("stuck", "deal", "cycle_length", "cards", "start_when", "start_must")),
        ("start", _Seats),
        ("foot", _Seats),
        ("team", _Seats),
        ("receiver", _Seats),
        ("mates", ctypes.c_uint32 * SEATS),
        ("exit", _Seats),
        ("cycle", ctypes.c_int32 * CYCLE),
        ("guard", ctypes.c_int8 * FIELDS),
        ("next_guard", ctypes.c_uint8 * FIELDS),
        ("door", ctypes.c_uint8 * FIELDS),
        ("watched", ctypes.c_uint8 * FIELDS),
        ("figure_home", ctypes.c_uint8 * FIELDS),
        ("figure_next", ctypes.c_int16 * FIELDS),
        ("carry", ctypes.c_int16 * FIELDS * 2),
        ("worth", ctypes.c_int16 * (OFF_TRACK + FIELDS) * SEATS),
        ("keep", ctypes.c_int16 * FACES),
        ("starts_pawn", ctypes.c_uint8 * FACES),
        ("stands_in", ctypes.c_uint8 * FACES),
        ("declared", ctypes.c_uint8 * FACES),
        ("card", ctypes.c_uint8 * DECK),
        ("rank", PawnRank * PAWNS),
        ("use", CardUse * USES * FACES),
    )


class BoardState(ctypes.Structure):
    """`struct board`: the places of all figures."""

    _fields_ = (
        ("place", ctypes.c_int16 * PAWNS * SEATS),
        ("who", ctypes.c_uint8 * FIELDS),
        ("lane", ctypes.c_uint8 * SEATS),
        ("centre", ctypes.c_uint8),
        ("touched", ctypes.c_uint8),
        ("wheel", ctypes.c_uint8),
        ("figure", ctypes.c_int16),
    )


class Game(ctypes.Structure):
    """`struct game`: a game as it is played on."""

    _fields_ = (
        ("board", BoardState),
        *((name, ctypes.c_int32) for name in ("phase", "turn", "copied", "round", "dealer", "first")),
        *((name, ctypes.c_int32) for name in ("owed", "owed_seat", "winner", "plies")),
        ("out", ctypes.c_uint32),
        ("to_start", ctypes.c_uint32),
        *((name, ctypes.c_int32) for name in ("seat", "face", "acting", "taken")),
        ("given", _Seats),
        ("held", _Seats),
        ("left", ctypes.c_int32),
        ("laid_count", ctypes.c_int32),
        ("hand", ctypes.c_uint8 * HAND * SEATS),
        ("pile", ctypes.c_uint8 * DECK),
        ("laid", ctypes.c_uint8 * DECK),
    )


class Chance(ctypes.Structure):
    """`struct chance`: the one source of chance, or a script that goes through every way it could take."""

    _fields_ = (
        ("state", ctypes.c_uint64),
        ("scripted", ctypes.c_int32),
        ("at", ctypes.c_int32),
        ("length", ctypes.c_int32),
        ("greedy", ctypes.c_int32),
        ("digit", ctypes.c_uint16 * DIGITS),
        ("bound", ctypes.c_uint16 * DIGITS),
    )
