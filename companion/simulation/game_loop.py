"""The game loop of the simulated players: deal, play, make mistakes, await verdicts and correct them.

One generator that yields a command to post, or None to let the camera take a picture.  It reacts to the table's view,
so it continues after a restart, an undo or a correction by hand.
"""

from collections.abc import Generator
from typing import Final

from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.players.player import declared_face
from companion.referee.sight import as_seen, shown
from companion.rules.legal import legal_plays, stages
from companion.rules.rules import Rules
from companion.session import commands as cmd
from companion.session.commands import Command
from companion.session.state import Phase
from companion.simulation.acts import ActKind, Answer
from companion.simulation.card_players import CardPlayers
from companion.simulation.mistakes import Mistake, Situation, find_mistake
from companion.simulation.simulated_players import (
    OWED_CARDS,
    PLIES_BETWEEN_MISTAKES,
    Steps,
    visible,
)
from companion.simulation.visitor.turns import VisitorTurns
from companion.views.table_view import TableView

_SETTLE_FRAMES: Final = 8
_PAUSE_SHARE: Final = 0.4


class GameLoop(VisitorTurns):
    """Repeats without end: its players do the next duty that the table's view shows.

    Law: only in a demo.  It never continues a game that people began, whoever opened this table for it.
    """

    def steps(self) -> Steps:
        """Goes on for ever; `done` is true while there is nothing more to play."""
        while True:
            view = self._view
            if view is None or view.position is None or view.paused or not (view.game and view.demo):
                yield None
            elif view.game != self._game:
                yield from self._set_up_game(view, view.position)
            else:
                self.done = self._is_over(view)
                yield from ((None,) if self.done else self._next(view, view.position))

    def _is_over(self, view: TableView) -> bool:
        return view.phase is Phase.OVER or (self._settings.plies is not None and view.ply >= self._settings.plies)

    def _next(self, view: TableView, position: Position) -> Steps:
        if view.phase is Phase.DEAL:
            yield cmd.Deal()
            yield from self._wait_until(lambda seen: seen.phase is not Phase.DEAL)
        elif view.figure:
            yield from self._place_figure(view, position, view.figure)
        elif view.phase is Phase.START:
            yield from self._free_start(view, position)
        elif view.phase is Phase.EXCHANGE:
            yield from self._exchange(view, position)
        elif view.pending is not None and view.pending.kind in OWED_CARDS:
            yield from self._settle_cards(view, position, view.pending)
        elif position.turn == self.visitor.shown().seat:
            yield from self._visitor_turn(view, position)
        else:
            yield from self._turn(view, position)

    def _set_up_game(self, view: TableView, position: Position) -> Steps:
        """Another game is on: lays everything anew."""
        for _ in range(4):
            self._table.reach((self._profile.size_mm[0] / 2, self._profile.size_mm[1] / 2), 2, 0)
            yield None
        self._table.set_up(visible(view.rules, position))
        self.players = CardPlayers(view.rules, self._rng.randrange(1 << 30), self._settings.level)
        self._game = view.game
        self._next_mistake = view.ply + self._rng.randint(*PLIES_BETWEEN_MISTAKES)
        yield None

    def _turn(self, view: TableView, position: Position) -> Steps:
        """One turn of one player, from the choice of a card to the accepted play."""
        self._hold(view)
        if view.declared is not None:
            yield from self._withdraw()
        if self._table.placement() != visible(view.rules, position):
            yield from self._gestures.arrange(visible(view.rules, position), position.seats[position.turn])
        for _ in range(self._settings.think):
            yield None
        play = self.players.choose(position)
        if play is None:
            yield from self._give_up(view, position)
            return
        found = self._mistake(view, position, play)
        if found:
            play = found[1]
            on = yield from self._make_mistake(view, position, found[0], play)
            if not on:
                return
        yield from self._play(view, position, play)

    def _mistake(self, view: TableView, position: Position, play: Play) -> tuple[Mistake, Play] | None:
        if not self._settings.mistakes or view.ply < self._next_mistake:
            return None
        hand = tuple(self.players.hands[position.turn])
        ground = Situation(profile=self._profile, rules=view.rules, position=position, hand=hand, play=play)
        found = find_mistake(ground, self.made, self._rng)
        if found and found[0].seat == self.visitor.shown().seat:
            return None
        if found:
            self.made[found[0].kind] += 1
            self._next_mistake = view.ply + self._rng.randint(*PLIES_BETWEEN_MISTAKES)
        return found

    def _make_mistake(
        self, view: TableView, position: Position, mistake: Mistake, play: Play
    ) -> Generator[Command | None, None, bool]:
        """Makes the mistake and waits for the verdict; then restores the table, unless the play itself corrects it.

        False when the table took it for a play or people meddled: the turn begins anew.
        """
        yield cmd.DeclarePlay(seat=mistake.seat, card=mistake.card, acting_as=mistake.acting_as)
        if mistake.placement is not None:
            yield from self._wait_until(lambda seen: seen.declared == mistake.card)
            yield from self._gestures.arrange(mistake.placement, position.seats[position.turn])
        answer = yield from self._await_verdict(view)
        self._record_act(
            view,
            seat=mistake.seat,
            card=mistake.card,
            kind=ActKind.ILLEGAL,
            placement=mistake.placement,
            answer=answer,
            why=mistake.kind,
        )
        if answer in (Answer.LEGAL, Answer.INTERRUPTED):
            return False
        if mistake.placement is None:
            return True
        same = (mistake.card, mistake.acting_as) == (play.card, _face(view.rules, play))
        if same and self._rng.random() < 0.5:
            return True
        yield from self._gestures.arrange(visible(view.rules, position), position.seats[position.turn])
        for _ in range(_SETTLE_FRAMES):
            yield None
        if not same:
            yield from self._withdraw()
        return True

    def _play(self, view: TableView, position: Position, play: Play) -> Steps:
        """Declares the card and carries the play out; if nothing is moved, the player confirms that."""
        wanted = shown(view.rules.variant, play.result)
        now = self._view
        if now is None or now.declared != play.card:
            yield cmd.DeclarePlay(seat=position.turn, card=play.card, acting_as=_face(view.rules, play))
            yield from self._wait_until(lambda seen: seen.declared == play.card or seen.ply > view.ply)
        start = self._view or view
        if wanted == visible(view.rules, position):
            answer = yield from self._confirm_unmoved(view, play)
        else:
            answer = yield from self._carry_out(start, position, play, wanted)
        self._record_act(
            view,
            seat=position.turn,
            card=play.card,
            kind=ActKind.LEGAL,
            placement=play.result,
            answer=answer,
            alike=_is_ambiguous(view.rules, position, play),
        )
        if answer in (Answer.ILLEGAL, Answer.UNCLEAR, Answer.SILENT):
            yield from self._choose_play(view, play)
        if self._view and self._view.ply > view.ply:
            self.players.spend(position.turn, play.card)

    def _carry_out(
        self, start: TableView, position: Position, play: Play, wanted: Placement
    ) -> Generator[Command | None, None, Answer]:
        """Moves the figures and waits for the verdict; a hand over the board triggers a new look."""
        sector = position.seats[position.turn]
        variant = start.rules.variant
        known = {
            shown(variant, stage.placement)
            for stage in stages(start.rules, position, play.card, _face(start.rules, play))
        }
        may_pause = self._rng.random() < _PAUSE_SHARE
        fresh = self._table.placement() == visible(start.rules, position)
        yield from self._gestures.arrange(wanted, sector, lambda placement: may_pause and fresh and placement in known)
        answer = yield from self._await_verdict(start)
        if answer is Answer.SILENT:
            yield from self._gestures.touch(position.turn, self._table.placement().pawns[position.turn][0], sector)
            again = yield from self._await_verdict(start)
            answer = again if again is Answer.LEGAL else answer
        if answer is Answer.LEGAL and self._view and self._view.position:
            return Answer.LEGAL if self._view.position.placement == play.result else Answer.OTHER
        return answer

    def _confirm_unmoved(self, before: TableView, play: Play) -> Generator[Command | None, None, Answer]:
        """A play that moves nothing: the table may accept it by itself, else the player chooses it."""
        for _ in range(_SETTLE_FRAMES):
            if self._view and self._view.ply > before.ply:
                return Answer.LEGAL
            yield None
        return (yield from self._choose_play(before, play))


def _is_ambiguous(rules: Rules, position: Position, play: Play) -> bool:
    """Whether another play of the card looks the same to the camera."""
    variant = rules.variant
    looks = as_seen(variant, play.result)
    plays = legal_plays(rules, position, play.card, _face(rules, play))
    return any(other.result != play.result and as_seen(variant, other.result) == looks for other in plays)


def _face(rules: Rules, play: Play) -> str | None:
    """The face under which the card is declared, if it must be named."""
    return declared_face(play, rules.variant)
