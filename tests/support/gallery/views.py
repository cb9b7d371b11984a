"""Tables that never were: snapshots, settings and a launcher for the gallery's pictures and for the tests.

Law: everything here is made by hand; nothing senses, stores or publishes.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

import msgspec
from rules_for_tests import rules_of, with_rules

from companion.app.table_setup import start_command, with_game
from companion.catalogue.shipped import SHIPPED
from companion.model.places import CENTRE, KENNEL, Place, goal
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, VerdictKind
from companion.referee.hint import with_hint
from companion.referee.obstacles import obstacles
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position
from companion.rules.variant import Variant
from companion.session.state import Phase
from companion.settings.schema import Settings
from companion.texts import shipped_wording
from companion.views.kept.saved_game import SavedFault, SavedGame
from companion.views.table_view import (
    CandidateView,
    Health,
    HealthState,
    SeatView,
    TableView,
    Texts,
    VerdictView,
)
from companion.views.troubles import all_with_id

WORDING: Final = shipped_wording()
NAMES: Final = ("Anna", "Ben", "Carla", "David", "Emma", "Felix")
COLOURS: Final = ("red", "yellow", "green", "blue")
SEAT_COLOURS: Final = (*COLOURS, "black", "white")


def sample_position(turn: int = 0) -> Position:
    """Somewhere in the middle of a game: pawns everywhere, the wheel turned once."""
    start = first_position(SHIPPED.variant(Settings().variant))
    pawns = (
        (goal(4), Place(5), Place(27), KENNEL),
        (Place(16), Place(33), KENNEL, KENNEL),
        (goal(3), goal(4), Place(41), Place(46)),
        (Place(10), Place(52), Place(60), KENNEL),
    )
    rows = tuple(tuple(sorted(row)) for row in pawns)
    placed = start.placement.with_pawns(rows).with_extra("wheel", 1)
    return msgspec.structs.replace(start, turn=turn, placement=placed.with_extra(figure_name(), 24))


def figure_name() -> str:
    """The name of the neutral figure of the usual game, which is also that of the phase in which it is placed."""
    return SHIPPED.variant(Settings().variant).figures[0]


def sample_view(**changes: object) -> TableView:
    """A table in play whose parts all work; `changes` replace fields of the view."""
    position = sample_position()
    variant = SHIPPED.variant(position.variant)
    view = TableView(
        epoch=1,
        seq=40,
        game="gallery",
        variant=position.variant,
        board=Settings().board,
        options=(),
        phase=Phase.PLAY,
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
    changed = replace(view, **changes)  # type: ignore[arg-type]
    return replace(changed, game_rules=rules_of(changed.position) if changed.position else None)


def game_view(variant: str, players: int, **changes: object) -> TableView:
    """A table of any game in its middle; `changes` replace fields of the view."""
    settings = with_game(SHIPPED, Settings(), variant, players)
    begun = start_command(SHIPPED, settings, "gallery")
    start = first_position(SHIPPED.variant(variant), begun.sectors, begun.seats, begun.options, teams=begun.teams)
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
        cards=SHIPPED.variant(variant).cards,
    )
    return replace(view, **changes)  # type: ignore[arg-type]


def six_at_the_table() -> Settings:
    """Settings for a game of six."""
    return with_game(SHIPPED, Settings(), GAMES[0], 6)


def changed_rules() -> Settings:
    """Settings with some house rules that are not as printed."""
    known = SHIPPED.variant(Settings().variant).options
    changed = {name: rule.values[-1] for name, rule in known.items() if len(rule.values) > 1}
    return with_game(SHIPPED, Settings(), Settings().variant, options=dict(list(changed.items())[1:5]))


def all_waiting(view: TableView) -> TableView:
    """The same table when nobody has started yet and everybody may."""
    if view.position is None:
        return view
    pawns = tuple((KENNEL,) * len(row) for row in view.position.placement.pawns)
    position = view.position.with_placement(view.position.placement.with_pawns(pawns))
    seats = tuple(replace(seat, home=0) for seat in view.seats)
    return replace(view, phase=Phase.START, position=position, seats=seats, ply=0, round=1)


def _spread(start: Position) -> Placement:
    """Returns pawns of every seat at home, under way and waiting; one in the centre and a neutral figure, if any."""
    variant = SHIPPED.variant(start.variant)
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
    shown = {"declared": card, "plays": candidates(sample_position(), card), "health": health} | changes
    return replace(view, **shown)  # type: ignore[arg-type]


def stuck_view(camera: HealthState = HealthState.OFF) -> TableView:
    """Red has laid a 12, with which nothing goes: blue stands on its own start field, and home is full or too near."""
    position = sample_position()
    rows = (
        (goal(2), goal(3), Place(38), KENNEL),
        *position.placement.pawns[1:3],
        (Place(48), Place(52), KENNEL, KENNEL),
    )
    placed = tuple(tuple(sorted(row)) for row in rows)
    position = position.with_placement(position.placement.with_pawns(placed))
    reasons = obstacles(rules_of(position), position, "12")
    said = tuple(WORDING.reason_text(rules_of(position), reason, position, SEAT_COLOURS) for reason in reasons)
    return declared_view("12", camera=camera, position=position, plays=(), obstacles=said)


def candidates(position: Position, card: str, acting_as: str | None = None) -> tuple[CandidateView, ...]:
    """The legal plays of a card, in the referee's words."""
    return tuple(
        CandidateView(
            play=f"play {number}",
            text=WORDING.play_text(rules_of(position), play, position, SEAT_COLOURS, choice=True),
            result=play.result,
        )
        for number, play in enumerate(legal_plays(rules_of(position), position, card, acting_as), start=1)
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


def cards_seen() -> tuple[Health, ...]:
    """All is well, and the camera watches the pile of cards, too."""
    camera, *others = all_well()
    return (camera, Health(part="cards", state=HealthState.OK, code="cards_ok", text=WORDING.say("cards_ok")), *others)


def silent() -> tuple[Health, ...]:
    """All is well, and the camera only watches."""
    camera, *others = all_well()
    word = WORDING.say("shadow_on")
    return (camera, Health(part="shadow", state=HealthState.OK, code="shadow_on", text=word), *others)


def not_saved_view(**changes: object) -> TableView:
    """A table whose record refuses."""
    lost = Health(part="record", state=HealthState.LOST, code="record_corrupt", text=WORDING.say("record_corrupt"))
    return sample_view(health=(*all_well()[:3], lost), **changes)


def in_trouble() -> tuple[Health, ...]:
    states = (HealthState.LOST, HealthState.SEARCHING, HealthState.OFF, HealthState.OK)
    texts = (TROUBLE["camera"], TROUBLE["wheel"], TROUBLE["mqtt"], HEALTH_WORDS["record"])
    return tuple(
        Health(part=part.part, state=state, text=text)
        for part, state, text in zip(all_well(), states, texts, strict=True)
    )


def saved_games() -> tuple[SavedGame, ...]:
    variant = Settings().variant
    first = unix_ms(datetime(2026, 3, 14, 20, 15))
    second = unix_ms(datetime(2026, 3, 8, 16, 40))
    return (
        SavedGame(game="a", names=NAMES[:4], variant=variant, started_ms=first, ply=43, played_ms=2_340_000),
        SavedGame(game="b", names=("Grossmama", "Tim", "Leonie", "Papa"), variant=variant, started_ms=second, ply=7),
    )


def unix_ms(moment: datetime) -> int:
    """A moment of the local calendar as Unix milliseconds."""
    return int(moment.timestamp() * 1000)


def faulty_games() -> tuple[SavedGame, ...]:
    """One that can be taken up, a damaged one and one of which nothing can be read."""
    whole, other = saved_games()
    damaged = replace(other, fault=SavedFault.DAMAGED, rows=30, reason="row 31: its seal does not fit what it says")
    newer = replace(damaged, game="c", names=(), variant="", started_ms=0, fault=SavedFault.NEWER, reason="version 7")
    return whole, damaged, newer


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
    play
    for play in legal_plays(*with_rules(sample_position(turn=3)), "8")
    if len(play.steps) == 1 and not play.steps[0].captures
)
_SHORT_WALK: Final = Reason(
    ruling="CORE-R10",
    code="exact_count",
    seat=0,
    origin=5,
    target=12,
    params=(("card", "8"), ("wanted", 8), ("went", 7)),
)

