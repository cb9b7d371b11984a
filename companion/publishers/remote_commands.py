"""The operator's requests to the table from afar: undo, pause, resume.

Laws: a request names the state in which it was given and is refused in any other; in one state each request is carried
out once; a repeated one gets the same answer; every sender gets an answer.
"""

import logging
from collections import OrderedDict
from typing import Final

import msgspec

from companion.app.ports import PostOn
from companion.session.commands import Command, Pause, Resume, Undo
from companion.views.table_view import TableView
from companion.web.messages import Expectation, Word

log = logging.getLogger(__name__)

COMMANDS: Final[dict[str, Command]] = {"undo": Undo(), "pause": Pause(), "resume": Resume()}
#: Answers kept, so that a request that is delivered again gets the same one.
MEMORY: Final = 256


class Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`client` names the topic of the answer, `ack/{client}`; without it the answer goes to `ack/{id}`."""

    client: Word | None = None


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Word
    expect: Expectation
    args: Arguments = Arguments()


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`ok`: the table has the request; the state shows its effect.  `error`: the reason for a refusal."""

    v: int = 1
    id: str
    ok: bool
    error: str | None = None


class RemoteCommands:
    """Hands requests to the table; used from one thread."""

    def __init__(self, post_on: PostOn) -> None:
        self._post_on = post_on
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        # two operators may send the same request at once, before the table has handled the first one
        self._given: tuple[str, Expectation] | None = None

    def take(self, name: str, payload: bytes, view: TableView | None) -> tuple[str, Answer] | None:
        """Returns the client to answer and the answer; None for an unreadable message, which names no client."""
        try:
            request = msgspec.json.decode(payload, type=CommandRequest)
        except (msgspec.DecodeError, RecursionError) as error:
            log.warning("a request to %s cannot be read: %s", name, error)
            return None
        if request.id not in self._answers:
            self._answers[request.id] = self._judge(name, request, view)
            while len(self._answers) > MEMORY:
                self._answers.popitem(last=False)
        return request.args.client or request.id, self._answers[request.id]

    def _judge(self, name: str, request: CommandRequest, view: TableView | None) -> Answer:
        command = COMMANDS.get(name)
        if command is None:
            return Answer(id=request.id, ok=False, error=f"unknown request; known: {', '.join(COMMANDS)}")
        if view is None or (request.expect.epoch, request.expect.seq) != (view.epoch, view.seq):
            return Answer(id=request.id, ok=False, error="the table has gone on since; look at the state and ask again")
        if self._given == (name, request.expect):
            return Answer(id=request.id, ok=False, error="the table has this order from somebody else already")
        self._given = (name, request.expect)
        # another order may reach the table before this one: it then no longer matches this view
        self._post_on(view, command)
        return Answer(id=request.id, ok=True)
