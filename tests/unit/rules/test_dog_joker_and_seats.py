"""The joker of DOG, its start cards, and tables of two to six.  Red is seat 0 with start field 0."""

import pytest
from dog_tables import BRAENDI, COMPACT, DOG, GAMES, HOME, SEATS, Game, after, boards, nexts, table
from msgspec.structs import replace
from rules_for_tests import rules_of, with_rules

from companion.catalogue.shipped import SHIPPED
from companion.model.play import Play
from companion.model.position import Placement
from companion.model.position_form import PositionError
from companion.rules.apply import is_done, winners
from companion.rules.legal import ActingAsError, UnknownCardError, legal_plays
from companion.rules.setup import first_position

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
printed_games = pytest.mark.parametrize("game", [DOG, COMPACT], ids=["dog", "dog_compact"])
BUSY = "0:2,20,63,g2 1:18,40 2:32,10 3:9"


@every_game
def test_a_joker_is_any_other_card(game: Game) -> None:
    """DOG-R23: with all that card's functions, declared when played; without a face all of them are listed once."""
    position = table(BUSY, game=game.id)
    faces = [card for card in SHIPPED.variant(game.id).cards if card != "joker"]
    assert len(faces) == 13
    for face in faces:
        assert nexts(position, "joker", face) == nexts(position, face)
    assert nexts(position, "joker") == set().union(*(nexts(position, face) for face in faces))


@every_game
def test_a_result_is_listed_by_the_first_face_that_has_it(game: Game) -> None:
    """DOG-R23: the faces in the order of the game, and of each the plays in their order."""
    rules, position = with_rules(table(BUSY, game=game.id))
    first: dict[Placement, Play] = {}
    for face in rules.variant.cards:
        for play in () if face == "joker" else legal_plays(rules, position, face):
            first.setdefault(play.result, replace(play, card="joker", acting_as=face))
    assert legal_plays(rules, position, "joker") == tuple(first.values())


@every_game
def test_a_joker_starts_swaps_goes_back_and_burns(game: Game) -> None:
    """DOG-R23: and the play states the face of the joker; a number that no card has is not a face."""
    reached = boards(table("0:20 1:22", game=game.id), "joker")
    assert {"0:0,20 1:22", "0:22 1:20", "0:16 1:22", "0:27"} <= reached
    assert not any(f"0:{20 + points}" in board for points in range(14, 40) for board in reached)
    assert {play.acting_as for play in legal_plays(*with_rules(table(game=game.id)), "joker")} <= {
        game.start,
        game.one_eleven,
    }


@printed_games
def test_a_house_rule_limits_the_joker_to_red_cards(game: Game) -> None:
    """DOG-R23: a family variant; the blue numbers are then not to be had."""
    position = table("0:20", game=game.id, options={"dog.joker_red_only": True})
    reached = boards(position, "joker")
    assert {"0:0,20", "0:21", "0:31", "0:33"} <= reached
    assert reached.isdisjoint({"0:22", "0:23", "0:25", "0:26", "0:28", "0:29", "0:30", "0:32"})


@printed_games
def test_the_seven_and_the_four_are_red(game: Game) -> None:
    """DOG-R23: the printed list of red special cards has them too."""
    position = table("0:20", game=game.id, options={"dog.joker_red_only": True})
    assert {"0:27", "0:24", "0:16"} <= boards(position, "joker")


@every_game
def test_a_joker_is_no_joker_and_no_fourteen(game: Game) -> None:
    """DOG-R24: it has no function of its own, and the 14 of DOG Cards is not in the game."""
    position = table("0:20", game=game.id)
    with pytest.raises(ActingAsError):
        legal_plays(rules_of(position), position, "joker", "joker")
    with pytest.raises(ActingAsError):
        legal_plays(rules_of(position), position, "joker", "14")
    assert "0:34" not in boards(position, "joker")


