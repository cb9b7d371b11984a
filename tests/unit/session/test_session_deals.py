"""The dealt cards of each player, in every game and for every number of players; the cards' places meanwhile."""

import pytest
from rules_for_tests import rules_of
from session_driver import HOME, Session, refusal, table

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, goal
from companion.rules.deal import receiver
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.state import Phase

LANE = [goal(1), goal(2), goal(3), goal(4)]


def deals(session: Session, rounds: int) -> list[ev.CardsDealt]:
    """The deals of the first rounds, each of which people end at once."""
    for _ in range(rounds):
        session.to_play()
        session.do(cmd.NewRound())
    return [event for event in session.events if isinstance(event, ev.CardsDealt)]


@pytest.mark.parametrize(
    ("variant", "seats", "sizes"),
    [
        ("black_dog", 2, [5, 5, 5]),
        ("black_dog", 4, [5, 5, 5]),
        ("dog", 2, [6, 5, 4, 3, 2, 6, 5]),
        ("dog", 6, [6, 5, 4, 3, 2, 6]),
        ("dog_compact", 3, [6, 5, 4, 3, 2, 6]),
        ("dog_royal", 5, [5, 5, 5]),
        ("dog_royal_plain", 6, [5, 5, 5]),
        ("braendi", 4, [6, 5, 4, 3, 2, 6]),
        ("tock_6", 2, [5, 5, 4, 4, 4, 4, 5]),
        ("tock_6", 3, [5, 4, 4, 4, 5]),
        ("tock_6", 4, [5, 4, 4, 5]),
        ("tock_6", 5, [5, 5, 5]),
        ("tock_6", 6, [4, 4, 4]),
        ("super_tock", 2, [5, 5, 4, 4, 4, 4, 5]),
        ("super_tock", 3, [5, 4, 4, 4, 5]),
        ("super_tock_advanced", 4, [5, 4, 4, 5]),
        ("super_tock", 6, [4, 4, 4]),
    ],
)
def test_the_cards_a_player_gets_round_by_round(variant: str, seats: int, sizes: list[int]) -> None:
    """BD-R80, DOG-R30: five always, or six to two and then again from six; Tock by the number of players."""
    assert [event.cards for event in deals(Session().start(variant=variant, seats=seats), len(sizes))] == sizes


def test_five_super_tock_players_are_dealt_as_in_tock() -> None:
    """ST-R15: twice five and two cards out, or with `st.deal5` twice four."""
    first, second, _ = deals(Session().start(variant="super_tock", seats=5), 3)
    assert (first.cards, second.cards, first.deck, second.deck, second.discard) == (5, 5, 27, 0, 27)
    fours = deals(Session().start(variant="super_tock", seats=5, st__deal5="4-4"), 3)
    assert [event.cards for event in fours] == [4, 4, 4]


def test_what_three_tock_players_leave_over_is_thrown_away_unseen() -> None:
    """TK-R29: one card after 5-4-4-4; then all 52 are shuffled anew."""
    *_, last, anew = deals(Session().start(variant="tock_6", seats=3), 5)
    assert (last.deck, last.discard, last.reshuffled) == (0, 40, False)
    assert (anew.deck, anew.discard, anew.reshuffled) == (37, 0, True)


def test_four_cards_that_six_players_never_see_rejoin_the_deck() -> None:
    """ST-R19: after two deals of four everything is shuffled."""
    _, second, third = deals(Session().start(variant="super_tock", seats=6), 3)
    assert (second.deck, second.discard) == (0, 28)
    assert (third.deck, third.discard, third.reshuffled) == (28, 0, True)


def test_six_dog_players_reshuffle_inside_the_cycle() -> None:
    """DOG-R30, CORE-R20: 36 + 30 + 24 + 18 leave two cards, and twelve are needed."""
    dealt = deals(Session().start(variant="dog", seats=6), 5)
    assert [event.reshuffled for event in dealt] == [False] * 4 + [True]
    assert (dealt[3].deck, dealt[4].deck, dealt[4].discard) == (2, 98, 0)


@pytest.mark.parametrize("mode", ["rest_first", "all_together"])
def test_both_ways_to_reshuffle_leave_the_same_piles(mode: str) -> None:
    """CORE-R20: which cards come is chance, how many are left is not."""
    session = Session().start(core__reshuffle_mode=mode)
    assert deals(session, 6)[5].deck == 90
    assert dict(session.position.options) == ({} if mode == "rest_first" else {"core.reshuffle_mode": mode})


