"""Cards given up: the forfeit and its proof, discard and draw, the whole hand or one card, the lost turn."""

import pytest
from msgspec.structs import replace
from session_driver import HOME, Session, refusal, table

from companion.model.places import CENTRE, KENNEL, goal
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve import replay
from companion.session.state import Owed, OwedKind, Phase, State
from companion.views.laid import laid_cards

LANE = [goal(1), goal(2), goal(3), goal(4)]
STUCK = ("2", "3", "8", "9", "10")


def black_dog_for_two(**options: bool) -> Session:
    """Everybody in the kennel, so that only start cards can be played."""
    session = Session().start(seats=2, **options).to_play()
    return session.stand([KENNEL] * 5, [KENNEL] * 5)


def test_a_forfeit_needs_the_open_hand() -> None:
    """CORE-R24, DOG-R26: it is required, and every card is tried."""
    session = Session().start(variant="dog").to_play()
    assert refusal(session, cmd.Forfeit(seat=0, hand=None)) == "show_hand"
    assert refusal(session, cmd.Forfeit(seat=0, hand=("2", "3", "5", "6", "8", "13"))) == "card_is_playable"
    assert refusal(session, cmd.Forfeit(seat=0, hand=("2", "3", "5", "6", "8", "99"))) == "unknown_card"
    assert refusal(session, cmd.Forfeit(seat=1, hand=STUCK)) == "not_your_turn"
    session.do(cmd.Forfeit(seat=0, hand=("2", "3", "5", "6", "8", "9")))
    assert (session.state.out, session.state.cards) == ((True, False, False, False), (0, 6, 6, 6))


def test_people_may_agree_to_believe_each_other() -> None:
    """CORE-R24: `core.verify_forfeit` off."""
    session = Session().start(variant="dog", core__verify_forfeit=False).to_play()
    session.do(cmd.Forfeit(seat=0, hand=None))
    assert session.events[-1] == ev.HandForfeited(seat=0, hand=None)


def test_a_joker_or_a_start_card_in_the_open_hand_is_a_play() -> None:
    """CORE-R11, CORE-R24: a joker stands for every other card, so it brings a pawn in."""
    session = Session().start(variant="dog").to_play()
    for card in ("joker", "1/11", "13"):
        assert refusal(session, cmd.Forfeit(seat=0, hand=("2", "3", "5", "6", "8", card))) == "card_is_playable"


def test_who_holds_a_swap_without_a_target_does_not_forfeit() -> None:
    """DOG-R14: it is laid without effect instead, and only the turn is over."""
    session = Session().start(variant="dog").to_play()
    assert refusal(session, cmd.Forfeit(seat=0, hand=("2", "3", "5", "6", "8", "swap"))) == "card_is_playable"
    session.play("swap")
    accepted = session.events[-1]
    assert isinstance(accepted, ev.PlayAccepted)
    assert accepted.claimed
    assert (session.state.out[0], session.state.cards[0], session.position.turn) == (False, 5, 1)
    strict = Session().start(variant="dog", dog__swap_void="unplayable").to_play()
    strict.do(cmd.Forfeit(seat=0, hand=("2", "3", "5", "6", "8", "swap")))


def test_a_braendi_jack_without_a_target_needs_no_claim() -> None:
    session = Session().start(variant="braendi").to_play()
    session.play("J")
    accepted = session.events[-1]
    assert isinstance(accepted, ev.PlayAccepted)
    assert not accepted.claimed


@pytest.mark.parametrize(("variant", "seats"), [("black_dog", 4), ("dog", 6), ("braendi", 4), ("dog_royal_plain", 4)])
def test_in_team_games_nobody_throws_single_cards_away(variant: str, seats: int) -> None:
    session = Session().start(variant=variant, seats=seats).to_play()
    assert refusal(session, cmd.Discard(seat=0, card="2", hand=("2",))) == "forfeit_instead"


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("black_dog", 2), ("black_dog", 3), ("dog", 2), ("dog", 5), ("dog_royal", 3), ("dog_compact", 2)],
)
def test_who_plays_alone_discards_and_draws_instead_of_sitting_out(variant: str, seats: int) -> None:
    """BD-R74, DOG-R29: one card goes, one comes, and the turn goes on with it."""
    session = Session().start(variant=variant, seats=seats).to_play()
    session.stand(*([KENNEL] * len(row) for row in session.position.placement.pawns))
    held = session.state.cards[0]
    hand = ("2", "3", "5", "6", "8", "9") if variant.startswith("dog") else STUCK
    hand = hand[:held]
    before = session.state.deck or 0
    assert refusal(session, cmd.Forfeit(seat=0, hand=hand)) == "discard_instead"
    session.do(cmd.Discard(seat=0, card=hand[0], hand=hand))
    assert session.state.owed == Owed(kind=OwedKind.REPLACE, seat=0)
    assert (session.state.cards[0], session.position.turn) == (held - 1, 0)
    assert refusal(session, cmd.DeclarePlay(seat=0, card="2")) == "draw_first"
    assert refusal(session, cmd.DrawCards(seat=1)) == "draw_first"
    assert refusal(session, cmd.DrawCards(seat=0, count=0)) == "draw_so_many"
    session.do(cmd.DrawCards(seat=0))
    assert (session.state.cards[0], session.state.deck) == (held, before - 1)
    assert session.state.owed == Owed(kind=OwedKind.PLAY_OR_DISCARD, seat=0)


