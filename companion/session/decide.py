"""`decide(state, senses, command) -> Decision`: what follows from a command, as events to be stored.

Raises `Refused` for a command that makes no sense now.  A verdict that asks or waits is not an event: nothing
happened yet.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.model.notation import format_play
from companion.model.observation import Observation, Seen
from companion.model.places import Place
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.match import match
from companion.rules.apply import after_play, winners
from companion.rules.catalogue import load_variant
from companion.rules.deal import DealError, deal_cards, first_dealer, first_of_round, next_dealer
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.evolve import evolve
from companion.session.state import NO_SENSES, Declaration, Phase, Senses, State
from companion.session.turns import round_is_over

#: A state must lie still this long before it is called illegal or asked about: a hand may only have paused.
DOUBT_STANDS_MS: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """`events` to store, in order; `verdict` what the referee thinks of what is in view (None: nothing was judged)."""

    events: tuple[ev.Event, ...] = ()
    verdict: Verdict | None = None
    senses: Senses = NO_SENSES


def decide(state: State, senses: Senses, command: cmd.Command) -> Decision:
    """What `command` leads to.  `senses` is taken in and handed back with what the observation added to it."""
    if not isinstance(command, cmd.StartGame | cmd.Resume | cmd.Abandon | cmd.ReportObservation | cmd.ReportWheel):
        if state.position is None:
            raise Refused("no_game")
        if state.paused:
            raise Refused("game_paused")
    return _HOW[type(command)](state, senses, command)


def _start_game(_: State, senses: Senses, command: cmd.StartGame) -> Decision:
    counted = command.position is None
    position = command.position or first_position(
        command.variant, command.sectors, command.seats, command.options, command.first
    )
    seats = len(position.seats)
    started = ev.GameStarted(
        game=command.game,
        names=command.names,
        colours=command.colours,
        board=command.board,
        position=position,
        first=command.first if counted else position.turn,
        dealer=first_dealer(command.first, seats),
        counted=counted,
    )
    return Decision(events=(started,), senses=_settled(senses))


def _deal(state: State, senses: Senses, _: cmd.Deal) -> Decision:
    """The deck is used first, then the reshuffled discard pile under it (CORE-R20)."""
    position = _board(state)
    if state.phase is not Phase.DEAL:
        raise Refused("still_dealing" if state.phase is Phase.DOG else "round_over")
    variant, seats = load_variant(position.variant), len(position.seats)
    try:
        dealt = deal_cards(variant, state.round + 1, seats, state.deck or 0, state.discard, options=position.options)
    except DealError as error:
        raise Refused("cannot_deal") from error
    event = ev.CardsDealt(
        round=state.round + 1,
        dealer=state.dealer,
        first=state.first,
        cards=dealt.hand_size,
        deck=dealt.deck,
        reshuffled=dealt.reshuffled,
    )
    return Decision(events=(event,), senses=senses)


def _place_dog(state: State, senses: Senses, command: cmd.PlaceDog) -> Decision:
    """BD-R02, BD-R04: after dealing and the free start, on any free wheel field, a paw too."""
    position = _board(state)
    if state.phase is not Phase.DOG:
        raise Refused("still_dealing" if state.phase is Phase.DEAL else "not_now")
    taken = {place for row in position.placement.pawns for place in row}
    wheel = load_variant(position.variant).wheel_fields(position.sectors)
    if command.field not in wheel or Place(command.field) in taken:
        raise Refused("dog_not_on_wheel")
    return Decision(events=(ev.DogPlaced(field=Place(command.field)),), senses=_settled(senses))


def _exchange(state: State, senses: Senses, command: cmd.Exchange) -> Decision:
    if state.phase is Phase.DOG:
        raise Refused("place_dog_first")
    if state.phase is not Phase.EXCHANGE:
        raise Refused("still_dealing" if state.phase is Phase.DEAL else "not_now")
    if not 0 <= command.seat < len(state.exchanged):
        raise Refused("not_now")
    if state.exchanged[command.seat]:
        return Decision(senses=senses)
    return Decision(events=(ev.CardExchanged(seat=command.seat),), senses=senses)


def _declare(state: State, senses: Senses, command: cmd.DeclarePlay) -> Decision:
    position = _playing(state)
    variant = load_variant(position.variant)
    if command.card not in variant.cards:
        raise Refused("unknown_card", card=command.card)
    if command.seat != position.turn:
        if state.declared is not None and senses.asked:
            # The open play is not understood yet: whoever goes on believes it was right, and is not to be accused.
            raise Refused("open_question", name=state.names[state.declared.seat])
        reason = Reason(
            ruling="CORE-R31", code="not_your_turn", seat=command.seat, params=(("name", state.names[position.turn]),)
        )
        refused = ev.PlayRefused(
            seat=command.seat, card=command.card, reasons=(reason,), seen=None, t_ms=_time(senses), confidence=1.0
        )
        return Decision(events=(refused,), senses=senses)
    declared = ev.PlayDeclared(seat=command.seat, card=command.card, acting_as=command.acting_as)
    fresh = replace(senses, doubtful_since=None, asked=False)
    if senses.observation is None:
        return Decision(events=(declared,), senses=fresh)
    judged = _judge(evolve(state, declared), fresh, senses.observation)
    return replace(judged, events=(declared, *judged.events))


def _withdraw(state: State, senses: Senses, _: cmd.WithdrawDeclaration) -> Decision:
    """CORE-R23: a card without effect so far goes back to the hand."""
    if state.declared is None:
        raise Refused("nothing_declared")
    event = ev.DeclarationWithdrawn(seat=state.declared.seat, card=state.declared.card)
    return Decision(events=(event,), senses=replace(senses, doubtful_since=None, asked=False))


def _observe(state: State, senses: Senses, command: cmd.ReportObservation) -> Decision:
    return _judge(state, replace(senses, observation=command.observation), command.observation)


def _judge(state: State, senses: Senses, observation: Observation | Seen) -> Decision:
    declared, position = state.declared, state.position
    if declared is None or position is None or state.paused or state.phase is not Phase.PLAY:
        return Decision(senses=senses)
    verdict = _verdict(position, declared, senses, observation)
    if verdict.kind is VerdictKind.LEGAL and verdict.play is not None:
        events = _accept(state, declared, verdict.play, observation.t_ms, verdict.confidence)
        return Decision(events=events, verdict=verdict, senses=_settled(senses))
    if verdict.kind is VerdictKind.UNFINISHED:
        return Decision(verdict=verdict, senses=replace(senses, doubtful_since=None, asked=False))
    if verdict.kind is VerdictKind.ILLEGAL and senses.asked and isinstance(observation, Observation):
        # The last state was not understood; what has come on top of it is nobody's fault until people have answered.
        verdict = replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(Reason(ruling="", code="ask_play"),))
    doubt = verdict.seen if verdict.kind is VerdictKind.ILLEGAL else None
    if isinstance(observation, Observation) and not _stands(senses, doubt, observation.t_ms):
        return Decision(senses=_doubting(senses, doubt, observation.t_ms))
    if doubt is None:
        return Decision(verdict=verdict, senses=replace(senses, asked=True))
    if declared.refused == doubt:
        return Decision(verdict=verdict, senses=senses)
    refused = ev.PlayRefused(
        seat=declared.seat,
        card=declared.card,
        reasons=verdict.reasons,
        seen=doubt,
        t_ms=observation.t_ms,
        confidence=verdict.confidence,
    )
    return Decision(events=(refused,), verdict=verdict, senses=senses)


def _stands(senses: Senses, doubt: Placement | None, t_ms: int) -> bool:
    since = senses.doubtful_since
    return since is not None and since[0] == doubt and t_ms - since[1] >= DOUBT_STANDS_MS


def _doubting(senses: Senses, doubt: Placement | None, t_ms: int) -> Senses:
    known = senses.doubtful_since is not None and senses.doubtful_since[0] == doubt
    return senses if known else replace(senses, doubtful_since=(doubt, t_ms))


def _verdict(position: Position, declared: Declaration, senses: Senses, observation: Observation | Seen) -> Verdict:
    """Two witnesses of the wheel: where the camera cannot tell, the encoder does; where they disagree, people must
    say."""
    if isinstance(observation, Seen):
        return judge(position, declared.card, observation.placement, declared.acting_as)
    if _disagree(position, senses, observation):
        disagree = Reason(ruling="BD-R82", code="wheel_disagrees")
        return Verdict(kind=VerdictKind.UNCLEAR, reasons=(disagree,), confidence=0.0)
    if observation.wheel is None:
        observation = replace(observation, wheel=_felt(position, senses))
    return match(position, declared.card, observation, declared.acting_as)


def _felt(position: Position, senses: Senses) -> int | None:
    """Where the disc stands after all that the encoder felt; None without a trusted encoder."""
    stood = position.placement.extra("wheel")
    return None if stood is None or senses.turned is None else (stood + senses.turned) % 4


def _disagree(position: Position | None, senses: Senses, observation: Observation) -> bool:
    if position is None or observation.wheel is None:
        return False
    felt = _felt(position, senses)
    return felt is not None and felt != observation.wheel


def _accept(
    state: State, declared: Declaration, play: Play, t_ms: int, confidence: float, *, by_hand: bool = False
) -> tuple[ev.Event, ...]:
    accepted = ev.PlayAccepted(
        seat=declared.seat,
        card=declared.card,
        acting_as=declared.acting_as,
        notation=format_play(play),
        steps=play.steps,
        result=play.result,
        t_ms=t_ms,
        confidence=confidence,
        by_hand=by_hand,
    )
    return (accepted, *_aftermath(evolve(state, accepted), winners(after_play(_board(state), play))))


def _aftermath(state: State, winning: tuple[int, ...]) -> tuple[ev.Event, ...]:
    """CORE-R19: the end of the game comes before the end of the round."""
    if winning:
        return (ev.GameWon(seats=winning),)
    if state.counted and round_is_over(state):
        return (_round_end(state),)
    return ()


def _round_end(state: State) -> ev.RoundEnded:
    seats = len(state.out)
    dealer = next_dealer(state.dealer, seats)
    return ev.RoundEnded(dealer=dealer, first=first_of_round(dealer, seats))


def _choose(state: State, senses: Senses, command: cmd.ChoosePlay) -> Decision:
    position = _playing(state)
    if state.declared is None:
        raise Refused("nothing_declared")
    for play in legal_plays(position, state.declared.card, state.declared.acting_as):
        if play.result == command.result:
            events = _accept(state, state.declared, play, _time(senses), 1.0, by_hand=True)
            return Decision(events=events, senses=_settled(senses))
    raise Refused("not_a_legal_play")


def _correct(state: State, senses: Senses, command: cmd.Correct) -> Decision:
    """A person's word stands whatever the rules say of it; a declared card counts as played when the turn passes."""
    position = _board(state)
    turn = position.turn if command.next_turn is None else command.next_turn
    if not 0 <= turn < len(position.seats):
        raise Refused("not_now")
    spent = state.declared.card if state.declared and turn != position.turn else None
    event = ev.PositionCorrected(placement=command.placement, turn=turn, reason=command.reason, card=spent)
    after = evolve(state, event)
    return Decision(events=(event, *_aftermath(after, winners(_board(after)))), senses=_settled(senses))


