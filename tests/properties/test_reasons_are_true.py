"""No sentence of the referee is untrue: each reason for a wrong play of any game is checked by engine and board.

The claim of each sentence stands in `reason_claims`, apart from the code that chose it.
"""

from collections.abc import Iterable, Iterator

import pytest
from endgames import endgame_plays
from msgspec.structs import replace
from reason_claims import ADVICE, CLAIMS, untruths
from reason_facts import names_a_stranger
from referee_codes import codes_of_the_referee
from rules_for_tests import rules_of
from words_for_tests import load_language, reason_text
from wrong_plays import TABLES, WrongPlay, wrong_plays

from companion.looks.colours import SECTOR_COLOURS
from companion.model.position import BETWEEN_STOPS
from companion.model.verdict import Params, Reason, VerdictKind
from companion.referee.hint import ADVICE as ADVICE_PARAM
from companion.referee.hint import NEAREST, NO_PLAY
from companion.referee.judge import judge
from companion.referee.pictures.anomalies import Question
from companion.referee.wheel_turn import WHEEL

#: Boards of each game and number of players, with six wrong plays each.
BOARDS, MANY_BOARDS, FULL_BOARDS = 20, 60, 460
ENDGAMES = 10
#: Codes of boards that are not illegal, or of pictures.
NOT_OF_A_WRONG_BOARD = {
    *("nothing_changed", "turn_the_wheel", "spend_points", "not_your_turn"),
    *("ask_play", "ask_rank", "board_disagrees"),
    *(set(Question) - {"dog_missing"}),
}
#: A pawn in the way that mostly is not there, and a limit that no card has.
BLOCKER: Params = (("blocker", 0), ("blocker_at", 5), ("count", 0))
#: True whatever else was done, so that they come first.
SAID_FIRST = {"nothing_to_copy", "game_already_won"}
IDS = [f"{name}-{players}" for name, players in TABLES]


def faults_of(wrong: WrongPlay) -> Iterator[str]:
    """Yields the untrue parts of the referee's answer."""
    verdict = judge(rules_of(wrong.position), wrong.position, wrong.card, wrong.seen, wrong.acting_as)
    half_turned = wrong.seen.extra(WHEEL) == BETWEEN_STOPS
    if not half_turned and (verdict.kind is VerdictKind.ILLEGAL) == wrong.is_proper(wrong.seen):
        yield f"kind {verdict.kind}"
    if verdict.kind is not VerdictKind.ILLEGAL:
        return
    first = verdict.reasons[0]
    if first.code not in SAID_FIRST and not names_a_stranger(wrong, first):
        yield f"{first.code}: not the change that nobody's play made"
    if (dict(first.params).get(NEAREST) == NO_PLAY) > (not wrong.plays):
        yield f"{first.code}: the card can be played"
    for reason in verdict.reasons:
        yield from (f"{reason.code}: {what} of {reason}" for what in untruths(wrong, reason, advised=_advised(reason)))
        yield from _gaps(wrong, reason)


def _advised(reason: Reason) -> bool:
    """Whether the sentence gives the advice that it has in square brackets."""
    params = dict(reason.params)
    has_advice = "[" in load_language("en")["messages"][reason.code]
    return has_advice and ADVICE_PARAM not in params and params.get(NEAREST) != NO_PLAY


def _gaps(wrong: WrongPlay, reason: Reason) -> Iterator[str]:
    colours = tuple(SECTOR_COLOURS[sector] for sector in wrong.position.seats)
    for language, text in reason_text(reason, wrong.position, colours).items():
        if set(text) & set("…{}[]|") or text[-1] not in ".!?":
            yield f"{reason.code} {language}: {text}"


def assert_true(plays: Iterable[WrongPlay]) -> None:
    untrue = [f"{fault}\n    {wrong}" for wrong in plays for fault in faults_of(wrong)]
    assert not untrue, "\n".join([f"{len(untrue)} untrue", *untrue[:10]])


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=IDS)
def test_every_reason_for_a_wrong_play_is_true(variant_id: str, players: int) -> None:
    assert_true(wrong_plays(variant_id, players, 0, BOARDS))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=IDS)
def test_every_reason_in_an_endgame_is_true(variant_id: str, players: int) -> None:
    assert_true(endgame_plays(variant_id, players, 0, ENDGAMES))


@pytest.mark.long
@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=IDS)
def test_every_reason_in_many_endgames_is_true(variant_id: str, players: int, full: bool) -> None:
    """As many as of other boards; `tests/soak/endgames.py` makes any number of them."""
    assert_true(endgame_plays(variant_id, players, 1, FULL_BOARDS if full else ENDGAMES))


@pytest.mark.long
@pytest.mark.parametrize(("variant_id", "players"), TABLES, ids=IDS)
def test_every_reason_for_many_wrong_plays_is_true(variant_id: str, players: int, full: bool) -> None:
    """More than 13 000 wrong plays over all games; 100 000 at full size."""
    assert_true(wrong_plays(variant_id, players, 1, FULL_BOARDS if full else MANY_BOARDS))


def test_every_reason_has_a_claim() -> None:
    assert codes_of_the_referee() - NOT_OF_A_WRONG_BOARD == CLAIMS.keys()


def test_every_advice_has_a_claim() -> None:
    messages = load_language("en")["messages"]
    assert {code for code in CLAIMS if "[" in messages[code]} == ADVICE.keys()


def test_a_claim_notices_another_reason() -> None:
    """Each claim that is more than a rule of the table is denied of some wrong play; else it would claim nothing."""
    never_denied = set(CLAIMS)
    for variant_id, players in TABLES:
        for wrong in wrong_plays(variant_id, players, 2, 4):
            for reason in judge(
                rules_of(wrong.position), wrong.position, wrong.card, wrong.seen, wrong.acting_as
            ).reasons:
                params = tuple({**dict(BLOCKER), **dict(reason.params)}.items())
                others = {code: replace(reason, code=code, params=params) for code in never_denied}
                never_denied -= {code for code, other in others.items() if _is_denied(wrong, other)}
    assert never_denied <= {"something_else_changed", "captured_pawn_home"}


def _is_denied(wrong: WrongPlay, reason: Reason) -> bool:
    """Whether the claim is false; one that misses what its own reason would bring along is false too."""
    try:
        return not CLAIMS[reason.code](wrong, reason)
    except (AssertionError, IndexError, KeyError, ValueError):
        return False
