"""A game of cards alone, without a board: the sum of its recorded events and of nothing else.

A card that nobody has named is unknown in its position.  So the same state serves people, who hold their cards hidden
and turn up the cards of the open row on the table, and a game in which every card is known.
"""

from dataclasses import replace

import msgspec
from msgspec import Struct

from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.open_row.actions import ActionKind, Turn, parse_turn
from companion.open_row.catalogue import CardRules, build_game, compile_rules
from companion.open_row.faults import explain
from companion.open_row.position import UNKNOWN, CardPosition
from companion.open_row.text import format_card_position, parse_card_position
from companion.rules.variant_files.tables import FORMAT, GameTables
from companion.session.events import CardGameStarted
from companion.session.game import AnyGame, not_your_turn


class LastAction(Struct, frozen=True, kw_only=True):
    """The newest action, allowed or refused: `action` in its notation, `before` the table that it was meant for."""

    seq: int
    seat: int
    card: str
    legal: bool
    action: str
    before: CardPosition
    reasons: tuple[Reason, ...] = ()


class CardGame(AnyGame, frozen=True, kw_only=True, eq=False):
    """`position` holds the cards of hands and piles that were seen or named.

    `result` are the winning seats, None before the end.  `earlier` is the state before the newest event that can be
    undone, `undone` the one before an undo, until anything else happens.
    """

    rules: CardRules
    position: CardPosition
    last: LastAction | None = None
    last_legal: LastAction | None = None
    result: tuple[int, ...] | None = None
    earlier: "CardGame | None" = None
    undone: "CardGame | None" = None

    @property
    def teams(self) -> tuple[int, ...]:
        return self.rules.teams

    @property
    def faces(self) -> tuple[str, ...]:
        return self.rules.cards

    def judge(self, seat: int, action: str) -> Verdict:
        return judge_turn(self, seat, parse_turn(self.rules, action))

    def text(self) -> str:
        return format_card_position(self.position)


def judge_turn(game: CardGame, seat: int, turn: Turn) -> Verdict:
    """Returns the referee's verdict on the actions of one turn.

    Anybody may correct a card of the open row that lies wrong (DC-R03); everything else waits for its turn.
    """
    mends = turn[0].kind is ActionKind.MEND
    reasons = (
        explain(game.rules, game.position, turn)
        if mends or seat == game.position.turn
        else (not_your_turn(game, seat),)
    )
    return Verdict(kind=VerdictKind.ILLEGAL if reasons else VerdictKind.LEGAL, reasons=reasons)


def as_known(position: CardPosition) -> CardPosition:
    """Returns the table after an action.

    Cards that do not fit a place go under the draw pile unseen, so in a pile that is not wholly known no card's place
    is known.
    """
    if UNKNOWN not in position.draw:
        return position
    return replace(position, draw=(UNKNOWN,) * len(position.draw))


def tables_of(rules: CardRules) -> GameTables:
    """Returns the part of the rules that the record of a game stores."""
    return GameTables(format=FORMAT, tables=msgspec.json.decode(msgspec.json.encode(rules.game)))


def first_of(started: CardGameStarted) -> tuple[CardRules, CardPosition]:
    """Returns the rules that a game keeps, and its first position.  Raises ValueError."""
    game = build_game(started.rules.tables)
    position = parse_card_position(started.position, game)
    return compile_rules(position.variant, game, position.seat_count, dict(position.options)), position
