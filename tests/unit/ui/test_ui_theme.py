"""Colours can be distinguished and read; sizes stand on one grid."""

import itertools

import pytest
from drawn_png import opened

from companion.catalogue.shipped import SHIPPED
from companion.looks.colours import PAWNS
from companion.looks.icons import ICONS
from companion.looks.pieces import RANKS
from ui import theme
from ui.art.pictures import draw_figure, draw_icon


@pytest.mark.parametrize("name", list(theme.THEMES))
@pytest.mark.parametrize(("ink", "ground"), theme.WRITTEN_ON)
def test_text_is_readable_on_its_ground(name, ink, ground):
    assert theme.contrast(ink, ground, theme.THEMES[name]) >= 4.5


@pytest.mark.parametrize("name", list(theme.THEMES))
def test_each_ground_with_an_ink_of_its_own_is_held_to_that(name):
    palette = theme.THEMES[name]
    grounds = {token.removeprefix("on_") for token in palette if token.startswith("on_")}
    assert grounds <= set(palette)
    for ground in grounds:
        assert theme.contrast(f"on_{ground}", ground, palette) >= 4.5, ground


def test_themes_name_the_same_colours():
    assert len({frozenset(palette) for palette in theme.THEMES.values()}) == 1


@pytest.mark.parametrize("colour", list(PAWNS))
def test_a_pawns_glyph_is_seen_on_its_pawn(colour):
    look = PAWNS[colour]
    assert theme.contrast(look.on_fill, look.fill) >= 4.5


def test_every_pawn_has_a_glyph_of_its_own():
    glyphs = [look.glyph for look in PAWNS.values()]
    assert len(set(glyphs)) == len(glyphs)


def test_paws_are_seen_on_the_disc():
    for paw in ("paw_light", "paw_dark"):
        assert theme.contrast(paw, "disc") >= 3


def test_contrast_knows_the_ends_of_the_scale():
    assert theme.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert theme.contrast("accent", "accent") == pytest.approx(1)


def test_a_token_and_its_hex_value_are_the_same_colour():
    assert theme.rgba("accent") == theme.rgba(theme.COLOURS["accent"])
    assert theme.rgba("#FF0000", 0.5) == (1, 0, 0, 0.5)


@pytest.mark.parametrize("name", list(ICONS))
def test_every_icon_draws_something_white_and_leaves_room(name):
    icon = opened(draw_icon(name, 48))
    covered = sum(icon.getchannel("A").histogram()[128:]) / (48 * 48)
    assert 0.03 < covered < 0.8


def test_pawns_of_two_colours_differ_even_without_colour():
    pictures = {colour: opened(draw_figure(colour, 40)).convert("L").tobytes() for colour in PAWNS}
    for first, second in itertools.combinations(pictures, 2):
        assert pictures[first] != pictures[second]


@pytest.mark.parametrize("rank", list(RANKS))
def test_ranks_and_colours_of_pawns_differ_even_in_grey(rank):
    pictures = {colour: opened(draw_figure(colour, 40, rank)).convert("L").tobytes() for colour in PAWNS}
    assert len(set(pictures.values())) == len(pictures)
    others = [draw_figure("red", 40, other) for other in RANKS if other != rank]
    assert draw_figure("red", 40, rank) not in (*others, draw_figure("red", 40))


def test_every_rank_of_every_game_has_a_sign():
    assert {rank for variant in SHIPPED.ids for rank in SHIPPED.variant(variant).rank_names} <= set(RANKS)


def test_an_unknown_colour_still_gives_a_pawn():
    assert opened(draw_figure("mauve", 30)).getbbox() is not None
