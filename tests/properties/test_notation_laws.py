"""The round-trip laws of the text forms, over every game, number of players and card, and over nonsense."""

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rules_for_tests import rules_of, with_rules

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_play, format_position, parse_position
from companion.model.position import Position
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from companion.rules.schema import checked_position, checked_text, position_from_json, position_to_json
from companion.rules.variant_files.sense import ready_position
from companion.rules.written_play import parse_play

EASY = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@st.composite
def switches(draw: st.DrawFn, variant_id: str) -> tuple[tuple[str, str | int | bool], ...]:
    """Up to two switches that differ from their defaults."""
    rules = SHIPPED.variant(variant_id).options
    free = sorted(name for name, rule in rules.items() if len(rule.values) > 1)
    names = draw(st.lists(st.sampled_from(free), max_size=2, unique=True)) if free else []
    chosen = [
        (name, draw(st.sampled_from([v for v in rules[name].values if v != rules[name].default]))) for name in names
    ]
    return tuple(sorted(chosen))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position some plies into a game of cards that fall from the sky."""
    variant_id = draw(st.sampled_from(SHIPPED.ids))
    variant = SHIPPED.variant(variant_id)
    count = draw(st.sampled_from(variant.seat_counts))
    position = ready_position(SHIPPED.variant(variant_id), count, draw(switches(variant_id)))
    for _ in range(draw(st.integers(0, 25))):
        card = draw(st.sampled_from(variant.cards))
        plays = legal_plays(rules_of(position), position, card)
        if plays:
            position = after_play(rules_of(position), position, draw(st.sampled_from(plays)))
    return position


@EASY
@given(positions())
def test_a_position_goes_there_and_back(position: Position) -> None:
    written = format_position(position)
    assert "\n" not in written
    assert parse_position(written) == position
    assert checked_position(*with_rules(parse_position(written))) == position
    assert position_from_json(SHIPPED, position_to_json(rules_of(position), position)) == position


@EASY
@given(positions(), st.data())
def test_every_legal_play_is_read_back(position: Position, data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(SHIPPED.variant(position.variant).cards))
    plays = legal_plays(rules_of(position), position, card)
    texts = [format_play(play) for play in plays]
    assert len(set(texts)) == len(texts), "two plays with different results have one text"
    for play in plays[:: max(1, len(plays) // 5)]:
        back = parse_play(rules_of(position), format_play(play), position)
        assert back.result == play.result
        assert back.draws == play.draws
        assert format_play(back) == format_play(play)


#: Bits of text forms and of nonsense.
_WORDS = """8 13 swap 7 joker copy = 0: 1: 5 k g1 g9 c > >> <> x1@13 #2 ~1 dog: wheel+ void skip:1 draw=1 v1 black_dog 4
turn=0 teams=0,1 , off ² é -1 99999999999 bd.x= none"""
_BITS = st.sampled_from([*_WORDS.split(), " ", "\t", '"', "\\u0000", "\x00"])


def refusal(read: Callable[[], object]) -> str | None:
    """Returns the text of the refusal; None if the text can be read."""
    try:
        read()
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.parametrize("variant_id", SHIPPED.ids)
def test_a_position_that_lost_any_one_character_is_refused_or_has_rules(variant_id: str) -> None:
    """Every character of a first position, and teams too few and too many."""
    written = format_position(ready_position(SHIPPED.variant(variant_id), SHIPPED.variant(variant_id).usual_seats, ()))
    teams = re.compile(r"teams=\S+")
    spoilt = [written[:at] + written[at + 1 :] for at in range(len(written))]
    for text in (*spoilt, teams.sub("teams=0", written), teams.sub("teams=0,1,0,1,0,1,0,1", written)):
        reason = refusal(lambda text=text: with_rules(checked_text(SHIPPED, parse_position(text))))
        again = refusal(lambda text=text: with_rules(parse_position(text)))
        assert all(said is None or (said and "\n" not in said) for said in (reason, again)), text


@EASY
@given(st.lists(_BITS, max_size=14).map("".join))
def test_nonsense_is_refused_in_one_line(text: str) -> None:
    position = ready_position(SHIPPED.variant("black_dog"), 4, ())
    for reason in (
        refusal(lambda: parse_play(rules_of(position), text, position)),
        refusal(lambda: checked_position(*with_rules(parse_position(text)))),
    ):
        assert reason is None or (reason and "\n" not in reason)


@EASY
@given(positions(), st.data())
def test_a_spoilt_position_is_refused_or_another_position(position: Position, data: st.DataObject) -> None:
    """One character changed, lost or doubled: never a crash."""
    written = format_position(position)
    at = data.draw(st.integers(0, len(written) - 1))
    put = data.draw(st.sampled_from(["", "k", "9", ",", " ", "=", ":", "é", written[at] * 2]))
    reason = refusal(lambda: checked_text(SHIPPED, parse_position(written[:at] + put + written[at + 1 :])))
    assert reason is None or (reason and "\n" not in reason)
