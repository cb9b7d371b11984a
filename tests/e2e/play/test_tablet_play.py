"""Playing on the tablet by touch: each touch becomes the right command, and nothing else."""

from dataclasses import replace

import pytest
from gallery.scenes import scenes
from gallery.views import SENTENCES, candidates, declared_view, sample_position, sample_view, spoken
from ui_driver import Driver, open_driver, tap_field

from companion.model.places import Place
from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.texts import LANGUAGES
from companion.views.table_view import HealthState
from ui.i18n import load_words
from ui.presenters.spots import Spot


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def words(message: str, language: str = "en") -> str:
    return load_words(language).text(message)


def test_a_tapped_card_is_declared_for_the_player_to_move(driver):
    driver.play(sample_view(turn=2))
    driver.tap(driver.card("black1-7"))
    assert driver.posted == [cmd.DeclarePlay(seat=2, card="black1-7")]


@pytest.mark.parametrize("message", ["play.undo", "play.pause"])
def test_undo_and_pause_are_one_tap_away(driver, message):
    driver.play(sample_view())
    driver.tap_text(words(message))
    assert driver.posted == [{"play.undo": cmd.Undo(), "play.pause": cmd.Pause()}[message]]


def test_undo_is_dead_where_nothing_can_be_undone(driver):
    driver.play(sample_view(can_undo=False))
    driver.tap_text(words("play.undo"))
    assert driver.posted == []


def test_a_laid_card_can_be_taken_back(driver):
    driver.play(declared_view("8"))
    driver.tap_text(words("play.withdraw"))
    assert driver.posted == [cmd.WithdrawDeclaration()]


def test_a_double_tap_deals_once(driver):
    driver.play(sample_view(phase=Phase.DEAL))
    driver.tap_text(words("play.dealt"))
    driver.tap_text(words("play.dealt"))
    assert driver.posted == [cmd.Deal()]


def test_a_sentence_of_the_banner_stands_once(driver):
    for view in (sample_view(phase=Phase.DEAL), sample_view(phase=Phase.EXCHANGE)):
        driver.play(view)
        assert driver.texts().count(driver.screen.face.banner.sentence) == 1


def test_in_an_exchange_nobody_is_named_as_the_one_to_act(driver):
    driver.play(sample_view(phase=Phase.EXCHANGE))
    assert driver.screen.face.turn_name == words("turn.everyone")


def test_dealing_is_one_big_button(driver):
    driver.play(sample_view(phase=Phase.DEAL))
    driver.tap_text(words("play.dealt"))
    assert driver.posted == [cmd.Deal()]


def test_exchanging_speaks_for_everybody_who_has_not_yet(driver):
    view = sample_view(phase=Phase.EXCHANGE)
    driver.play(replace(view, seats=tuple(replace(seat, exchanged=seat.seat == 1) for seat in view.seats)))
    driver.tap_text(words("play.exchanged"))
    assert driver.posted == [cmd.Exchange(seat=0), cmd.Exchange(seat=2), cmd.Exchange(seat=3)]


def test_the_dog_is_placed_by_tapping_its_field(driver):
    driver.play(sample_view(phase=Phase.FIGURE, figure="dog", turn=3))
    tap_field(driver, 43)
    assert driver.posted == [cmd.PlaceDog(field=43)]


def test_an_unclear_play_offers_the_likely_ones(driver):
    view = declared_view("8", verdict=spoken(VerdictKind.UNCLEAR, seat=0))
    driver.play(replace(view, candidates=view.plays[:2]))
    driver.tap_text(view.plays[1].text["en"])
    assert driver.posted == [cmd.ChoosePlay(result=view.plays[1].result)]


def test_with_only_the_direction_open_two_arrows_ask_for_it(driver):
    view = declared_view("3", verdict=spoken(VerdictKind.UNCLEAR, seat=0, card="3"))
    both = wheel_pair("3")
    driver.play(replace(view, candidates=both))
    driver.tap_text(words("play.clockwise"))
    before = sample_position().placement.extra("wheel")
    (posted,) = driver.posted
    assert posted.result.extra("wheel") == (before + 1) % 4


def wheel_pair(card):
    """The two plays of a card that end on a paw and differ in the turn alone."""
    plays = candidates(sample_position(), card)
    turned = [play for play in plays if play.result.extra("wheel") != sample_position().placement.extra("wheel")]
    assert len(turned) >= 2
    return tuple(turned[:2])


def test_without_a_camera_a_play_is_entered_by_tapping_pawn_and_field(driver):
    view = declared_view("partner4", camera=HealthState.OFF)
    driver.play(view)
    tap_field(driver, 5)
    tap_field(driver, 9)
    (left,) = [play for play in view.plays if play.text["en"] in driver.button_texts()]
    driver.tap_text(left.text["en"])
    assert driver.posted == [cmd.ChoosePlay(result=left.result)]
    assert 9 in left.result.pawns[0]
    assert 5 not in left.result.pawns[0]


