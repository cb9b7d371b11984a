"""Every game of the family on the tablet, without a window: setting it up, and questions that only some games have."""

import re
from dataclasses import replace

import msgspec
import pytest
from gallery.views import all_waiting, candidates, game_view
from rules_for_tests import rules_of

from companion.app.card_setup import has_board
from companion.app.table_setup import begin_command, start_command
from companion.board.drawing import GameMarks, board_parts
from companion.board.files import board_ids, fits, load_board
from companion.board.layout import BoardLayout
from companion.catalogue.shipped import SHIPPED
from companion.model.places import CENTRE, KENNEL, Place
from companion.model.position import Position
from companion.open_row.catalogue import game_ids
from companion.rules.legal import legal_plays
from companion.session.state import Phase
from companion.settings.schema import Settings
from companion.texts import LANGUAGES
from companion.views.table_view import HealthState, PendingView
from companion.views.wording.words import variant_name
from ui.art.pictures import draw_board
from ui.i18n import load_words
from ui.presenters.evening.rematch import rematch_command
from ui.presenters.game_tiles import game_tiles
from ui.presenters.house_rules import changes, pages, rule_groups
from ui.presenters.own_board.words import outlines, sector_colours
from ui.presenters.play.choices import changed_spots, narrow
from ui.presenters.play.play import TabletState, play_view_model
from ui.presenters.setup import (
    SetupForm,
    board_choices,
    game_data,
    problem,
    team_choices,
    usable,
)
from ui.presenters.spots import Spot, Spots, spot_of

WORDS = load_words("en")


def face(view, **local):
    return play_view_model(view, TabletState(**local), WORDS)


def form_of(variant: str, players: int | None = None) -> SetupForm:
    form = SetupForm(SHIPPED, Settings()).with_variant(variant)
    return form if players is None else form.with_players(players)


# --- set-up ----------------------------------------------------------------------------------------------------------


def test_all_games_are_offered_by_name_and_line():
    tiles = game_tiles(SetupForm(SHIPPED, Settings()), WORDS)
    assert [tile.variant for tile in tiles] == [*SHIPPED.ids, *game_ids()]
    assert all(tile.title and tile.line and tile.players for tile in tiles)
    assert [tile.variant for tile in tiles if tile.chosen] == ["black_dog"]


def test_beside_each_game_is_a_board_on_which_it_is_played():
    for tile in game_tiles(SetupForm(SHIPPED, Settings()), WORDS):
        if not has_board(tile.variant):
            assert (tile.board, tile.colours) == ("", ())
            continue
        profile = load_board(tile.board)
        assert fits(profile, SHIPPED.variant(tile.variant))
        assert len(tile.colours) == len(set(tile.colours)) == len(profile.goal)


@pytest.mark.parametrize(
    ("variant", "players"),
    [(v, count) for v in (*SHIPPED.ids, *game_ids()) for count in game_data(SHIPPED, v).seat_counts],
)
def test_every_game_can_be_set_up_for_every_number_of_players(variant, players):
    form = form_of(variant, players)
    assert (form.rejected, problem(form, WORDS)) == ("", "")
    assert len(form.settings.names) == len(set(form.settings.names)) == players
    assert len(set(form.settings.colours)) == players
    begun = begin_command(SHIPPED, form.settings, "g")
    assert len(begun.names) == players
    assert [form.settings.board] == [option.value for option in board_choices(form, WORDS)][:1] or not form.on_board
    assert team_choices(form, WORDS)


@pytest.mark.parametrize("variant", game_ids())
def test_an_own_board_is_begun_while_a_game_without_a_board_is_set_up(variant):
    """The screen of own boards is made when the tablet starts, whatever game the settings name."""
    form = form_of(variant)
    assert {option.value for option in outlines(form, WORDS)} == set(board_ids())
    assert len(set(sector_colours(SHIPPED, form.settings, 6))) == 6


def test_names_stay_when_the_game_changes():
    form = SetupForm(SHIPPED, Settings()).with_name(1, "Zoe").with_variant("dog").with_players(6).with_players(2)
    assert form.settings.names == ("Anna", "Zoe")
    assert form.settings.board == "star_4"