@pytest.mark.parametrize(("variant", "seats"), [("tock_6", 4), ("super_tock", 4)])
def test_the_tock_dealer_keeps_the_deal_until_the_deck_is_used_up(variant: str, seats: int) -> None:
    """ST-R18: the player to his left begins each round; then the deck goes to the left."""
    dealt = deals(Session().start(variant=variant, seats=seats), 6)
    assert [(event.dealer, event.first) for event in dealt] == [(3, 0)] * 3 + [(0, 1)] * 3


def test_the_dog_deck_goes_to_the_left_every_round() -> None:
    """BD-R03: the player who began the round deals the next one."""
    dealt = deals(Session().start(variant="dog", seats=5, first=3), 4)
    assert [(event.dealer, event.first) for event in dealt] == [(2, 3), (3, 4), (4, 0), (0, 1)]


def test_turns_and_deals_go_to_the_right_when_people_agree_so() -> None:
    """DOG-R31: `dog.turn_direction`; the pawns walk as they do."""
    session = Session().start(variant="dog", dog__turn_direction="counter-clockwise", core__verify_forfeit=False)
    dealt = deals(session, 2)
    assert [(event.dealer, event.first) for event in dealt] == [(1, 0), (0, 3)]
    session.to_play()
    seats = []
    for _ in range(3):
        seats.append(session.position.turn)
        session.do(cmd.Forfeit(seat=session.position.turn, hand=None))
    assert seats == [2, 1, 0]


def test_the_next_game_goes_on_with_the_deal() -> None:
    """The last round was begun by Carla; so David begins the next game and Carla deals it."""
    session = Session().start(variant="dog", first=2)
    first = rules_of(session.position).next_seat(session.state.first)
    following = Session().start(variant="dog", first=first)
    assert (following.state.first, following.state.dealer) == (3, 2)


def test_partners_exchange_a_card() -> None:
    """DOG-R32, BD: the partner sits opposite, also when six play in three teams."""
    four = Session().start(variant="dog").position
    assert [receiver(rules_of(four), giver) for giver in range(4)] == [2, 3, 0, 1]
    six = Session().start(variant="dog_royal", seats=6).position
    assert [receiver(rules_of(six), giver) for giver in range(6)] == [3, 4, 5, 0, 1, 2]


@pytest.mark.parametrize(("variant", "seats"), [("black_dog", 3), ("dog", 5), ("dog_royal", 2)])
def test_who_plays_alone_gives_to_the_left(variant: str, seats: int) -> None:
    session = Session().start(variant=variant, seats=seats)
    session.do(cmd.Deal()) if session.state.phase is Phase.DEAL else session.to_play()
    assert [receiver(rules_of(session.position), giver) for giver in range(seats)] == [
        *range(1, seats),
        0,
    ]


def test_tock_players_exchange_only_where_they_want_to() -> None:
    """TK-R27: off; with the house rule a card goes round the partners of a team of three."""
    plain = Session().start(variant="tock_6", seats=6)
    plain.do(cmd.Deal())
    assert plain.state.phase is Phase.PLAY
    assert refusal(plain, cmd.Exchange(seat=0)) == "not_now"
    house = Session().start(variant="tock_6", seats=6, tk__exchange=True)
    house.do(cmd.Deal())
    assert house.state.phase is Phase.EXCHANGE
    assert [receiver(rules_of(house.position), giver) for giver in range(6)] == [2, 3, 4, 5, 0, 1]
    alone = Session().start(variant="tock_6", seats=4, teams=(0, 1, 2, 3), tk__exchange=True)
    alone.do(cmd.Deal())
    assert alone.state.phase is Phase.PLAY


def test_tock_teams_sit_alternating_or_everybody_is_alone() -> None:
    """TK-R28: two against two, three against three; any other sharing is refused with the reason."""
    assert Session().start(variant="tock_6", seats=4).position.teams == (0, 1, 0, 1)
    assert Session().start(variant="tock_6", seats=6).position.teams == (0, 1, 0, 1, 0, 1)
    assert Session().start(variant="tock_6", seats=6, teams=(0, 1, 2, 3, 4, 5)).position.teams == (0, 1, 2, 3, 4, 5)
    odd = cmd.StartGame(
        game="g", variant=SHIPPED.variant("tock_6"), names=("a", "b", "c", "d"), colours=("red",) * 4, board="",
        sectors=6, seats=(0, 1, 2, 3), teams=(0, 0, 0, 1),
    )  # fmt: skip
    with pytest.raises(cmd.Refused, match="rules_do_not_fit") as refused:
        Session().do(odd)
    assert "teams" in dict(refused.value.params)["detail"]


