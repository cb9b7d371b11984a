"""The life at a simulated table: its players deal, play, err, listen to the referee and put things right.

One generator that yields a command to post, or None to let the camera take a picture.  It reacts to what the table
shows, so it goes on after a restart, an undo or a correction by hand.
"""

from collections import Counter
from collections.abc import Generator
from typing import Final

from companion.board_files import BoardProfile
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.players.player import declared_face
from companion.referee.sight import as_seen, shown
from companion.rules.catalogue import load_variant
from companion.rules.legal import legal_plays, stages
from companion.session import commands as cmd
from companion.session.commands import Command
from companion.simulation.acts import ActKind, Answer
from companion.simulation.company import OWED_CARDS, Company, Manner, Steps, visible
from companion.simulation.gestures import Gestures
from companion.simulation.mistakes import Mistake, Situation, find_mistake
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.players import Players
from companion.views.table_view import TableView

_SETTLED: Final = 8
#: Accepted plays between two mistakes, from and to.
_MISTAKE_EVERY: Final = (2, 4)
_PAUSE_SHARE: Final = 0.4


class TableLife(Company):
    """Goes round and round: whatever the table shows, its players do what is due.

    `made` counts the mistakes by kind; `done` is true while there is nothing more to play.
    """

    def __init__(
        self,
        profile: BoardProfile,
        table: PhysicalTable,
        players: Players,
        gestures: Gestures,
        *,
        seed: int,
        manner: Manner,
    ) -> None:
        super().__init__(profile, table, players, gestures, seed=seed, manner=manner)
        self.made: Counter[str] = Counter()
        self.done = False
        self._next_mistake = self._rng.randint(*_MISTAKE_EVERY)

    def live(self) -> Steps:
        """Goes on for ever; `done` is true while there is nothing more to play."""
        while True:
            view = self._view
            if view is None or view.position is None or view.paused or not view.game:
                yield None
            elif view.game != self._game:
                yield from self._clear_up(view, view.position)
            else:
                self.done = self._is_over(view)
                yield from ((None,) if self.done else self._next(view, view.position))

    def _is_over(self, view: TableView) -> bool:
        return view.phase == "over" or (self._manner.plies is not None and view.ply >= self._manner.plies)

    def _next(self, view: TableView, position: Position) -> Steps:
        if view.phase == "deal":
            yield cmd.Deal()
            yield from self._hear(lambda seen: seen.phase != "deal")
        elif view.phase in load_variant(position.variant).figures:
            yield from self._place_figure(view, position, view.phase)
        elif view.phase == "start":
            yield from self._start_free(view, position)
        elif view.phase == "exchange":
            yield from self._exchange(view, position)
        elif view.pending is not None and view.pending.kind in OWED_CARDS:
            yield from self._settle_cards(view, position, view.pending)
        else:
            yield from self._turn(view, position)

    def _clear_up(self, view: TableView, position: Position) -> Steps:
        """Another game is on: everything is laid anew."""
        for _ in range(4):
            self._table.reach((self._profile.size_mm[0] / 2, self._profile.size_mm[1] / 2), 2, 0)
            yield None
        self._table.set_up(visible(position))
        self.players = Players(position.variant, len(position.seats), self._rng.randrange(1 << 30))
        self._game = view.game
        self._next_mistake = view.ply + self._rng.randint(*_MISTAKE_EVERY)
        yield None

    def _turn(self, view: TableView, position: Position) -> Steps:
        """One turn of one player, from the choice of a card to the accepted play."""
        self._hold(view)
        if view.declared is not None:
            yield from self._withdraw()
        if self._table.placement() != visible(position):
            yield from self._gestures.arrange(visible(position), position.seats[position.turn])
        for _ in range(self._manner.think):
            yield None
        play = self.players.choose(position)
        if play is None:
            yield from self._give_up(view, position)
            return
        found = self._mistake(view, position, play)
        if found:
            play = found[1]
            on = yield from self._err(view, position, found[0], play)
            if not on:
                return
        yield from self._play(view, position, play)

    def _mistake(self, view: TableView, position: Position, play: Play) -> tuple[Mistake, Play] | None:
        if not self._manner.mistakes or view.ply < self._next_mistake:
            return None
        hand = tuple(self.players.hands[position.turn])
        ground = Situation(profile=self._profile, position=position, hand=hand, play=play)
        found = find_mistake(ground, self.made, self._rng)
        if found:
            self.made[found[0].kind] += 1
            self._next_mistake = view.ply + self._rng.randint(*_MISTAKE_EVERY)
        return found

    def _err(
        self, view: TableView, position: Position, mistake: Mistake, play: Play
    ) -> Generator[Command | None, None, bool]:
        """Makes the mistake and waits to be told; back to how it was, unless the play itself puts it right.

        False when the table took it for a play or people meddled: the turn begins anew.
        """
        yield cmd.DeclarePlay(seat=mistake.seat, card=mistake.card, acting_as=mistake.acting_as)
        if mistake.placement is not None:
            yield from self._hear(lambda seen: seen.declared == mistake.card)
            yield from self._gestures.arrange(mistake.placement, position.seats[position.turn])
        answer = yield from self._verdict(view)
        self._note(
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
        same = (mistake.card, mistake.acting_as) == (play.card, _face(position, play))
        if same and self._rng.random() < 0.5:
            return True
        yield from self._gestures.arrange(visible(position), position.seats[position.turn])
        for _ in range(_SETTLED):
            yield None
        if not same:
            yield from self._withdraw()
        return True

    def _play(self, view: TableView, position: Position, play: Play) -> Steps:
        """Declares the card and carries the play out; where nothing is moved, the player says so."""
        wanted = shown(load_variant(position.variant), play.result)
        now = self._view
        if now is None or now.declared != play.card:
            yield cmd.DeclarePlay(seat=position.turn, card=play.card, acting_as=_face(position, play))
            yield from self._hear(lambda seen: seen.declared == play.card or seen.ply > view.ply)
        start = self._view or view
        if wanted == visible(position):
            answer = yield from self._tell_unmoved(view, play)
        else:
            answer = yield from self._carry_out(start, position, play, wanted)
        self._note(
            view,
            seat=position.turn,
            card=play.card,
            kind=ActKind.LEGAL,
            placement=play.result,
            answer=answer,
            alike=_has_double(position, play),
        )
        if answer in (Answer.ILLEGAL, Answer.UNCLEAR, Answer.SILENT):
            yield from self._tell(view, play)
        if self._view and self._view.ply > view.ply:
            self.players.spend(position.turn, play.card)

    def _carry_out(
        self, start: TableView, position: Position, play: Play, wanted: Placement
    ) -> Generator[Command | None, None, Answer]:
        """Moves the figures and waits for the referee's word; a hand over the board reminds it to look."""
        sector = position.seats[position.turn]
        variant = load_variant(position.variant)
        known = {shown(variant, stage.placement) for stage in stages(position, play.card, _face(position, play))}
        may_pause = self._rng.random() < _PAUSE_SHARE
        fresh = self._table.placement() == visible(position)
        yield from self._gestures.arrange(wanted, sector, lambda lying: may_pause and fresh and lying in known)
        answer = yield from self._verdict(start)
        if answer is Answer.SILENT:
            yield from self._gestures.touch(position.turn, self._table.placement().pawns[position.turn][0], sector)
            again = yield from self._verdict(start)
            answer = again if again is Answer.LEGAL else answer
        if answer is Answer.LEGAL and self._view and self._view.position:
            return Answer.LEGAL if self._view.position.placement == play.result else Answer.OTHER
        return answer

    def _tell_unmoved(self, before: TableView, play: Play) -> Generator[Command | None, None, Answer]:
        """A play that moves nothing: the table may see by itself that this is all, else it is told."""
        for _ in range(_SETTLED):
            if self._view and self._view.ply > before.ply:
                return Answer.LEGAL
            yield None
        return (yield from self._tell(before, play))


def _has_double(position: Position, play: Play) -> bool:
    """Whether another play of the card looks the same to the camera."""
    variant = load_variant(position.variant)
    looks = as_seen(variant, play.result)
    plays = legal_plays(position, play.card, _face(position, play))
    return any(other.result != play.result and as_seen(variant, other.result) == looks for other in plays)


def _face(position: Position, play: Play) -> str | None:
    """As which card it is declared, where that must be said."""
    return declared_face(play, load_variant(position.variant))
