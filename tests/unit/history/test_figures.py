"""The figures of each player, on records written by hand."""

from events_for_tests import started

from companion.history.figures import game_figures
from companion.history.play_clock import Stored
from companion.model.places import Place
from companion.model.play import Capture, Step, StepKind
from companion.session import events as ev


def play(seat: int, *steps: Step, card: str = "5", by_hand: bool = False) -> ev.PlayAccepted:
    return ev.PlayAccepted(
        seat=seat,
        card=card,
        acting_as=None,
        notation="",
        steps=steps,
        result=started("g").position.placement,
        t_ms=0,
        confidence=1.0,
        by_hand=by_hand,
    )


def walk(seat: int, value: int, *captured: int) -> Step:
    captures = tuple(Capture(seat=owner, place=Place(3)) for owner in captured)
    return Step(kind=StepKind.ADVANCE, seat=seat, value=value, captures=captures)


def counted(*events: ev.Event, seconds: tuple[int, ...] = ()):
    whole = (started("g"), *events)
    times = (0, *seconds) if seconds else (0,) * len(whole)
    now, stored = 0, []
    for wait in times:
        now += wait * 1000
        stored.append(Stored(1, now))
    return game_figures(whole, stored)


def test_a_helper_counts_for_the_player_and_a_capture_for_both_sides() -> None:
    figures = counted(play(0, walk(2, 5, 1)))
    assert (figures.seats[0].walked, figures.seats[2].walked) == (5, 0)
    assert (figures.seats[0].captures, figures.seats[1].suffered) == (1, 1)


def test_backward_is_walked_too_and_the_dog_bites() -> None:
    bite = Step(kind=StepKind.DOG, value=9, captures=(Capture(seat=1, place=Place(3)), Capture(seat=0, place=Place(4))))
    turn = Step(kind=StepKind.WHEEL, value=-1)
    figures = counted(play(0, walk(0, -4), card="4"), play(1, bite, turn, card="dog"))
    assert figures.walked == (("4", 4),)
    assert (figures.seats[1].bites, figures.seats[1].captures, figures.seats[1].quarter_turns) == (2, 0, 1)
    assert [seat.suffered for seat in figures.seats] == [1, 1, 0, 0]


def test_a_tapped_play_counts_as_a_question_only_if_others_were_seen() -> None:
    assert counted(play(0, by_hand=True), play(1, by_hand=True)).total.asked == 0
    assert [seat.asked for seat in counted(play(0, by_hand=True), play(1)).seats] == [1, 0, 0, 0]


def test_a_turn_begins_at_the_end_of_the_last_one_without_pauses() -> None:
    figures = counted(
        play(0),
        ev.PlayDeclared(seat=1, card="5", acting_as=None),
        ev.GamePaused(),
        ev.GameResumed(),
        play(1),
        ev.CardsDealt(round=2, dealer=0, first=1, cards=5, deck=20, reshuffled=False),
        play(1),
        seconds=(4, 2, 1, 600, 5, 30, 9),
    )
    assert (figures.seats[0].turns_ms, figures.seats[1].turns_ms) == (4_000, 17_000)
    assert figures.seats[1].longest_ms == 9_000
    assert figures.between_ms == 30_000


def test_a_card_thrown_away_for_another_does_not_end_the_turn() -> None:
    thrown = ev.CardDiscarded(seat=0, card="5", because="draw")
    drawn = ev.CardsDrawn(seat=0, count=1, deck=None, discard=None)
    stuck = ev.CardDiscarded(seat=0, card="5", because="stuck")
    figures = counted(thrown, drawn, stuck, seconds=(3, 4, 5))
    assert (figures.seats[0].turns, figures.seats[0].turns_ms, figures.between_ms) == (1, 12_000, 0)