def test_a_drawn_card_that_helps_must_be_played() -> None:
    """BD-R74: it cannot be thrown away, and it costs the card that the turn costs anyway (BD-R75)."""
    session = black_dog_for_two()
    session.do(cmd.Discard(seat=0, card="2", hand=STUCK))
    session.do(cmd.DrawCards(seat=0))
    assert refusal(session, cmd.Discard(seat=0, card="3")) == "show_drawn_card"
    assert refusal(session, cmd.Discard(seat=0, card="3", hand=("13",))) == "card_is_playable"
    session.play("13")
    assert (session.state.cards, session.position.turn, session.state.owed) == ((4, 5), 1, None)


def test_a_drawn_card_that_does_not_help_costs_another_one() -> None:
    """BD-R74, BD-R75: which one is free; hands stay equal."""
    session = black_dog_for_two()
    session.do(cmd.Discard(seat=0, card="2", hand=STUCK))
    session.do(cmd.DrawCards(seat=0))
    session.do(cmd.Discard(seat=0, card="3", hand=("12",)))
    assert session.events[-1] == ev.CardDiscarded(seat=0, card="3", because="stuck", shown=("12",))
    assert (session.state.cards, session.position.turn, session.state.owed) == ((4, 5), 1, None)
    assert session.state.discard == 2


def test_a_card_that_can_be_played_is_not_thrown_away() -> None:
    """CORE-R11, BD-R74: the whole hand is checked first."""
    session = black_dog_for_two()
    assert refusal(session, cmd.Discard(seat=0, card="2")) == "show_hand"
    assert refusal(session, cmd.Discard(seat=0, card="2", hand=("2", "3"))) == "hand_size"
    assert refusal(session, cmd.Discard(seat=0, card="2", hand=("2", "3", "8", "9", "13"))) == "card_is_playable"
    assert refusal(session, cmd.Discard(seat=0, card="12", hand=STUCK)) == "card_not_held"


def test_a_discarded_card_is_not_copied() -> None:
    """BD-R57, BD-R53, BD-R51: only a played card is; without one a copy helps nobody."""
    session = black_dog_for_two()
    session.do(cmd.Discard(seat=0, card="2", hand=("2", "3", "8", "9", "copy")))
    session.do(cmd.DrawCards(seat=0))
    session.play("13")
    session.stand([5, *[KENNEL] * 4], [KENNEL] * 5, turn=1)
    assert (session.position.copied, session.state.discard_top) == ("13", "13")
    session.do(cmd.Discard(seat=1, card="8", hand=STUCK))
    session.do(cmd.DrawCards(seat=1))
    assert (session.position.copied, session.state.discard_top) == ("13", "13")
    session.play("copy")
    assert session.position.placement.pawns[1].count(KENNEL) == 4


def test_the_round_ends_when_all_hands_are_empty() -> None:
    """BD-R75: each turn costs one card whatever happens."""
    session = black_dog_for_two(core__verify_forfeit=False)
    while session.state.phase is Phase.PLAY:
        seat = session.position.turn
        session.do(cmd.Discard(seat=seat, card="2"))
        session.do(cmd.DrawCards(seat=seat))
        session.do(cmd.Discard(seat=seat, card="2"))
    discards = [event for event in session.events if isinstance(event, ev.CardDiscarded)]
    assert [event.because for event in discards] == ["draw", "stuck"] * 10
    assert (session.state.deck, session.state.discard) == (90, 20)