@pytest.mark.parametrize("fewer", [2, 3, 4, 5])
def test_names_of_seats_that_were_empty_for_a_game_are_there_again(fewer: int):
    names = ("Mia", "Opa Hans", "Lea", "Jonas", "Tim", "Zoë")
    form = form_of("dog").with_players(6)
    for seat, name in enumerate(names):
        form = form.with_name(seat, name)
    smaller = form.with_players(fewer)
    assert smaller.settings.names == names[:fewer]
    assert smaller.with_players(6).settings.names == names


def test_a_number_that_the_game_is_not_played_by_is_refused_in_a_line():
    form = form_of("keezen").with_players(6)
    assert "keezen" in form.rejected
    assert len(form.settings.names) == 4


def test_tock_may_be_played_alone_and_dog_may_not():
    tock = form_of("tock_6", 4)
    assert [option.value for option in team_choices(tock, WORDS)] == ["teams", "alone"]
    assert tock.with_alone(alone=True).teams() == (0, 1, 2, 3)
    assert tock.with_alone(alone=True).with_alone(alone=False).teams() == (0, 1, 0, 1)
    assert [option.value for option in team_choices(form_of("dog", 4), WORDS)] == ["teams"]
    assert [option.value for option in team_choices(form_of("dog", 5), WORDS)] == ["alone"]


def test_a_rule_about_the_board_brings_the_board_along():
    form = form_of("dog", 4).with_option("dog.board_side", "big")
    assert form.settings.board == "star_6"
    assert len(start_command(SHIPPED, form.settings, "g").seats) == 4
    assert form.with_option("dog.board_side", "usual").settings.board == "star_4"
    assert form.as_printed().settings.board == "star_4"


def test_pawns_that_go_the_other_way_get_their_board_and_back():
    form = form_of("dog", 4).with_option("dog.direction", "counter-clockwise")
    assert (form.rejected, problem(form, WORDS)) == ("", "")
    begun = start_command(SHIPPED, form.settings, "g")
    assert (begun.board, begun.seats) == ("star_4_left", (0, 3, 2, 1))
    assert form.with_players(6).settings.board == "star_6_left"
    assert form.with_players(6).rejected == ""
    assert form.as_printed().settings.board == "star_4"
    assert form.with_variant("tock_6").settings.board == "toc_6"


def test_tock_has_two_boards_for_four():
    form = form_of("tock_6", 4)
    assert [option.value for option in board_choices(form, WORDS)] == ["toc_6", "toc_4"]
    small = form.with_board("toc_4")
    assert (small.rejected, start_command(SHIPPED, small.settings, "g").sectors) == ("", 4)


def test_house_rules_are_kept_only_if_they_differ_from_the_printed_ones():
    form = form_of("dog").with_option("dog.joker_red_only", True)
    assert form.settings.options == {"dog.joker_red_only": True}
    assert changes(form.variant, form.settings.options) == 1
    assert form.with_option("dog.joker_red_only", False).settings.options == {}
    assert form.with_variant("tock_6").settings.options == {}


def test_a_changed_rule_says_what_is_printed():
    rules = [
        rule
        for group in rule_groups(SHIPPED.variant("dog"), {"dog.swap_void": "unplayable"}, WORDS)
        for rule in group.rules
    ]
    (changed,) = [rule for rule in rules if rule.changed]
    assert changed.name == "dog.swap_void"
    assert changed.printed == "as printed: no effect"


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_every_rule_stands_on_one_page_and_no_page_is_too_full(variant):
    groups = rule_groups(SHIPPED.variant(variant), {}, WORDS)
    leaves = pages(groups)
    shown = [rule.name for leaf in leaves for group in leaf for rule in group.rules]
    assert shown == [rule.name for group in groups for rule in group.rules]
    for leaf in leaves:
        assert sum(0.5 + len(group.rules) for group in leaf) <= 5