def test_who_plays_tock_alone_wins_alone() -> None:
    """TK-R30: the first player with all pawns in the safety zone ends the game."""
    alone = table("tock_6", [[106, *LANE[1:]], HOME, [40, *HOME[1:]], HOME], teams=(0, 1, 2, 3))
    session = Session().start(alone, variant="tock_6")
    ways = legal_plays(rules_of(session.position), session.position, "3")
    last = session.play("3", next(number for number, way in enumerate(ways) if goal(1) in way.result.pawns[0]))
    assert last.events[-1] == ev.GameWon(seats=(0,))
    assert session.state.phase is Phase.OVER


def test_a_tock_helper_moves_any_partner() -> None:
    """TK-R26: with two partners the helper chooses each turn whose pawn he moves."""
    rows = [LANE, HOME, [40, *HOME[1:]], HOME, [80, *HOME[1:]], HOME]
    session = Session().start(table("tock_6", rows), variant="tock_6", seats=6)
    moved = {
        next(iter(step.seat for step in play.steps))
        for play in legal_plays(rules_of(session.position), session.position, "5")
    }
    assert moved == {2, 4}
    session.play("5")
    assert session.position.turn == 1


@pytest.mark.parametrize("variant", ["super_tock", "dog", "braendi", "dog_royal_plain", "tock_6"])
def test_a_done_player_plays_on_for_the_partner_and_must(variant: str) -> None:
    """ST-R16, CORE-R16, CORE-R18, CORE-R11: he is dealt cards, and must play one that moves the partner's pawn."""
    session = Session().start(variant=variant).to_play()
    session.stand(LANE, HOME, [50, *HOME[1:]], HOME, turn=0)
    hand = ("5", *("9",) * (session.state.cards[0] - 1))
    assert session.state.cards[0] > 3
    assert refusal(session, cmd.Forfeit(seat=0, hand=hand)) in ("card_is_playable", "throw_one_card")
    session.play("5")
    assert session.position.placement.pawns[2] == (KENNEL, KENNEL, KENNEL, 55)


def test_the_first_pawn_brought_in_by_a_helper_is_the_partners() -> None:
    """CORE-R16: a start card too is played for the partner."""
    session = Session().start(variant="dog").to_play()
    session.stand(LANE, HOME, HOME, HOME, turn=0)
    session.play("13")
    assert session.position.placement.pawns[2] == (KENNEL, KENNEL, KENNEL, 32)


def test_no_card_is_lost_when_people_end_a_round_early() -> None:
    """CORE-R20: the cards that were still in the hands lie on the discard pile."""
    session = Session().start(variant="dog", seats=3).to_play()
    session.do(cmd.NewRound())
    assert (session.state.deck, session.state.discard, session.state.cards) == (92, 18, (0, 0, 0))
    assert session.state.phase is Phase.DEAL


@pytest.mark.parametrize("phase", ["deal", "over"])
def test_a_round_ends_only_while_it_is_played(phase: str) -> None:
    session = Session().start(variant="dog")
    if phase == "over":
        session.do(cmd.Abandon())
    assert refusal(session, cmd.NewRound()) == ("still_dealing" if phase == "deal" else "game_over")


def test_a_deal_in_a_game_without_counts_only_makes_the_copy_void() -> None:
    """BD-R51: a repeated declaration has no further effect."""
    session = Session().start(
        table("black_dog", [[5, *HOME[1:]], HOME, HOME, HOME], copied="8", extras=(("dog", 10), ("wheel", 0)))
    )
    session.do(cmd.Deal())
    assert (session.position.copied, session.state.round) == (None, 2)
    session.do(cmd.Deal())
    assert session.state.round == 2


def test_a_deck_is_as_large_as_the_box_says() -> None:
    """Counts are data: 110 cards in the boxes of the DOG family, 52 in a Tock deck."""
    sizes = {
        variant: SHIPPED.variant(variant).deck_size
        for variant in ("dog", "dog_royal", "braendi", "tock_6", "super_tock")
    }
    assert sizes == {"dog": 110, "dog_royal": 110, "braendi": 110, "tock_6": 52, "super_tock": 52}
