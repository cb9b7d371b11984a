"""A simulated game of cards alone: players who hold real cards, announce their actions and name the cards they turn up.

The players know their table; the companion hears only what people would announce.  Law: only in a demo.
"""

import random
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Final

from companion.app.ports import Post, ReportHealth
from companion.model.verdict import VerdictKind
from companion.open_row.actions import Action, ActionKind, format_action, parse_action
from companion.open_row.apply import after_action, cards_to_shuffle
from companion.open_row.catalogue import Card, CardRules, full_deck
from companion.open_row.faults import explain
from companion.open_row.players import play_turn, sensible_player
from companion.open_row.position import EMPTY, UNKNOWN, CardPosition, Cards, all_cards, sorted_hand
from companion.session import commands as cmd
from companion.session.card_game import CardGame
from companion.session.commands import Command
from companion.session.state import Phase
from companion.simulation.acts import Act, ActKind, Answer
from companion.simulation.players_thread import PlayersThread
from companion.simulation.visitor.seat import Gesture, VisitorSeat
from companion.views.table_view import TableView

#: Seconds between two announcements of the players.
STEP_S: Final = 0.1
#: The number of steps that a player thinks, and that the table has for an answer.
_THINK: Final = 6
_PATIENCE: Final = 100
#: One action in this many is a mistake, on average.
_MISTAKE_EVERY: Final = 6
Steps = Generator[Command | None, None, None]


class SimulatedCardTable:
    """A sensor that also subscribes `on_view`.

    `known` is the game as the companion knows it: when a game is resumed or an action undone, the players continue
    from there with cards that fit.  `speed` times as fast as people; `plies` ends the play after so many actions.
    `visitor` is the seat that a person may take, who lays the own cards by tapping them; the simulated hand only makes
    wrong actions on request.
    """

    def __init__(
        self, known: Callable[[], CardGame | None], seed: int, *, speed: float = 1.0, plies: int | None = None
    ) -> None:
        self._known = known
        self._rng = random.Random(seed)
        self._speed = speed
        self._plies = plies
        self._view: TableView | None = None
        self._table: CardPosition | None = None
        self._thread = PlayersThread(self._play, STEP_S / speed)
        self.acts: list[Act] = []
        self.visitor = VisitorSeat()

    def on_view(self, view: TableView) -> None:
        """Takes the companion's newest view; may be called from any thread."""
        self._view = view

    def start(self, post: Post, report: ReportHealth) -> None:  # noqa: ARG002 - players have no health to report
        self._thread.start(post)

    def stop(self) -> None:
        self._thread.stop()

    def step(self) -> Command | None:
        """The next command of the players; None while they wait."""
        return next(self._thread.steps)

    def _play(self) -> Steps:
        while True:
            view, game = self._view, self._known()
            if view is None or game is None or not self._is_on(view):
                yield None
                continue
            if self._table is None or not _fits(self._table, game.position):
                self._table = with_all_cards(game.rules, game.position, self._rng)
            yield from self._next(view, game, self._table)

    def _is_on(self, view: TableView) -> bool:
        ended = view.phase is Phase.OVER or (self._plies is not None and view.ply >= self._plies)
        return view.demo and view.card_table is not None and not view.paused and not ended

    def _next(self, view: TableView, game: CardGame, table: CardPosition) -> Steps:
        hidden = [place for place, card in enumerate(game.position.open_row, 1) if card == UNKNOWN]
        for place in hidden:
            yield cmd.RevealCard(place=place, card=table.open_row[place - 1])
        if hidden:
            yield from self._wait_until(view, lambda seen: seen.seq > view.seq)
            return
        if view.phase is Phase.PLAY and table.turn == self.visitor.shown().seat:
            yield from self._visitor_turn(view, game, table)
            return
        for _ in range(_THINK):
            yield None
        if view.phase is Phase.PLAY and not self._rng.randrange(_MISTAKE_EVERY):
            yield from self._make_mistake(view, game)
        yield from self._act(game.rules, view, table)

    def _visitor_turn(self, view: TableView, game: CardGame, table: CardPosition) -> Steps:
        """Waits for the visitor until the turn is over in any way, or the seat is left."""
        self.visitor.end_turn()
        while self._is_visitors(view):
            request = None if self._view and self._view.paused else self.visitor.next_request()
            self.visitor.show(hand=table.hands[table.turn], busy=request is not None, astray=False)
            if request is Gesture.ERR:
                yield from self._make_mistake(view, game)
            else:
                yield None
        self.visitor.end_turn()
        now = self._view
        if now and now.game == view.game and now.ply == view.ply + 1 and now.last_play:
            self._table = self._after(game.rules, table, now.last_play.play or "")

    def _is_visitors(self, view: TableView) -> bool:
        """Whether it is still this turn, and still the visitor's."""
        now = self._view
        same = now is not None and (now.game, now.ply, now.phase) == (view.game, view.ply, view.phase)
        return same and view.turn == self.visitor.shown().seat

    def _after(self, rules: CardRules, table: CardPosition, written: str) -> CardPosition | None:
        """The table after the visitor's action; None if the visitor laid a card that is in no hand."""
        try:
            action = parse_action(rules, written)
            return after_action(rules, table, action, self._shuffled(cards_to_shuffle(rules, table, action)) or None)
        except ValueError:
            return None

    def _act(self, rules: CardRules, view: TableView, table: CardPosition) -> Steps:
        action, after = play_turn(rules, table, sensible_player, lambda: self._rng.getrandbits(32), self._shuffled)
        if action.kind is ActionKind.GIVE:
            yield cmd.Exchange(seat=table.turn, card=action.card)
            done = yield from self._wait_until(view, lambda seen: seen.seq > view.seq)
        else:
            yield cmd.DeclareAction(seat=table.turn, action=format_action(action))
            done = yield from self._wait_until(view, lambda seen: seen.ply > view.ply)
            self._note(view, action, ActKind.LEGAL, Answer.LEGAL if done else Answer.SILENT)
        if done:
            self._table = after

    def _make_mistake(self, view: TableView, game: CardGame) -> Steps:
        """An action that is visibly wrong; the card goes back to the hand."""
        table = self._table or game.position
        wrong = [action for action in _tries(table) if explain(game.rules, game.position, (action,))]
        if not wrong:
            return
        action = self._rng.choice(wrong)
        yield cmd.DeclareAction(seat=table.turn, action=format_action(action))
        yield from self._wait_until(view, lambda seen: seen.verdict is not None and seen.verdict.seq > view.seq)
        verdict = self._view.verdict if self._view else None
        answer = Answer(verdict.kind.value) if verdict and verdict.kind is not VerdictKind.UNFINISHED else Answer.SILENT
        self._note(view, action, ActKind.ILLEGAL, answer)

    def _wait_until(self, before: TableView, condition: Callable[[TableView], bool]) -> Generator[None, None, bool]:
        """Waits until `condition` holds of the view; False when the time is up, or somebody interrupts."""
        for _ in range(_PATIENCE * round(max(1.0, self._speed))):
            yield None
            if self._interrupted(before):
                return False
            if self._view and condition(self._view):
                return True
        return False

    def _interrupted(self, before: TableView) -> bool:
        """Whether another game has begun, or actions were taken back."""
        return self._view is None or self._view.game != before.game or self._view.ply < before.ply

    def _note(self, view: TableView, action: Action, kind: ActKind, answer: Answer) -> None:
        if self._interrupted(view):
            return
        why = action.kind.value
        act = Act(
            ply=view.ply, seat=view.turn, card=action.card or "", kind=kind, placement=None, why=why, answer=answer
        )
        self.acts.append(act)

    def _shuffled(self, cards: Cards) -> Cards:
        return tuple(self._rng.sample(cards, len(cards)))


