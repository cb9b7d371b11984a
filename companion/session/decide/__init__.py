"""`decide(state, senses, command) -> Decision`: the events that follow from a command, to be stored.

One module a topic: `opening` (before the first play of a round), `plays` (cards declared), `looks` (pictures and taps
judged), `acceptance` (a play goes into the record), `hands` (cards given up or drawn), `course` (corrections, undo,
pause, end), `rounds` (the end of a turn and its consequences).
"""

from companion.session.decide.boards.looks import DOUBT_STANDS_MS
from companion.session.decide.decision import Decision
from companion.session.decide.dispatch import decide

__all__ = ["DOUBT_STANDS_MS", "Decision", "decide"]