@printed_games
def test_the_fourteen_is_another_box(game: Game) -> None:
    """DOG-R34: off, and not to be switched on: no deck of the game has it."""
    with pytest.raises(UnknownCardError, match="14"):
        legal_plays(*with_rules(table("0:5", game=game.id)), "14")
    assert boards(table("0:5", game=game.id, options={"dog.use_14": False}), "8") == {"0:13"}
    with pytest.raises(PositionError, match=r"dog\.use_14"):
        table("0:5", game=game.id, options={"dog.use_14": True})


@every_game
def test_only_a_joker_is_played_as_another_card(game: Game) -> None:
    """DOG-R23: any other card is itself."""
    with pytest.raises(ActingAsError):
        legal_plays(*with_rules(table("0:20", game=game.id)), "8", "9")


@every_game
def test_starting_is_not_forced(game: Game) -> None:
    """DOG-R25: the start cards' numbers may be walked while pawns wait."""
    assert boards(table("0:5", game=game.id), game.start) == {"0:0,5", "0:18"}
    assert boards(table("0:5", game=game.id), game.one_eleven) == {"0:0,5", "0:6", "0:16"}
    assert boards(table("0:5,g2,g3,g4", game=game.id), game.start) == {"0:18,g2,g3,g4"}


@pytest.mark.parametrize(
    ("name", "players"), [("dog", 2), ("dog", 3), ("dog", 5), ("dog_compact", 2), ("dog_compact", 3)]
)
def test_a_fifth_pawn_for_who_plays_alone(name: str, players: int) -> None:
    """DOG-R27: one of five begins on the start field; when all five are off the track it waits beside the kennel."""
    position = first_position(SHIPPED.variant(name), 4 if players < 5 else 6, tuple(SEATS[players]))
    assert [len(row) for row in position.placement.pawns] == [5] * players
    assert [sum(place == -1 for place in row) for row in position.placement.pawns] == [4] * players
    empty = table(game=name, players=players)
    assert boards(empty, "13") == {"0:0"}
    assert boards(empty, "8") == set()


@pytest.mark.parametrize(("name", "players"), [("dog", 4), ("dog", 6), ("dog_compact", 4), ("braendi", 4)])
def test_no_fifth_pawn_and_no_free_start_in_teams(name: str, players: int) -> None:
    """DOG-R27: four pawns, all in their kennels."""
    position = first_position(SHIPPED.variant(name), 4 if players < 5 else 6, tuple(range(players)))
    assert position.placement.pawns == ((-1, -1, -1, -1),) * players


def test_the_number_of_pawns_is_checked() -> None:
    """DOG-R27: five alone, four in teams."""
    assert table("0:1,2,3,4,5", players=2).turn == 0
    with pytest.raises(PositionError, match="pawns"):
        table("0:1,2,3,4,5", players=4)
    with pytest.raises(PositionError, match="pawns"):
        table("0:1,2,3,4,5,6", players=3)


@pytest.mark.parametrize(("name", "players"), [("dog", 2), ("dog", 3), ("dog", 5), ("dog_compact", 3)])
def test_four_at_home_win_alone(name: str, players: int) -> None:
    """DOG-R33, CORE-R19: the first with four pawns home has won, wherever the fifth is."""
    last_field = 95 if players == 5 else 63
    position = table(f"0:20,{last_field},g2,g3,g4 1:40", game=name, players=players)
    assert not is_done(rules_of(position), position, 0)
    won = after(position, "2", f"0:20,{HOME} 1:40")
    assert winners(rules_of(won), won) == (0,)
    assert legal_plays(rules_of(won), won, "8") == ()


@every_game
def test_one_of_two_at_home_has_not_won(game: Game) -> None:
    """DOG-R33: in teams all eight pawns."""
    position = after(table("0:63,g2,g3,g4 2:40", game=game.id), "2", f"0:{HOME} 2:40")
    assert winners(rules_of(position), position) == ()
    assert boards(position, "8") == set()