def test_every_play_stands_in_a_list_too(driver):
    view = declared_view("partner4", camera=HealthState.OFF)
    driver.play(view)
    driver.tap_text(words("play.list"))
    first = driver.screen.face.choices[0]
    driver.tap_text(first.text)
    assert driver.posted == [cmd.ChoosePlay(result=first.play.result)]


def test_holding_a_play_previews_it_and_letting_go_restores_the_board(driver):
    view = declared_view("8", camera=HealthState.OFF)
    driver.play(view)
    tap_field(driver, 5)
    play = driver.screen.face.choices[0].play
    driver.screen.preview(play)
    assert driver.screen.board.placement == play.result
    driver.screen.preview(None)
    assert driver.screen.board.placement is None


def test_a_tapped_pawn_lights_its_fields(driver):
    driver.play(declared_view("partner4", camera=HealthState.OFF))
    assert not driver.screen.board.lit
    tap_field(driver, 5)
    assert Spot(None, Place(9)) in driver.screen.board.lit


def test_with_a_camera_taps_on_the_board_mean_nothing(driver):
    driver.play(declared_view("partner4"))
    tap_field(driver, 5)
    assert driver.screen.face.taps == ()


def test_what_lies_there_can_be_reported_even_if_no_rule_allows_it(driver):
    view = declared_view("8", camera=HealthState.LOST)
    driver.play(view)
    driver.tap_text(words("play.set_seen"))
    tap_field(driver, 5)
    tap_field(driver, 14)
    driver.tap_text(words("edit.confirm_seen"))
    (posted,) = driver.posted
    assert isinstance(posted, cmd.ReportObservation)
    assert 14 in posted.observation.placement.pawns[0]
    assert 5 not in posted.observation.placement.pawns[0]


def test_a_second_report_begins_with_the_first_until_the_position_changes(driver):
    view = declared_view("8", camera=HealthState.LOST)
    driver.play(view)
    driver.tap_text(words("play.set_seen"))
    tap_field(driver, 5)
    tap_field(driver, 14)
    driver.tap_text(words("edit.confirm_seen"))
    driver.tap_text(words("play.set_seen"))
    assert driver.screen.draft.placement == driver.posted[0].observation.placement
    driver.screen.leave_mode()
    played = view.position.with_placement(view.plays[0].result)
    driver.play(replace(view, position=played, ply=view.ply + 1))
    driver.tap_text(words("play.set_seen"))
    assert driver.screen.draft.placement == played.placement


def test_that_was_something_else_offers_the_plays_as_buttons(driver):
    view = declared_view("8", verdict=spoken(VerdictKind.ILLEGAL, seat=0))
    driver.play(view)
    driver.tap_text(words("play.amend"))
    driver.tap_text(view.plays[0].text["en"])
    assert driver.posted == [cmd.ChoosePlay(result=view.plays[0].result)]


def test_setting_by_hand_corrects_the_position_and_the_turn(driver):
    driver.play(sample_view())
    driver.tap_text(words("play.amend"))
    driver.tap_text(words("amend.by_hand"))
    tap_field(driver, 5)
    tap_field(driver, 19)
    driver.tap_text(words("edit.on"))
    driver.tap_text("Carla")
    driver.tap_text(words("edit.confirm"))
    (posted,) = driver.posted
    assert isinstance(posted, cmd.Correct)
    assert posted.next_turn == 2
    assert posted.placement.pawns[0] == tuple(sorted({*sample_position().placement.pawns[0], Place(20)} - {Place(5)}))


def test_a_correction_can_be_broken_off(driver):
    driver.play(sample_view())
    driver.tap_text(words("play.amend"))
    driver.tap_text(words("amend.by_hand"))
    tap_field(driver, 5)
    driver.tap_text(words("nav.cancel"))
    assert driver.posted == []
    driver.card("8")


def test_a_new_position_ends_a_half_made_correction(driver):
    driver.play(sample_view())
    driver.screen.begin_edit("edit")
    driver.show(sample_view(ply=22, position=sample_position(turn=1)))
    assert driver.screen.mode == "turn"


def test_no_card_playable_walks_through_the_open_hand(driver):
    driver.play(sample_view())
    driver.tap_text(words("play.forfeit"))
    for name in ("13", "swap", "copy"):
        driver.tap(driver.card(name))
    driver.tap_text(words("forfeit.confirm"))
    assert driver.posted == [], "three of four cards are not the whole hand"
    driver.tap(driver.card("2"))
    driver.tap_text(words("forfeit.back"))
    driver.tap(driver.card("13"))
    driver.tap_text(words("forfeit.confirm"))
    assert driver.posted == [cmd.Forfeit(seat=0, hand=("13", "swap", "copy", "13"))]


