"""The settings of a game that are no card: walking, ranks, seating, set-up, deal, centre, house-rule switches."""

from functools import lru_cache
from typing import Final, Literal

import msgspec

from companion.model.position import Switch

FIVE: Final = 5
SIX: Final = 6


class OptionRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house-rule switch: its default, the values that are supported and the rulings it changes.

    `sets` are the settings that take the value, as `uses.<use>.<field>`, `effects.<effect>.<field>`,
    `slots.<slot>.<field>`, `setup.<field>`, `walk.<field>` or `deal.<field>`; empty for a switch that people honour,
    not the engine.  `refused` is the reason why a value outside `values` is not supported.
    """

    default: Switch
    values: tuple[Switch, ...]
    rulings: tuple[str, ...]
    sets: tuple[str, ...] = ()
    refused: str = ""


class WalkRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How pawns walk.

    `home_optional`: the choice between lane and track is free (CORE-R04).  `extra_lap`: a pawn that passes the lane
    walks another lap (TK-R24).  `lane_offset`: the lane leaves the track so many fields from the start field (TK-R01).
    `blockers`: a pawn on its own start field stops everybody (CORE-R05; not in Super Tock, ST-R01).  `captures_own`: a
    landing sends home any pawn that stands there (CORE-R12, ST-R21).  `back_over_start`: a pawn that walks backward may
    pass its own empty start field (DOG-R17).  `waste_in_lane`: points may lapse inside the lane too (ROY-R27).
    `lane_gaps`: a pawn may stop in the lane before the innermost free field (CORE-R14).
    `passes_own`: a pawn may pass others of its own colour (not in Jackaroo, JK-R06).
    `blocks_own`: a blocker stops its own colour too (PA-R05).
    `onto_mates`: a partner's pawn that is landed on is treated as an "own" one, or goes on to the "entrance" of its
    lane (PJ-R05, PJ-R06).
    """

    home_optional: bool = True
    extra_lap: bool = True
    lane_offset: int = 0
    blockers: bool = True
    captures_own: bool = True
    back_over_start: bool = True
    waste_in_lane: bool = False
    lane_gaps: bool = True
    passes_own: bool = True
    blocks_own: bool = True
    onto_mates: Literal["own", "entrance"] = "own"


