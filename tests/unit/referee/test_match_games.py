"""The camera's referee in the games beside Black DOG: ranks nobody sees, plays that change nothing, the centre."""

import pytest
from pictures_of_tables import picture
from rules_for_tests import rules_of
from written_tables import Table

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, OFF
from companion.model.position import Placement, Position
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.expectation import plays_of
from companion.referee.match import infer, match


def seen(game: str, before: str, card: str, after: str, acting_as: str | None = None) -> Verdict:
    """The verdict on a sharp picture of `after`."""
    table = Table(game)
    position = table.position(before)
    return match(rules_of(position), position, card, picture(position, table.seen(after, position)), acting_as)


def code(verdict: Verdict) -> str:
    return verdict.reasons[0].code if verdict.reasons else ""


def test_the_record_knows_which_pawn_walked() -> None:
    verdict = seen("dog_royal", "red:king@5,jester@20", "3", "red:king@8,jester@20")
    assert verdict.kind is VerdictKind.LEGAL
    assert verdict.play is not None
    assert verdict.play.result.pawns[0] == (8, -1, -1, 20)


def test_the_question_is_which_pawn_came_out() -> None:
    """All four could have; the picture shows only that one did."""
    verdict = seen("dog_royal", "-", "13", "red:knight@0")
    assert (verdict.kind, code(verdict)) == (VerdictKind.UNCLEAR, "ask_rank")
    assert [play.result.pawns[0].index(0) for play in verdict.candidates] == [0, 1, 2, 3]


def test_the_question_is_which_of_two_waiting_pawns_came_out() -> None:
    verdict = seen("dog_royal", "red:king@30,jester@g4", "13", "red:king@30,knight@0,jester@g4")
    assert code(verdict) == "ask_rank"
    assert len(verdict.candidates) == 2


def test_the_last_waiting_pawn_needs_no_question() -> None:
    before = "red:king@30,knight@33,jester@g4"
    verdict = seen("dog_royal", before, "13", f"{before},citizen@0")
    assert verdict.kind is VerdictKind.LEGAL


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ("red:king@5", "8", "red:king@13"),
        ("red:citizen@5 yellow:knight@9", "8", "red:citizen@13 yellow:knight@9"),
        ("red:jester@5 yellow:king@10", "5", "red:jester@10"),
        ("red:king@14 yellow:jester@16", "5", "red:king@19 yellow:jester@16"),
        ("red:king@61", "6", "red:king@g2"),
    ],
)
def test_nobody_is_accused_for_a_rank(before: str, card: str, after: str) -> None:
    """With other ranks each of these would be a play, and the record may have the ranks wrong."""
    verdict = seen("dog_royal", before, card, after)
    assert (verdict.kind, code(verdict)) == (VerdictKind.UNCLEAR, "ask_rank")


def test_a_fault_that_any_pawn_would_have_made_is_named() -> None:
    verdict = seen("dog_royal", "red:citizen@5 yellow:knight@40", "8", "red:citizen@12 yellow:knight@40")
    assert (verdict.kind, verdict.reasons[0].ruling) == (VerdictKind.ILLEGAL, "CORE-R10")


def test_a_captured_figure_may_lie_about() -> None:
    verdict = seen("dog_royal", "red:king@5 yellow:knight@8", "3", "red:king@8 yellow:knight@off")
    assert (verdict.kind, code(verdict)) == (VerdictKind.UNFINISHED, "captured_pawn_home")
    assert verdict.seen is not None
    assert verdict.seen.pawns[1] == (KENNEL, OFF, KENNEL, KENNEL)


def test_a_card_that_can_only_change_nothing_is_played_at_once() -> None:
    """DOG-R14, ST-R11."""
    assert seen("dog", "red:5 yellow:16", "swap", "red:5 yellow:16").kind is VerdictKind.LEGAL
    assert seen("super_tock_advanced", "red:5 yellow:16", "J", "red:5 yellow:16").kind is VerdictKind.LEGAL


def test_a_joker_waits_unless_it_is_declared_void() -> None:
    assert seen("dog", "yellow:16", "joker", "yellow:16").unchanged
    assert seen("dog", "red:5 yellow:16", "joker", "red:5 yellow:16", "swap").kind is VerdictKind.LEGAL


