"""Judges pictures of the board and a person's taps, with the wheel's encoder beside the camera."""

from typing import Final, assert_never

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.match import match
from companion.rules.rules import Rules
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide.acceptance import accepted, hand_fault
from companion.session.decide.boards.against_turn import out_of_turn, seen_without_card
from companion.session.decide.boards.anomalies import questioned, watched
from companion.session.decide.boards.grounds import looked, may_accuse, may_accuse_of_turn, shown, sight_lost
from companion.session.decide.boards.waiting import caught_up, not_seen
from companion.session.decide.decision import Decision, settled
from companion.session.decide.encoder import STOPS, compared, is_elsewhere, second_witness
from companion.session.state import ELSEWHERE, BoardGame, Declaration, Phase, Senses

#: A state must lie still this long before it is reported as illegal or questioned: a hand may only have paused.
DOUBT_STANDS_MS: Final = 300


#: Reports of sensors.
SensorReport = cmd.ReportObservation | cmd.ReportWheel | cmd.LoseWheel | cmd.LoseSight


def sensed(state: BoardGame, senses: Senses, command: SensorReport) -> Decision:
    """Returns the decision that follows from a report in the present game."""
    match command:
        case cmd.ReportObservation(observation=observation):
            return judge_view(state, noted(senses, command), observation)
        case cmd.ReportWheel():
            return _feel_wheel(state, senses, command)
        case cmd.LoseWheel() | cmd.LoseSight():
            return Decision(senses=noted(senses, command))
        case _:
            assert_never(command)


def noted(senses: Senses, command: SensorReport) -> Senses:
    """Returns the senses after a report, also without a game on a board: the wheel stands somewhere all the same."""
    match command:
        case cmd.ReportObservation(observation=observation):
            return looked(replace(senses, observation=observation), observation)
        case cmd.ReportWheel():
            return _wheel_felt(None, senses, command)
        case cmd.LoseWheel():
            return _wheel_lost(senses)
        case cmd.LoseSight():
            return sight_lost(senses)
        case _:
            assert_never(command)


def judge_view(state: BoardGame, senses: Senses, observation: Observation | Seen) -> Decision:
    declared, position = state.declared, state.position
    if state.paused or state.phase is not Phase.PLAY:
        return Decision(senses=senses)
    senses = second_witness(position, senses, observation)
    if is_elsewhere(senses):
        return _ask_for_wheel(state.rules, position, declared, senses, observation)
    if declared is None:
        events, senses = seen_without_card(state, position, senses, observation)
        if senses.against_turn is not None and isinstance(observation, Observation):
            # The question whose turn it is stands until a plainer picture.
            return Decision(senses=senses)
        return Decision(events=events, senses=watched(state.rules, position, senses, observation))
    if senses.waiting:
        return _with_cards_waiting(state, declared, position, senses, observation)
    verdict = _verdict(state.rules, position, declared, senses, observation)
    verdict = _held_against_announced(state, declared, _held_against_hand(state, position, verdict))
    verdict = _held_against_card_before(state, declared, senses, observation, verdict)
    unread = verdict.anomaly
    verdict, senses = questioned(state.rules, position, senses, observation, verdict)
    if verdict.kind is VerdictKind.LEGAL and verdict.play is not None:
        events = accepted(state, declared, verdict.play, observation.t_ms, verdict.confidence)
        return Decision(events=events, verdict=verdict, senses=shown(settled(senses)))
    if verdict.kind is VerdictKind.UNFINISHED:
        return Decision(verdict=verdict, senses=shown(replace(senses, doubtful_since=None)))
    return _accuse_or_ask(declared, verdict, senses, observation, unread=unread)


