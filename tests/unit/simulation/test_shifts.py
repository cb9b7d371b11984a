"""The hands that move each figure: for any board and any goal, the planned work leads from one to the other."""

import random

import pytest
from rules_for_tests import rules_of

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place
from companion.model.position import Placement
from companion.referee.sight import shown
from companion.rules.legal import legal_plays
from companion.simulation.card_players import rehearse
from companion.simulation.gestures import Gestures
from companion.simulation.physical_table import FIGURE, PhysicalTable
from companion.simulation.shifts import Shift, plan_moves, rotated

PROFILE = load_board("black_dog")
BLACK_DOG = SHIPPED.variant("black_dog")
HOME = (KENNEL,) * 4


def lying(*rows: tuple[int, ...], dog: int = 24, wheel: int = 0) -> Placement:
    return Placement(tuple(tuple(Place(place) for place in row) for row in rows), (("dog", dog), ("wheel", wheel)))


def test_a_captured_pawn_leaves_before_its_field_is_taken() -> None:
    now = lying((-1, -1, -1, 3), (-1, -1, -1, 5), HOME, HOME)
    work = plan_moves(PROFILE, BLACK_DOG, now, lying((-1, -1, -1, 5), HOME, HOME, HOME))
    assert work.grasps == ((Shift(1, Place(5), KENNEL), Shift(0, Place(3), Place(5))),)
    assert work.quarters == 0


def test_swapped_pawns_change_over_under_one_hand() -> None:
    now = lying((-1, -1, -1, 3), (-1, -1, -1, 20), HOME, HOME)
    work = plan_moves(PROFILE, BLACK_DOG, now, lying((-1, -1, -1, 20), (-1, -1, -1, 3), HOME, HOME))
    assert len(work.grasps) == 1
    assert set(work.grasps[0]) == {Shift(0, Place(3), Place(20)), Shift(1, Place(20), Place(3))}


def test_the_dog_runs_last_and_takes_its_victims_home() -> None:
    now = lying((-1, -1, -1, 3), (-1, -1, -1, 26), HOME, HOME)
    work = plan_moves(PROFILE, BLACK_DOG, now, lying((-1, -1, -1, 8), HOME, HOME, HOME, dog=29))
    assert work.grasps == (
        (Shift(0, Place(3), Place(8)),),
        (Shift(1, Place(26), KENNEL), Shift(FIGURE, Place(24), Place(29))),
    )


def test_a_turn_is_planned_with_the_carried_figures() -> None:
    now = lying((-1, -1, -1, 3), (-1, -1, -1, 40), HOME, HOME)
    moved = lying((-1, -1, -1, 8), (-1, -1, -1, 40), HOME, HOME)
    for quarters in (1, -1):
        work = plan_moves(PROFILE, BLACK_DOG, now, rotated(PROFILE, BLACK_DOG, moved, quarters))
        assert work.quarters == quarters
        assert work.grasps == ((Shift(0, Place(3), Place(8)),),)


@pytest.mark.long
def test_all_plays_of_whole_games_can_be_carried_out_by_hand() -> None:
    rng = random.Random(0)
    for seed in range(12):
        position = rehearse(SHIPPED.variant("black_dog"), 4, seed)
        table = PhysicalTable(PROFILE, BLACK_DOG, (0, 1, 2, 3), ("red", "yellow", "green", "blue"), seed)
        turned: list[int] = []
        gestures = Gestures(PROFILE, BLACK_DOG, table, turned.append)
        cards = ("partner4", "black1-7", "swap", "13", "12", "8", "magnet", "1/11")
        plays = [play for card in cards for play in legal_plays(rules_of(position), position, card)]
        for play in rng.sample(plays, min(len(plays), 12)):
            table.set_up(position.placement)
            turned.clear()
            pictures = [table.scene() for _ in gestures.arrange(play.result, position.turn)]
            assert table.placement() == play.result
            assert all(picture.hand for picture in pictures)
            assert table.scene().hand is None
            stood = position.placement.extra("wheel") or 0
            assert (stood + sum(turned)) % 4 == play.result.extra("wheel")


def test_with_ranks_every_pawn_goes_to_its_own_place() -> None:
    profile, royal = load_board("star_4"), SHIPPED.variant("dog_royal")
    now = Placement(((Place(3), KENNEL, Place(8), KENNEL), HOME, HOME, HOME))
    wanted = Placement(((Place(8), KENNEL, KENNEL, Place(0)), HOME, HOME, HOME))
    work = plan_moves(profile, royal, now, wanted)
    assert set(sum(work.grasps, ())) == {
        Shift(0, Place(3), Place(8), 0),
        Shift(0, Place(8), KENNEL, 2),
        Shift(0, KENNEL, Place(0), 3),
    }


@pytest.mark.parametrize(("variant", "board"), [("dog_royal", "star_4"), ("tock_6", "toc_6"), ("braendi", "star_4")])
def test_plays_of_other_games_can_be_carried_out_too(variant: str, board: str) -> None:
    profile, game = load_board(board), SHIPPED.variant(variant)
    rng = random.Random(1)
    position = rehearse(SHIPPED.variant(variant), len(profile.goal), 3)
    table = PhysicalTable(profile, game, position.seats, ("red",) * len(position.seats), 1)
    gestures = Gestures(profile, game, table, None)
    plays = [
        play
        for card in game.cards
        if not game.stands_in(card)
        for play in legal_plays(rules_of(position), position, card)
    ]
    assert plays
    for play in rng.sample(plays, min(len(plays), 15)):
        wanted = shown(game, play.result)
        table.set_up(shown(game, position.placement))
        for _ in gestures.arrange(wanted, position.seats[position.turn]):
            pass
        assert table.placement() == wanted