class Rank(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A figure with a rank of its own; the game lists them from the highest to the lowest (ROY-R01).

    `values`: it walks by no others (ROY-R05; empty = any).  `taken_by_peers`: only its like may capture it (ROY-R09).
    `passes_blockers` (ROY-R13).  `jumps` from one special field to the next (ROY-R16).  `wastes`: so many points may
    lapse on its way into the lane (ROY-R26).
    """

    name: str
    values: tuple[int, ...] = ()
    taken_by_peers: bool = False
    passes_blockers: bool = False
    jumps: bool = False
    wastes: int = 0


class CentreRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The field in the middle: reached from every field at `door` (an offset), left to "any" or only the "next" door.

    The next door is the first one behind the own start field.  `entering` and `leaving` name the rulings, if any.
    """

    door: int
    entering: str = ""
    leaving: str = ""
    exit: Literal["any", "next"] = "any"


class SeatingRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The teams, by seat count ("opposite", "alternating", "alone"), and the directions.

    `pairs_of_six` and `pattern` are house rules that replace the pattern of six players, and of every team game.
    `alone_allowed`: every seat may be its own team.  `pawns` and `turns` give the direction in which pawns walk and
    turns pass (DOG-R31).  `board_side`: "usual", or "big" for the six-sector board at any number of players (DOG-R28).
    """

    teams: dict[str, str] = {}
    pairs_of_six: str = ""
    pattern: str = ""
    alone_allowed: bool = False
    pawns: Literal["clockwise", "counter-clockwise"] = "clockwise"
    turns: Literal["clockwise", "counter-clockwise"] = "clockwise"
    board_side: Literal["usual", "big"] = "usual"

    def team_count(self, seat_count: int) -> int:
        """Returns how many teams so many players make; seats of a team are as far apart as they can be."""
        if str(seat_count) not in self.teams:
            return seat_count
        six = self.pairs_of_six if seat_count == SIX else ""
        pattern = self.pattern or six or self.teams[str(seat_count)]
        return {"opposite": seat_count // 2, "alternating": 2, "alone": seat_count}[pattern]


class SetupRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Once a game a seat puts `free_start` pawns (by seat count) on its start field; it "must" or it "may" (BD-R01).

    `when` people decide: "at_once" before the first deal, "after_deal" before the neutral figure is placed (BD-R02), or
    "after_exchange" (ROY-R31).  A free start that leaves no choice is made at set-up.
    """

    free_start: dict[str, int] = {}
    duty: Literal["must", "may"] = "must"
    when: Literal["at_once", "after_deal", "after_exchange"] = "at_once"

    def free_starts(self, seat_count: int) -> int:
        """Returns the number of pawns that a seat may bring in without a card."""
        return self.free_start.get(str(seat_count), 0)


class DealRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`hand_cycle`: cards a player gets, deal by deal and then from the beginning, as in "6-5-4-3-2"; by seat count.

    `gathers_all_cards`: after the cycle all cards are shuffled again, those nobody got too; `dealer_keeps_cycle`: the
    deal passes on only then (Tock).  By seat count: `exchange` is the receiver of one card (partner, left; absent =
    nobody), `stuck` the duty of a player without a legal play (forfeit the hand, discard_and_draw, discard_one).
    `exchanges` and `no_move` ("one" card goes, or "all") are house rules that replace both.
    `lays_down_without_pawns`: without a pawn in play and a card to bring one in, the whole hand is laid down (TK-R21).
    `playable_must_be_played`: no card may be thrown away while one can be played (CORE-R11, ST-R04).
    `may_keep`: the face that nobody has to play, "none" without such a face (PJ-R10).  `draws_after_play`: a new card
    comes for each card that a player plays or throws away, so that a round goes on to the end of the game (PJ-R08).
    """

    hand_cycle: str | dict[str, str]
    exchange: dict[str, str] = {}
    stuck: dict[str, str]
    exchanges: bool = True
    no_move: Literal["", "one", "all"] = ""
    five_players: str = ""
    lays_down_without_pawns: bool = False
    playable_must_be_played: bool = True
    gathers_all_cards: bool = False
    dealer_keeps_cycle: bool = False
    may_keep: str = "none"
    draws_after_play: bool = False
    reshuffle: str = "rest_first"

    def cards_in_round(self, round_number: int, seat_count: int) -> int:
        """Returns the cards a player gets in round 1, 2, ..."""
        cycle = self.cycle(seat_count)
        return cycle[(round_number - 1) % len(cycle)]

    def ends_cycle(self, round_number: int, seat_count: int) -> bool:
        """Returns whether round 1, 2, ... is the last one of its cycle."""
        return round_number % len(self.cycle(seat_count)) == 0

    def exchange_with(self, seat_count: int) -> str | None:
        """Returns the receiver of the exchanged card: "partner", "left", None = nobody."""
        return self.exchange.get(str(seat_count)) if self.exchanges else None

    def when_stuck(self, seat_count: int) -> str:
        """Returns the duty of a player without a legal play: "forfeit", "discard_and_draw" or "discard_one"."""
        return {"one": "discard_one", "all": "forfeit"}.get(self.no_move) or self.stuck[str(seat_count)]

    def cycle(self, seat_count: int) -> tuple[int, ...]:
        """Returns the cards a player gets, round by round, until it begins again."""
        text = self.five_players if seat_count == FIVE else ""
        if not text:
            text = self.hand_cycle if isinstance(self.hand_cycle, str) else self.hand_cycle[str(seat_count)]
        return tuple(int(cards) for cards in text.split("-"))


@lru_cache(maxsize=64)
def fields_at(sector_length: int, offsets: tuple[int, ...], sectors: int) -> frozenset[int]:
    """Returns the fields at these offsets of every sector."""
    return frozenset(sector * sector_length + offset for sector in range(sectors) for offset in offsets)