def with_all_cards(rules: CardRules, known: CardPosition, rng: random.Random) -> CardPosition:
    """A possible real table: every unknown card is one of the remaining ones, in random order."""
    rest = list((Counter(full_deck(rules.game)) - Counter(all_cards(rules, known))).elements())
    rng.shuffle(rest)

    def dealt(cards: Cards) -> Cards:
        return tuple(rest.pop() if card == UNKNOWN else card for card in cards)

    open_row = tuple(_laid_open(rules, rest, place, card) for place, card in enumerate(known.open_row, 1))
    hands = tuple(sorted_hand(rules, dealt(hand)) for hand in known.hands)
    given = known.given and tuple(rest.pop() if card == UNKNOWN else card for card in known.given)
    return replace(known, open_row=open_row, hands=hands, given=given, draw=dealt(known.draw))


def _laid_open(rules: CardRules, rest: list[Card], place: int, card: Card) -> Card:
    """The card at a place of the open row; an unknown one is among the `rest` that may lie there."""
    if card != UNKNOWN:
        return card
    may_lie = (index for index, other in enumerate(rest) if rules.may_lie(other, place))
    return rest.pop(next(may_lie, -1))


def _fits(table: CardPosition, known: CardPosition) -> bool:
    """Whether the table fits the part that the companion knows."""
    shared = ("variant", "options", "turn", "rows", "finished", "discard")
    if any(getattr(table, name) != getattr(known, name) for name in shared):
        return False
    rows = zip((table.open_row, table.draw), (known.open_row, known.draw), strict=True)
    hands = zip(table.hands, known.hands, strict=True)
    return (
        all(
            len(real) == len(seen) and all(card in (UNKNOWN, there) for there, card in zip(real, seen, strict=True))
            for real, seen in rows
        )
        and all(len(real) == len(seen) and not _known_cards(seen) - Counter(real) for real, seen in hands)
        and [card is None for card in table.given or ()] == [card is None for card in known.given or ()]
    )


def _known_cards(hand: Cards) -> Counter[Card]:
    return Counter(card for card in hand if card != UNKNOWN)


def _tries(table: CardPosition) -> Iterator[Action]:
    """The actions that a player with little knowledge of the rules may try: buying anywhere, laying on any own row."""
    for card in dict.fromkeys(table.hands[table.turn]):
        yield Action(kind=ActionKind.LAY, card=card, seat=table.turn, row=1)
        for place, there in enumerate(table.open_row, 1):
            if there != EMPTY:
                yield Action(kind=ActionKind.BUY, card=card, place=place)