def test_an_empty_pile_is_reshuffled_but_for_the_card_to_copy() -> None:
    """BD-R76: the top card stays where a Copy may need it."""
    session = black_dog_for_two(core__verify_forfeit=False)
    session.state = _with_piles(session, deck=0, discard=7)
    session.do(cmd.Discard(seat=0, card="2"))
    drawn = session.do(cmd.DrawCards(seat=0)).events[0]
    assert drawn == ev.CardsDrawn(seat=0, count=1, deck=6, discard=1, reshuffled=True)
    assert (session.state.deck, session.state.discard) == (6, 1)


def test_without_any_card_to_draw_the_turn_is_simply_over() -> None:
    """BD-R76: nothing in the piles but the card on top."""
    session = black_dog_for_two(core__verify_forfeit=False)
    session.state = _with_piles(session, deck=0, discard=0)
    session.do(cmd.Discard(seat=0, card="2"))
    assert (session.state.owed, session.position.turn) == (None, 1)


def _with_piles(session: Session, deck: int, discard: int) -> State:
    return replace(session.state, deck=deck, discard=discard)


@pytest.mark.parametrize("variant", ["tock_6", "super_tock", "super_tock_advanced"])
def test_without_a_pawn_in_play_the_whole_hand_is_laid_down(variant: str) -> None:
    """TK-R21, ST-R02: no ace, no king, nobody in play: wait for the next deal."""
    session = Session().start(variant=variant).to_play()
    assert refusal(session, cmd.Discard(seat=0, card="3", hand=("3", "5", "6", "8", "9"))) == "lay_down_hand"
    assert refusal(session, cmd.Forfeit(seat=0, hand=("3", "5", "6", "8", "A"))) == "throw_one_card"
    session.do(cmd.Forfeit(seat=0, hand=("3", "5", "6", "8", "9")))
    assert (session.state.cards[0], session.state.out[0], session.state.discard) == (0, True, 5)


def test_a_tock_player_who_is_blocked_throws_one_card() -> None:
    """TK-R22: he keeps the others, chooses which one goes, and has the choice again at his next turn."""
    session = Session().start(variant="tock_6").to_play()
    session.stand([17, *HOME[1:]], [18, *HOME[1:]], HOME, HOME)
    hand = ("3", "5", "6", "8", "9")
    session.do(cmd.Discard(seat=0, card="8", hand=hand))
    assert session.events[-1] == ev.CardDiscarded(seat=0, card="8", because="stuck", shown=hand)
    assert (session.state.cards[0], session.state.out[0], session.position.turn) == (4, False, 1)
    assert session.state.discard_top == "8"
    session.stand([17, *HOME[1:]], [25, *HOME[1:]], HOME, HOME, turn=0)
    assert refusal(session, cmd.Discard(seat=0, card="3", hand=("3", "5", "6", "9"))) == "card_is_playable"


def test_super_tock_may_keep_the_hand() -> None:
    """ST-R02: with `st.dump_hand` off one card goes a turn."""
    one = Session().start(variant="super_tock", st__dump_hand=False).to_play()
    assert refusal(one, cmd.Forfeit(seat=0, hand=("3", "5", "6", "8", "9"))) == "throw_one_card"
    one.do(cmd.Discard(seat=0, card="3", hand=("3", "5", "6", "8", "9")))
    assert one.state.cards[0] == 4


def test_a_stuck_super_tock_player_discards_one_card_or_all() -> None:
    """ST-R03: a pawn in Heaven is in play; one card a turn, with `st.no_move` the whole hand."""
    hand = ("3", "5", "6", "8", "9")
    one = Session().start(variant="super_tock").to_play().stand([CENTRE, *HOME[1:]], HOME, HOME, HOME)
    assert refusal(one, cmd.Forfeit(seat=0, hand=hand)) == "throw_one_card"
    one.do(cmd.Discard(seat=0, card="3", hand=hand))
    assert (one.state.cards[0], one.state.out[0]) == (4, False)
    whole = Session().start(variant="super_tock", st__no_move="all").to_play()
    whole.stand([CENTRE, *HOME[1:]], HOME, HOME, HOME)
    assert refusal(whole, cmd.Discard(seat=0, card="3", hand=hand)) == "forfeit_instead"
    whole.do(cmd.Forfeit(seat=0, hand=hand))
    assert (whole.state.cards[0], whole.state.out[0]) == (0, True)