@every_game
def test_the_last_card_is_carried_out_completely(game: Game) -> None:
    """DOG-R33, CORE-R10: a card that is too high brings nobody home."""
    position = table(f"0:{HOME} 2:29,g2,g3,g4", game=game.id)
    assert boards(position, "5") == {f"0:{HOME} 2:34,g2,g3,g4"}
    assert winners(*with_rules(after(position, game.four, f"0:{HOME} 2:{HOME}"))) == (0, 2)


def test_five_and_six_play_on_the_big_side() -> None:
    """DOG-R28: 96 fields; an unused colour's start field is a plain field."""
    assert boards(table("0:90", players=6), "5") == {"0:95"}
    assert boards(table("0:94", players=6), "3") == {"0:1", "0:g1"}
    assert boards(table("0:60", players=6), "5") == {"0:65"}
    with_gap = table("0:78 1:81", players=5, seats=[0, 1, 2, 3, 4])
    assert boards(with_gap, "3") == {"0:81"}
    for players, sectors in ((5, 4), (6, 4), (4, 6)):
        with pytest.raises(PositionError, match="sectors"):
            table(players=players, sectors=sectors)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_few_may_choose_the_big_side(players: int) -> None:
    """DOG-R28: by a house rule; then the lap is longer and the other start fields are plain."""
    big = {"dog.board_side": "big"}
    assert boards(table("0:79", players=players, sectors=6, options=big), "8") == {"0:87"}
    with pytest.raises(PositionError, match="sectors"):
        table("0:79", players=players, sectors=6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_up_to_four_play_on_the_small_side(players: int) -> None:
    """DOG-R28: 64 fields."""
    assert boards(table("0:62", players=players), "8") == {"0:6"}
    with pytest.raises(PositionError, match="track"):
        table("0:64", players=players)


@pytest.mark.parametrize(("name", "players"), [("dog_compact", 5), ("dog_compact", 6), ("braendi", 2), ("braendi", 5)])
def test_unsupported_numbers_of_players_are_refused(name: str, players: int) -> None:
    """DOG-R28: DOG Compact seats four at most, Braendi by four or six."""
    with pytest.raises(PositionError, match=r"seats|sectors"):
        table(game=name, players=players)


def test_counter_clockwise_pawns_are_counted_the_same() -> None:
    """DOG-R31: the sectors follow in playing direction, the seats still clockwise, and so does the turn."""
    other_way = table("0:53", seats=[3, 2, 1, 0], options={"dog.direction": "counter-clockwise"})
    assert boards(other_way, "8") == {"0:61"}
    assert boards(other_way, "13") == {"0:2", "0:48,53"}
    assert after(other_way, "8", "0:61").turn == 1


def test_the_turn_may_go_the_other_way() -> None:
    """DOG-R31: only when that was agreed."""
    assert after(table("0:5"), "8", "0:13").turn == 1
    assert after(table("0:5", options={"dog.turn_direction": "counter-clockwise"}), "8", "0:13").turn == 3


def test_six_players_form_three_teams_of_two() -> None:
    """DOG-R32: opposite players; two teams of three only by a house rule."""
    helper = f"0:{HOME} 2:40 3:60 4:70"
    assert boards(table(helper, players=6), "8") == {f"0:{HOME} 2:40 3:68 4:70"}
    assert winners(*with_rules(table(f"0:{HOME} 3:{HOME}", players=6))) == (0, 3)
    assert winners(*with_rules(table(f"0:{HOME} 2:{HOME}", players=6))) == ()
    two_teams = {"dog.teams6": "alternating"}
    helped = boards(table(helper, players=6, options=two_teams), "8")
    assert helped == {f"0:{HOME} 2:48 3:60 4:70", f"0:{HOME} 2:40 3:60 4:78"}


def test_braendi_has_its_own_names_of_the_same_cards() -> None:
    """DOG-R23: Braendi's names of the same cards; the others are unknown to it."""
    position = table("0:5", game=BRAENDI.id)
    assert boards(position, "Q") == {"0:17"}
    assert boards(position, "K") == {"0:0,5", "0:18"}
    for card in ("swap", "1/11", "+-4", "13"):
        with pytest.raises(UnknownCardError):
            legal_plays(rules_of(position), position, card)