def _skip(state: State, senses: Senses, command: cmd.SkipTurn) -> Decision:
    position = _playing(state)
    if command.seat != position.turn:
        raise Refused("not_your_turn", name=state.names[position.turn])
    return Decision(events=(ev.TurnSkipped(seat=command.seat),), senses=senses)


def _forfeit(state: State, senses: Senses, command: cmd.Forfeit) -> Decision:
    """CORE-R24, CORE-R11: every card of the open hand is tried before the forfeit counts."""
    position = _playing(state)
    if command.seat != position.turn:
        raise Refused("not_your_turn", name=state.names[position.turn])
    if command.hand is not None:
        _check_hand(state, position, command)
    event = ev.HandForfeited(seat=command.seat, hand=command.hand)
    return Decision(events=(event, *_aftermath(evolve(state, event), ())), senses=senses)


def _check_hand(state: State, position: Position, command: cmd.Forfeit) -> None:
    variant = load_variant(position.variant)
    hand = command.hand or ()
    for card in hand:
        if card not in variant.cards:
            raise Refused("unknown_card", card=card)
    if state.counted and len(hand) != state.cards[command.seat]:
        raise Refused("hand_size", count=state.cards[command.seat])
    for card in hand:
        if legal_plays(position, card):
            raise Refused("card_is_playable", card=card)