def _accuse_or_ask(
    declared: Declaration, verdict: Verdict, senses: Senses, observation: Observation | Seen, *, unread: bool
) -> Decision:
    """Reports an illegal or unclear board once it has stood for a while, and only if enough was seen."""
    if verdict.kind is VerdictKind.ILLEGAL and not may_accuse(senses, observation):
        code = "ask_play" if senses.asked else "sight_interrupted"
        verdict = replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(Reason(ruling="", code=code),))
    doubt = verdict.seen if verdict.kind is VerdictKind.ILLEGAL else None
    if isinstance(observation, Observation) and not _stands(senses, doubt, observation.t_ms):
        return Decision(senses=_doubting(senses, doubt, observation.t_ms))
    if verdict.anomaly:
        # A play beside it has not been judged: as after a question, nobody is to be accused.
        return Decision(
            verdict=verdict if senses.anomaly and senses.anomaly.asked else None,
            senses=replace(senses, asked=senses.asked or unread),
        )
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


def _ask_for_wheel(
    rules: Rules, position: Position, declared: Declaration | None, senses: Senses, observation: Observation | Seen
) -> Decision:
    """Handles a disc out of sight while the encoder stands on another stop than the record."""
    if declared is None or isinstance(observation, Seen) or senses.net is None:
        return Decision(senses=senses)
    stops = (position.placement.extra("wheel"), senses.net % STOPS)
    verdict = _either(rules, position, declared, observation, stops, ELSEWHERE)
    return Decision(verdict=verdict, senses=replace(senses, asked=True))


def _with_cards_waiting(
    state: BoardGame, declared: Declaration, position: Position, senses: Senses, observation: Observation | Seen
) -> Decision:
    """Judges a board with another card on top of the open one: only all cards together explain it."""
    witnesses_agree = isinstance(observation, Seen) or not _disagree(position, senses, observation)
    if isinstance(observation, Observation) and observation.wheel is None:
        observation = replace(observation, wheel=_felt(position, senses))
    found = caught_up(state, position, senses, observation) if witnesses_agree else None
    if found is not None:
        return replace(found, senses=shown(settled(found.senses)))
    verdict = _verdict(state.rules, position, declared, senses, observation)
    if verdict.kind is VerdictKind.UNFINISHED:
        return Decision(senses=replace(senses, doubtful_since=None))
    if (
        verdict.kind is VerdictKind.ILLEGAL
        and verdict.seen == declared.refused
        and may_accuse_of_turn(senses)
        and not senses.asked
    ):
        # An illegal play was seen, nobody put it right, and it still lies there.
        top = next((row for row in senses.waiting if isinstance(row, Declaration)), None)
        refused = () if top is None else (out_of_turn(state, top, observation.t_ms, verdict.confidence),)
        return Decision(events=refused, verdict=verdict, senses=replace(senses, waiting=()))
    if isinstance(observation, Observation) and not _stands(senses, None, observation.t_ms):
        return Decision(senses=_doubting(senses, None, observation.t_ms))
    return Decision(verdict=not_seen(state, declared), senses=replace(senses, asked=True))


def _held_against_hand(state: BoardGame, position: Position, verdict: Verdict) -> Verdict:
    """Applies the known hand, which may forbid a play that the board allows (DOG-R08, DOG-R14)."""
    fault = hand_fault(state, position, verdict.play) if verdict.play else None
    if fault is None:
        return verdict
    return replace(verdict, kind=VerdictKind.ILLEGAL, play=None, reasons=(fault,), seen=position.placement)


def _held_against_announced(state: BoardGame, declared: Declaration, verdict: Verdict) -> Verdict:
    """Applies the computer's announcement: another play of the people who move for it is theirs, not its own."""
    if verdict.play is None or declared.announced in (None, verdict.play.result):
        return verdict
    name = ("name", state.names[declared.seat])
    reason = Reason(ruling="", code="announced_otherwise", seat=declared.seat, params=(name,))
    return replace(verdict, kind=VerdictKind.ILLEGAL, play=None, reasons=(reason,), seen=verdict.play.result)


