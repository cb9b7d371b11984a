"""The spectators' page shows every board and game of the family, in a real browser."""

from dataclasses import replace
from typing import Any

import pytest
from gallery.views import game_view as any_game
from page_broadcasts import Broadcast, shown

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.session.state import Phase
from companion.views.table_view import PendingView


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("variant", "players"), [("pegs_and_jokers", 6), ("dog_royal", 3), ("tock_6", 6), ("super_tock", 4)]
)
def test_every_board_and_game_of_the_family_is_shown(broadcast: Broadcast, variant: str, players: int) -> None:
    view = any_game(variant, players)
    assert view.position is not None
    broadcast.lay(view.board)
    broadcast.publisher.publish(view, ())
    spectator = broadcast.open()
    spectator.wait_for(seq=view.seq)
    board, game = load_board(view.board), SHIPPED.variant(variant)
    assert spectator.pawns() == shown(view.position)
    drawn = {(round(x, 1), round(y, 1)) for x, y in spectator.spots_mm()}
    assert len(drawn) == players * game.pawns_per_seat(players)
    assert (board.centre in drawn) == (game.centre is not None)
    doors = len(game.door_fields(view.position.sectors))
    assert len(spectator.page.query_selector_all("#board .door")) == doors
    assert len(spectator.page.query_selector_all("#board .special")) == (4 if game.ranks else 0)
    ranks = {pawn.get_attribute("data-rank") for pawn in spectator.page.query_selector_all("#board [data-seat]")}
    assert ranks == (set(game.rank_names) or {None})
    lines = "(pips) => pips.map((each) => new Set([...each.children].map((pip) => pip.offsetTop)).size)"
    homes = spectator.page.eval_on_selector_all(".pips", lines)
    assert homes == [1] * players, "what is home stands in one line, however many pawns"
    assert spectator.troubles == []
    spectator.close()


def test_ranked_pawns_that_change_places_are_seen_moving(broadcast: Broadcast) -> None:
    view = any_game("dog_royal", 4)
    assert view.position is not None
    broadcast.lay(view.board)
    broadcast.publisher.publish(view, ())
    spectator = broadcast.open()
    spectator.wait_for(seq=view.seq)
    placement = view.position.placement
    king, knight, *others = placement.pawns[0]
    swapped = placement.with_pawns(((knight, king, *others), *placement.pawns[1:]))
    broadcast.publisher.publish(replace(view, seq=view.seq + 1, position=view.position.with_placement(swapped)), ())
    spectator.wait_for(seq=view.seq + 1)
    moved_ranks = {pawn.get_attribute("data-rank") for pawn in spectator.page.query_selector_all("#board .moved")}
    assert moved_ranks == {"king", "knight"}
    spectator.close()


#: The question of a game, and its words on the page.
ASKED: list[tuple[dict[str, Any], str]] = [
    ({"phase": Phase.START}, "Anna puts a pawn on the start"),
    ({"phase": Phase.EXCHANGE}, "Partners exchange cards"),
    ({"pending": PendingView(kind="may_draw", seat=2, count=1)}, "Carla may draw a card"),
    ({"pending": PendingView(kind="discard", seat=1, count=1)}, "Ben throws a card away"),
    ({"pending": PendingView(kind="play_or_discard", seat=0, count=1)}, "Anna to play"),
]


def test_questions_of_only_some_games_are_shown(broadcast: Broadcast) -> None:
    view = any_game("dog_royal", 4)
    broadcast.lay(view.board)
    spectator = broadcast.open()
    for seq, (changes, words) in enumerate(ASKED, start=view.seq):
        broadcast.publisher.publish(replace(view, seq=seq, **changes), ())
        spectator.wait_for(seq=seq)
        assert spectator.text("#turn-text") == words
    spectator.close()


@pytest.mark.long
def test_players_alone_pass_their_cards_to_the_left(broadcast: Broadcast) -> None:
    view = any_game("dog", 3)
    broadcast.lay(view.board)
    broadcast.publisher.publish(replace(view, phase=Phase.EXCHANGE), ())
    spectator = broadcast.open("lang=it")
    spectator.wait_for(seq=view.seq)
    assert spectator.text("#turn-text") == "Ognuno passa una carta a sinistra"
    spectator.close()
