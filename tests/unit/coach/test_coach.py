"""The coach: its inputs, its reviews of positions with known answers, and that no review is lost."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path

import msgspec
import pytest
from playout_tables import kernel_for_tests
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.coach import kept
from companion.coach.analysis import Cause, analysis_of, doubtful_rows, surer
from companion.coach.kept import analysis_file, kept_reviews, reviewed
from companion.coach.review import DEFAULT_EFFORT, Effort, TurnReview, review_turn
from companion.coach.turns import Turn, turns_of
from companion.history.course import GameCourse, course_of
from companion.model.notation import format_play
from companion.model.places import Place, goal, is_goal
from companion.model.play import Play, Step, StepKind
from companion.model.position import Position
from companion.playout.chances import PublicKnowledge
from companion.playout.library import Kernel
from companion.rules.apply import winners
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules
from companion.rules.setup import first_position
from companion.session import events as ev
from companion.transcript.text import parse_game

RECORDS = Path(__file__).parents[2] / "golden" / "records"
QUICK = Effort(playouts=8, glances=3)


@cache
def won_game() -> GameCourse:
    return course_of(parse_game(SHIPPED, (RECORDS / "black-dog-won.pawtrack").read_text(encoding="utf-8")).events)


@cache
def quick_reviews() -> tuple[TurnReview, ...]:
    found = (review_turn(kernel_for_tests(), turn, QUICK) for turn in turns_of(won_game()))
    return tuple(review for review in found if review is not None)


def one_card_from_home(hand: tuple[str, ...], card: str) -> Turn:
    """DOG: both teams lack one pawn, which stands one field before its own start field; the 2 wins."""
    position = first_position(SHIPPED.variant("dog"), 4, (0, 1, 2, 3), ())
    home = tuple(sorted(goal(number) for number in range(1, 5)))
    rows = tuple((*sorted((Place(field), goal(2), goal(3), goal(4))),) for field in (63, 47))
    rows = (rows[0], home, home, rows[1])
    position = msgspec.structs.replace(position.with_placement(position.placement.with_pawns(rows)), turn=0)
    rules = rules_of(position)
    known = PublicKnowledge(rules=rules, position=position, cards=(2, 2, 2, 2), laid=(), round=1, dealer=3)
    return Turn(row=9, ply=5, seat=0, known=known, hand=tuple(sorted(hand)), play=likeliest(rules, position, card))


def likeliest(rules: Rules, position: Position, card: str) -> Play:
    """Returns the play that wins, if there is one."""
    plays = legal_plays(rules, position, card)
    return next((play for play in plays if winners(rules, position.with_placement(play.result))), plays[0])


def test_a_winning_play_is_certain_and_any_other_is_a_mistake() -> None:
    effort = Effort(playouts=200, glances=40)
    won = review_turn(kernel_for_tests(), one_card_from_home(("10", "2"), "2"), effort)
    assert won is not None
    assert (won.played, won.best, won.better) == ((1.0, 0.0), (1.0, 0.0), "")
    let_go = one_card_from_home(("10", "2"), "10")
    missed = review_turn(kernel_for_tests(), let_go, effort)
    assert missed is not None
    winning = likeliest(let_go.known.rules, let_go.known.position, "2")
    assert (missed.best, missed.better) == ((1.0, 0.0), format_play(winning))
    assert 0.1 < missed.played[0] < 0.9
    alone = review_turn(kernel_for_tests(), one_card_from_home(("10",), "10"), effort)
    assert alone is not None
    # the card that would have won was not in the hand
    assert (alone.better, alone.choices) == ("", 1)


def test_the_card_that_a_player_kept_is_counted_with_it() -> None:
    """After the 10 whoever kept the 2 wins with the next turn, unless somebody else has won; a 9 wins nothing."""
    effort = Effort(playouts=200, glances=1)
    kept = [review_turn(kernel_for_tests(), one_card_from_home(("10", card), "10"), effort) for card in ("2", "9")]
    with_two, with_nine = (found.played[0] for found in kept if found)
    assert with_two > with_nine + 0.05


def test_what_is_called_better_is_so_by_more_than_sampling_explains() -> None:
    better = [review for review in quick_reviews() if review.better]
    assert better
    for review in better:
        own = sorted(set(won_game().states[review.row].teams)).index(won_game().states[review.row].teams[review.seat])
        best, played = review.best[own], review.played[own]
        error = sqrt((best * (1 - best) + played * (1 - played)) / QUICK.playouts)
        assert best - played > 1.9 * error
    # eight playouts often differ by less than that, and then there is no review
    assert any(review.choices > 1 and not review.better for review in quick_reviews())


def test_one_turn_is_always_reviewed_alike() -> None:
    turn = turns_of(won_game())[40]
    assert review_turn(kernel_for_tests(), turn, QUICK) == review_turn(kernel_for_tests(), turn, QUICK)


def without_hands(event: ev.Event) -> ev.Event:
    match event:
        case ev.CardsDealt():
            return msgspec.structs.replace(event, hands=None)
        case ev.CardExchanged():
            return msgspec.structs.replace(event, card=None)
        case ev.CardsDrawn():
            return msgspec.structs.replace(event, cards=None)
        case _:
            return event


@pytest.mark.parametrize("name", ["black-dog-won", "dog-joker-played-left", "dog-royal-draws", "tock-for-six"])
def test_hands_that_nobody_showed_make_no_difference(name: str) -> None:
    events = parse_game(SHIPPED, (RECORDS / f"{name}.pawtrack").read_text(encoding="utf-8")).events
    known, hidden = turns_of(course_of(events)), turns_of(course_of([without_hands(event) for event in events]))
    assert [asked(turn) for turn in known] == [asked(turn) for turn in hidden]


def asked(turn: Turn) -> tuple[object, ...]:
    known = turn.known
    return turn.row, turn.hand, turn.play, known.position, known.cards, known.laid, known.round, known.dealer


def test_a_hand_is_the_cards_that_its_player_lays_later_in_the_round() -> None:
    turns = turns_of(won_game())
    assert len(turns) > 50
    for turn in turns:
        assert len(turn.hand) <= turn.known.cards[turn.seat]
        assert turn.play is None or turn.play.card in turn.hand
    assert sum(len(turn.hand) == turn.known.cards[turn.seat] for turn in turns) > len(turns) // 2


def test_luck_and_play_add_up_to_how_the_game_ended() -> None:
    course, reviews = won_game(), quick_reviews()
    found = analysis_of(course, reviews)
    assert found is not None
    for balance in found.balances:
        assert balance.first + balance.own + balance.others + balance.luck == pytest.approx(balance.final)
        assert balance.final in (0.0, 1.0)
    assert sum(balance.final for balance in found.balances) == 1
    assert len(found.curve) == len(reviews) + 1
    assert sum(each.mistakes for each in found.qualities) == sum(bool(review.better) for review in reviews)


def review(row: int, chance: float, after: float, *, lost: float = 0.0, playouts: int = 500) -> TurnReview:
    """Of a turn of seat 0 whose play led to the chance `after`; `lost` is what it cost."""
    return TurnReview(
        row=row,
        ply=row,
        seat=0,
        chances=(chance, 1 - chance),
        playouts=playouts,
        played=(after, 1 - after),
        best=(after + lost, 1 - after - lost),
        better="x" if lost else "",
    )


def test_a_mistake_is_a_turning_point_that_another_play_had_avoided() -> None:
    course = won_game()
    rows = [turn.row for turn in turns_of(course) if turn.play and all(map(is_plain, turn.play.steps))]
    chances = (0.5, 0.5, 0.8, 0.8, 0.4, 0.45)
    lost = (0.0, 0.0, 0.0, 0.35, 0.0, 0.0)
    won_by_own = course.states[-1].teams[course.states[-1].result[0]] == min(course.states[-1].teams)
    after = (*chances[1:], float(won_by_own))
    reviews = [
        review(row, chance, then, lost=cost)
        for row, chance, then, cost in zip(rows, chances, after, lost, strict=False)
    ]
    found = analysis_of(replace(course), reviews)
    assert found is not None
    state = course.states[-1]
    points = [(point.row, point.team, point.cause) for point in found.turning_points]
    own, other = sorted(set(state.teams))
    won = state.teams[state.result[0]]
    assert points[:2] == [(rows[1], own, Cause.CARDS), (rows[3], other, Cause.MISTAKE)]
    assert [(row, team) for row, team, _ in points[2:]] == [(rows[5], won)]


def quiet(play: Play) -> bool:
    return not any(step.captures for step in play.steps)


def is_plain(step: Step) -> bool:
    """Nobody is sent home by it, comes out or comes home."""
    return not step.captures and step.kind is not StepKind.START and not is_goal(step.target)


@pytest.mark.parametrize(("share", "turns"), [(1.0, True), (0.6, True), (0.3, False)])
def test_what_the_play_did_not_move_is_no_turning_point(share: float, turns: bool) -> None:
    rows = [turn.row for turn in turns_of(won_game())]
    reviews = [review(rows[0], 0.5, 0.5 + share * 0.2), review(rows[1], 0.7, 0.7)]
    found = analysis_of(won_game(), reviews)
    assert found is not None
    assert (rows[0] in {point.row for point in found.turning_points}) == turns


@pytest.mark.parametrize("cause", [Cause.CAPTURE, Cause.OUT, Cause.HOME])
def test_a_player_learns_the_effect_of_the_play(cause: Cause) -> None:
    def does(step: Step) -> bool:
        match cause:
            case Cause.CAPTURE:
                return bool(step.captures)
            case Cause.OUT:
                return step.kind is StepKind.START
            case _:
                return is_goal(step.target) and not is_goal(step.origin)

    course = won_game()
    turn = next(
        turn
        for turn in turns_of(course)
        if turn.play
        and turn.seat == 0
        and any(map(does, turn.play.steps))
        and (cause is Cause.CAPTURE or quiet(turn.play))
    )
    found = analysis_of(course, [review(turn.row, 0.4, 0.8), review(turn.row + 1, 0.8, 0.8)])
    assert found is not None
    assert found.turning_points[0].cause is cause


def test_noise_of_few_playouts_is_no_turning_point() -> None:
    rows = [turn.row for turn in turns_of(won_game())]
    for few, turns in ((100, False), (500, True)):
        reviews = [review(row, chance, 0.62, playouts=few) for row, chance in zip(rows, (0.5, 0.62), strict=False)]
        found = analysis_of(won_game(), reviews)
        assert found is not None
        assert (rows[0] in {point.row for point in found.turning_points}) == turns


def test_turns_beside_a_swing_stay_doubtful_until_they_are_analysed_again() -> None:
    quiet, moved, following = review(1, 0.5, 0.5), review(2, 0.5, 0.7), review(3, 0.7, 0.7)
    assert doubtful_rows([quiet, moved, following], DEFAULT_EFFORT) == {2, 3}
    unmoved = review(2, 0.5, 0.52)
    assert doubtful_rows([quiet, unmoved, following], DEFAULT_EFFORT) == frozenset()
    sure = [msgspec.structs.replace(each, playouts=surer(DEFAULT_EFFORT).playouts) for each in (moved, following)]
    assert doubtful_rows([quiet, *sure], DEFAULT_EFFORT) == frozenset()
    assert doubtful_rows([quiet, sure[0], following], DEFAULT_EFFORT) == {3}


def test_a_swing_of_the_sampling_goes_when_it_is_sampled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chance that came out too high once is found again by nobody who was interrupted at any time."""
    turns = turns_of(won_game())[:4]
    wavering, asked = turns[2].row, list[tuple[int, int]]()

    def wavers(_: Kernel, turn: Turn, effort: Effort) -> TurnReview:
        asked.append((turn.row, effort.playouts))
        chance = 0.7 if turn.row == wavering and effort == DEFAULT_EFFORT else 0.5
        return msgspec.structs.replace(review(turn.row, chance, chance), played=(), playouts=effort.playouts)

    monkeypatch.setattr(kept, "review_turn", wavers)
    path = tmp_path / "a.jsonl"
    making = reviewed(kernel_for_tests(), turns, path, "s", DEFAULT_EFFORT)
    for _ in range(len(turns) + 1):
        next(making)
    making.close()
    list(reviewed(kernel_for_tests(), turns, path, "s", DEFAULT_EFFORT))
    first, again = [(turn.row, 500) for turn in turns], [(turn.row, 2000) for turn in turns[1:]]
    assert asked == [*first, *again]
    found = kept_reviews(path, "s", DEFAULT_EFFORT)
    assert {row: each.chances[0] for row, each in found.items()} == dict.fromkeys([turn.row for turn in turns], 0.5)
    assert list(reviewed(kernel_for_tests(), turns, path, "s", DEFAULT_EFFORT)) == list(found.values())