def _held_against_card_before(
    state: BoardGame, declared: Declaration, senses: Senses, observation: Observation | Seen, verdict: Verdict
) -> Verdict:
    """Returns a question if the first of two cards of one player explains the board, even if the second does too.

    The player may have played the first card unseen, and laid the second out of turn.
    """
    before, judged = declared.instead_of, verdict.kind in (VerdictKind.ILLEGAL, VerdictKind.LEGAL)
    if not isinstance(before, Declaration) or not judged or isinstance(observation, Seen):
        return verdict
    played = _verdict(state.rules, state.position, before, senses, observation)
    return not_seen(state, before) if played.kind is VerdictKind.LEGAL else verdict


def _stands(senses: Senses, doubt: Placement | None, t_ms: int) -> bool:
    since = senses.doubtful_since
    return since is not None and since[0] == doubt and t_ms - since[1] >= DOUBT_STANDS_MS


def _doubting(senses: Senses, doubt: Placement | None, t_ms: int) -> Senses:
    known = senses.doubtful_since is not None and senses.doubtful_since[0] == doubt
    return senses if known else replace(senses, doubtful_since=(doubt, t_ms))


def _verdict(
    rules: Rules, position: Position, declared: Declaration, senses: Senses, observation: Observation | Seen
) -> Verdict:
    """Combines two witnesses of the wheel.

    If the camera cannot tell, the encoder decides; if they disagree, people must state the stop.
    """
    if isinstance(observation, Seen):
        return judge(rules, position, declared.card, observation.placement, declared.acting_as)
    if _disagree(position, senses, observation):
        stops = (observation.wheel, _felt(position, senses))
        return _either(rules, position, declared, observation, stops, Reason(ruling="BD-R82", code="wheel_disagrees"))
    if observation.wheel is None:
        observation = replace(observation, wheel=_felt(position, senses))
    return match(rules, position, declared.card, observation, declared.acting_as)


def _either(
    rules: Rules,
    position: Position,
    declared: Declaration,
    observation: Observation,
    stops: tuple[int | None, int | None],
    question: Reason,
) -> Verdict:
    """Returns the question which witness of the wheel is right, with the plays that either of them makes likely."""
    verdicts = [
        match(rules, position, declared.card, replace(observation, wheel=stop), declared.acting_as) for stop in stops
    ]
    plays = [play for verdict in verdicts for play in ((verdict.play,) if verdict.play else verdict.candidates)]
    candidates = tuple(dict.fromkeys(plays))
    return Verdict(kind=VerdictKind.UNCLEAR, reasons=(question,), candidates=candidates, confidence=0.0)


def _felt(position: Position, senses: Senses) -> int | None:
    """Returns the stop of the disc after all turns that the encoder felt; None without a trusted encoder."""
    stood = position.placement.extra("wheel")
    return None if stood is None or senses.turned is None else (stood + senses.turned) % 4


def _disagree(position: Position, senses: Senses, observation: Observation) -> bool:
    if observation.wheel is None:
        return False
    felt = _felt(position, senses)
    return felt is not None and felt != observation.wheel


def _wheel_lost(senses: Senses) -> Senses:
    """Returns the senses without an encoder; the same device, back again, goes on counting from where it was."""
    if is_elsewhere(senses):
        # A device that comes back is compared again.
        senses = replace(senses, boot=None, elsewhere=False)
    return replace(senses, net=None)


def _wheel_felt(position: Position | None, senses: Senses, command: cmd.ReportWheel) -> Senses:
    """Returns the senses with the encoder's report.

    After a restart or a lost way the direction is unknown: the encoder is not believed until the next accepted play.
    """
    known = command.certain and senses.boot == command.boot
    felt = replace(senses, boot=command.boot, net=command.net, base=senses.base if known else None)
    return compared(position, felt) if senses.boot is None or is_elsewhere(senses) else felt


def _feel_wheel(state: BoardGame, senses: Senses, command: cmd.ReportWheel) -> Decision:
    felt = _wheel_felt(state.position, senses, command)
    if not isinstance(senses.observation, Observation):
        return Decision(senses=felt)
    if _disagree(state.position, felt, senses.observation):
        # The picture is older than the turn: the next one decides.
        return Decision(senses=replace(felt, observation=None))
    return judge_view(state, felt, senses.observation)
