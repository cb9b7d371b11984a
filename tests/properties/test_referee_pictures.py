"""Over random positions and noisy pictures the referee may ask, but what it says is true."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_pictures import GOOD_ROWS, Span, disturbed, picture, random_turns

from companion.model.observation import Observation
from companion.model.position import Placement, Position
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.match import match

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
        for true, told in zip(seen.pawns, said.seen.pawns, strict=True)
        for place in set(true) ^ set(told)
        if place >= 0
    }
    shown = {place: observation.track[place].index(max(observation.track[place])) for place in differing}
    told = {place: 1 + seat for seat, row in enumerate(said.seen.pawns) for place in row}
    return all(shown[place] == told.get(place, 0) for place in differing)


def sample(seed: int, games: int, plies: int) -> list[tuple[Random, Position, str, Placement]]:
    """Positions with a declared card and what lies on the board: the right play, nothing yet, or a fault."""
    random = Random(seed)
    found = []
    for _ in range(games):
        for position, card, plays in random_turns(random, plies):
            result = random.choice(plays).result
            seen = random.choice((result, position.placement, disturbed(random, result), disturbed(random, result)))
            found.append((random, position, card, seen))
    return found


@pytest.mark.parametrize(("good", "misread"), [(SHARP, 0), (GOOD_ROWS, 0), (SHARP, 1), (GOOD_ROWS, 3)])
def test_no_verdict_is_wrong(good: Span, misread: int) -> None:
    wrong = []
    for random, position, card, seen in sample(seed=11 + misread, games=3, plies=70):
        truth = judge(position, card, seen)
        observation = picture(random, seen, good=good, misread=misread)
        said = match(position, card, observation)
        if not is_true(truth, said) and not (misread > 1 and hidden(observation, seen, said)):
            wrong.append((card, position.placement, seen, truth.kind, said.kind, said.seen))
    assert wrong == []


def test_a_good_picture_is_seldom_asked_about() -> None:
    counts = Counter(
        match(position, card, picture(random, seen, good=SHARP)).kind
        for random, position, card, seen in sample(seed=5, games=3, plies=70)
    )
    assert counts[VerdictKind.UNCLEAR] <= 0.05 * sum(counts.values())


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 60))
def test_every_legal_play_is_seen_as_itself(seed: int, plies: int) -> None:
    random = Random(seed)
    position, card, plays = random_turns(random, plies)[-1]
    play = random.choice(plays)
    said = match(position, card, picture(random, play.result, good=SHARP))
    assert said.kind is VerdictKind.LEGAL
    assert said.seen == play.result
    assert said.confidence > 0.9


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 60))
def test_the_untouched_board_is_never_reported(seed: int, plies: int) -> None:
    random = Random(seed)
    position, card, _ = random_turns(random, plies)[-1]
    said = match(position, card, picture(random, position.placement, good=SHARP))
    assert said.unchanged


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_a_meaningless_picture_only_makes_it_ask(seed: int) -> None:
    random = Random(seed)
    position, card, _ = random_turns(random, 30)[-1]
    noise = picture(random, position.placement, good=(0.1, 0.4))
    blank = tuple((-1.8,) * 6 for _ in noise.track)
    for observation in (noise, Observation(t_ms=0, track=blank, goal=noise.goal, kennel=noise.kennel)):
        assert match(position, card, observation).kind in (VerdictKind.UNCLEAR, VerdictKind.UNFINISHED)