def _new_round(state: State, senses: Senses, _: cmd.NewRound) -> Decision:
    """Where nobody counts cards, people say when a round begins; Copy is void again (BD-R51)."""
    return Decision(events=(_round_end(state),), senses=senses)


def _undo(state: State, senses: Senses, _: cmd.Undo) -> Decision:
    """An event like any other: the rows it voids stay in the journal."""
    if state.earlier is None:
        raise Refused("nothing_to_undo")
    return Decision(events=(ev.EventsUndone(back_to=state.earlier.seq + 1),), senses=_taken_back(state, senses))


def _pause(_state: State, senses: Senses, _: cmd.Pause) -> Decision:
    return Decision(events=(ev.GamePaused(),), senses=senses)


def _resume(state: State, senses: Senses, _: cmd.Resume) -> Decision:
    if state.position is None:
        raise Refused("no_game")
    return Decision(events=(ev.GameResumed(),) if state.paused else (), senses=_settled(senses))


def _abandon(state: State, senses: Senses, _: cmd.Abandon) -> Decision:
    if state.phase is Phase.OVER:
        return Decision(senses=senses)
    _board(state)
    return Decision(events=(ev.GameAbandoned(),), senses=senses)


def _wheel(state: State, senses: Senses, command: cmd.ReportWheel) -> Decision:
    """A restart or a lost way leaves the direction unknown, so the encoder is not believed until the next accepted
    play."""
    first = senses.boot is None
    known = command.certain and senses.boot == command.boot
    base = command.net if first else senses.base if known else None
    felt = replace(senses, boot=command.boot, net=command.net, base=base)
    if not isinstance(senses.observation, Observation):
        return Decision(senses=felt)
    if _disagree(state.position, felt, senses.observation):
        # The picture is older than the turn: the next one decides.
        return Decision(senses=replace(felt, observation=None))
    return _judge(state, felt, senses.observation)