def test_super_tock_with_zugzwang_off_lets_a_playable_card_go() -> None:
    """ST-R04: default as CORE-R11."""
    strict = Session().start(variant="super_tock").to_play()
    strict.stand([5, *HOME[1:]], HOME, HOME, HOME)
    assert refusal(strict, cmd.Discard(seat=0, card="3", hand=("3", "5", "6", "8", "9"))) == "card_is_playable"
    loose = Session().start(variant="super_tock", st__zugzwang=False).to_play()
    loose.stand([5, *HOME[1:]], HOME, HOME, HOME)
    loose.do(cmd.Discard(seat=0, card="3"))
    assert (loose.state.cards[0], loose.position.turn) == (4, 1)


def advanced(seats: int = 4) -> Session:
    return Session().start(variant="super_tock_advanced", seats=seats).to_play()


def test_the_jack_costs_the_neighbour_a_card_and_the_turn() -> None:
    """ST-R11, ST-R12: effect only; the victim picks the card, and then the next one plays."""
    session = advanced()
    session.play("J")
    assert session.state.owed == Owed(kind=OwedKind.DISCARD, seat=1)
    assert session.position.turn == 1
    assert session.position.placement.pawns[0] == tuple(HOME)
    assert refusal(session, cmd.DeclarePlay(seat=2, card="A")) == "discard_first"
    assert refusal(session, cmd.Discard(seat=2, card="3")) == "discard_first"
    session.do(cmd.Discard(seat=1, card="A"))
    assert session.events[-1] == ev.CardDiscarded(seat=1, card="A", because="skipped")
    assert (session.state.cards, session.position.turn, session.state.owed) == ((4, 4, 5, 5), 2, None)


def test_the_ten_costs_the_neighbour_a_card_and_leaves_the_turn() -> None:
    """JK-R10, JK-R17: `jk.ten_costs_turn` off, and on; a neighbour with no card left has no turn either."""
    session = Session().start(variant="jackaroo").to_play()
    for seat in (0, 1):
        session.play("10")
        assert session.state.owed == Owed(kind=OwedKind.DISCARD, seat=seat + 1, keeps_turn=True)
        assert refusal(session, cmd.DeclarePlay(seat=seat + 1, card="A")) == "discard_first"
        session.do(cmd.Discard(seat=seat + 1, card="3"))
        assert session.events[-1] == ev.CardDiscarded(seat=seat + 1, card="3", because="cost")
        assert (session.position.turn, session.state.owed) == (seat + 1, None)
    assert session.state.cards == (3, 2, 3, 4)
    harder = Session().start(variant="jackaroo", jk__ten_costs_turn=True).to_play()
    harder.play("10")
    harder.do(cmd.Discard(seat=1, card="3"))
    assert (harder.position.turn, harder.state.cards) == (2, (3, 3, 4, 4))


def test_whoever_plays_a_card_or_throws_one_away_draws_the_next_one() -> None:
    """PJ-R08, PJ-R09: a round goes on; when no card is left, those that lie are shuffled."""
    session = Session().start(variant="pegs_and_jokers").to_play()
    session.play("K")
    assert (session.state.cards, session.state.deck, session.state.discard) == ((5,) * 4, 141, 1)
    session.do(cmd.Discard(seat=1, card="3"))
    assert (session.state.cards, session.state.deck, session.state.discard) == ((5,) * 4, 140, 2)
    assert (session.position.turn, session.state.owed) == (2, None)
    for turn in range(2, 142):
        session.do(cmd.Discard(seat=turn % 4, card="2"))
    assert (session.state.deck, session.state.discard, session.state.round) == (0, 142, 1)
    session.do(cmd.Discard(seat=2, card="2"))
    assert (session.state.cards, session.state.deck, session.state.discard) == ((5,) * 4, 142, 0)
    assert laid_cards(session.state) == ()


def test_nobody_has_to_play_a_joker() -> None:
    """PJ-R10, PJ-R21: another card may go; by a switch it must be played, and the hand is shown by another one."""
    stand = ([KENNEL] * 5, [*[KENNEL] * 4, 20], [KENNEL] * 5, [KENNEL] * 5)
    shown = ("2", "3", "4", "5", "joker")
    session = Session().start(variant="pegs_and_jokers", core__verify_forfeit=True).to_play().stand(*stand)
    assert refusal(session, cmd.Discard(seat=0, card="3")) == "show_hand"
    assert refusal(session, cmd.Discard(seat=0, card="3", hand=("2", "3", "4", "K", "joker"))) == "card_is_playable"
    session.do(cmd.Discard(seat=0, card="3", hand=shown))
    assert session.position.turn == 1
    strict = Session().start(variant="pegs_and_jokers", core__verify_forfeit=True, pj__joker_kept="none").to_play()
    assert refusal(strict.stand(*stand), cmd.Discard(seat=0, card="3", hand=shown)) == "card_is_playable"
    loose = Session().start(variant="pegs_and_jokers").to_play().stand(*stand)
    loose.do(cmd.Discard(seat=0, card="3"))
    assert loose.position.turn == 1