def test_language_theme_and_card_aid_are_at_hand_during_a_game(driver):
    driver.play(sample_view(paused=True))
    driver.tap_text("Deutsch")
    assert words("pause.title", "de") in driver.texts()
    driver.tap_text(words("home.theme_dark", "de"))
    assert driver.launcher.settings().theme == "light"
    driver.tap_text(words("home.sound_off", "de"))
    assert driver.launcher.settings().sound
    driver.tap_text(words("home.card_aid", "de"))
    assert words("aid.title", "de") in driver.texts()
    driver.tap_text(words("nav.back", "de"))
    assert words("pause.title", "de") in driver.texts()
    assert driver.posted == []


def test_a_paused_table_only_goes_on_or_home(driver):
    driver.play(sample_view(paused=True))
    aside = {words(f"home.{name}") for name in ("card_aid", "sound_off", "motion_off", "theme_dark", "text_normal")}
    aside |= {words("voice.missing"), words("pause.close_up_on")}
    spoken = {"English", "Deutsch", "Français", "Italiano"}
    assert driver.button_texts() == {words("nav.home"), words("pause.resume")} | aside | spoken
    driver.tap_at(900, 420)
    driver.tap_text(words("pause.resume"))
    assert driver.posted == [cmd.Resume()]


def test_home_closes_the_table_and_keeps_the_game(driver):
    driver.play(sample_view(paused=True))
    driver.tap_text(words("nav.home"))
    assert driver.launcher.closed == 1
    assert driver.stepped.screens.current == "home"


def test_a_rematch_begins_with_the_next_seat(driver):
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    assert "Anna and Carla" in driver.texts()
    driver.tap_text(words("over.rematch"))
    (posted,) = driver.posted
    assert isinstance(posted, cmd.StartGame)
    assert posted.first == 1
    assert posted.names == ("Anna", "Ben", "Carla", "David")


def test_a_notice_stands_until_it_is_read_and_comes_back_when_it_changes(driver):
    notice = {language: f"notice {language}" for language in LANGUAGES}
    driver.play(sample_view(notice=notice))
    assert "notice en" in driver.texts()
    driver.tap_text(words("nav.ok"))
    assert "notice en" not in driver.texts()
    driver.show(sample_view(notice=dict.fromkeys(LANGUAGES, "another")))
    assert "another" in driver.texts()


def test_the_language_changes_under_a_running_game(driver):
    driver.play(sample_view(verdict=spoken(VerdictKind.ILLEGAL)))
    assert words("verdict.illegal") in driver.texts()
    driver.use_language("it")
    texts = driver.texts()
    assert words("verdict.illegal", "it") in texts
    assert words("play.pause", "it") in texts
    assert any(SENTENCES[VerdictKind.ILLEGAL]["it"] in text for text in texts)


def test_a_verdict_says_it_by_icon_word_and_colour(driver):
    faces = set()
    for kind in VerdictKind:
        driver.play(declared_view("8", verdict=spoken(kind, seat=0)))
        banner = driver.screen.ids.banner.banner
        faces.add((banner.tone, banner.icon, banner.word))
    assert len({tone for tone, _, _ in faces}) == len({icon for _, icon, _ in faces}) == len(VerdictKind)


def test_the_places_of_a_complaint_are_ringed(driver):
    driver.play(declared_view("8", verdict=spoken(VerdictKind.ILLEGAL, seat=0, origin=5, target=12)))
    assert driver.screen.board.picks == (Spot(None, Place(5)), Spot(None, Place(12)))


def test_without_a_picture_there_is_nothing_to_draw_fields_on(driver):
    scenes()["camera_none"](driver.stepped, driver.launcher)
    assert not driver.screen.ids.picture.has_picture
    shown = driver.button(words("camera.drawn"))
    assert shown.disabled
    assert shown.tone == "raised"


def test_a_chip_opens_what_the_camera_sees_and_back_leads_to_the_game(driver):
    driver.play(sample_view())
    chip = next(widget for widget in driver.visible() if type(widget).__name__ == "StatusChip")
    driver.tap(chip)
    assert driver.stepped.screens.current == "camera"
    driver.stepped.pump(2)
    assert driver.screen.ids.picture.has_picture
    assert not driver.button(words("camera.drawn")).disabled
    driver.tap_text(words("nav.back"))
    assert driver.stepped.screens.current == "play"


def test_only_the_newest_of_a_burst_is_shown(driver):
    driver.play(sample_view())
    for ply in range(30, 40):
        driver.launcher.table.show(sample_view(ply=ply))
    driver.stepped.settle()
    assert driver.model.view.ply == 39
    assert any("40" in text for text in driver.texts())


def test_figures_slide_only_where_motion_is_wanted(driver):
    driver.play(sample_view())
    moved = sample_position()
    rows = (*moved.placement.pawns[:3], (Place(11), *moved.placement.pawns[3][1:]))
    driver.show(sample_view(position=moved.with_placement(moved.placement.with_pawns(rows))))
    assert driver.screen.board.slide == 1.0
    assert driver.screen.board.slides is False
