"""The content of the play screen for a snapshot, without any window."""

from dataclasses import replace
from datetime import datetime

import pytest
from drawn_png import opened
from gallery.views import (
    candidates,
    cards_seen,
    declared_view,
    in_trouble,
    sample_position,
    sample_view,
    spoken,
    stuck_view,
    unix_ms,
)

from companion.board.drawing import GameMarks
from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.catalogue.shipped import SHIPPED
from companion.model.verdict import VerdictKind
from companion.players.level import Level
from companion.session.state import Phase
from companion.settings.schema import PHONE, Settings, as_demo
from companion.texts import LANGUAGES
from companion.views.kept.saved_game import SavedFault, SavedGame
from companion.views.table_view import Health, HealthState
from ui.art.pictures import draw_board, draw_disc
from ui.i18n import load_words
from ui.presenters.deck import card_choices, cards_line
from ui.presenters.evening.rematch import rematch_command
from ui.presenters.home import game_rows
from ui.presenters.play.edit import next_turn
from ui.presenters.play.play import TabletState, likely_plays, play_view_model
from ui.presenters.setup import (
    SEEN,
    TAPPED,
    SetupForm,
    choices,
    level_choices,
    problem,
    second_choices,
)
from ui.presenters.spots import Spots
from ui.presenters.status import chips

WORDS = load_words("en")


def face(view, **local):
    return play_view_model(view, TabletState(**local), WORDS)


@pytest.mark.parametrize("phase", [None, *(phase for phase in Phase if phase is not Phase.PLAY)])
def test_each_phase_has_its_pane_and_a_prompt(phase):
    shown = face(sample_view(phase=phase, figure="dog" if phase is Phase.FIGURE else "", result=(0, 2)))
    assert shown.pane == {None: "idle", Phase.EXCHANGE: "exchange_partner"}.get(phase, phase)
    assert shown.prompt
    assert not shown.can_forfeit


def test_with_a_camera_a_declared_card_is_watched():
    assert face(declared_view("8")).pane == "watch"


@pytest.mark.parametrize("state", [HealthState.OFF, HealthState.LOST, HealthState.SEARCHING])
def test_without_a_camera_a_declared_card_is_tapped(state):
    shown = face(declared_view("partner4", camera=state))
    assert shown.pane == "tap"
    assert shown.tapping


def test_tapping_can_be_chosen_although_a_camera_is_there():
    assert face(declared_view("partner4"), tapping=True).pane == "tap"


def test_few_plays_are_offered_as_buttons_at_once():
    view = declared_view("12", camera=HealthState.OFF)
    assert len(view.plays) <= 3
    assert [choice.play for choice in face(view).choices] == list(view.plays)


def test_an_unclear_verdict_offers_its_candidates():
    plays = candidates(sample_position(), "8")[:2]
    shown = face(declared_view("8", verdict=spoken(VerdictKind.UNCLEAR), candidates=plays))
    assert shown.pane == "ask"
    assert shown.banner.icon == "question"
    assert len(shown.choices) == 2


def test_a_card_without_any_play_says_to_take_it_back():
    view = replace(declared_view("8", camera=HealthState.OFF), plays=())
    assert face(view).prompt == WORDS.text("prompt.no_play")
    assert face(view).can_withdraw


@pytest.mark.parametrize("camera", [HealthState.OFF, HealthState.OK])
def test_of_a_card_without_any_play_banner_and_panel_say_one_thing_and_why(camera):
    view = stuck_view(camera)
    seen = face(view)
    assert seen.banner.sentence == WORDS.text("prompt.no_play")
    assert seen.prompt.splitlines() == [text["en"] for text in view.obstacles]
    assert "stands in the way" in seen.prompt
    assert "this card does not bring it out" in seen.prompt
    assert seen.can_withdraw


def test_corrections_offer_what_the_referee_holds_likely_before_all_plays():
    view = declared_view("8")
    assert likely_plays(replace(view, candidates=view.plays[:1])) == view.plays[:1]
    assert likely_plays(declared_view("partner4")) == ()


def test_seats_show_cards_home_and_who_sits_out():
    view = sample_view()
    view = replace(view, seats=(*view.seats[:3], replace(view.seats[3], out=True, cards=None)))
    seats = face(view).seats
    assert (seats[0].cards, seats[0].home, seats[0].active) == ("4", "1/4", True)
    assert (seats[3].cards, seats[3].note) == ("–", WORDS.text("seat.out"))


def test_chips_stand_in_a_fixed_order_and_say_it_without_colour():
    shown = chips(sample_view(health=in_trouble()), WORDS)
    assert [chip.part for chip in shown] == ["camera", "wheel", "mqtt", "record"]
    assert len({chip.state_icon for chip in shown}) == 4
    assert {chip.state for chip in chips(sample_view(health=()), WORDS)} == {WORDS.text("health.off")}


