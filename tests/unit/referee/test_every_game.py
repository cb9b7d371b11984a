"""Every game and number of players: what the rules allow is legal, what is half done unfinished, the rest a fault."""

import random
from itertools import islice

import pytest

from companion.judge_lines import verdict_to_json
from companion.model.places import KENNEL, OFF, Place
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.referee.sight import shown
from companion.rules.apply import after_play, passed, winners
from companion.rules.catalogue import load_variant, variant_ids
from companion.rules.legal import legal_plays, stages
from companion.rules.setup import first_position

TABLES = [(variant, players) for variant in variant_ids() for players in load_variant(variant).seat_counts]
PLIES = 45


def first(variant_id: str, players: int) -> Position:
    variant = load_variant(variant_id)
    sectors = variant.usual_sectors(players)
    seats = tuple(seat * sectors // players for seat in range(players))
    position = first_position(variant_id, sectors, seats, (), 0)
    for name in variant.figures:
        position = position.with_placement(position.placement.with_extra(name, min(variant.wheel_fields(sectors))))
    return position


def pushed(chance: random.Random, position: Position, board: Placement) -> Placement:
    """The board with one pawn somewhere else on the track, or off it."""
    variant = load_variant(position.variant)
    rows = [list(row) for row in board.pawns]
    row = chance.choice(rows)
    place = chance.choice([Place(chance.randrange(variant.field_count(position.sectors))), KENNEL, OFF])
    row[chance.randrange(len(row))] = place
    return board.with_pawns(tuple(tuple(row if variant.ranks else sorted(row)) for row in rows))


@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=[f"{name}-{players}" for name, players in TABLES])
def test_a_game_is_judged_as_the_rules_say(variant_id: str, players: int) -> None:
    chance = random.Random(f"{variant_id} {players}")
    variant, position = load_variant(variant_id), first(variant_id, players)
    for _ in range(PLIES):
        card = chance.choice(variant.cards)
        plays = legal_plays(position, card)
        results = {shown(variant, play.result) for play in plays}
        for play in plays[:3]:
            assert judge(position, card, play.result).kind is VerdictKind.LEGAL
        for stage in islice(stages(position, card), 3):
            if shown(variant, stage.placement) not in results:
                assert judge(position, card, stage.placement).kind is VerdictKind.UNFINISHED
        board = pushed(chance, position, chance.choice(plays).result if plays else position.placement)
        assert_explained(position, card, board, is_play=shown(variant, board) in results)
        if not plays:
            position = passed(position)
            continue
        position = after_play(position, chance.choice(plays))
        if winners(position):
            return


def assert_explained(position: Position, card: str, board: Placement, *, is_play: bool) -> None:
    """Legal exactly when it is a play's result, and otherwise with a reason that reads without a gap."""
    verdict = judge(position, card, board)
    assert (verdict.kind is VerdictKind.LEGAL) == is_play
    told = verdict_to_json(verdict, position)
    assert bool(told["reasons"]) != is_play
    for reason in told["reasons"]:
        assert reason["ruling"]
        for language, text in reason["text"].items():
            assert not set(text) & set("…{}"), (language, reason["code"], text)
