"""The commentary on a step of the game, and how it is published."""

import msgspec
import pytest
from events_for_tests import every_kind
from views_for_tests import game_view, midgame, seat_views
from words_for_tests import WORDING

from companion.model.places import KENNEL, Place, goal
from companion.model.play import Capture, Step, StepKind
from companion.session import events as ev
from companion.session.state import Phase
from companion.views.broadcast import topics
from companion.views.commentary.lines import MOST, Lines, commented
from companion.views.table_view import Stage

#: Fields before the start field of seat 1, on a board of 64.
NEAR_BEN, FAR_FROM_BEN = Place(14), Place(40)


def walk(origin: int, target: int, *captured: tuple[int, Place], seat: int = 0, value: int = 8) -> Step:
    captures = tuple(Capture(seat=whose, place=place) for whose, place in captured)
    start, end = Place(origin), Place(target)
    return Step(kind=StepKind.ADVANCE, seat=seat, origin=start, target=end, value=value, captures=captures)


def dog(*captured: tuple[int, Place]) -> Step:
    return Step(kind=StepKind.DOG, value=5, captures=tuple(Capture(seat=seat, place=at) for seat, at in captured))


def swap(seat: int, other: int, target: Place) -> Step:
    return Step(kind=StepKind.SWAP, seat=seat, other_seat=other, target=target)


def play(*steps: Step, home: int = 0) -> ev.PlayAccepted:
    """A play of seat 0, after which so many of its pawns are home."""
    rows = ((*(goal(1 + n) for n in range(home)), *(KENNEL,) * (4 - home)), *midgame().placement.pawns[1:])
    accepted = next(event for event in every_kind() if isinstance(event, ev.PlayAccepted))
    return msgspec.structs.replace(accepted, steps=steps, result=midgame().placement.with_pawns(rows))


def said(*events: ev.Event, earlier: Lines = (), **view: object) -> list[str]:
    """The English sentences; the step ends with row 40."""
    return [line.text["en"] for line in commented(WORDING, game_view(seq=40, **view), events, earlier)]


@pytest.mark.parametrize(
    ("accepted", "sentence"),
    [
        (play(walk(5, 13)), "Anna goes 8 fields forward."),
        (play(walk(5, 6, value=1)), "Anna goes 1 field forward."),
        (play(walk(9, 5, value=-4)), "Anna goes 4 fields back."),
        (play(walk(55, 61, value=6)), "Anna goes 6 fields forward and is just before home."),
        (play(walk(5, 13, (1, FAR_FROM_BEN))), "Anna sends Ben back to the kennel."),
        (play(walk(5, 14, (1, NEAR_BEN))), "Anna sends Ben back to the kennel just before home!"),
        (play(walk(5, 13, (2, Place(13)))), "Ouch: Anna sends Carla, a team-mate, back to the kennel."),
        (play(walk(5, 13, (0, Place(13)))), "Ouch: Anna sends a pawn of the same colour back to the kennel."),
        (play(walk(5, 13, (1, NEAR_BEN), (3, NEAR_BEN))), "Anna sends 2 pawns back to the kennel at one stroke."),
        (play(walk(5, 13), dog((1, FAR_FROM_BEN))), "Anna lets the dog loose, and it bites Ben."),
        (play(walk(5, 13), dog((1, NEAR_BEN))), "Ben is bitten just before home: Anna let the dog loose."),
        (play(walk(5, 13), dog()), "Anna lets the dog run 5 fields, and nobody is bitten."),
        (play(walk(60, goal(4)), home=1), "Anna brings the first pawn home."),
        (play(walk(60, goal(2), (1, NEAR_BEN)), home=2), "Anna sends Ben back to the kennel just before home!"),
        (play(walk(60, goal(3)), home=3), "Anna brings a pawn home, which makes 3."),
        (play(walk(60, goal(1), (1, NEAR_BEN)), home=4), "Anna has filled every place at home!"),
        (play(walk(goal(1), goal(3)), home=1), "Anna moves up at home."),
        (play(walk(33, 41, seat=2)), "Anna moves Carla on by 8 fields."),
        (play(walk(5, 7, value=2), walk(7, 9, value=2)), "Anna goes 4 fields forward."),
        (play(walk(5, 7), walk(20, 22)), "Anna shares the points among 2 pawns."),
        (play(swap(0, 1, FAR_FROM_BEN)), "Anna swaps places with Ben."),
        (play(swap(0, 1, NEAR_BEN)), "Anna swaps places with Ben, who was just before home!"),
        (play(swap(1, 3, NEAR_BEN)), "Anna makes Ben and David swap places."),
        (play(Step(kind=StepKind.START, seat=0)), "Anna brings a pawn into play."),
        (play(walk(5, 8), Step(kind=StepKind.WHEEL, value=1)), "Anna lands on a paw, and the wheel turns."),
        (play(Step(kind=StepKind.VOID)), "Anna lays a card without effect."),
        (play(), "Anna plays a card, and nothing moves."),
    ],
)
def test_the_commentary_on_a_play_names_its_notable_part(accepted: ev.PlayAccepted, sentence: str) -> None:
    assert said(accepted) == [sentence]


