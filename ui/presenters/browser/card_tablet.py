"""A tablet in a browser for a game of cards alone: the cards on the table are touched where they are listed."""

from collections.abc import Callable, Iterator
from typing import Final

from companion.session.state import Phase
from companion.views.table_view import EXCHANGES, Stage, TableView
from companion.views.wording.sentences import Wording
from companion.views.wording.words import card_name
from ui.presenters.browser.browser import Browser
from ui.presenters.browser.offers import shown_card
from ui.presenters.browser.page import Act, CardFace, Part, TabletPage
from ui.presenters.card_table.input import CardTableInput
from ui.presenters.card_table.view_model import (
    CardRow,
    CardTableViewModel,
    OpenPlace,
    Pile,
    RowSlot,
    card_table_view_model,
)

#: Drawn on a card that lies face down, and on an empty place.
_HIDDEN: Final = "?"
_PLAIN: Final = "card_blue"


class BrowserCardTablet(CardTableInput, Browser):
    """`show` takes views of games of cards alone."""

    def __init__(self, wording: Wording, language: str, clock: Callable[[], int]) -> None:
        self.face = None
        super().__init__(wording=wording, language=language, clock=clock)

    def follow_view(self, _before: TableView | None, view: TableView) -> None:
        self.follow_question(view)

    def draw(self, view: TableView) -> TabletPage:
        face = self.face = card_table_view_model(view, self.taps, self.words, self._wording)
        parts = tuple(self._parts(view, face)) if not view.paused else ()
        seats = tuple(player.seat for player in face.players)
        return self.made(view, face, seats, parts, self._foot(view, face))

    def _parts(self, view: TableView, face: CardTableViewModel) -> Iterator[Part]:
        if face.puts_back:
            yield Part(
                kind="keys",
                acts=(
                    self._act("put_back", "play.put_back_done", "check", self.settle_undo),
                    self._act("redo", "play.redo", "redo", self.redo),
                ),
            )
        if face.prompt and face.prompt != face.banner.sentence:
            yield Part(kind="text", text=face.prompt)
        if view.stage in EXCHANGES:
            yield Part(
                kind="plays", acts=(self._act("act", "play.exchanged", "card_swap", self.exchanged, strong=True),)
            )
        if face.choices:
            chosen = (
                self.offers.act(f"play.{number}", choice.text, "move", lambda action=choice.play: self.act(action))  # type: ignore[misc]
                for number, choice in enumerate(face.choices)
            )
            yield Part(kind="plays", acts=tuple(chosen))
        yield self._grid(view, face)
        yield Part(kind="cards", text=self.words.text("cards.open_row"), cards=tuple(map(self._place, face.open_row)))
        piles = (self._pile("draw", face.draw), self._pile("discard", face.discard))
        yield Part(kind="cards", text=", ".join(pile.name for pile in piles), cards=piles)
        for player in face.players:
            for number, row in enumerate(player.rows, start=1):
                text = self.words.text("cards.row", name=player.seat.name, number=number)
                yield Part(kind="row", text=text, cards=self._row(number, row))

    def _grid(self, view: TableView, face: CardTableViewModel) -> Part:
        """The cards to pick, name or take; none while something else is to be done."""
        able = view.stage is Stage.PLAY and face.pane in ("cards", "name", "search")
        cards = tuple(
            shown_card(
                card,
                card_name(card.card, self.words),
                self.offers.name(f"card.{card.card}", lambda picked=card.card: self.pick(picked)),  # type: ignore[misc]
                on=card.card == face.picked,
            )
            for card in (face.cards if able else ())
        )
        return Part(kind="cards", cards=cards)

    def _foot(self, view: TableView, face: CardTableViewModel) -> tuple[Act, ...]:
        if view.phase is None or view.phase is Phase.OVER:
            return ()
        names = face.can_name and not face.picked
        other = ("play.name_cards", "eye", self.begin_naming) if names else ("play.throw", "bin", self.throw)
        return (
            self._act("undo", "play.undo", "undo", self.undo, able=face.can_undo),
            self._act("throw", *other, able=bool(face.can_name or face.picked)),
            self._act("leave", "nav.cancel", "cross", self.leave_mode, able=face.busy),
            self._act("pause", "play.pause", "pause", self.pause, able=not view.paused),
        )

    def _place(self, place: OpenPlace) -> CardFace:
        act = self.offers.name(f"open.{place.number}", lambda: self.tap_open(place.target))
        if place.face is not None:
            return shown_card(
                place.face, f"{place.number}: {card_name(place.face.card, self.words)}", act, on=place.lit
            )
        value = _HIDDEN if place.hidden else place.number
        return _plain(act, f"{place.number}: {value}", value, on=place.lit)

    def _pile(self, name: str, pile: Pile) -> CardFace:
        act = self.offers.name(f"pile.{name}", lambda: self.tap(pile.target))
        called = f"{self.words.text(f'cards.{name}')}: {pile.count}"
        if pile.face is not None:
            return shown_card(pile.face, called, act, on=pile.lit)
        return _plain(act, called, pile.count, on=pile.lit)

    def _row(self, number: int, row: CardRow) -> tuple[CardFace, ...]:
        """The places of a row; a touch of one means this place of the row."""
        return tuple(self._slot(number, place, row, slot) for place, slot in enumerate(row.slots, start=1))

    def _slot(self, number: int, place: int, row: CardRow, slot: RowSlot) -> CardFace:
        name = f"row.{row.target.seat}.{number}.{place}"
        act = self.offers.name(name, lambda: self.tap(row.target, place))
        return CardFace(
            act=act,
            name=slot.value or slot.picture,
            value=slot.value,
            picture=slot.picture,
            colour=slot.colour,
            caption="",
            on=slot.lit or row.lit,
        )

    def _act(
        self, name: str, message: str, icon: str, do: Callable[[], None], *, able: bool = True, strong: bool = False
    ) -> Act:
        return self.offers.act(name, self.words.text(message), icon, do, able=able, strong=strong)


def _plain(act: str, name: str, value: str, *, on: bool) -> CardFace:
    return CardFace(act=act, name=name, value=value, picture="cards", colour=_PLAIN, caption="", on=on)
