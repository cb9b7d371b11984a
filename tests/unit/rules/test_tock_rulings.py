"""Tock 6: lanes, blockers, jack, seven, four and helpers, on six sectors of 18 fields (starts 0, 18 ... 90).

Six players in two teams: red, green and black against yellow, blue and white.
"""

import pytest
from rules_for_tests import rules_of, with_rules
from written_tables import Table

from companion.catalogue.shipped import SHIPPED
from companion.rules.apply import winners
from companion.rules.legal import legal_plays
from companion.rules.schema import position_from_json, position_to_json

TOCK = Table("tock_6 players=6")
HOME = "red:g1,g2,g3,g4"
STARTERS = ("A", "K")


def six(switch: str) -> Table:
    return Table(f"tock_6 players=6 {switch}")


def leads_to(before: str, card: str, *after: str, table: Table = TOCK) -> None:
    """The plays of the card lead to exactly these boards, each of them once."""
    position = table.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {table.seen(text, position) for text in after}


def how_many(before: str, card: str, table: Table = TOCK) -> int:
    return len(legal_plays(*with_rules(table.position(before)), card))


def test_the_lane_begins_behind_the_own_18() -> None:
    """TK-R01, CORE-R01: over the start field, which counts; with `tk.lane_offset` -2 two fields before it."""
    leads_to("red:106", "3", "red:1", "red:g1")
    leads_to("red:106", "2", "red:0")
    early = six("tk.lane_offset=-2")
    leads_to("red:104", "3", "red:107", "red:g1", table=early)
    leads_to("red:104", "2", "red:106", table=early)
    leads_to("red:104", "6", "red:2", "red:g4", table=early)
    leads_to("red:104", "8", "red:4", table=early)


def test_an_early_lane_is_not_closed_by_the_start_field() -> None:
    """TK-R01, CORE-R06: where the lane leaves the track before it, a blocker there is not in the way home."""
    leads_to("red:104,0", "5", "red:g3,0", "red:104,5", table=six("tk.lane_offset=-2"))
    leads_to("red:106,0", "5", "red:106,5")


@pytest.mark.parametrize(("table", "fields"), [(TOCK, 108), (Table("tock_6 sectors=4"), 72)])
def test_eighteen_fields_a_sector(table: Table, fields: int) -> None:
    """TK-R02: the last field before the start is number 17; a step further is the 18."""
    leads_to(f"red:{fields - 1}", "2", "red:1", "red:g1", table=table)
    leads_to(f"red:{fields - 5}", "5", "red:0", table=table)
    with_yellow_start = "red:17 yellow:18"
    leads_to(with_yellow_start, "3", table=table)


@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_a_blocker_stops_everybody_both_ways(colour: str) -> None:
    """TK-R03, TK-R04: opponents and team-mates, forward and backward; on it nobody lands (CORE-R07)."""
    start = {"yellow": 18, "green": 36}[colour]
    blocker = f"{colour}:{start}"
    leads_to(f"red:{start - 2} {blocker}", "5")
    leads_to(f"red:{start - 2} {blocker}", "2")
    leads_to(f"red:{start + 2} {blocker}", "4")
    leads_to(f"red:{start + 4} {blocker}", "4")
    leads_to(f"red:{start - 2} {blocker}", "7")
    leads_to(f"red:{start + 2} {blocker}", "5", f"red:{start + 7} {blocker}")


def test_only_the_own_colour_blocks_on_a_start_field() -> None:
    """TK-R04, CORE-R08: a guest is passed and taken."""
    leads_to("red:16 green:18", "5", "red:21 green:18")
    leads_to("red:16 green:18", "2", "red:18")
    leads_to("red:0,20", "3", "red:3,20", "red:0,23")
    leads_to("red:106,0", "5", "red:106,5")


def test_the_jack_changes_with_anybody_or_walks_eleven() -> None:
    """TK-R05, TK-R07: opponent or team-mate; a choice."""
    leads_to("red:20 yellow:30", "J", "red:30 yellow:20", "red:31 yellow:30")
    leads_to("red:20 green:30", "J", "red:30 green:20", "red:31 green:30")
    leads_to("red:20", "J", "red:31")


@pytest.mark.parametrize("other", ["yellow:18", "yellow:centre", "yellow:g2", "yellow:kennel"])
def test_whom_the_jack_does_not_change(other: str) -> None:
    """TK-R05: on its own start field, in the centre, in its safety zone, not in play."""
    leads_to(f"red:20 {other}", "J", f"red:31 {other}")


def test_who_does_not_change_himself() -> None:
    """TK-R05, TK-R06: neither from the centre nor from the own start field nor out of the safety zone."""
    leads_to("red:centre yellow:30", "J")
    leads_to("red:0 yellow:30", "J", "red:11 yellow:30")
    leads_to("red:g1 yellow:30", "J")


def test_guests_on_start_fields_change() -> None:
    """TK-R05, TK-R06: it is one's own start field that protects."""
    leads_to("red:18 yellow:0", "J", "red:0 yellow:18", "red:29 yellow:0")


