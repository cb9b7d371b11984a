"""Players who hold real cards and play any legal card at random through the session, with hidden or known hands.

Law, checked after every command: no card is made or lost, and the session counts every pile and hand as it really is.
"""

import random
from collections import Counter

from phase_facts import pushed_over
from session_driver import Session

from companion.model.play import Play, StepKind
from companion.rules.deal import deal_cards, receiver
from companion.rules.legal import legal_plays
from companion.rules.mechanic import StandIn
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide.hands import is_playable
from companion.session.state import OwedKind, Phase
from companion.session.turns import next_to_start, switch

#: A round in which cards are drawn after every play ends with the game.
_PLAYS_A_ROUND = 40


class RandomPlayers:
    """The people at a session's table; with `known` they enter their hands."""

    def __init__(self, session: Session, seed: int, *, known: bool = False) -> None:
        self.session = session
        self.known = known
        self.rng = random.Random(seed)
        self.variant = session.state.rules.variant
        self.deck = [card for card, count in self.variant.deck.items() for _ in range(count)]
        self.rng.shuffle(self.deck)
        self.discard: list[str] = []
        self.hands: list[list[str]] = [[] for _ in session.position.seats]
        self.done: Counter[str] = Counter()

    def play_rounds(self, rounds: int, most: int = 2000) -> None:
        """Plays until the game is over or so many rounds are."""
        for _ in range(most):
            if self.session.state.phase is Phase.OVER or (
                self.session.state.phase is Phase.DEAL and self.session.state.round >= rounds
            ):
                return
            if self.variant.deal.draws_after_play and self.done["play"] >= _PLAYS_A_ROUND * rounds:
                return
            self.step()
            self.check()
        raise AssertionError("the game does not go on")

    def step(self) -> None:
        state = self.session.state
        if state.owed is not None and state.owed.kind is not OwedKind.PLAY_OR_DISCARD:
            self._owed(state.owed.kind, state.owed.seat)
            return
        {
            Phase.START: self._start,
            Phase.DEAL: self._deal,
            Phase.FIGURE: self._place,
            Phase.EXCHANGE: self._exchange,
            Phase.PLAY: self._turn,
        }[state.phase]()

    def check(self) -> None:
        state = self.session.state
        assert Counter([*self.deck, *self.discard, *(card for hand in self.hands for card in hand)]) == Counter(
            self.variant.deck
        ), "a card was made or lost"
        given = any(pushed_over(state))
        assert (state.deck or 0) + state.discard + sum(state.cards) == self.variant.deck_size
        assert state.deck == len(self.deck)
        assert state.discard == len(self.discard)
        if not given:
            assert state.cards == tuple(map(len, self.hands))
        if self.known and state.hands is not None and not given:
            assert state.hands == tuple(tuple(sorted(hand)) for hand in self.hands)
        if state.phase is Phase.PLAY and state.owed is None:
            assert state.cards[self.session.position.turn] > 0
            assert not state.out[self.session.position.turn]

    def _start(self) -> None:
        seat = next_to_start(self.session.state)
        assert seat is not None
        names = self.variant.rank_names
        rank = self.rng.choice(names) if names else None
        must = self.session.position.option("roy.free_start", "must") == "must" and bool(names)
        self.session.do(cmd.FreeStart(seat=seat, rank=rank, use=must or self.rng.random() < 0.7))
        self.done["free_start"] += 1

    def _deal(self) -> None:
        state = self.session.state
        dealt = deal_cards(state.rules.deal, state.round + 1, len(self.hands), state.deck or 0, state.discard)
        if dealt.reshuffled:
            self.rng.shuffle(self.discard)
            self.deck = [*self.discard, *self.deck]
            self.discard = []
        for hand in self.hands:
            assert hand == [], "cards are left from the round before"
            hand.extend(self.deck.pop() for _ in range(dealt.hand_size))
        if not dealt.deck:
            self.discard, self.deck = [*self.discard, *self.deck], []
        self.session.do(cmd.Deal(hands=tuple(map(tuple, self.hands)) if self.known else None))
        self.done["deal"] += 1

    def _place(self) -> None:
        position = self.session.position
        taken = {place for row in position.placement.pawns for place in row}
        free = sorted(self.variant.wheel_fields(position.sectors) - taken)
        self.session.do(cmd.PlaceDog(field=self.rng.choice(free)))

    def _exchange(self) -> None:
        given = [self.rng.choice(hand) for hand in self.hands]
        for seat, card in self.rng.sample(list(enumerate(given)), len(given)):
            self.session.do(cmd.Exchange(seat=seat, card=card if self.known else None))
        for seat, card in enumerate(given):
            self.hands[seat].remove(card)
        for seat, card in enumerate(given):
            self.hands[receiver(self.session.state.rules, seat)].append(card)
        self.done["exchange"] += 1

    def _turn(self) -> None:
        seat = self.session.position.turn
        for card in self.rng.sample(self.hands[seat], len(self.hands[seat])):
            plays = legal_plays(self.session.state.rules, self.session.position, card)
            if plays and self._declare(seat, card, self.rng.choice(plays)):
                return
        self._stuck(seat)

    def _declare(self, seat: int, card: str, play: Play) -> bool:
        """False where the card may not be laid without effect, because another one can be played (DOG-R14)."""
        void = any(step.kind is StepKind.VOID for step in play.steps)
        if (
            void
            and len(
                [
                    other
                    for other in set(self.hands[seat])
                    if is_playable(self.session.state.rules, self.session.position, other)
                ]
            )
            > 1
        ):
            return False
        face = play.acting_as if self._named(card) else None
        self.session.do(cmd.DeclarePlay(seat=seat, card=card, acting_as=face))
        accepted = self.session.show(play.result).events[0]
        assert isinstance(accepted, ev.PlayAccepted), accepted
        self.hands[seat].remove(card)
        self.discard.append(card)
        self._refill(seat)
        self.done["play"] += 1
        self.done["void"] += void
        self.done["skip"] += any(step.kind is StepKind.SKIP for step in play.steps)
        return True

    def _named(self, card: str) -> bool:
        return any(isinstance(use, StandIn) and use.declared for use in self.variant.uses[card])

    def _stuck(self, seat: int) -> None:
        """Forfeits if the rules say so, else throws a card away; lays the hand open only where the table wants it."""
        rules = self.session.state.rules
        proves = switch(rules, self.session.position, "core.verify_forfeit", True)
        hand = tuple(self.hands[seat]) if proves else None
        try:
            self.session.do(cmd.Forfeit(seat=seat, hand=hand))
        except cmd.Refused:
            self._throw(seat, hand if rules.deal.playable_must_be_played else None)
            return
        self.discard[:0] = self.hands[seat]
        self.hands[seat].clear()
        self.done["forfeit"] += 1

    def _throw(self, seat: int, hand: tuple[str, ...] | None) -> None:
        card = self.rng.choice(self.hands[seat])
        self.session.do(cmd.Discard(seat=seat, card=card, hand=hand))
        self.hands[seat].remove(card)
        self.discard.insert(0, card)
        self._refill(seat)
        self.done["discard"] += 1

    def _refill(self, seat: int) -> None:
        """Draws without a word, in a game that has it so (PJ-R08)."""
        if self.variant.deal.draws_after_play and self.session.state.phase is Phase.PLAY:
            card = self._drawn(seat)
            if self.known:
                self.session.do(cmd.EnterCards(seat=seat, cards=(card,)))

    def _drawn(self, seat: int) -> str:
        if not self.deck:
            kept = self.discard[-1:] if self.variant.remembers_last_card else []
            self.deck, self.discard = self.discard[: len(self.discard) - len(kept)], kept
            self.rng.shuffle(self.deck)
        self.hands[seat].append(self.deck.pop())
        return self.hands[seat][-1]

    def _owed(self, kind: OwedKind, seat: int) -> None:
        if kind is OwedKind.DISCARD:
            self._throw(seat, None)
            return
        if kind is OwedKind.MAY_DRAW and self.rng.random() < 0.3:
            self.session.do(cmd.DrawCards(seat=seat, count=0))
            return
        card = self._drawn(seat)
        self.session.do(cmd.DrawCards(seat=seat, cards=(card,) if self.known else None))
        self.done["draw"] += 1