def test_an_installed_plugin_is_listed_last_by_its_name():
    lamp = Health(part="lamp", state=HealthState.LOST, text=dict.fromkeys(LANGUAGES, "No power."))
    shown = chips(sample_view(health=(lamp, *in_trouble())), WORDS)
    assert [chip.part for chip in shown] == ["camera", "wheel", "mqtt", "record", "lamp"]
    assert (shown[-1].title, shown[-1].detail, shown[-1].state) == ("Lamp", "No power.", WORDS.text("health.lost"))


def test_winners_are_named_together():
    assert face(sample_view(phase=Phase.OVER, result=(0, 2))).winners == "Anna and Carla"
    assert face(sample_view(phase=Phase.OVER, result=(1,))).winners == "Ben"


def test_finished_games_are_not_offered_again():
    started_ms = unix_ms(datetime(2026, 3, 14, 20, 15))
    saved = SavedGame(game="a", names=("A", "B"), variant="black_dog", started_ms=started_ms, ply=3)
    rows = game_rows([saved, replace(saved, game="b", result=(1,))], load_words("de"))
    assert [row.game for row in rows] == ["a"]
    assert "14. März 2026" in rows[0].detail
    assert "20:15" in rows[0].detail
    assert rows[0].playable


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_cannot_be_taken_up_says_why(language: str) -> None:
    words = load_words(language)
    damaged = SavedGame(
        game="a",
        names=("A", "B"),
        variant="black_dog",
        started_ms=unix_ms(datetime(2026, 3, 14, 20, 15)),
        fault=SavedFault.DAMAGED,
        rows=2,
        reason="row 3: its seal is broken",
    )
    newer = replace(damaged, names=(), variant="", started_ms=0, fault=SavedFault.NEWER)
    known, unknown = game_rows([damaged, newer], words)
    assert not known.playable
    assert known.names == "A · B"
    assert words.text("home.damaged", rows=2) in known.detail
    assert "seal" not in known.detail, "the reason is English, for the log"
    assert not unknown.playable
    assert unknown.names == words.text("home.unreadable")
    assert unknown.detail == words.text("home.newer")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ("A", " ", "C", "D")}, "setup.name_missing"),
        ({"names": ("A", "a", "C", "D")}, "setup.name_twice"),
        ({"colours": ("red", "red", "green", "blue")}, "setup.colour_twice"),
        ({"camera": ""}, "setup.camera_missing"),
        ({"wheel": ""}, "setup.wheel_missing"),
        ({"broker": ""}, "setup.broker_missing"),
        ({"broker": "http://x"}, "setup.broker_form"),
    ],
)
def test_an_obstacle_to_the_start_is_shown_in_one_line(changes, message):
    line = problem(SetupForm(SHIPPED, Settings(**changes)), WORDS)
    assert line == WORDS.text(message, seat=2)
    assert "\n" not in line


def test_a_name_too_long_for_the_screen_and_an_unknown_board_are_reported():
    long = problem(SetupForm(SHIPPED, Settings(names=("Maximiliane-Sophie", "B", "C", "D"))), WORDS)
    assert "Maximiliane-Sophie" in long
    assert "nowhere" in problem(SetupForm(SHIPPED, Settings(board="nowhere")), WORDS)
    assert problem(SetupForm(SHIPPED, Settings()), WORDS) == ""


def test_two_seats_never_share_a_colour():
    form = SetupForm(SHIPPED, Settings()).with_colour(0, "blue")
    assert form.settings.colours == ("blue", "yellow", "green", "red")
    for _ in range(9):
        form = form.next_colour(1)
        assert len(set(form.settings.colours)) == 4


def test_choosers_hold_what_was_found_and_an_address_last():
    options = choices("camera", {"0": "", "/dev/video2": "", "none": "", "1": "HD Pro Webcam C920"}, WORDS)
    assert [option.value for option in options] == ["none", "0", "/dev/video2", "1", "other"]
    assert options[1].label == "Camera 0"
    assert options[2].label == "video2"
    assert options[3].label == "HD Pro Webcam C920"


def test_the_second_camera_is_any_other_one_and_none_at_first():
    form, found = SetupForm(SHIPPED, Settings(camera="0")), {"0": "", "1": "HD Pro Webcam C920", PHONE: ""}
    options = second_choices(form.settings, found, WORDS)
    assert [option.value for option in options] == ["none", "1", PHONE, "other"]
    assert [option.label for option in options] == ["No second one", "HD Pro Webcam C920", "A phone", "Other address"]
    assert form.settings.cameras == ("0",)
    both = form.with_value("second_camera", PHONE)
    assert both.settings.cameras == ("0", PHONE)
    assert both.with_value("camera", PHONE).settings.cameras == (PHONE,)
    assert both.with_value("camera", PHONE).with_value("camera", "1").settings.cameras == ("1",)


