"""The referee decides by the cost of a wrong word: dearer words are rarer.

Evidence never counts against the hypothesis that it supports.
"""

from dataclasses import replace
from math import exp, log
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_pictures import GOOD_ROWS, disturbed, picture, random_turns
from rules_for_tests import rules_of

from companion.model.observation import Observation
from companion.model.position import Placement
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee import match as matching
from companion.referee.human_errors import rarity_of
from companion.referee.match import match
from companion.referee.model import MODEL, Costs, RefereeModel, is_cheaper, margin, posterior, together

SEEDS = st.integers(0, 2**32)


def judged(model: RefereeModel, seed: int) -> Verdict:
    """The verdict by this model on a picture that depends on the seed alone: a play, a fault or an untouched board."""
    random = Random(seed)
    position, card, plays = random_turns(random, 12)[-1]
    result = random.choice(plays).result
    seen = random.choice((result, position.placement, disturbed(random, result), disturbed(random, position.placement)))
    observation = picture(random, seen, good=GOOD_ROWS, misread=random.choice((0, 1, 3)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "MODEL", model)
        return match(rules_of(position), position, card, observation)


def dearer(**costs: float) -> RefereeModel:
    return replace(MODEL, costs=replace(MODEL.costs, **costs))


@settings(deadline=None, max_examples=20)
@given(seed=SEEDS, times=st.floats(1.0, 1e6))
def test_a_dearer_accusation_is_never_made_more_often(seed: int, times: float) -> None:
    before, after = judged(MODEL, seed), judged(dearer(wrong_accusation=MODEL.costs.wrong_accusation * times), seed)
    if after.kind is VerdictKind.ILLEGAL:
        assert after == before


@settings(deadline=None, max_examples=20)
@given(seed=SEEDS, times=st.floats(1.0, 1e6))
def test_a_dearer_acceptance_is_never_made_more_often(seed: int, times: float) -> None:
    before, after = judged(MODEL, seed), judged(dearer(wrong_acceptance=MODEL.costs.wrong_acceptance * times), seed)
    if after.kind is VerdictKind.LEGAL:
        assert after == before


def test_if_every_wrong_word_is_too_dear_there_is_no_verdict() -> None:
    silent = dearer(wrong_accusation=1e99, wrong_acceptance=1e99, wrong_waiting=1e99)
    assert {judged(silent, seed).kind for seed in range(8)} == {VerdictKind.UNCLEAR}
    assert len({judged(MODEL, seed).kind for seed in range(8)}) > 1


def shown_plainer(observation: Observation, field: int, kind: int) -> Observation:
    """Returns the picture with a field that shows its class ten times plainer."""
    odds = [exp(value) * (10.0 if number == kind else 1.0) for number, value in enumerate(observation.track[field])]
    row = tuple(log(value / sum(odds)) for value in odds)
    return msgspec.structs.replace(
        observation, track=(*observation.track[:field], row, *observation.track[field + 1 :])
    )


def kind_on(placement: Placement, field: int) -> int:
    """The class of a field of Black DOG: nothing, a seat's pawn, the dog."""
    if placement.extra("dog") == field:
        return len(placement.pawns) + 1
    return next((1 + seat for seat, row in enumerate(placement.pawns) if field in row), 0)


@settings(deadline=None, max_examples=20)
@given(seed=SEEDS)
def test_a_field_that_speaks_for_a_play_makes_nobody_guilty(seed: int) -> None:
    """This holds if the play and the fault differ; elsewhere a plainer picture may well make a fault sure."""
    random = Random(seed)
    position, card, plays = random_turns(random, 12)[-1]
    play = random.choice(plays).result
    fault = disturbed(random, play)
    observation = picture(random, random.choice((play, fault)), misread=2)
    before = match(rules_of(position), position, card, observation)
    for field in (field for field in range(64) if kind_on(play, field) != kind_on(fault, field)):
        observation = shown_plainer(observation, field, kind_on(play, field))
    after = match(rules_of(position), position, card, observation)
    assert after.kind is not VerdictKind.ILLEGAL or before.kind is VerdictKind.ILLEGAL
    if before.kind is VerdictKind.LEGAL and before.seen == play:
        assert after.seen == play


@settings(deadline=None, max_examples=20)
@given(seed=SEEDS, nines=st.floats(0.5, 12.0))
def test_one_misread_field_accuses_nobody_however_sure(seed: int, nines: float) -> None:
    """With so many nines behind the point."""
    random, doubt = Random(seed), 10.0**-nines
    position, card, plays = random_turns(random, 12)[-1]
    observation = picture(random, random.choice((position.placement, random.choice(plays).result)))
    field, kind = random.randrange(64), random.randrange(6)
    row = tuple(log(1 - doubt if number == kind else doubt / 5) for number in range(6))
    misread = msgspec.structs.replace(
        observation, track=(*observation.track[:field], row, *observation.track[field + 1 :])
    )
    assert match(rules_of(position), position, card, misread).kind is not VerdictKind.ILLEGAL


@given(probability=st.floats(0.0, 1.0), cost=st.floats(2.0, 1e9))
def test_the_margin_is_where_saying_gets_cheaper_than_asking(probability: float, cost: float) -> None:
    odds = log(probability / (1 - probability)) if 0 < probability < 1 else 100.0 * (2 * probability - 1)
    if abs(odds - margin(cost)) > 1e-6:
        assert is_cheaper(probability, cost) == (odds > margin(cost))


@given(weights=st.lists(st.floats(-800.0, 800.0), min_size=1, max_size=9))
def test_the_shares_of_all_hypotheses_add_up_to_one(weights: list[float]) -> None:
    assert sum(posterior(weight, weights) for weight in weights) == pytest.approx(1.0)
    assert together(weights) == pytest.approx(max(weights), abs=log(len(weights)) + 1e-9)


def test_a_wrong_accusation_is_the_worst() -> None:
    costs = Costs()
    assert costs.wrong_accusation > costs.wrong_acceptance > costs.wrong_waiting > 1.0


def test_the_commonest_error_is_the_likeliest() -> None:
    def miscount(went: int, wanted: str) -> Reason:
        return Reason(ruling="CORE-R10", code="exact_count", params=(("wanted", wanted), ("went", went)))

    rarities = MODEL.rarities
    assert rarity_of((miscount(7, "8"),)) == rarity_of((miscount(12, "1|11"),)) == rarities.off_by_one
    assert rarity_of((miscount(5, "8"),)) == rarities.fault
    stray = Reason(ruling="CORE-R31", code="pawn_not_meant")
    assert rarity_of((stray,)) == rarity_of((miscount(7, "8"), stray)) == rarities.fault