def test_an_unchanged_board_waits_while_the_card_could_change_it() -> None:
    """The own pawn that came round could be captured by the one that comes out: nothing would be seen of it."""
    verdict = seen("braendi", "red:0 touched:red", "K", "red:0 touched:red")
    assert (verdict.kind, verdict.unchanged) == (VerdictKind.UNFINISHED, True)
    assert [play.steps[0].kind for play in verdict.candidates] == ["start"]


def test_who_came_round_is_not_seen() -> None:
    verdict = seen("braendi", "red:63", "A", "red:0")
    assert verdict.kind is VerdictKind.LEGAL
    assert verdict.play is not None
    assert verdict.play.result.extra("touched") == 1


def test_the_centre_is_seen() -> None:
    game = "tock_6 players=4 sectors=4"
    assert seen(game, "red:7 yellow:30", "K", "red:centre yellow:30").kind is VerdictKind.LEGAL
    said = seen(game, "red:7 yellow:30", "9", "red:centre yellow:30")
    assert (said.kind, said.reasons[0].ruling) == (VerdictKind.ILLEGAL, "TK-R15")
    said = seen(game, "red:7 yellow:centre", "K", "red:centre yellow:off")
    assert (said.kind, code(said)) == (VerdictKind.UNFINISHED, "captured_pawn_home")


def test_burned_pawns_may_lie_about() -> None:
    said = seen("dog", "red:5,30 yellow:7 blue:9", "7", "red:10,32 yellow:7 blue:off")
    assert (said.kind, [reason.code for reason in said.reasons]) == (VerdictKind.UNFINISHED, ["captured_pawn_home"] * 2)


def inferred(game: str, before: str, after: str) -> tuple[VerdictKind, tuple[str, ...]]:
    table = Table(game)
    position = table.position(before)
    cards = SHIPPED.variant(position.variant).cards
    verdict, fitting = infer(rules_of(position), position, picture(position, table.seen(after, position)), cards)
    return verdict.kind, fitting


@pytest.mark.parametrize(
    ("game", "before", "after", "cards"),
    [
        ("dog", "red:5", "red:12", "7 joker"),
        ("dog", "red:5", "red:9", "+-4 joker"),
        ("dog", "red:9", "red:5", "+-4 joker"),
        ("dog", "red:5 yellow:20", "red:20 yellow:5", "swap joker"),
        ("dog", "-", "red:0", "1/11 13 joker"),
        ("braendi", "red:5", "red:17", "Q joker"),
        ("tock_6 players=4 sectors=4", "red:7", "red:centre", "A 2 K"),
        ("tock_6 players=4 sectors=4", "red:7", "red:9", "2"),
        ("super_tock_advanced", "red:12", "red:8", "4"),
        ("dog_royal_plain", "red:5 yellow:12 copied:6", "red:11 yellow:12", "6 1-7 magnet copy"),
    ],
)
def test_every_card_that_explains_it_is_inferred(game: str, before: str, after: str, cards: str) -> None:
    kind, fitting = inferred(game, before, after)
    assert kind is VerdictKind.LEGAL
    assert sorted(fitting) == sorted(cards.split())


def test_a_card_laid_without_effect_is_not_inferred() -> None:
    table = Table("dog")
    position = table.position("red:5 yellow:16")
    for cards in (("swap",), SHIPPED.variant("dog").cards):
        verdict, fitting = infer(rules_of(position), position, picture(position, position.placement), cards)
        assert (verdict.unchanged, fitting) == (True, ())


def test_a_copy_of_several_possible_cards_is_inferred() -> None:
    """If the last card was inferred, too, a copy may stand for any of those it may have been."""
    table = Table("dog_royal_plain")
    position = table.position("red:5 copied:6")
    shows = picture(position, table.seen("red:17", position))
    assert infer(rules_of(position), position, shows, ("copy", "12"))[1] == ("12",)
    assert infer(rules_of(position), position, shows, ("copy", "12"), copied=("6", "12"))[1] == ("copy", "12")


def test_plays_that_look_different_get_different_verdicts() -> None:
    table = Table("dog")
    position: Position = table.position("red:5,20,33,g1 yellow:9,40 green:34 blue:50,60")
    plays = plays_of(rules_of(position), position, "7")
    looks: set[Placement] = {play.result for play in plays}
    assert len(looks) == len(plays) > 20
    for play in plays[::7]:
        verdict = match(rules_of(position), position, "7", picture(position, play.result))
        assert verdict.play == play
