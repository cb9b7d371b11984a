"""The page of one seat, as a value for JSON: the public state, and the player's possible cards and permitted orders.

Law: no hand is in it; the cards are those of the game, the same for every seat.
"""

import msgspec

from companion.model.verdict import VerdictKind
from companion.publishers.phones.orders import may_declare, may_undo, may_withdraw
from companion.views.broadcast import topics
from companion.views.broadcast.payloads import TEXT_LENGTH, State, clipped
from companion.views.table_view import TableView, Texts
from companion.views.wording.card_looks import CardLook, faces_for, needs_a_face

#: The number of buttons for likely plays on the tablet.
MOST_CHOICES = 3


class CardsOfGame(msgspec.Struct, frozen=True, kw_only=True):
    cards: dict[str, CardLook]


class PhoneGames(msgspec.Struct, frozen=True, kw_only=True):
    """`/games.json` of the phones' page: the cards of every game, by id; `board`: that of the table is served, too."""

    v: int = 1
    games: dict[str, CardsOfGame]
    board: bool = False


class Taken(msgspec.Struct, frozen=True):
    """The answer to a phone that took a seat."""

    seat: int
    token: str


class Choice(msgspec.Struct, frozen=True):
    """A likely play of the open card, in notation and in words."""

    play: str
    text: dict[str, str]


class Waiting(msgspec.Struct, frozen=True):
    """The referee's verdict on an open card that is not settled: unfinished or unclear."""

    kind: str
    text: dict[str, str]


class SeatPage(msgspec.Struct, frozen=True, kw_only=True):
    """`faces`: the faces that a card can stand for.  `may`: declare, withdraw, undo, as far as this seat may.

    `notice`: the reason why the table refused an order.  `state` has the position while others act.
    """

    v: int = 1
    seat: int
    state: State
    cards: tuple[str, ...]
    faces: dict[str, tuple[str, ...]]
    waiting: Waiting | None
    choices: tuple[Choice, ...]
    may: tuple[str, ...]
    paused: bool
    demo: bool
    notice: dict[str, str] | None


def seat_pages(view: TableView, own_play: int | None) -> tuple[bytes, ...]:
    """The page of each seat as JSON; `own_play` as for `may_undo`.  Equal views give equal pages."""
    common = _common(view)
    return tuple(msgspec.json.encode(_page(common, view, seat, own_play)) for seat in range(len(view.seats)))


def _common(view: TableView) -> SeatPage:
    """Returns the parts of the page that all seats share."""
    cards = view.cards if view.position is not None else ()
    stand_ins = [card for card in cards if needs_a_face(view.rules.variant, card)]
    return SeatPage(
        seat=0,
        state=topics.state(view, 0),
        cards=cards,
        faces={card: faces_for(view.rules.variant, card) for card in stand_ins},
        waiting=_waiting(view),
        choices=(),
        may=(),
        paused=view.paused,
        demo=view.demo,
        notice=_texts(view.notice) if view.notice else None,
    )


def _page(common: SeatPage, view: TableView, seat: int, own_play: int | None) -> SeatPage:
    allowed = {
        "declare": may_declare(seat, view),
        "withdraw": may_withdraw(seat, view),
        "undo": may_undo(seat, view, own_play),
    }
    may = tuple(word for word, yes in allowed.items() if yes)
    choices, state = _choices(view) if allowed["withdraw"] else (), common.state
    if view.position is None or allowed["declare"] or allowed["withdraw"]:
        # only a watcher's page has a board: a phone asks often, and some are far from the router
        state = msgspec.structs.replace(state, position=None)
    return msgspec.structs.replace(common, seat=seat, state=state, may=may, choices=choices)


def _waiting(view: TableView) -> Waiting | None:
    verdict = view.verdict
    if verdict is None or verdict.kind not in (VerdictKind.UNFINISHED, VerdictKind.UNCLEAR):
        return None
    return Waiting(verdict.kind, _texts(verdict.text))


def _choices(view: TableView) -> tuple[Choice, ...]:
    return tuple(Choice(play.play, _texts(play.text)) for play in view.candidates[:MOST_CHOICES])


def _texts(texts: Texts) -> dict[str, str]:
    return {language: clipped(text, TEXT_LENGTH) for language, text in texts.items()}
