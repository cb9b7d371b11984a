"""The panel beside the board of a browser's tablet: the parts of each mode and pane, and what their buttons do."""

from collections.abc import Callable, Iterator

from companion.views.table_view import TableView
from companion.views.wording.words import card_name
from ui.i18n import Words
from ui.presenters.browser.offers import Offers, shown_card
from ui.presenters.browser.page import Act, CardFace, Part
from ui.presenters.play.cards import card_face
from ui.presenters.play.computer import ANNOUNCED, ENTER, THINKING
from ui.presenters.play.edit import draft_prompt
from ui.presenters.play.forfeit import hand_sentences
from ui.presenters.play.input import ACTIONS, PlayInput
from ui.presenters.play.play import Choice, PlayViewModel, likely_choices
from ui.presenters.spots import WHEEL

Parts = Iterator[Part]


class Panel:
    """Makes the parts for one face of a tablet; the acts go into `offers`."""

    def __init__(self, tablet: PlayInput, view: TableView, face: PlayViewModel, offers: Offers, words: Words) -> None:
        self._tablet = tablet
        self._view = view
        self._face = face
        self._offers = offers
        self._words = words

    def parts(self) -> tuple[Part, ...]:
        modes: dict[str, Callable[[], Parts]] = {
            "amend": self._amend,
            "edit": self._edit,
            "report": self._edit,
            "forfeit": self._forfeit,
        }
        return tuple(modes.get(self._tablet.mode, self._turn)())

    def foot(self) -> tuple[Act, ...]:
        """The buttons below every pane of a turn."""
        tablet, face = self._tablet, self._face
        if tablet.mode != "turn" or self._view.phase is None:
            return ()
        withdraws = face.can_withdraw
        given = (
            ("play.withdraw", "cards", tablet.withdraw, True)
            if withdraws
            else ("play.forfeit", "hand", tablet.begin_forfeit, face.can_forfeit)
        )
        return (
            self._act("undo", "play.undo", "undo", tablet.undo, able=face.can_undo),
            self._act("amend", "play.amend", "amend", tablet.amend, able=face.can_amend),
            self._act("withdraw" if withdraws else "forfeit", given[0], given[1], given[2], able=given[3]),
            self._act("pause", "play.pause", "pause", tablet.pause, able=not face.paused),
        )

    # --- the turn ------------------------------------------------------------------------------------------------

    def _turn(self) -> Parts:
        if self._face.puts_back:
            yield self._keys(
                self._act("put_back", "play.put_back_done", "check", self._tablet.settle_undo),
                self._act("redo", "play.redo", "redo", self._tablet.redo),
            )
        panes: dict[str, Callable[[], Parts]] = {
            "cards": self._cards,
            "as": self._cards,
            "watch": self._watch,
            "tap": self._choose,
            "ask": self._choose,
            "list": self._choose,
            "wheel": self._wheel,
            ENTER: self._enter,
            ANNOUNCED: self._announced,
            THINKING: self._thinking,
        }
        yield from panes.get(self._face.pane, self._prompt)()

    def _cards(self) -> Parts:
        if self._face.proposed:
            yield self._offers.cards(
                "proposed", self._face.proposed, self._name, self._tablet.declare, self._face.prompt
            )
        elif self._face.prompt:
            yield _text(self._face.prompt)
        yield self._offers.cards("card", self._face.cards, self._name, self._tablet.declare)

    def _prompt(self) -> Parts:
        """A sentence, unless the banner has it, and the buttons that answer it."""
        if self._face.prompt != self._face.banner.sentence:
            yield _text(self._face.prompt)
        answers = tuple(
            self._offers.act(
                f"answer.{number}",
                answer.text,
                answer.icon,
                lambda given=answer: self._tablet.answer(given),  # type: ignore[misc]
                strong=answer.use and not answer.rank,
            )
            for number, answer in enumerate(self._face.answers)
        )
        if answers:
            yield Part(kind="plays", acts=answers)
        message, icon = ACTIONS.get(self._face.pane, ("", ""))
        if message:
            yield self._plays(self._act("act", message, icon, self._tablet.act, strong=True))

    def _watch(self) -> Parts:
        if self._face.declared:
            yield Part(kind="cards", cards=(shown_card(self._face.declared, self._name(self._face.declared.card)),))
        yield _text(self._face.prompt)
        yield self._plays(self._act("tap_play", "play.tap", "move", self._tablet.tap_play))

    def _choose(self) -> Parts:
        """Plays as big buttons, few or all."""
        face, tablet = self._face, self._tablet
        yield _text(face.prompt)
        yield from self._choices(face.choices)
        keys = [self._act("tap_play", "play.tap", "move", tablet.tap_play)]
        if face.tapping:
            keys = [
                self._act("again", "play.again", "undo", tablet.clear_taps, able=bool(face.taps) or face.pane == "list")
            ]
        if face.pane != "list":
            keys.append(self._act("list", "play.list", "cards", tablet.list_plays, able=face.can_list))
        yield self._keys(*keys, self._report())

    def _wheel(self) -> Parts:
        yield _text(self._face.prompt)
        turned = self._tablet.turned_wheel
        yield self._plays(
            self._act("wheel.back", "play.back", "turn_back", lambda: turned(clockwise=False)),
            self._act("wheel.on", "play.clockwise", "turn_clockwise", lambda: turned(clockwise=True)),
        )
        yield self._keys(self._report())

    def _choices(self, choices: tuple[Choice, ...]) -> Parts:
        acts = tuple(
            self._offers.act(
                f"play.{number}",
                choice.text,
                "move",
                lambda play=choice.play: self._tablet.choose(play),  # type: ignore[misc]
            )
            for number, choice in enumerate(choices)
        )
        if acts:
            yield Part(kind="plays", acts=acts)

    def _report(self) -> Act:
        return self._act("report", "play.set_seen", "amend", lambda: self._tablet.begin_edit("report"))

    # --- a seat of the computer ------------------------------------------------------------------------------------

    def _thinking(self) -> Parts:
        yield _text(self._face.computer.prompt if self._face.computer else "")
        yield self._keys(self._take_over())

    def _announced(self) -> Parts:
        computer, tablet = self._face.computer, self._tablet
        if computer is None:
            return
        yield _text(computer.title)
        if computer.card:
            yield Part(kind="cards", cards=(shown_card(computer.card, self._name(computer.card.card)),))
        yield _text(computer.prompt)
        if computer.hides:
            yield self._keys(self._act("show_card", "computer.show", "eye", tablet.show_card))
        yield self._plays(self._act("announced", "computer.done", "check", tablet.confirm_announced, strong=True))
        yield self._keys(self._act("anew", "computer.again", "cards", tablet.enter_anew), self._take_over())

    def _enter(self) -> Parts:
        computer, tablet = self._face.computer, self._tablet
        if computer is None:
            return
        yield Part(kind="title", text=computer.title)
        yield _text(computer.prompt)
        yield self._offers.cards("enter", self._face.cards, self._name, tablet.enter_card)
        yield Part(kind="cards", cards=tuple(self._laid(card) for card in tablet.entered))
        yield self._keys(
            self._act("unenter", "forfeit.back", "undo", tablet.unenter_card, able=bool(tablet.entered)),
            self._act("entered", "computer.enter_done", "check", tablet.confirm_cards, able=tablet.all_entered),
            self._take_over(),
        )

    def _take_over(self) -> Act:
        name = self._face.computer.name if self._face.computer else ""
        text = self._words.text("computer.take_over", name=name)
        return self._offers.act("take_over", text, "people", self._tablet.take_over)

    # --- the other modes -------------------------------------------------------------------------------------------

    def _amend(self) -> Parts:
        tablet, face = self._tablet, self._face
        choices = likely_choices(self._view, self._words)
        yield Part(kind="title", text=self._words.text("amend.title"))
        if not choices:
            yield _text(self._words.text("amend.none"))
        yield from self._choices(choices)
        tap = (self._act("tap_play", "play.tap", "move", tablet.tap_play),) if face.can_withdraw else ()
        yield self._plays(*tap, self._act("edit", "amend.by_hand", "amend", lambda: tablet.begin_edit("edit")))
        yield self._keys(
            self._act("undo", "over.undo", "undo", tablet.undo, able=face.can_undo),
            self._act("leave", "nav.back", "left", tablet.leave_mode),
        )

    def _edit(self) -> Parts:
        tablet, reports = self._tablet, self._tablet.mode == "report"
        draft = tablet.draft
        if draft is None:
            return
        yield Part(kind="title", text=self._words.text("edit.title_seen" if reports else "edit.title"))
        yield _text(draft_prompt(draft, self._words))
        yield self._keys(
            self._act("nudge.back", "edit.back", "left", lambda: tablet.nudge(-1), able=draft.can_nudge),
            self._act("nudge.on", "edit.on", "right", lambda: tablet.nudge(1), able=draft.can_nudge),
        )
        if draft.placement.extra(WHEEL) is not None:
            yield self._keys(
                self._act("turn.back", "edit.turn_back", "turn_back", lambda: tablet.turn_wheel(-1)),
                self._act("turn.on", "edit.turn_on", "turn_clockwise", lambda: tablet.turn_wheel(1)),
            )
        if not reports:
            yield _text(self._words.text("edit.next"))
            yield self._keys(*(self._next(seat.seat, seat.name) for seat in self._face.seats))
        done = "edit.confirm_seen" if reports else "edit.confirm"
        yield self._keys(
            self._act("leave", "nav.cancel", "cross", tablet.leave_mode),
            self._act("set", done, "check", tablet.confirm_edit, strong=True),
        )

    def _next(self, seat: int, name: str) -> Act:
        chosen = seat == self._tablet.next_turn
        return self._offers.act(f"next.{seat}", name, "", lambda: setattr(self._tablet, "next_turn", seat), on=chosen)

    def _forfeit(self) -> Parts:
        tablet, hand = self._tablet, self._tablet.hand
        if hand is None:
            return
        said = hand_sentences(hand, self._view, self._words)
        yield Part(kind="title", text=said.title)
        yield _text(said.prompt)
        yield self._offers.cards("open", self._face.cards, self._name, tablet.lay_open)
        asks = hand.asks_which and hand.shown
        yield Part(
            kind="cards",
            cards=tuple(
                self._laid(card, f"throw.{index}" if asks else "", index, on=index == hand.thrown)
                for index, card in enumerate(hand.cards)
            ),
        )
        yield self._keys(
            self._act("leave", "nav.cancel", "cross", tablet.leave_mode),
            self._act("close", "forfeit.back", "undo", tablet.take_back, able=bool(hand.cards)),
            self._offers.act("give_up", said.confirm, "check", tablet.confirm_forfeit, able=hand.complete, strong=True),
        )

    # --- within ----------------------------------------------------------------------------------------------------

    def _laid(self, card: str, act: str = "", index: int = 0, *, on: bool = False) -> CardFace:
        if act:
            self._offers.name(act, lambda: self._tablet.throw(index))
        face = card_face(card, self._words, self._view.rules.variant)
        return shown_card(face, self._name(card), act, on=on)

    def _name(self, card: str) -> str:
        return card_name(card, self._words)

    def _act(
        self, name: str, message: str, icon: str, do: Callable[[], None], *, able: bool = True, strong: bool = False
    ) -> Act:
        return self._offers.act(name, self._words.text(message), icon, do, able=able, strong=strong)

    def _plays(self, *acts: Act) -> Part:
        return Part(kind="plays", acts=acts)

    def _keys(self, *acts: Act) -> Part:
        return Part(kind="keys", acts=acts)


def _text(text: str) -> Part:
    return Part(kind="text", text=text)