def _settled(senses: Senses) -> Senses:
    """After an accepted position: the encoder counts from it, and old pictures no longer speak."""
    return Senses(boot=senses.boot, net=senses.net, base=senses.net)


def _taken_back(state: State, senses: Senses) -> Senses:
    """After an undo the disc still stands as it did: what was turned is still to be turned back."""
    if senses.net is None or state.position is None or state.earlier is None or state.earlier.position is None:
        return _settled(senses)
    now = state.position.placement.extra("wheel") or 0
    then = state.earlier.position.placement.extra("wheel") or 0
    return replace(_settled(senses), base=senses.net - (now - then))


def _time(senses: Senses) -> int:
    return senses.observation.t_ms if senses.observation else 0


def _board(state: State) -> Position:
    if state.position is None:
        raise Refused("no_game")
    return state.position


def _playing(state: State) -> Position:
    if state.phase is Phase.OVER:
        raise Refused("game_over")
    if state.phase is Phase.EXCHANGE:
        raise Refused("exchange_first")
    if state.phase is Phase.DOG:
        raise Refused("place_dog_first")
    if state.phase is not Phase.PLAY:
        raise Refused("still_dealing")
    return _board(state)


_HOW: Final[dict[type, Callable[[State, Senses, Any], Decision]]] = {
    cmd.StartGame: _start_game,
    cmd.Deal: _deal,
    cmd.PlaceDog: _place_dog,
    cmd.Exchange: _exchange,
    cmd.DeclarePlay: _declare,
    cmd.WithdrawDeclaration: _withdraw,
    cmd.ReportObservation: _observe,
    cmd.ReportWheel: _wheel,
    cmd.ChoosePlay: _choose,
    cmd.Correct: _correct,
    cmd.SkipTurn: _skip,
    cmd.Forfeit: _forfeit,
    cmd.NewRound: _new_round,
    cmd.Undo: _undo,
    cmd.Pause: _pause,
    cmd.Resume: _resume,
    cmd.Abandon: _abandon,
}