def test_a_rematch_keeps_seats_teams_and_options():
    view = game_view("tock_6", 4)
    view = replace(
        view, position=msgspec.structs.replace(view.position, teams=(0, 1, 2, 3)), options=(("tk.exchange", True),)
    )
    again = rematch_command(view, "g")
    assert (again.teams, again.sectors, again.seats) == ((0, 1, 2, 3), 6, view.position.seats)
    assert again.options == (("tk.exchange", True),)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"variant": "our_own"}, "our_own"),
        ({"options": {"dog.use_13": True}}, "dog.use_13"),
        ({"variant": "braendi", "names": ("A", "B"), "board": "star_4"}, "braendi"),
        ({"colours": ("red", "blue")}, "colours"),
        ({"teams": (0, 1)}, "teams"),
    ],
)
def test_unfit_settings_are_reported_and_the_form_still_opens(changes, named):
    settings, trouble = usable(SHIPPED, Settings(**changes))
    assert named in trouble
    form = SetupForm(SHIPPED, settings)
    assert problem(form, WORDS) == ""
    assert start_command(SHIPPED, form.settings, "g").seats
    assert usable(SHIPPED, Settings()) == (Settings(), "")


def test_a_game_of_the_house_without_words_is_called_by_its_id():
    assert variant_name("our_own", WORDS) == "our_own"


# --- the board -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), [("dog", 6), ("dog", 3), ("tock_6", 5), ("dog_royal", 4)])
def test_every_pawn_of_every_game_has_a_place_of_its_own_on_the_board(variant, players):
    view = game_view(variant, players)
    game = SHIPPED.variant(variant)
    spots = Spots(BoardLayout(load_board(view.board)), view.position.seats, game.rank_names)
    marks = spots.marks(view.position.placement, game.figures)
    assert len(marks) == players * game.pawns_per_seat(players)
    assert len({(mark.x, mark.y) for mark in marks}) == len(marks)
    if game.ranks:
        assert {mark.rank for mark in marks} == {"king", "knight", "citizen", "jester"}


def test_the_centre_is_a_spot_of_its_own():
    view = game_view("super_tock", 4)
    spots = Spots(BoardLayout(load_board(view.board)), view.position.seats)
    assert spot_of(1, CENTRE) == Spot(None, CENTRE)
    assert spots.nearest(*spots.at(Spot(None, CENTRE)), 0.01) == Spot(None, CENTRE)


def marks_of(position: Position) -> GameMarks:
    rules = rules_of(position)
    return GameMarks.at_table(rules)


def test_doors_and_special_fields_are_drawn_where_the_game_has_them():
    royal = marks_of(game_view("dog_royal", 4).position)
    assert royal.specials == {10, 26, 42, 58}
    tock = marks_of(game_view("tock_6", 6).position)
    assert tock.doors == {7, 25, 43, 61, 79, 97}
    assert marks_of(game_view("super_tock", 4).position).doors == {8, 26, 44, 62}
    assert marks_of(game_view("black_dog", 4).position) == GameMarks()
    layout = BoardLayout(load_board("star_4"))
    assert draw_board(layout, royal, [], 90, 4) != draw_board(layout, GameMarks(), [], 90, 4)


def test_a_lane_that_branches_off_earlier_is_drawn_there():
    position = msgspec.structs.replace(game_view("tock_6", 4).position, options=(("tk.lane_offset", -2),))
    layout = BoardLayout(load_board("toc_6"))
    lanes = [part for part in board_parts(layout, marks_of(position)) if part.kind == "lane"]
    branches = [lane.shapes[0].points[0] for lane in lanes]
    assert branches == [layout.profile.track[field] for field in (106, 16, 34, 52, 70, 88)]


@pytest.mark.parametrize(("variant", "card"), [("dog_royal", "1/11"), ("tock_6", "K"), ("super_tock", "10")])
def test_plays_of_ranked_pawns_and_of_the_centre_can_be_entered_by_taps(variant, card):
    position = game_view(variant, 4).position
    plays = candidates(position, card)
    assert len(plays) > 1
    for play in plays:
        left = narrow(rules_of(position), position, plays, changed_spots(rules_of(position), position, play.result))
        assert play in left
    kings = [play for play in legal_plays(rules_of(position), position, card) if len(play.steps) == 1]
    assert kings


