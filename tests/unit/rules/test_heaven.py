"""Super Tock where own and team-mate's pawns are spared: on the start field and on the ways into and out of Heaven."""

import pytest
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.rules.legal import legal_plays

SPARED = "st.capture_own=false"
GAMES = pytest.mark.parametrize("game", ["super_tock", "super_tock_advanced"])
#: Three pawns at home that no ace moves, so that nothing but the fourth one matters.
LANE = "g2,g3,g4"


def leads_to(line: str, before: str, card: str, *after: str) -> None:
    """The plays of the card lead to exactly these boards, each of them once."""
    table = Table(line)
    position = table.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {table.seen(text, position) for text in after}


@GAMES
def test_a_team_mate_on_the_start_field(game: str) -> None:
    """ST-R21, CORE-R08: captured by who enters, an opponent always, a team-mate only without the house rule."""
    leads_to(game, "red:g4 green:0", "A", "red:0,g4")
    leads_to(f"{game} {SPARED}", "red:g4 green:0", "A")
    leads_to(f"{game} {SPARED}", "red:g4 blue:0", "A", "red:0,g4")


@GAMES
def test_a_spared_team_mate_in_heaven_shuts_it(game: str) -> None:
    """ST-R07, ST-R21: Heaven holds one pawn, so a spared one shuts it."""
    leads_to(game, f"red:8,{LANE} green:centre", "A", f"red:9,{LANE} green:centre", f"red:centre,{LANE}")
    leads_to(f"{game} {SPARED}", f"red:8,{LANE} green:centre", "A", f"red:9,{LANE} green:centre")
    leads_to(f"{game} {SPARED}", f"red:8,{LANE} blue:centre", "A", f"red:9,{LANE} blue:centre", f"red:centre,{LANE}")


@GAMES
def test_a_spared_team_mate_on_an_8_shuts_that_way_out(game: str) -> None:
    """ST-R08, ST-R21: the way out leads to the other three."""
    others = [f"red:{door},{LANE} green:8" for door in (26, 44, 62)]
    leads_to(game, f"red:centre,{LANE} green:8", "A", f"red:8,{LANE}", *others)
    leads_to(f"{game} {SPARED}", f"red:centre,{LANE} green:8", "A", *others)


def test_a_four_back_spares_the_own_side() -> None:
    """ST-R14, ST-R21: the advanced 4 captures as any other card does."""
    leads_to("super_tock_advanced", "red:20,16", "4", "red:16", "red:12,20")
    leads_to(f"super_tock_advanced {SPARED}", "red:20,16", "4", "red:12,20")
    leads_to(f"super_tock_advanced {SPARED}", "red:20 blue:16", "4", "red:16")


@GAMES
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("red:g4 green:0", "red:0,g4"),
        ("red:8 green:centre", "red:centre"),
        ("red:centre green:26", "red:26"),
    ],
)
def test_the_referee_names_the_house_rule(game: str, before: str, after: str) -> None:
    """ST-R21: legal by the printed rules, and otherwise forbidden by this ruling."""
    for line, kind, rulings in (
        (game, VerdictKind.LEGAL, []),
        (f"{game} {SPARED}", VerdictKind.ILLEGAL, ["ST-R21"]),
    ):
        table = Table(line)
        position = table.position(before)
        verdict = judge(rules_of(position), position, "A", table.seen(after, position))
        assert verdict.kind is kind
        assert [reason.ruling for reason in verdict.reasons[:1]] == rulings
