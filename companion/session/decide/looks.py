"""What is in view, judged: a picture of the board or a person's taps, with the wheel's encoder beside the camera."""

from dataclasses import replace
from typing import Final

from companion.model.observation import Observation, Seen
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.match import match
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide.acceptance import accepted, void_fault
from companion.session.decide.amiss import questioned, watched
from companion.session.decide.decision import Decision, settled
from companion.session.state import Declaration, Phase, Senses, State

#: A state must lie still this long before it is called illegal or asked about: a hand may only have paused.
DOUBT_STANDS_MS: Final = 300


def observe(state: State, senses: Senses, command: cmd.ReportObservation) -> Decision:
    return judge_view(state, replace(senses, observation=command.observation), command.observation)


def judge_view(state: State, senses: Senses, observation: Observation | Seen) -> Decision:
    declared, position = state.declared, state.position
    if position is None or state.paused or state.phase is not Phase.PLAY:
        return Decision(senses=senses)
    if declared is None:
        return Decision(senses=watched(position, senses, observation))
    verdict = _held_against_hand(state, position, _verdict(position, declared, senses, observation))
    unread = verdict.amiss
    verdict, senses = questioned(position, senses, observation, verdict)
    if verdict.kind is VerdictKind.LEGAL and verdict.play is not None:
        events = accepted(state, declared, verdict.play, observation.t_ms, verdict.confidence)
        return Decision(events=events, verdict=verdict, senses=settled(senses))
    if verdict.kind is VerdictKind.UNFINISHED:
        return Decision(verdict=verdict, senses=replace(senses, doubtful_since=None))
    if verdict.kind is VerdictKind.ILLEGAL and senses.asked and isinstance(observation, Observation):
        # The last state was not understood; what has come on top of it is nobody's fault until people have answered.
        verdict = replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(Reason(ruling="", code="ask_play"),))
    doubt = verdict.seen if verdict.kind is VerdictKind.ILLEGAL else None
    if isinstance(observation, Observation) and not _stands(senses, doubt, observation.t_ms):
        return Decision(senses=_doubting(senses, doubt, observation.t_ms))
    if verdict.amiss:
        # A play that may lie there beside it has not been judged: like after a question nobody is to be accused.
        return Decision(verdict=verdict if senses.told else None, senses=replace(senses, asked=senses.asked or unread))
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


def _held_against_hand(state: State, position: Position, verdict: Verdict) -> Verdict:
    """DOG-R14: what the board allows a known hand may forbid."""
    fault = void_fault(state, position, verdict.play) if verdict.play else None
    if fault is None:
        return verdict
    return replace(verdict, kind=VerdictKind.ILLEGAL, play=None, reasons=(fault,), seen=position.placement)


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
        return _either(position, declared, observation, _felt(position, senses))
    if observation.wheel is None:
        observation = replace(observation, wheel=_felt(position, senses))
    return match(position, declared.card, observation, declared.acting_as)


def _either(position: Position, declared: Declaration, observation: Observation, felt: int | None) -> Verdict:
    """The question which witness of the wheel is right, with the plays that either of them makes likely."""
    told = [
        match(position, declared.card, replace(observation, wheel=stop), declared.acting_as)
        for stop in (observation.wheel, felt)
    ]
    plays = [play for verdict in told for play in ((verdict.play,) if verdict.play else verdict.candidates)]
    reasons = (Reason(ruling="BD-R82", code="wheel_disagrees"),)
    candidates = tuple(dict.fromkeys(plays))
    return Verdict(kind=VerdictKind.UNCLEAR, reasons=reasons, candidates=candidates, confidence=0.0)


def _felt(position: Position, senses: Senses) -> int | None:
    """Where the disc stands after all that the encoder felt; None without a trusted encoder."""
    stood = position.placement.extra("wheel")
    return None if stood is None or senses.turned is None else (stood + senses.turned) % 4


def _disagree(position: Position | None, senses: Senses, observation: Observation) -> bool:
    if position is None or observation.wheel is None:
        return False
    felt = _felt(position, senses)
    return felt is not None and felt != observation.wheel


def lose_wheel(_: State, senses: Senses, __: cmd.LoseWheel) -> Decision:
    """The camera carries on alone; the same device, back again, goes on counting from where it was."""
    return Decision(senses=replace(senses, net=None))


def feel_wheel(state: State, senses: Senses, command: cmd.ReportWheel) -> Decision:
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
    return judge_view(state, felt, senses.observation)