def test_own_pawns_do_not_change_places() -> None:
    """TK-R05: pointless; `tk.jack_own_own` lets the card be played for nothing, but not with a protected one."""
    leads_to("red:20,40", "J", "red:31,40", "red:20,51")
    own = six("tk.jack_own_own=true")
    leads_to("red:20,40", "J", "red:31,40", "red:20,51", "red:20,40", table=own)
    leads_to("red:0,40", "J", "red:11,40", "red:0,51", table=own)


def test_a_helper_s_jack_swaps_pawns_of_two_colours_only() -> None:
    """TK-R05, TK-R26: a partner's pawn with an opponent's, or the pawns of two partners; not two of one."""
    leads_to(
        f"{HOME} green:40,42 black:60 yellow:30",
        "J",
        *[
            f"{HOME} {rest}"
            for rest in (
                "green:30,42 black:60 yellow:40",
                "green:40,30 black:60 yellow:42",
                "green:40,42 black:30 yellow:60",
                "green:60,42 black:40 yellow:30",
                "green:40,60 black:42 yellow:30",
                "green:51,42 black:60 yellow:30",
                "green:40,53 black:60 yellow:30",
                "green:40,42 black:71 yellow:30",
            )
        ],
    )


def test_a_seven_is_shared_by_at_most_two_pawns() -> None:
    """TK-R08: seven fields with one, or any two parts; three share it with `tk.seven_parts` 0 only, no two with 1."""
    leads_to("red:20,40", "7", *[f"red:{20 + part},{47 - part}" for part in range(8)])
    three = "red:20,40,60"
    assert how_many(three, "7") == 3 + 3 * 6
    assert how_many(three, "7", six("tk.seven_parts=0")) == 36
    leads_to(three, "7", "red:27,40,60", "red:20,47,60", "red:20,40,67", table=six("tk.seven_parts=1"))


def test_parts_of_a_seven_close_gaps_in_the_safety_zone() -> None:
    """TK-R08, CORE-R13: parts may close gaps; nobody is passed there."""
    leads_to("red:20,g1", "7", "red:27,g1", "red:26,g2", "red:25,g3", "red:24,g4")
    leads_to("red:105,g1", "7", "red:4,g1", "red:3,g2", "red:2,g3", "red:1,g4", "red:g1,g4", "red:g2,g3")


def test_a_seven_burns_nobody() -> None:
    """TK-R09: only landing captures, at the end of each part; `tk.seven_burns` burns as in DOG."""
    leads_to("red:20 yellow:23", "7", "red:27 yellow:23")
    leads_to("red:20 yellow:27", "7", "red:27")
    leads_to("red:20 yellow:23", "7", "red:27", table=six("tk.seven_burns=true"))
    position = TOCK.position("red:20,40 yellow:23")
    taking = [
        play
        for play in legal_plays(rules_of(position), position, "7")
        if play.result == TOCK.seen("red:23,44", position)
    ]
    assert len(taking) == 1


def test_a_seven_moves_own_pawns() -> None:
    """TK-R10: a partner's only with `tk.seven_partner`; an opponent's never."""
    leads_to("red:20 green:60 yellow:80", "7", "red:27 green:60 yellow:80")
    leads_to(
        "red:20 green:60 yellow:80",
        "7",
        *[f"red:{20 + part} green:{67 - part} yellow:80" for part in range(8)],
        table=six("tk.seven_partner=true"),
    )


def test_the_rest_of_a_seven_goes_to_a_partner() -> None:
    """TK-R10, CORE-R17: once the first part has brought the last own pawn home, one partner's pawn walks the rest."""
    leads_to(
        "red:107,g2,g3,g4 green:60 black:80",
        "7",
        "red:6,g2,g3,g4 green:60 black:80",
        f"{HOME} green:65 black:80",
        f"{HOME} green:60 black:85",
    )
    leads_to("red:107,g2,g3,g4 yellow:60", "7", "red:6,g2,g3,g4 yellow:60")
    leads_to("red:107,g2,g3,g4 green:60", "7", "red:6,g2,g3,g4 green:60", table=six("core.help_same_card=false"))


def test_a_helper_shares_a_seven() -> None:
    """TK-R10, TK-R26: between two pawns, also of two partners."""
    leads_to(f"{HOME} green:40 black:60", "7", *[f"{HOME} green:{40 + part} black:{67 - part}" for part in range(8)])


def test_a_four_goes_back() -> None:
    """TK-R11: never forward; it captures at its end and passes over others."""
    leads_to("red:20", "4", "red:16")
    leads_to("red:20 yellow:17", "4", "red:16 yellow:17")
    leads_to("red:20 yellow:16", "4", "red:16")
    leads_to("red:104", "4", "red:100")


def test_a_four_never_goes_home() -> None:
    """TK-R12, TK-R13: the way back stays on the loop, and the safety zone knows no way back."""
    leads_to("red:2", "4", "red:106")
    leads_to("red:0", "4", "red:104")
    leads_to("red:g4", "4")
    leads_to("red:1", "4", "red:105", table=six("tk.lane_offset=-2"))