#: A problem with the longest kind of advice: another card's three walks.
ADVICE: Final[Texts] = WORDING.reason_text(
    rules_of(_POSITION),
    with_hint(
        (_SHORT_WALK,),
        (max(legal_plays(rules_of(_POSITION), _POSITION, "partner4"), key=lambda play: min(len(play.steps), 3)),),
    )[0],
    _POSITION,
    COLOURS,
)

SENTENCES: Final[dict[VerdictKind, Texts]] = {
    VerdictKind.LEGAL: WORDING.play_text(
        rules_of(sample_position(turn=3)), _PLAIN_WALK, sample_position(turn=3), COLOURS
    ),
    VerdictKind.ILLEGAL: WORDING.reason_text(rules_of(_POSITION), _SHORT_WALK, _POSITION, COLOURS),
    VerdictKind.UNFINISHED: WORDING.say("turn_the_wheel"),
    VerdictKind.UNCLEAR: WORDING.say("ask_play"),
}

HEALTH_WORDS: Final[dict[str, Texts]] = {
    part: WORDING.say(f"{part}_ok") for part in ("camera", "wheel", "mqtt", "record")
}

TROUBLE: Final[dict[str, Texts]] = {
    "camera": WORDING.say("camera_lost", (("source", "0"),)),
    "wheel": WORDING.say("wheel_searching"),
    "mqtt": WORDING.say("mqtt_off"),
}
#: The bar's text of a fault.
WARNING: Final[Texts] = all_with_id(TROUBLE["camera"], "camera_lost")


def _first_game(wanted: Callable[[Variant], bool]) -> str:
    return next(variant for variant in SHIPPED.ids if wanted(SHIPPED.variant(variant)))


def _uses(variant: Variant) -> set[str]:
    return {str(use.__struct_config__.tag) for uses in variant.uses.values() for use in uses}


#: A game with a joker for three and six, one with a centre, one with ranks, and one whose card stops the neighbour.
GAMES: Final = (
    _first_game(lambda game: "joker" in _uses(game) and {3, 6} <= set(game.seat_counts)),
    _first_game(lambda game: game.centre is not None and "retreat" in _uses(game) and "seven" in _uses(game)),
    _first_game(lambda game: bool(game.ranks)),
    _first_game(lambda game: "skip_neighbour" in _uses(game)),
)