def test_an_exchange_has_one_sentence_when_it_is_over() -> None:
    pushed = ev.CardExchanged(seat=2, card="13")
    assert said(pushed, phase=Phase.EXCHANGE) == []
    assert said(pushed, turn=1) == ["The cards are exchanged, and Ben begins."]


def test_a_card_thrown_away_for_another_is_one_thing() -> None:
    thrown = ev.CardDiscarded(seat=1, card="12", because="draw")
    assert said(thrown) == []
    assert said(ev.CardsDrawn(seat=1, count=1, deck=3, discard=4)) == ["Ben draws a card."]
    assert said(msgspec.structs.replace(thrown, because="stuck")) == ["Ben cannot play and throws a card away."]


def test_a_turn_that_a_play_has_cost_has_no_second_sentence() -> None:
    """ST-R11: if nobody counts cards it passes when the next card is laid."""
    skipped, declared = ev.TurnSkipped(seat=1), ev.PlayDeclared(seat=2, card="8", acting_as=None)
    assert said(skipped, declared) == []
    assert said(skipped) == ["Ben has to miss a turn."]


def test_an_undo_takes_back_its_sentences() -> None:
    first, second = play(walk(5, 13)), play(walk(13, 20, value=7))
    lines = commented(WORDING, game_view(seq=40), (first, second))
    assert [line.seq for line in lines] == [39, 40]
    back = said(ev.EventsUndone(back_to=40), earlier=lines, turn=0)
    assert back == [lines[0].text["en"], "The last step is taken back, and Anna is up again."]
    over = said(ev.EventsUndone(back_to=1), earlier=lines, phase=Stage.OVER)
    assert over == ["The last step is taken back."]


def test_the_newest_sentences_are_kept_and_a_new_game_begins_anew() -> None:
    lines = commented(WORDING, game_view(seq=40), (play(walk(5, 13)),) * 9)
    assert [line.seq for line in lines] == list(range(41 - MOST, 41))
    assert len(said(next(each for each in every_kind() if isinstance(each, ev.GameStarted)), earlier=lines)) == 1


@pytest.mark.parametrize("name", ["W" * 500, "\u0001" * 500, "😀" * 500, '"\\' * 300])
def test_the_commentary_stays_below_8_kb_whatever_people_are_called(name: str) -> None:
    view = game_view(seq=40, seats=seat_views((name,) * 4))
    lines = commented(WORDING, view, (ev.GameWon(seats=(0, 1, 2, 3)),) * MOST)
    made = topics.commentary(view, lines)
    stamped = msgspec.structs.replace(made, ts=1_795_000_000_000)
    assert len(msgspec.json.encode(stamped)) <= topics.STATE_LIMIT_BYTES
    assert (made.epoch, made.seq, made.game, made.lines[-1]) == (3, 40, view.game, lines[-1])


def test_winners_are_named_in_the_number_there_are() -> None:
    assert said(ev.GameWon(seats=(2,))) == ["Carla wins the game!"]
    assert said(ev.GameWon(seats=(0, 2))) == ["Anna and Carla win the game!"]
