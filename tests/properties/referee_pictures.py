"""Positions from random games and made-up pictures of them, for the referee's properties."""

from math import log
from random import Random

from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Observation, Scores
from companion.model.places import KENNEL, Place, goal_number, is_goal
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.rules.apply import after_play, passed, winners
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position

CLASSES = 6
KENNEL_SPOTS = 5
Span = tuple[float, float]
#: Probability that a row gives to the true figure.
GOOD_ROWS: Span = (0.95, 0.999)
#: Probability that a misread row gives to something else.
MISREAD_ROWS: Span = (0.5, 0.8)


def random_turns(random: Random, plies: int, *, passes: float = 0.0) -> list[tuple[Position, str, tuple[Play, ...]]]:
    """Positions of one random game with a playable card and its plays; `passes` is the chance of each seat to let its
    turn go by after a play."""
    variant = SHIPPED.variant("black_dog")
    position = first_position(SHIPPED.variant("black_dog"))
    dog = random.choice(sorted(variant.wheel_fields(4)))
    position = position.with_placement(position.placement.with_extra("dog", dog))
    turns = []
    for _ in range(plies):
        cards = random.sample(variant.cards, len(variant.cards))
        plays_by_card = ((card, legal_plays(rules_of(position), position, card)) for card in cards)
        card, plays = next(((card, plays) for card, plays in plays_by_card if plays), ("", ()))
        if not plays:
            break
        turns.append((position, card, plays))
        position = after_play(rules_of(position), position, random.choice(plays))
        if winners(rules_of(position), position):
            break
        while random.random() < passes:
            position = passed(rules_of(position), position)
    return turns


def disturbed(random: Random, placement: Placement) -> Placement:
    """The placement with one figure put somewhere else, as a person may by mistake; never two figures on a field."""
    while True:
        seen = _disturbed(random, placement)
        fields = [place for row in seen.pawns for place in row if place >= 0] + [seen.extra("dog")]
        if len(set(fields)) == len(fields):
            return seen


def _disturbed(random: Random, placement: Placement) -> Placement:
    rows = [list(row) for row in placement.pawns]
    seat = random.randrange(len(rows))
    index = random.randrange(len(rows[seat]))
    place = rows[seat][index]
    fault = random.choice(("near", "anywhere", "kennel", "dog"))
    if fault == "dog":
        dog = placement.extra("dog") or 0
        return placement.with_extra("dog", (dog + random.randrange(1, 6)) % 64)
    if fault == "near" and place >= 0:
        rows[seat][index] = Place((place + random.choice((-2, -1, 1, 2))) % 64)
    elif fault == "kennel":
        rows[seat][index] = KENNEL
    else:
        rows[seat][index] = Place(random.randrange(64))
    return placement.with_pawns(tuple(tuple(sorted(row)) for row in rows))


def picture(
    random: Random, placement: Placement, *, good: Span = GOOD_ROWS, misread: int = 0, wheel: bool = True
) -> Observation:
    """Scores of every spot; of two figures on one field either shows.  `misread` rows rather favour a wrong class."""
    track = [0] * 64
    lanes = [[0] * 4 for _ in placement.pawns]
    kennels = [[0] * KENNEL_SPOTS for _ in placement.pawns]
    for seat, row in enumerate(placement.pawns):
        for spot in random.sample(range(KENNEL_SPOTS), row.count(KENNEL)):
            kennels[seat][spot] = 1 + seat
        for place in row:
            if place >= 0 and (not track[place] or random.random() < 0.5):
                track[place] = 1 + seat
            elif is_goal(place):
                lanes[seat][goal_number(place) - 1] = 1 + seat
    dog = placement.extra("dog")
    if dog is not None and dog >= 0 and (not track[dog] or random.random() < 0.5):
        track[dog] = CLASSES - 1
    wrong = set(random.sample(range(64 + 4 * 4 + 4 * KENNEL_SPOTS), misread))
    rows = [
        _row(random, shown, good, wrong=number in wrong)
        for number, shown in enumerate([*track, *(s for lane in lanes for s in lane), *(s for k in kennels for s in k)])
    ]
    return Observation(
        t_ms=0,
        track=tuple(rows[:64]),
        goal=tuple(tuple(rows[64 + 4 * seat : 68 + 4 * seat]) for seat in range(4)),
        kennel=tuple(tuple(rows[80 + 5 * seat : 85 + 5 * seat]) for seat in range(4)),
        wheel=placement.extra("wheel") if wheel else None,
    )


def _row(random: Random, shown: int, good: Span, *, wrong: bool) -> Scores:
    if wrong:
        shown = random.choice([kind for kind in range(CLASSES) if kind != shown])
    sure = random.uniform(*(MISREAD_ROWS if wrong else good))
    rest = [0.01 + random.random() ** 2 if kind != shown else 0.0 for kind in range(CLASSES)]
    return tuple(log(sure if kind == shown else (1 - sure) * part / sum(rest)) for kind, part in enumerate(rest))
