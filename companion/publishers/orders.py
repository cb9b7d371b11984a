"""What the operator may ask of the table from afar: undo, pause, resume.

Laws: an order names the state it was given in, is refused in any other, and in one state each order is given once; an
order that comes twice is carried out once; whoever asks is answered.
"""

import logging
from collections import OrderedDict
from typing import Annotated, Final

import msgspec

from companion.app.ports import Post
from companion.session.commands import Command, Pause, Resume, Undo
from companion.views.table_view import TableView

log = logging.getLogger(__name__)

COMMANDS: Final[dict[str, Command]] = {"undo": Undo(), "pause": Pause(), "resume": Resume()}
#: Answers kept, so that an order that is delivered again gets the same one.
MEMORY: Final = 256


Word = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9-]{1,64}$")]


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    epoch: int
    seq: int


class Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`client` names the topic of the answer, `ack/{client}`; without it the answer goes to `ack/{id}`."""

    client: Word | None = None


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Word
    expect: Expectation
    args: Arguments = Arguments()


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`ok` says that the table has the order; what came of it is seen in the state.  `error` says why it has not."""

    v: int = 1
    id: str
    ok: bool
    error: str | None = None


class Orders:
    """Hands orders to the table; used from one thread."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        # two operators with one thought: the table may not have got round to the first order yet
        self._given: tuple[str, Expectation] | None = None

    def take(self, name: str, payload: bytes, view: TableView | None) -> tuple[str, Answer] | None:
        """The client to answer and the answer; None for a message that cannot be read: nobody could be answered."""
        try:
            order = msgspec.json.decode(payload, type=Order)
        except msgspec.DecodeError as error:
            log.warning("an order to %s cannot be read: %s", name, error)
            return None
        if order.id not in self._answers:
            self._answers[order.id] = self._judge(name, order, view)
            while len(self._answers) > MEMORY:
                self._answers.popitem(last=False)
        return order.args.client or order.id, self._answers[order.id]

    def _judge(self, name: str, order: Order, view: TableView | None) -> Answer:
        command = COMMANDS.get(name)
        if command is None:
            return Answer(id=order.id, ok=False, error=f"unknown order; known: {', '.join(COMMANDS)}")
        if view is None or (order.expect.epoch, order.expect.seq) != (view.epoch, view.seq):
            return Answer(id=order.id, ok=False, error="the table has gone on since; look at the state and ask again")
        if self._given == (name, order.expect):
            return Answer(id=order.id, ok=False, error="the table has this order from somebody else already")
        self._given = (name, order.expect)
        self._post(command)
        return Answer(id=order.id, ok=True)
