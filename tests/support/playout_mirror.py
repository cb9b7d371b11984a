"""A kernel's whole game, repeated step by step through the session, which refuses whatever is not allowed."""

from collections import Counter

from playout_tables import Case, Ready
from whole_games.whole_game import COLOURS

from companion.playout.games import KernelEvent, Phase, placement_of
from companion.playout.structs import Game
from companion.session import commands as cmd
from companion.session.decide import NO_SENSES, decide
from companion.session.evolve import evolve
from companion.session.state import BoardGame, NoGame, State
from companion.session.state import Phase as SessionPhase
from companion.session.turns import missing_cards

PHASES = {
    SessionPhase.START: Phase.TO_START,
    SessionPhase.DEAL: Phase.TO_DEAL,
    SessionPhase.FIGURE: Phase.TO_PLACE,
    SessionPhase.EXCHANGE: Phase.TO_EXCHANGE,
    SessionPhase.PLAY: Phase.TO_PLAY,
    SessionPhase.OVER: Phase.OVER,
}


class Mirror:
    """`state` is the session's; `follow` applies the kernel's play to it."""

    def __init__(self, case: Case, made: Ready) -> None:
        self._made, self._cards = made, made.rules.variant.cards
        self.state: State = NoGame()
        count = len(made.first.seats)
        start = cmd.StartGame(
            game="",
            variant=made.rules.variant,
            names=tuple(f"player {seat + 1}" for seat in range(count)),
            colours=COLOURS[:count],
            board="",
            sectors=made.first.sectors,
            seats=made.first.seats,
            options=case.options,
            first=made.first.turn,
            teams=made.first.teams,
        )
        self._do(start)

    def follow(self, before: Game, event: KernelEvent, game: Game) -> None:
        """Repeats the event; raises Refused where the session does not allow it."""
        self._do(*self._commands(before, event, game))
        self._report_drawn(game)

    def seen(self) -> dict[str, object]:
        """Returns the session's knowledge, to be compared with `shown`."""
        assert isinstance(self.state, BoardGame)
        state, position = self.state, self.state.position
        over = state.phase is SessionPhase.OVER
        return {
            "phase": PHASES[state.phase],
            "placement": position.placement,
            "turn": over or position.turn,
            "copied": over or position.copied,
            "round": state.round,
            "dealing": over or (state.dealer, state.first),
            "hands": tuple(sorted(hand) for hand in state.hands or ((),) * len(position.seats)),
            "piles": (state.deck, state.discard),
            "out": state.out,
            "owed": None if state.owed is None else state.owed.seat,
            "winners": state.result,
        }

    def shown(self, game: Game) -> dict[str, object]:
        """The same of the kernel's game."""
        seats, over = range(len(self._made.first.seats)), game.phase == Phase.OVER
        return {
            "phase": Phase(game.phase),
            "placement": placement_of(self._made.rules, game),
            "turn": over or game.turn,
            "copied": over or (None if game.copied < 0 else self._cards[game.copied]),
            "round": game.round,
            "dealing": over or (game.dealer, game.first),
            "hands": tuple(sorted(self._hand(game, seat)) for seat in seats),
            "piles": (game.left, game.laid_count),
            "out": tuple(bool(game.out >> seat & 1) for seat in seats),
            "owed": self._owed(game),
            "winners": tuple(seat for seat in seats if self._made.first.teams[seat] == game.winner) if over else None,
        }

    def _owed(self, game: Game) -> int | None:
        if not game.owed or game.phase == Phase.OVER:
            return None
        return int(game.owed_seat)

    def _hand(self, game: Game, seat: int) -> tuple[str, ...]:
        return tuple(self._cards[face] for face in game.hand[seat][: game.held[seat]])

    def _commands(self, before: Game, event: KernelEvent, game: Game) -> list[cmd.Command]:
        seats, card = range(len(self._made.first.seats)), self._cards[game.face]
        if event is KernelEvent.DEALT:
            return [cmd.Deal(hands=tuple(self._hand(game, seat) for seat in seats))]
        if event is KernelEvent.PLACED:
            return [cmd.PlaceDog(field=game.board.figure)]
        if event is KernelEvent.EXCHANGED:
            return [cmd.Exchange(seat=seat, card=self._cards[game.given[seat]]) for seat in seats]
        if event is KernelEvent.STARTED:
            names = self._made.rules.variant.rank_names
            used = game.taken >= 0
            return [cmd.FreeStart(seat=game.seat, rank=names[game.taken] if names and used else None, use=used)]
        if event is KernelEvent.PLAYED:
            face = self._cards[game.acting] if self._made.table.declared[game.face] and game.acting >= 0 else None
            result = placement_of(self._made.rules, game)
            return [cmd.DeclarePlay(seat=game.seat, card=card, acting_as=face), cmd.ChoosePlay(result=result)]
        if event is KernelEvent.LAID_DOWN:
            return [cmd.Forfeit(seat=game.seat, hand=self._hand(before, game.seat))]
        if event is KernelEvent.DISCARDED:
            return [cmd.Discard(seat=game.seat, card=card)]
        assert event is KernelEvent.DRAWN
        return [cmd.DrawCards(seat=game.seat, count=game.taken, cards=(card,) * game.taken)]

    def _do(self, *commands: cmd.Command) -> None:
        for command in commands:
            for event in decide(self.state, NO_SENSES, command).events:
                self.state = evolve(self.state, event)

    def _report_drawn(self, game: Game) -> None:
        """Names the cards that were drawn after a play, which no event has (PJ-R08)."""
        if not isinstance(self.state, BoardGame) or self.state.hands is None:
            return
        for seat, known in enumerate(self.state.hands):
            if missing_cards(self.state, seat) and known is not None:
                drawn = Counter(self._hand(game, seat)) - Counter(known)
                self._do(cmd.EnterCards(seat=seat, cards=tuple(drawn.elements())))
