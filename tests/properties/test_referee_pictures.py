"""Over random positions and noisy pictures the referee may ask, but its verdicts are true."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_pictures import GOOD_ROWS, Span, disturbed, picture, random_turns
from rules_for_tests import rules_of

from companion.model.observation import Observation
from companion.model.places import OFF
from companion.model.position import Placement, Position
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.expectation import unfinished_states
from companion.referee.judge import judge
from companion.referee.match import match
from companion.referee.pictures.anomalies import Question, watch

SHARP: Span = (0.98, 0.9999)


def is_true(truth: Verdict, said: Verdict) -> bool:
    """Whether the verdict of a picture agrees with the exact one; a question is never untrue."""
    if said.kind is VerdictKind.UNCLEAR:
        return True
    if said.kind is VerdictKind.LEGAL:
        return truth.kind is VerdictKind.LEGAL and said.seen == truth.seen
    return said.kind is truth.kind and said.unchanged == truth.unchanged


def hidden(observation: Observation, seen: Placement, said: Verdict) -> bool:
    """Whether misread spots wiped out every trace of the difference: then no referee could know."""
    assert said.seen is not None
    differing = {
        place
        for true, claimed in zip(seen.pawns, said.seen.pawns, strict=True)
        for place in set(true) ^ set(claimed)
        if place >= 0
    }
    shown = {place: observation.track[place].index(max(observation.track[place])) for place in differing}
    claims = {place: 1 + seat for seat, row in enumerate(said.seen.pawns) for place in row}
    return all(shown[place] == claims.get(place, 0) for place in differing)


def sample(seed: int, games: int, plies: int) -> list[tuple[Random, Position, str, Placement]]:
    """Returns positions with a declared card and the board: the right play, nothing yet, or a fault."""
    random = Random(seed)
    found = []
    for _ in range(games):
        for position, card, plays in random_turns(random, plies):
            result = random.choice(plays).result
            seen = random.choice((result, position.placement, disturbed(random, result), disturbed(random, result)))
            found.append((random, position, card, seen))
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("good", "misread"), [(SHARP, 0), (GOOD_ROWS, 0), (SHARP, 1), (GOOD_ROWS, 3)])
def test_no_verdict_is_wrong(good: Span, misread: int) -> None:
    wrong = []
    for random, position, card, seen in sample(seed=11 + misread, games=3, plies=70):
        truth = judge(rules_of(position), position, card, seen)
        observation = picture(random, seen, good=good, misread=misread)
        said = match(rules_of(position), position, card, observation)
        if not is_true(truth, said) and not (misread > 1 and hidden(observation, seen, said)):
            wrong.append((card, position.placement, seen, truth.kind, said.kind, said.seen))
    assert wrong == []


def test_a_good_picture_seldom_leads_to_a_question() -> None:
    counts = Counter(
        match(rules_of(position), position, card, picture(random, seen, good=SHARP)).kind
        for random, position, card, seen in sample(seed=5, games=3, plies=70)
    )
    assert counts[VerdictKind.UNCLEAR] <= 0.05 * sum(counts.values())


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 60))
def test_every_legal_play_is_seen_as_itself(seed: int, plies: int) -> None:
    random = Random(seed)
    position, card, plays = random_turns(random, plies)[-1]
    play = random.choice(plays)
    said = match(rules_of(position), position, card, picture(random, play.result, good=SHARP))
    assert said.kind is VerdictKind.LEGAL
    assert said.seen == play.result
    assert said.confidence > 0.9


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 60))
def test_the_untouched_board_is_never_reported(seed: int, plies: int) -> None:
    random = Random(seed)
    position, card, _ = random_turns(random, plies)[-1]
    said = match(rules_of(position), position, card, picture(random, position.placement, good=SHARP))
    assert said.unchanged


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_a_meaningless_picture_only_makes_it_ask(seed: int) -> None:
    random = Random(seed)
    position, card, _ = random_turns(random, 30)[-1]
    noise = picture(random, position.placement, good=(0.1, 0.4))
    blank = tuple((-1.8,) * 6 for _ in noise.track)
    for observation in (noise, Observation(t_ms=0, track=blank, goal=noise.goal, kennel=noise.kennel)):
        assert match(rules_of(position), position, card, observation).kind in (
            VerdictKind.UNCLEAR,
            VerdictKind.UNFINISHED,
        )


def robbed(random: Random, placement: Placement) -> tuple[Placement, Question]:
    """The placement with one pawn put into the pocket, or two of different seats changed about."""
    out = [(seat, place) for seat, row in enumerate(placement.pawns) for place in row if place >= 0]
    rows = [list(row) for row in placement.pawns]
    one = random.choice(out)
    foreign = [pawn for pawn in out if pawn[0] != one[0]]
    if random.random() < 0.5 or not foreign:
        rows[one[0]][rows[one[0]].index(one[1])] = OFF
        asked = Question.MISSING
    else:
        other = random.choice(foreign)
        for (seat, place), target in ((one, other[1]), (other, one[1])):
            rows[seat][rows[seat].index(place)] = target
        asked = Question.SWAPPED
    return placement.with_pawns(tuple(tuple(sorted(row)) for row in rows)), asked


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("good", "misread"), [(SHARP, 0), (GOOD_ROWS, 0), (SHARP, 2), (GOOD_ROWS, 4)])
def test_every_question_about_the_table_is_true(good: Span, misread: int) -> None:
    random = Random(29 + misread)
    said = Counter[str]()
    turns = [turn for _ in range(4) for turn in random_turns(random, 40)]
    for position, _, _ in turns:
        assert (
            watch(rules_of(position), position, picture(random, position.placement, good=good, misread=misread)) == ()
        )
        seen, wanted = robbed(random, position.placement)
        asked = watch(rules_of(position), position, picture(random, seen, good=good, misread=misread)) or ()
        codes = {reason.code for reason in asked} or {"nothing"}
        # Of two that changed places one may be hidden: then the pawn of the player to move was moved without a card.
        said[wanted if codes in ({wanted}, {Question.CARD_FIRST}) else "nothing" if not asked else "other"] += 1
    assert said["other"] == 0
    if misread < 4:
        assert min(said[Question.MISSING], said[Question.SWAPPED]) > 5
    if good is SHARP and not misread:
        assert said["nothing"] == 0


def test_no_part_of_a_play_counts_as_an_anomaly() -> None:
    random = Random(31)
    for position, card, plays in random_turns(random, 60):
        states = [play.result for play in plays[:3]]
        states += [
            state.placement for state in unfinished_states(rules_of(position), position, card)[:5] if not state.shared
        ]
        for state in states:
            assert not match(rules_of(position), position, card, picture(random, state, good=SHARP)).anomaly
