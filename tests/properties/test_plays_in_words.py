"""A play in words states its end: every place that it names is true of the board after the whole play.

The play that a fault offers instead is a whole play: carried out as stated, step by step, it is right.
"""

import random
from collections import Counter

import pytest
from endgames import CARDS, endgame, endgame_plays
from english_places import ends_told
from msgspec.structs import replace
from rules_for_tests import rules_of
from words_for_tests import WORDING, play_text
from wrong_plays import TABLES, board

from companion.looks.colours import SECTOR_COLOURS
from companion.model.places import KENNEL, Place
from companion.model.play import Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.referee.hint import NEAREST, NO_PLAY, hinted_play
from companion.referee.judge import judge
from companion.referee.wheel_turn import carried
from companion.rules.legal import legal_plays
from companion.rules.mechanics.magnet import Magnet

BOARDS, PLAYS_OF_A_CARD = 6, 12
IDS = [f"{name}-{players}" for name, players in TABLES]


def positions(variant_id: str, players: int) -> list[Position]:
    chance = random.Random(f"in words {variant_id} {players}")
    middle = [board(chance, variant_id, players) for _ in range(BOARDS)]
    return middle + [endgame(chance, variant_id, players, theme) for theme in CARDS]


def moved_ends(position: Position, play: Play) -> Counter[tuple[int, Place]]:
    """Seat and place of each pawn of the play that stands elsewhere in the end, but for those that came out."""
    movers = {seat for step in play.steps for seat in (step.seat, step.other_seat) if seat is not None}
    if any(step.kind is StepKind.SKIP for step in play.steps):
        return Counter()
    origins = Counter((step.seat, step.origin) for step in play.steps if step.kind is not StepKind.START)
    ends: Counter[tuple[int, Place]] = Counter()
    for seat in movers:
        before, after = (Counter(row[seat]) for row in (position.placement.pawns, play.result.pawns))
        ends += Counter({(seat, place): number for place, number in (after - before).items() if place != KENNEL})
    starts = Counter((step.seat, step.target) for step in play.steps if step.kind is StepKind.START)
    carried_only = {
        (seat, carried(rules_of(position).variant, position.sectors, place, step.value))
        for step in play.steps
        if step.kind is StepKind.WHEEL
        for seat in movers
        for place in position.placement.pawns[seat]
        if place >= 0 and (seat, place) not in origins
    }
    return Counter({end: number for end, number in (ends - starts).items() if end not in carried_only})


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=IDS)
def test_every_place_in_a_play_is_that_of_its_end(variant_id: str, players: int) -> None:
    for position in positions(variant_id, players):
        rules = rules_of(position)
        colours = tuple(SECTOR_COLOURS[sector] for sector in position.seats)
        for card in rules.variant.cards:
            for play in legal_plays(rules, position, card)[:PLAYS_OF_A_CARD]:
                texts = play_text(play, position, colours)
                told = Counter(ends_told(position, texts["en"]))
                for seat, place in told:
                    assert place in play.result.pawns[seat], (texts["en"], play)
                assert moved_ends(position, play) <= told, (texts["en"], play)
                for language, text in texts.items():
                    for seat, place in told:
                        assert WORDING.place_text(rules, place, position, colours, seat)[language] in text


@pytest.mark.parametrize(("variant_id", "players"), [table for table in TABLES if "royal" in table[0]])
def test_a_magnet_counts_no_fields(variant_id: str, players: int) -> None:
    for position in positions(variant_id, players):
        rules = rules_of(position)
        (magnet,) = (card for card, uses in rules.uses.items() if any(isinstance(use, Magnet) for use in uses))
        for play in legal_plays(rules, position, magnet):
            text = play_text(play, position, SECTOR_COLOURS)["en"]
            assert "right up behind" in text
            assert " fields and" not in text


def followed(position: Position, steps: tuple[Step, ...]) -> Placement:
    """Returns the board after exactly the steps of the offered play."""
    rules = rules_of(position)
    rows = [list(row) for row in position.placement.pawns]
    extras = dict(position.placement.extras)
    for step in steps:
        bitten = step.seat is not None and step.target in {extras.get(name) for name in rules.variant.figures}
        for capture in step.captures if not bitten else ():
            row = rows[capture.seat]
            row[row.index(capture.place)] = KENNEL
        _move(rows, step, bitten=bitten)
        if step.kind is StepKind.DOG:
            extras["dog"] = step.target
        if step.kind is StepKind.WHEEL:
            turn = (rules.variant, position.sectors)
            rows = [[carried(*turn, place, step.value) for place in row] for row in rows]
            extras["dog"] = carried(*turn, Place(extras["dog"]), step.value)
            extras["wheel"] = (extras["wheel"] + step.value) % 4
    pawns = tuple(tuple(row if rules.ranks else sorted(row)) for row in rows)
    return replace(position.placement, pawns=pawns, extras=tuple(sorted(extras.items())))


def _move(rows: list[list[Place]], step: Step, *, bitten: bool) -> None:
    if step.seat is None:
        return
    row = rows[step.seat]
    index = row.index(step.origin) if step.rank is None else step.rank
    if step.other_seat is not None:
        other = rows[step.other_seat]
        at = other.index(step.target)
        row[index], other[at] = step.target, step.origin
        return
    row[index] = KENNEL if bitten else step.target


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=IDS)
def test_what_a_fault_offers_is_right(variant_id: str, players: int) -> None:
    offered = 0
    for wrong in endgame_plays(variant_id, players, 7, 12):
        rules = rules_of(wrong.position)
        reasons = judge(rules, wrong.position, wrong.card, wrong.seen, wrong.acting_as).reasons
        nearest = str(dict(reasons[0].params).get(NEAREST, NO_PLAY)) if reasons else NO_PLAY
        if nearest == NO_PLAY:
            continue
        steps, _ = hinted_play(nearest)
        done = followed(wrong.position, steps)
        assert judge(rules, wrong.position, wrong.card, done, wrong.acting_as).kind is VerdictKind.LEGAL, (wrong, steps)
        offered += 1
    assert offered
