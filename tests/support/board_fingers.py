"""People at a table without a camera: all their acts are entered by fingers on the real window.

Law, checked after every command: the table behind the window agrees with the session's own rules, with no tap more.
"""

from collections import Counter
from typing import Any

import msgspec
from session_driver import Session
from session_players import RandomPlayers
from tapped_plays import spots_in_order
from touched_tables import TouchedTable
from ui_driver import Driver, words

from companion.model.places import Place
from companion.model.position import Placement
from companion.players.player import Knowledge
from companion.players.sensible_player import SensiblePlayer
from companion.session import commands as cmd
from companion.session.decide import Decision, Senses, decide
from companion.session.events import Event
from companion.session.evolve import evolve
from companion.session.state import BoardGame, OwedKind, State
from companion.views.table_view import CandidateView
from ui.presenters.spots import Spot


class TouchedSession(Session):
    """A session whose commands are taps; `taps` counts them.  Without `touching` commands go to the table at once."""

    def __init__(self, driver: Driver) -> None:
        super().__init__()
        self.driver = driver
        self.touching = True
        self.taps = 0
        self.plays = 0
        #: The window has not shown yet what was not touched.
        self._behind = True
        self.follow()

    @property
    def table(self) -> TouchedTable:
        table = self.driver.launcher.table
        assert isinstance(table, TouchedTable)
        return table

    @property
    def is_ending(self) -> bool:
        """Whether a team lacks but one pawn."""
        view, pawns = self.table.table.view, len(self.position.placement.pawns[0])
        missing = Counter[int]()
        for team, seat in zip(self.state.teams, view.seats, strict=True):
            missing[team] += pawns - seat.home
        return min(missing.values()) == 1

    def follow(self) -> None:
        """Takes over the table's knowledge; a finger may have done more than one thing."""
        self.state = self.table.table.state
        assert isinstance(self.state, BoardGame)

    def do(self, command: cmd.Command) -> Decision:
        """Raises cmd.Refused before anything is touched."""
        if isinstance(command, cmd.Exchange) and self.state.exchanged[command.seat]:
            # one button means that all have exchanged
            return Decision()
        command = self._as_entered(command)
        decision = decide(self.state, Senses(), command)
        if self.touching:
            self._touch(command)
        else:
            self.table.post(command)
            self._behind = True
        self._reaches(command, decision)
        return decision

    def show(self, placement: Placement, t_ms: int = 1) -> Decision:
        """The play is tapped: its pawns and fields until it is offered, and then itself."""
        if not self.touching:
            return self.do(cmd.ChoosePlay(result=placement))
        before = len(self.table.table.course().events)
        self.plays += 1
        self._tap_play(placement)
        self.follow()
        assert self.position.placement == placement, "the tapped play is another one"
        return Decision(events=tuple(self.table.table.course().events[before:]))

    def _as_entered(self, command: cmd.Command) -> cmd.Command:
        """Nobody has to show the card that a play costs, or after a draw more than the drawn card, the newest."""
        owed = self.state.owed
        if not isinstance(command, cmd.Discard) or owed is None:
            return command
        if owed.kind is OwedKind.PLAY_OR_DISCARD and command.hand:
            return msgspec.structs.replace(command, card=None, hand=command.hand[-1:])
        return msgspec.structs.replace(command, card=None)

    def _reaches(self, command: cmd.Command, decision: Decision) -> None:
        wanted = _after(self.state, decision.events)
        self.follow()
        if not isinstance(command, cmd.Exchange) and not self.state == wanted:  # noqa: SIM201 - states have no !=
            # an assert would take minutes to word the difference of two states
            differ = [name for name in wanted.__struct_fields__ if getattr(self.state, name) != getattr(wanted, name)]
            raise AssertionError(f"{command} led elsewhere: {differ}")

    def _touch(self, command: cmd.Command) -> None:
        if self._behind:
            self.driver.stepped.settle()
            self._behind = False
        match command:
            case cmd.Deal():
                self._text("play.dealt")
            case cmd.PlaceDog():
                self._spot(Spot(None, Place(command.field)))
            case cmd.Exchange():
                self._text("play.exchanged")
            case cmd.FreeStart():
                self._answer(use=command.use, rank=(command.rank or "") if command.use else "")
            case cmd.DeclarePlay():
                self._declare(command)
            case cmd.Forfeit() | cmd.Discard():
                self._give_up(command)
            case cmd.DrawCards():
                self._answer(use=command.count != 0, rank="")
            case _:
                raise AssertionError(f"no finger does {command}")

    def _declare(self, command: cmd.DeclarePlay) -> None:
        self._card(command.card)
        if self.driver.screen.face.pane == "as":
            self._card(command.acting_as or "")

    def _give_up(self, command: cmd.Forfeit | cmd.Discard) -> None:
        """The hand is laid open, and where one card goes, that one is tapped."""
        owed = self.state.owed
        if owed is not None and owed.kind is OwedKind.DISCARD:
            self._answer(use=True, rank="")
            return
        self._text("play.forfeit")
        hand = self.driver.screen.hand
        wanted = list(command.hand or ())
        if hand.count == 1 and isinstance(command, cmd.Discard) and command.card:
            wanted = [command.card]
        for card in wanted[: hand.count]:
            self._card(card)
        if isinstance(command, cmd.Discard) and command.card and self.driver.screen.hand.thrown is None:
            self._laid(list(self.driver.screen.hand.cards).index(command.card))
        self._text("forfeit.confirm" if isinstance(command, cmd.Forfeit) else "forfeit.confirm_throw")

    def _tap_play(self, wanted: Placement) -> None:
        view = self.driver.model.view
        for spot in (*spots_in_order(view, CandidateView(play="", text={}, result=wanted)), None):
            if self._chosen(wanted):
                return
            if spot is not None:
                self._spot(spot)
        self._text("play.list")
        assert self._chosen(wanted), f"{view.declared} to {wanted} is never offered"

    def _chosen(self, wanted: Placement) -> bool:
        """Whether the play is offered, and if so, taps it."""
        face = self.driver.screen.face
        if face.wheel and wanted in (face.wheel.clockwise.result, face.wheel.back.result):
            self._text("play.clockwise" if face.wheel.clockwise.result == wanted else "play.back")
            return True
        index = next((at for at, choice in enumerate(face.choices) if choice.play.result == wanted), None)
        if index is None:
            return False
        self._tap(self._choice(wanted))
        return True

    def _choice(self, wanted: Placement) -> Any:
        """The button of a play, scrolled into view by a finger where the list is longer than its room."""
        for _ in range(60):
            for widget in self.driver.visible():
                if type(widget).__name__ == "PlayButton" and widget.play and widget.play.result == wanted:
                    return widget
            (scrolled,) = (widget for widget in self.driver.visible() if type(widget).__name__ == "RecycleView")
            (x, bottom), (_, top) = (
                scrolled.to_window(scrolled.center_x, scrolled.y),
                scrolled.to_window(scrolled.center_x, scrolled.top),
            )
            quarter = (top - bottom) / 4
            self.driver.drag((x, bottom + quarter), (x, bottom + 2 * quarter), (x, bottom + 2.5 * quarter))
        raise AssertionError("the list never shows the play")

    def _answer(self, *, use: bool, rank: str) -> None:
        answers = self.driver.screen.face.answers
        (text,) = [answer.text for answer in answers if (answer.use, answer.rank) == (use, rank)]
        self._tap(self.driver.button(text))

    def _laid(self, index: int) -> None:
        laid = [widget for widget in self.driver.visible() if type(widget).__name__ == "LaidCard"]
        self._tap(list(reversed(laid))[index])

    def _card(self, card: str) -> None:
        self._tap(self.driver.card(card))

    def _text(self, message: str) -> None:
        self._tap(self.driver.button(words(message)))

    def _spot(self, spot: Spot) -> None:
        board = self.driver.screen.board
        self.taps += 1
        self.driver.tap_at(*board.to_window(*board.place_of(spot)))

    def _tap(self, widget: Any) -> None:
        self.taps += 1
        self.driver.tap(widget)


class SensiblePeople(RandomPlayers):
    """They hold real cards and play them sensibly, so that their games end."""

    session: TouchedSession

    def _turn(self) -> None:
        state, seat = self.session.state, self.session.position.turn
        known = Knowledge(
            rules=state.rules,
            position=self.session.position,
            seat=seat,
            hand=tuple(self.hands[seat]),
            counts=state.cards,
            round=state.round,
            dealer=state.dealer,
        )
        play = SensiblePlayer(self.rng).play(known)
        if play is None or not self._declare(seat, play.card, play):
            super()._turn()


def _after(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = evolve(state, event)
    return state
