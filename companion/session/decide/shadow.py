"""Shadow mode: a camera judges plays silently while people decide by tapping; both verdicts are stored side by side.

Laws: a silent camera's verdict changes nothing in the game and accuses nobody; a play is compared once, with the
referee's own decision before the next card; a play that people took back is not compared.
"""

from typing import Final

from msgspec.structs import replace

from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide.boards.open_turn import NothingOpen, RefereeState, settled
from companion.session.decide.boards.witness import sight_lost
from companion.session.decide.decision import Decision
from companion.session.decide.looks import followed as followed_by_record
from companion.session.decide.looks import opened, sensed
from companion.session.decide.senses import Senses, Shadow
from companion.session.evolve import evolve
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, State

#: These do not end the time in which the newest play can still be seen.
_WITH_THE_PLAY: Final = (ev.GameWon, ev.RoundEnded)
#: Before these the newest play is forgotten, and not compared.
_TAKEN_BACK: Final = (ev.EventsUndone, ev.EventsRedone, ev.GameAbandoned)


def watched_silently(state: State, senses: Senses, report: cmd.ReportObservation | cmd.LoseSight) -> Decision:
    """Judges the report of a silent camera in the shadow's own game.

    Its only event compares a play that people have decided already.
    """
    if not isinstance(state, BoardGame):
        return Decision(senses=senses)
    shadow = senses.shadow
    if shadow is None or shadow.game.game != state.game:
        shadow = Shadow(game=state, referee=RefereeState())
    known = Senses(referee=opened(shadow.game, shadow.referee))
    decision = followed_by_record(shadow.game, sensed(shadow.game, known, report))
    shadow = replace(shadow, referee=decision.senses.referee)
    for event in decision.events:
        shadow = _judged(shadow, event)
    if shadow.due is None or shadow.played is None:
        return Decision(senses=replace(senses, shadow=shadow))
    return Decision(events=(_compared(shadow, shadow.due),), senses=replace(senses, shadow=replace(shadow, due=None)))


def followed(before: State, shadow: Shadow | None, decision: Decision) -> Decision:
    """Returns the decision of people, with the comparisons that it ends; the shadow takes up the people's game."""
    if shadow is None:
        return decision
    events: list[ev.Event] = []
    after = before
    for event in decision.events:
        if shadow.due is not None and not isinstance(event, (*_WITH_THE_PLAY, *_TAKEN_BACK)):
            events.append(_compared(shadow, shadow.due))
            after = evolve(after, events[-1])
            shadow = replace(shadow, due=None)
        events.append(event)
        after = evolve(after, event)
        if isinstance(event, ev.PlayAccepted):
            shadow = replace(shadow, due=event)
        elif isinstance(after, BoardGame) and not isinstance(event, _WITH_THE_PLAY):
            shadow = _caught_up(shadow, after, rested=isinstance(event, ev.GameResumed))
    if shadow.due is not None and shadow.played is not None:
        events.append(_compared(shadow, shadow.due))
        shadow = replace(shadow, due=None)
    return replace(decision, events=tuple(events), senses=replace(decision.senses, shadow=shadow))


def _judged(shadow: Shadow, event: ev.Event) -> Shadow:
    """Returns the shadow with the referee's own decision, as if that were recorded."""
    match event:
        case ev.PlayAccepted():
            shadow = replace(shadow, played=event)
        case ev.PlayRefused(reasons=reasons):
            shadow = replace(shadow, refused=shadow.refused or reasons)
        case _:
            pass
    return replace(shadow, game=evolve_board(shadow.game, event))


def _compared(shadow: Shadow, due: ev.PlayAccepted) -> ev.ShadowJudged:
    played, refused = shadow.played, shadow.refused
    agreed = played is not None and played.result == due.result and not refused
    notation = None if played is None else played.notation
    return ev.ShadowJudged(seat=due.seat, card=due.card, agreed=agreed, play=notation, reasons=refused)


def _caught_up(shadow: Shadow, game: BoardGame, *, rested: bool) -> Shadow:
    """Returns the shadow in the game of the people.

    If that is not the board that it believed in, or nobody looked for a while, it has to see the board first before it
    may object to anything.
    """
    believed = shadow.game.position.placement == game.position.placement
    if rested:
        referee = replace(shadow.referee, witness=sight_lost(shadow.referee.witness))
    else:
        referee = shadow.referee if believed else settled(shadow.referee, by_hand=True)
    return Shadow(game=game, referee=opened(game, replace(referee, turn=NothingOpen())))
