"""`decide(state, senses, command) -> Decision`: the events that follow from a command, to be stored.

One module a topic: `opening` (before the first play of a round), `plays` (cards declared), `looks` (pictures and taps),
`shadow` (the same in silence), `boards` (the open turn), `acceptance` (a play goes into the record), `hands` (cards
given up or drawn), `course` (corrections, undo, pause, end), `rounds` (the end of a turn and its consequences).
"""

from companion.session.decide.boards.open_turn import DOUBT_STANDS_MS
from companion.session.decide.decision import Decision
from companion.session.decide.dispatch import decide
from companion.session.decide.senses import NO_SENSES, Senses

__all__ = ["DOUBT_STANDS_MS", "NO_SENSES", "Decision", "Senses", "decide"]