def all_reviews(path: Path, turns: Sequence[Turn], seal: str = "s") -> list[TurnReview]:
    found = reviewed(kernel_for_tests(), turns, path, seal, QUICK)
    return sorted(found, key=lambda each: each.row)


def test_whoever_is_interrupted_goes_on_where_it_stopped(tmp_path: Path) -> None:
    turns = turns_of(won_game())[:6]
    path = analysis_file(tmp_path, "../../any id")
    assert path.parent == tmp_path / "analysis"
    begun = reviewed(kernel_for_tests(), turns, path, "s", QUICK)
    some = [next(begun) for _ in range(3)]
    begun.close()
    content = path.read_bytes()
    assert list(kept_reviews(path, "s", QUICK).values()) == some
    whole = [review_turn(kernel_for_tests(), turn, QUICK) for turn in turns]
    for torn in (content, content[:-9], content + b'{"row":7', content + b"\x00\xff\n", content[:20], b""):
        path.write_bytes(torn)
        assert all_reviews(path, turns) == whole
        assert list(kept_reviews(path, "s", QUICK)) == [turn.row for turn in turns]


def test_results_of_another_record_or_effort_are_not_reused(tmp_path: Path) -> None:
    path, turns = tmp_path / "a.jsonl", turns_of(won_game())[:3]
    all_reviews(path, turns)
    assert kept_reviews(path, "other", QUICK) == {}
    assert kept_reviews(path, "s", Effort(playouts=9, glances=3)) == {}
    assert len(all_reviews(path, turns, "other")) == 3
    assert kept_reviews(path, "s", QUICK) == {}