def test_who_lost_the_turn_plays_nothing() -> None:
    """ST-R11: a card of his is refused with the reason."""
    session = advanced()
    session.play("J")
    refused = session.do(cmd.DeclarePlay(seat=1, card="A")).events[0]
    assert isinstance(refused, ev.PlayRefused)
    assert (refused.reasons[0].ruling, refused.reasons[0].code) == ("ST-R11", "turn_lost")


def test_a_jack_against_an_empty_hand_does_nothing() -> None:
    """ST-R13: allowed, also when that neighbour is out; the next one with cards plays."""
    session = advanced()
    session.do(cmd.Correct(placement=session.position.placement, next_turn=1))
    session.do(cmd.Forfeit(seat=1, hand=("3", "5", "6", "8", "9")))
    session.do(cmd.Correct(placement=session.position.placement, next_turn=0))
    session.play("J")
    assert (session.state.owed, session.position.turn) == (None, 2)


def test_a_jack_against_the_partner_counts_too() -> None:
    """ST-R13: with two players a team cannot be; with custom teams the neighbour may be the partner."""
    session = advanced(2)
    session.play("J")
    session.do(cmd.Discard(seat=1))
    assert (session.state.cards, session.position.turn) == ((4, 4), 0)
    assert session.state.discard_top is None


def test_the_last_card_of_the_round_may_be_lost_to_a_jack() -> None:
    """ST-R11, ST-R13: the round ends with it."""
    session = advanced(2)
    for _ in range(4):
        for seat in range(2):
            session.do(cmd.Correct(placement=session.position.placement, next_turn=seat))
            session.do(cmd.DeclarePlay(seat=seat, card="3"))
            session.do(cmd.Correct(placement=session.position.placement, next_turn=1 - seat))
    assert session.state.cards == (1, 1)
    session.play("J")
    session.do(cmd.Discard(seat=1, card="K"))
    assert isinstance(session.events[-1], ev.RoundEnded)


def test_where_nobody_counts_the_next_card_says_that_the_turn_was_lost() -> None:
    """ST-R11: in a game begun in its middle nobody need report the discard."""
    session = Session().start(table("super_tock_advanced", [HOME, HOME, HOME, HOME]), variant="super_tock_advanced")
    session.play("J")
    assert session.position.turn == 1
    events = session.do(cmd.DeclarePlay(seat=2, card="A")).events
    assert [type(event) for event in events] == [ev.TurnSkipped, ev.PlayDeclared]
    other = Session().start(table("super_tock_advanced", [HOME, HOME, HOME, HOME]), variant="super_tock_advanced")
    other.play("J")
    assert other.do(cmd.DeclarePlay(seat=3, card="A")).events[0].reasons[0].code == "not_your_turn"  # type: ignore[union-attr]
    assert other.do(cmd.DeclarePlay(seat=1, card="A")).events[0].reasons[0].code == "turn_lost"  # type: ignore[union-attr]
    other.do(cmd.SkipTurn(seat=1))
    assert (other.position.turn, other.state.owed) == (2, None)


def test_the_house_rule_moves_a_pawn_with_the_jack_too() -> None:
    """ST-R11: `st.jack_moves_too`."""
    session = Session().start(variant="super_tock_advanced", st__jack_moves_too=True).to_play()
    session.stand([5, *HOME[1:]], HOME, HOME, HOME)
    session.play("J")
    assert session.position.placement.pawns[0] == (KENNEL, KENNEL, KENNEL, 16)
    assert session.state.owed == Owed(kind=OwedKind.DISCARD, seat=1)


def test_each_of_these_steps_is_taken_back_alone() -> None:
    """Discard, draw and the play of the drawn card: three steps back."""
    session = black_dog_for_two()
    states = [session.state]
    session.do(cmd.Discard(seat=0, card="2", hand=STUCK))
    states.append(session.state)
    session.do(cmd.DrawCards(seat=0))
    states.append(session.state)
    session.play("13")
    for state in reversed(states):
        session.do(cmd.Undo())
        assert replace(session.state, seq=state.seq) == state
    assert replay(tuple(session.events)) == session.state