def test_after_a_four_the_way_home_is_short() -> None:
    """TK-R14, CORE-R03: no lap is required."""
    leads_to("red:106", "5", "red:3", "red:g3")
    position = TOCK.position("red:2")
    (back,) = legal_plays(rules_of(position), position, "4")
    goes_on = position.with_placement(back.result)
    assert TOCK.seen("red:g1", goes_on) in {play.result for play in legal_plays(rules_of(goes_on), goes_on, "3")}


@pytest.mark.parametrize("colour", ["red", "green"])
def test_own_pawns_and_team_mates_are_taken(colour: str) -> None:
    """TK-R23, CORE-R12: legal, and compulsory if it is the only play."""
    if colour == "green":
        leads_to("red:20 green:22", "2", "red:22")
    else:
        leads_to("red:20,22", "2", "red:22", "red:20,24")


def test_too_many_points_go_round_again() -> None:
    """TK-R24: exact entry or another lap; `tk.extra_lap` off: no pawn passes its own lane."""
    leads_to("red:106", "9", "red:7")
    leads_to("red:106", "5", "red:3", "red:g3")
    once = six("tk.extra_lap=false")
    leads_to("red:106", "9", table=once)
    leads_to("red:106", "5", "red:g3", table=once)
    leads_to("red:20", "9", "red:29", table=once)
    leads_to("red:0", "9", "red:9", table=once)


def test_a_move_from_the_own_18_stays_on_the_loop() -> None:
    """TK-R25, CORE-R02: a move that begins there stays on the loop; with an early lane there is nothing to forbid."""
    leads_to("red:0", "3", "red:3")
    leads_to("red:0", "3", "red:3", table=six("tk.lane_offset=-2"))


def test_the_foot_of_an_early_lane_is_no_start_field() -> None:
    """TK-R25, TK-R01: the natural way home from the last field before it, and back over it by a 4."""
    leads_to("red:105", "2", "red:107", "red:g1", table=six("tk.lane_offset=-2"))
    leads_to("red:0", "4", "red:104", table=six("tk.lane_offset=-2"))


def test_a_helper_moves_any_partner() -> None:
    """TK-R26, CORE-R16: in a team of three either of the two, start cards too; opponents never."""
    leads_to(
        f"{HOME} green:40 black:60 yellow:80",
        "5",
        f"{HOME} green:45 black:60 yellow:80",
        f"{HOME} green:40 black:65 yellow:80",
    )
    leads_to(
        f"{HOME} green:g1,g2,g3 black:g1,g2,g3,80",
        "K",
        f"{HOME} green:36,g1,g2,g3 black:g1,g2,g3,80",
        f"{HOME} green:g1,g2,g3 black:g1,g2,g3,93",
    )


def test_teams_alternate() -> None:
    """TK-R28: two teams at four and at six seats; `tk.seating` opposite or alone; others may be stated."""
    assert TOCK.position("red:20").teams == (0, 1, 0, 1, 0, 1)
    assert Table("tock_6").position("red:20").teams == (0, 1, 0, 1)
    assert six("tk.seating=opposite").position("red:20").teams == (0, 1, 2, 0, 1, 2)
    assert len(set(six("tk.seating=alone").position("red:20").teams)) == 6


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_may_play_alone(players: int) -> None:
    """TK-R28, TK-R30: all teams different; then the first at home has won and play is over."""
    table = Table(f"tock_6 players={players}")
    table.data["teams"] = list(range(players))
    position = table.position(f"{HOME} yellow:40" if players > 4 else HOME)
    assert winners(rules_of(position), position) == (0,)
    assert legal_plays(rules_of(position), position, "K") == ()
    assert position_from_json(SHIPPED, position_to_json(rules_of(position), position)) == position


def test_a_team_wins_together() -> None:
    """TK-R30, TK-R26: one of three at home has not won yet."""
    assert winners(*with_rules(TOCK.position(HOME))) == ()
    assert winners(*with_rules(TOCK.position(f"{HOME} green:g1,g2,g3,g4"))) == ()
    assert winners(
        *with_rules(TOCK.position(f"{HOME} green:g1,g2,g3,g4 black:g1,g2,g3,g4")),
    ) == (0, 2, 4)


@pytest.mark.parametrize("card", STARTERS)
def test_only_ace_and_king_bring_a_pawn_out(card: str) -> None:
    """CORE-R28, CORE-R09: out of the kennel with an ace or a king only, not onto the own pawn."""
    walk = {"A": 21, "K": 33}[card]
    leads_to("red:20", card, "red:0,20", f"red:{walk}")
    leads_to("red:20 yellow:0", card, "red:0,20", f"red:{walk} yellow:0")
    leads_to("red:0,g2,g3", card, f"red:{walk - 20},g2,g3", *["red:0,g2,g4"] * (card == "A"))
    for other in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"):
        leads_to("yellow:40", other)
