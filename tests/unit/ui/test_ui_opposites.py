"""A screen shows in one state what it does not show in the opposite one."""

from dataclasses import replace

import msgspec
import pytest
from gallery.card_views import card_settings, rich_table, view_of
from gallery.history_views import finished_game, tapped_course
from gallery.views import game_view, sample_view
from scored_evenings import won_game
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.open_row.position import EMPTY, UNKNOWN
from companion.session.state import Phase
from companion.views.demo_seat import DemoSeat
from companion.views.table_view import PendingView
from ui.i18n import load_words
from ui.presenters.banner import stage_sentence
from ui.presenters.card_table.view_model import CardTaps, card_table_view_model, with_visitors_cards
from ui.presenters.evening.evening import evening
from ui.presenters.evening.games import listed
from ui.presenters.evening.players import PlayerBook
from ui.presenters.play.looking_back import LookingBack
from ui.presenters.play.play import TabletState, play_view_model
from ui.presenters.setup import usable

WORDS = load_words("en", WORDING)


@pytest.mark.parametrize("can_undo", [False, True])
@pytest.mark.parametrize("paused", [False, True])
def test_undo_is_offered_in_a_running_game_with_something_to_undo(can_undo: bool, paused: bool) -> None:
    shown = play_view_model(sample_view(can_undo=can_undo, paused=paused), TabletState(), WORDS)
    assert shown.can_undo is (can_undo and not paused)


@pytest.mark.parametrize(("count", "message"), [(1, "play.drawn_one"), (2, "play.drawn")])
def test_a_card_to_draw_is_one_or_several(count: int, message: str) -> None:
    pending = PendingView(kind="draw", seat=0, count=count)
    answers = play_view_model(sample_view(pending=pending), TabletState(), WORDS).answers
    assert [answer.text for answer in answers] == [WORDS.text(message, count=count)]


def test_the_newest_line_is_the_present_and_no_other_is() -> None:
    looking = LookingBack(tapped_course())
    last = len(looking.lines) - 1
    assert looking.is_now
    assert looking.at(last) == looking
    assert looking.at(last + 1) == looking
    before = looking.at(last - 1)
    assert not before.is_now
    assert before.index == last - 1


def test_a_finished_game_names_its_winners() -> None:
    game = finished_game()
    winners = [game.names[seat] for seat in game.result or ()]
    assert winners
    result = listed(game, WORDS).result
    assert all((name in result) is (name in winners) for name in game.names)
    assert listed(replace(game, result=None), WORDS).result == WORDS.text("games.open")


def test_new_partners_have_the_names_under_which_they_sat() -> None:
    names = ("Anna", "Ben", "Carla", "David")
    game = won_game(1, names, 0)
    shown = evening(PlayerBook((game,)), game.game, WORDS)
    assert shown is not None
    assert sorted(shown.seating) == sorted(names)
    assert shown.seating != names


def test_an_open_card_has_its_face_and_a_hidden_or_missing_one_has_none() -> None:
    position = rich_table()
    cards = ("5", UNKNOWN, EMPTY)
    laid = replace(position, open_row=(*cards, *position.open_row[len(cards) :]))
    shown = card_table_view_model(view_of(laid), CardTaps(), WORDS, WORDING).open_row
    assert [place.face is not None for place in shown[: len(cards)]] == [True, False, False]
    assert [place.hidden for place in shown[: len(cards)]] == [False, True, False]


def test_the_next_task_is_a_sentence_until_cards_are_played() -> None:
    assert stage_sentence(sample_view(phase=Phase.PLAY), WORDS) == ""
    assert stage_sentence(sample_view(phase=Phase.DEAL), WORDS) != ""


@pytest.mark.parametrize(
    ("seat", "taps"),
    [
        (None, CardTaps()),
        (DemoSeat(), CardTaps()),
        (DemoSeat(seat=0, hand=("8",)), CardTaps(hand=("8",))),
        (DemoSeat(seat=1), CardTaps(others=True)),
    ],
)
def test_a_visitor_taps_cards_at_the_own_turn_alone(seat: DemoSeat | None, taps: CardTaps) -> None:
    view = replace(view_of(rich_table()), demo=True, turn=0)
    assert with_visitors_cards(CardTaps(), view, seat) == taps


@pytest.mark.parametrize(("options", "missing"), [({}, ""), ({"cards.unknown": True}, "cards.unknown")])
def test_settings_of_a_card_game_lose_unknown_house_rules_alone(options: dict[str, bool], missing: str) -> None:
    settings = card_settings(3)
    kept, trouble = usable(SHIPPED, msgspec.structs.replace(settings, options=options))
    assert (kept.variant, dict(kept.options)) == (settings.variant, {})
    assert bool(trouble) is bool(missing)
    assert missing in trouble


@pytest.mark.parametrize(("variant", "free"), [("dog_royal", False), ("dog_royal_plain", True)])
def test_only_a_free_start_that_is_no_duty_can_be_declined(variant: str, free: bool) -> None:
    """ROY-R30"""
    answers = play_view_model(game_view(variant, 4, phase=Phase.START), TabletState(), WORDS).answers
    assert answers
    assert any(answer.use is False for answer in answers) is free


@pytest.mark.parametrize(("declared", "joker"), [(None, ""), ("8", ""), (None, "joker")])
def test_an_open_card_can_be_withdrawn_and_without_one_the_hand_given_up(declared: str | None, joker: str) -> None:
    shown = play_view_model(sample_view(declared=declared), TabletState(joker=joker), WORDS)
    lies_open = bool(declared or joker)
    assert (shown.can_withdraw, shown.can_forfeit) == (lies_open, not lies_open)