def test_a_second_camera_without_an_address_keeps_the_game_from_starting():
    form = SetupForm(SHIPPED, Settings(camera="0")).with_value("second_camera", "")
    assert "second camera" in problem(form, WORDS)
    tapped = form.with_value("camera", "none")
    assert problem(tapped, WORDS) == ""
    assert tapped.settings.second_camera == "none"


def test_the_line_under_the_cards_says_what_is_missing():
    form = SetupForm(SHIPPED, Settings(camera="0"))
    assert [option.value for option in card_choices(WORDS)] == [TAPPED, SEEN]
    assert cards_line(form.settings, WORDS, shown=True) == ""
    seen = form.with_cards(SEEN)
    assert seen.settings.see_cards
    assert "does not know" in cards_line(seen.settings, WORDS, shown=False)
    assert "proposes" in cards_line(seen.settings, WORDS, shown=True)
    assert "needs a camera" in cards_line(seen.with_value("camera", "none").settings, WORDS, shown=True)
    assert seen.with_cards(TAPPED) == form


def test_demo_players_have_three_levels_named_in_every_language():
    form = SetupForm(SHIPPED, Settings())
    assert form.settings.level is Level.NORMAL
    for language in LANGUAGES:
        offered = level_choices(load_words(language))
        assert [Level(option.value) for option in offered] == list(Level)
        assert len({option.label for option in offered if "level" not in option.label}) == len(Level)
    strong = form.with_level(Level.STRONG).settings
    assert as_demo(strong).level is Level.STRONG


def test_the_pile_has_a_chip_only_if_a_camera_watches_it():
    parts = [chip.part for chip in chips(sample_view(), WORDS)]
    seen = [chip.part for chip in chips(sample_view(health=cards_seen()), WORDS)]
    assert "cards" not in parts
    assert seen == ["camera", "cards", *parts[1:]]


def test_a_rematch_seats_the_same_people_and_passes_the_deal_on():
    view = sample_view(phase=Phase.OVER, result=(0, 2), first=3)
    command = rematch_command(view, "h")
    assert command.names == ("Anna", "Ben", "Carla", "David")
    assert (command.first, command.seats, command.variant.id) == (0, (0, 1, 2, 3), view.variant)
    assert command.position is None


def test_after_a_correction_the_next_player_with_cards_goes_on():
    view = declared_view("8")
    assert next_turn(view) == 1
    resting = (view.seats[0], replace(view.seats[1], out=True), replace(view.seats[2], cards=0), view.seats[3])
    assert next_turn(replace(view, seats=resting)) == 3
    assert next_turn(sample_view()) == 0, "no card is open, so nobody's turn is used up"


def test_a_tap_means_the_nearest_spot_within_reach():
    spots = Spots(BoardLayout(load_board(Settings().board)), (0, 1, 2, 3))
    for spot, x, y in spots.all():
        assert spots.nearest(x + 0.004, y - 0.004, 0.05) == spot
    assert spots.nearest(0.5, 0.5, 0.02) is None
    only = spots.all()[7][0]
    assert spots.nearest(0.5, 0.5, 1.0, [only]) == only


def test_every_figure_is_drawn_on_the_board_once():
    spots = Spots(BoardLayout(load_board(Settings().board)), (0, 1, 2, 3))
    marks = spots.marks(sample_position().placement, ("dog",))
    assert len(marks) == 17
    assert len({(mark.x, mark.y) for mark in marks}) == 17
    assert all(0 < mark.x < 1 and 0 < mark.y < 1 for mark in marks)


def test_the_board_shows_the_seats_colours():
    layout = BoardLayout(load_board(Settings().board))
    colours, others = ["red", "yellow", "green", "blue"], ["red", "yellow", "green", "purple"]
    first, other = (draw_board(layout, GameMarks(), seats, 120) for seats in (colours, others))
    assert opened(first).size == (120, 120)
    assert first != other
    assert opened(draw_disc(layout, colours, 60)).size == (60, 60)
    assert draw_disc(layout, colours, 60) != draw_disc(layout, others, 60), "bones in their colours"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_proposed_card_is_offered_above_the_others(language):
    words = load_words(language)

    def shown(view, **local):
        return play_view_model(view, TabletState(**local), words)

    one, two = shown(sample_view(proposed=("8",))), shown(sample_view(proposed=("8", "9")))
    assert [face.card for face in one.proposed] == ["8"]
    assert [face.card for face in two.proposed] == ["8", "9"]
    assert one.cards == shown(sample_view()).cards
    assert len({one.prompt, two.prompt, shown(sample_view()).prompt, "prompt.proposed", "prompt.proposed_two"}) == 5
    assert shown(sample_view(proposed=("8",)), joker="copy").proposed == ()
    assert shown(sample_view(phase=Phase.DEAL, proposed=("8",))).proposed == ()