# --- what only some games ask ----------------------------------------------------------------------------------------


def test_a_joker_asks_as_which_card_and_offers_no_joker():
    view = game_view("dog", 4)
    shown = face(view, joker="joker")
    assert shown.pane == "as"
    assert [card.card for card in shown.cards] == [card for card in SHIPPED.variant("dog").cards if card != "joker"]
    assert "Anna" in shown.prompt
    assert shown.can_withdraw
    assert not shown.can_forfeit


def test_a_free_start_offers_waiting_ranks_and_an_allowed_refusal():
    royal = all_waiting(game_view("dog_royal", 4))
    assert [answer.rank for answer in face(royal).answers] == ["king", "knight", "citizen", "jester"]
    assert all(answer.use for answer in face(royal).answers)
    plain = face(all_waiting(game_view("dog_royal_plain", 4)))
    assert [(answer.rank, answer.use) for answer in plain.answers] == [("", True), ("", False)]
    one_out = royal.position.with_placement(
        royal.position.placement.with_pawns(((Place(3), KENNEL, KENNEL, KENNEL), *royal.position.placement.pawns[1:]))
    )
    assert "king" not in [answer.rank for answer in face(replace(royal, position=one_out)).answers]


@pytest.mark.parametrize(("kind", "answers"), [("replace", 1), ("draw", 1), ("may_draw", 2), ("discard", 1)])
def test_a_player_who_owes_a_card_is_named_and_prompted(kind, answers):
    shown = face(game_view("dog_royal", 4, pending=PendingView(kind=kind, seat=2, count=1)))
    assert shown.pane == kind
    assert shown.turn_name == "Carla"
    assert "Carla" in shown.banner.sentence
    assert len(shown.answers) == answers
    assert not shown.can_forfeit
    assert [seat.name for seat in shown.seats if seat.active] == ["Carla"]


def test_after_a_draw_cards_are_offered_and_the_banner_says_why():
    shown = face(game_view("dog", 3, pending=PendingView(kind="play_or_discard", seat=0, count=1)))
    assert shown.pane == "cards"
    assert shown.banner.sentence == WORDS.text("banner.drawn", name="Anna")
    assert shown.can_forfeit


@pytest.mark.parametrize(
    ("variant", "players", "to"), [("dog", 4, "partner"), ("dog", 3, "left"), ("dog", 6, "partner")]
)
def test_the_exchange_says_whom_the_card_goes_to(variant, players, to):
    assert face(game_view(variant, players, phase=Phase.EXCHANGE)).prompt == WORDS.text(f"prompt.exchange_{to}")


def test_five_pawns_still_mean_four_at_home():
    assert face(game_view("dog", 3)).seats[0].home == "1/4"


def test_without_a_camera_a_play_into_the_centre_is_tapped():
    view = game_view("super_tock", 4)
    off = tuple(replace(part, state=HealthState.OFF) if part.part == "camera" else part for part in view.health)
    view = replace(view, declared="10", plays=candidates(view.position, "10"), health=off)
    assert face(view).pane == "tap"


def test_only_a_game_with_a_wheel_shows_how_its_wheel_is():
    for variant, game in SHIPPED.variants.items():
        parts = [chip.part for chip in face(game_view(variant, 4)).chips]
        assert parts == ["camera", *(["wheel"] if game.wheel_offsets else []), "mqtt", "record"], variant


def test_a_part_that_never_was_there_is_off_and_not_lost():
    chips = face(game_view("black_dog", 4, health=())).chips
    assert len(chips) == 4
    assert {chip.state for chip in chips} == {WORDS.text("health.off")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_cards_to_deal_shows_in_every_round_of_every_game(language: str):
    words = load_words(language)
    for variant in SHIPPED.variants:
        for count in range(1, 12):
            view = game_view(variant, 4, phase=Phase.DEAL, round=count)
            cards = view.rules.deal.cards_in_round(count + 1, 4)
            said = play_view_model(view, TabletState(), words)
            assert re.findall(r"\d+", said.banner.sentence) == [str(cards)], (variant, count)
