"""Every game and number of players: every allowed play is legal, every half-done one unfinished, the rest a fault."""

import random
from itertools import islice

import pytest
from rules_for_tests import rules_of
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.commands.programs.judge import verdict_to_json
from companion.model.places import KENNEL, OFF, Place
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.referee.sight import shown
from companion.rules.apply import after_play, passed, winners
from companion.rules.legal import legal_plays, stages
from companion.rules.setup import first_position

TABLES = [(variant, players) for variant in SHIPPED.ids for players in SHIPPED.variant(variant).seat_counts]
PLIES = 45


def first(variant_id: str, players: int) -> Position:
    variant = SHIPPED.variant(variant_id)
    sectors = variant.usual_sectors(players)
    seats = tuple(seat * sectors // players for seat in range(players))
    position = first_position(SHIPPED.variant(variant_id), sectors, seats, (), 0)
    for name in variant.figures:
        position = position.with_placement(position.placement.with_extra(name, min(variant.wheel_fields(sectors))))
    return position


def pushed(chance: random.Random, position: Position, board: Placement) -> Placement:
    """The board with one pawn somewhere else on the track, or off it."""
    variant = SHIPPED.variant(position.variant)
    rows = [list(row) for row in board.pawns]
    row = chance.choice(rows)
    place = chance.choice([Place(chance.randrange(variant.field_count(position.sectors))), KENNEL, OFF])
    row[chance.randrange(len(row))] = place
    return board.with_pawns(tuple(tuple(row if variant.ranks else sorted(row)) for row in rows))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=[f"{name}-{players}" for name, players in TABLES])
def test_a_game_is_judged_as_the_rules_say(variant_id: str, players: int) -> None:
    chance = random.Random(f"{variant_id} {players}")
    variant, position = SHIPPED.variant(variant_id), first(variant_id, players)
    for _ in range(PLIES):
        card = chance.choice(variant.cards)
        plays = legal_plays(rules_of(position), position, card)
        results = {shown(variant, play.result) for play in plays}
        for play in plays[:3]:
            assert judge(rules_of(position), position, card, play.result).kind is VerdictKind.LEGAL
        for stage in islice(stages(rules_of(position), position, card), 3):
            if shown(variant, stage.placement) not in results:
                assert judge(rules_of(position), position, card, stage.placement).kind is VerdictKind.UNFINISHED
        board = pushed(chance, position, chance.choice(plays).result if plays else position.placement)
        assert_explained(position, card, board, is_play=shown(variant, board) in results)
        if not plays:
            position = passed(rules_of(position), position)
            continue
        position = after_play(rules_of(position), position, chance.choice(plays))
        if winners(rules_of(position), position):
            return


def assert_explained(position: Position, card: str, board: Placement, *, is_play: bool) -> None:
    """Legal exactly when it is a play's result, and otherwise with a reason that reads without a gap."""
    verdict = judge(rules_of(position), position, card, board)
    assert (verdict.kind is VerdictKind.LEGAL) == is_play
    answer = verdict_to_json(rules_of(position), verdict, position, WORDING)
    assert bool(answer["reasons"]) != is_play
    for reason in answer["reasons"]:
        assert reason["ruling"]
        for language, text in reason["text"].items():
            assert not set(text) & set("…{}"), (language, reason["code"], text)
