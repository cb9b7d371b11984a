"""The data of boards and games by which the pages draw them."""

from collections.abc import Iterable

from companion.board.files import BoardProfile
from companion.open_row.catalogue import game_ids, load_game
from companion.rules.variant import Variant
from companion.views.wording.card_looks import card_look
from companion.web.pages.drawings import Drawings, lane_option
from companion.web.pages.page_data import BoardGeometry, CardGameLook, GameLook, Games


def board_geometry(profile: BoardProfile) -> BoardGeometry:
    return BoardGeometry(
        id=profile.id,
        size_mm=profile.size_mm,
        track=profile.track,
        goal=profile.goal,
        kennel=profile.kennel,
        centre=profile.centre,
        wheel=profile.wheel,
    )


def board_games(variants: Iterable[Variant], drawings: Drawings) -> Games:
    return Games(plain=drawings.plain, games={each.id: _look(each, drawings) for each in variants})


def card_games() -> Games:
    games = {variant: load_game(variant) for variant in game_ids()}
    shown = {
        variant: CardGameLook(rows={seats: seating.rows for seats, seating in game.seats.items()}, row_end=game.row_end)
        for variant, game in games.items()
    }
    return Games(card_games=shown)


def _look(variant: Variant, drawings: Drawings) -> GameLook:
    return GameLook(
        figures=variant.figures,
        ranks=variant.rank_names,
        cards={card: card_look(card, variant) for card in variant.cards},
        drawings=drawings.by_game.get(variant.id, {}),
        lane_offset=variant.walk.lane_offset,
        lane_option=lane_option(variant),
    )
