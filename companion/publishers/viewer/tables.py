"""What the pages need to know of boards and games to draw them, as values for JSON."""

from collections.abc import Iterable
from typing import Any

from companion.board.files import BoardProfile
from companion.open_row.catalogue import game_ids, load_game
from companion.publishers.viewer.drawings import Drawings, lane_option
from companion.rules.variant import Variant
from companion.views.card_looks import card_look


def board_json(profile: BoardProfile) -> dict[str, Any]:
    """Where the spots of a board are, in millimetres, x to the right and y down."""
    wheel = profile.wheel
    return {
        "v": 1,
        "id": profile.id,
        "size_mm": profile.size_mm,
        "track": profile.track,
        "goal": profile.goal,
        "kennel": profile.kennel,
        "centre": profile.centre,
        "wheel": wheel
        and {"centre": wheel.centre, "radius_mm": wheel.radius_mm, "fields": wheel.fields, "paws": wheel.paws},
    }


def games_json(variants: Iterable[Variant], drawings: Drawings) -> dict[str, Any]:
    """What the page needs to know of each game to show it; `plain` is the board of a game that it does not know."""
    return {"v": 1, "plain": drawings.plain, "games": {each.id: _game_json(each, drawings) for each in variants}}


def card_games_json() -> dict[str, Any]:
    """What the page needs to know of games of cards alone: `rows` by number of players, and the card that ends one."""
    games = {variant: load_game(variant) for variant in game_ids()}
    shown = {
        variant: {"rows": {seats: seating.rows for seats, seating in game.seats.items()}, "row_end": game.row_end}
        for variant, game in games.items()
    }
    return {"v": 1, "card_games": shown}


def _game_json(variant: Variant, drawings: Drawings) -> dict[str, Any]:
    """`drawings` are the boards by lane offset; `lane_option` is the switch that sets that."""
    return {
        "figures": variant.figures,
        "ranks": variant.rank_names,
        "cards": {card: card_look(card, variant) for card in variant.cards},
        "drawings": drawings.by_game.get(variant.id, {}),
        "lane_offset": variant.walk.lane_offset,
        "lane_option": lane_option(variant),
    }
