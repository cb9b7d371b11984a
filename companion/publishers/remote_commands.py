"""What the operator may ask of the table from afar: undo, pause, resume.

Laws: a request names the state it was given in, is refused in any other, and in one state each request is carried out
once; one that comes twice gets the same answer; whoever asks is answered.
"""

import logging
from collections import OrderedDict
from typing import Annotated, Final

import msgspec

from companion.app.ports import PostOn
from companion.session.commands import Command, Pause, Resume, Undo
from companion.views.table_view import TableView

log = logging.getLogger(__name__)

COMMANDS: Final[dict[str, Command]] = {"undo": Undo(), "pause": Pause(), "resume": Resume()}
#: Answers kept, so that a request that is delivered again gets the same one.
MEMORY: Final = 256


Word = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9-]{1,64}$")]


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    epoch: int
    seq: int


class Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`client` names the topic of the answer, `ack/{client}`; without it the answer goes to `ack/{id}`."""

    client: Word | None = None


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Word
    expect: Expectation
    args: Arguments = Arguments()


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`ok` says that the table has the request; what came of it is seen in the state.  `error` says why it has not."""

    v: int = 1
    id: str
    ok: bool
    error: str | None = None


class RemoteCommands:
    """Hands requests to the table; used from one thread."""

    def __init__(self, post_on: PostOn) -> None:
        self._post_on = post_on
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        # two operators may ask the same at once, while the table has not handled the first request yet
        self._given: tuple[str, Expectation] | None = None

    def take(self, name: str, payload: bytes, view: TableView | None) -> tuple[str, Answer] | None:
        """The client to answer and the answer; None for a message that cannot be read: nobody could be answered."""
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
        # another order may reach the table before this one: it then stands no more as in this view
        self._post_on(view, command)
        return Answer(id=request.id, ok=True)
