"""The laws of whole games, checked while one is played: nothing is made or lost, the referee agrees, all reads back.

One seed is one game: the seed alone determines the table, its switches, the players and the cards, so a game that
breaks a law can be played again by itself.
"""

import random
from collections import Counter
from functools import cache

from card_game_laws import options_of_seed, play_cards_by_the_laws
from laws import BrokenLawError, Tally
from msgspec.structs import replace
from phase_facts import pushed_over, undeclared
from rules_for_tests import rules_of, with_rules
from whole_games.whole_game import Table, WholeGame

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_play, format_position, parse_position
from companion.model.places import CENTRE, KENNEL, Place, is_goal
from companion.model.play import Play
from companion.model.position import Placement, Position, Switch
from companion.model.verdict import VerdictKind
from companion.open_row.catalogue import game_ids, load_game
from companion.players.player import Player
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer
from companion.referee.judge import judge
from companion.rules.apply import winners
from companion.rules.legal import legal_plays, stages
from companion.rules.rules import seating_of
from companion.rules.schema import (
    checked_position,
    placement_from_json,
    placement_to_json,
    position_from_json,
    position_to_json,
)
from companion.rules.written_play import parse_play
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import NO_SENSES, decide
from companion.session.evolve import evolve, replay
from companion.session.state import State
from companion.store.codec import decode_event, encode_event
from companion.transcript.text import format_game, parse_game

#: No game of thousands has needed a third of this.
MOST_PLIES = 40_000
#: Of the plays of a turn so many at most are put to the referee, and read back from their text.
JUDGED = 8
READ = 1
#: The text of a record is checked for so many of its events.
EVENTS_IN_TEXT = 600
#: One turn in so many is tried with boards that no play leads to, and taken back.
TRIED_EVERY = 8
UNDONE_EVERY = 6


@cache
def tables() -> tuple[tuple[str, int], ...]:
    """Every game with every number of players, those without a board last."""
    boards = ((name, count) for name in SHIPPED.ids for count in SHIPPED.variant(name).seat_counts)
    cards = ((name, count) for name in game_ids() for count in sorted(map(int, load_game(name).seats)))
    return (*boards, *cards)


def description_of_seed(seed: int) -> str:
    """The table of a game in words."""
    name, count = tables()[seed % len(tables())]
    options = options_of_seed(name, seed) if name in game_ids() else table_of_seed(seed).options
    return f"{name}, {count} players {dict(options)}"


def table_of_seed(seed: int) -> Table:
    """The table of a board game: every third one as usual, the others with some switches turned."""
    name, count = tables()[seed % len(tables())]
    variant, chance = SHIPPED.variant(name), random.Random(seed)
    options: dict[str, Switch] = {}
    if chance.random() < 2 / 3:
        for option, rule in variant.options.items():
            value = chance.choice(rule.values)
            if value != rule.default and chance.random() < 0.3:
                options[option] = value
    seating = seating_of(variant, options)
    boards = [sectors for sectors, counts in variant.boards.items() if count in counts]
    sectors = max(variant.boards) if seating.board_side == "big" else chance.choice(boards)
    seats = sorted(chance.sample(range(sectors), count), reverse=seating.pawns != "clockwise")
    first = chance.randrange(count)
    return Table(variant=name, seats=tuple(seats), sectors=sectors, options=tuple(sorted(options.items())), first=first)


def game_of_seed(seed: int) -> WholeGame:
    """The game, about to begin: in one of eight all play at random, else everybody is random or sensible."""
    chance = random.Random(-seed)
    table = table_of_seed(seed)
    kinds = (RandomPlayer,) if seed // len(tables()) % 8 == 0 else (RandomPlayer, SensiblePlayer)
    players: list[Player] = [chance.choice(kinds)(chance) for _ in table.seats]
    return WholeGame(table, players, chance)


def play_by_the_laws(seed: int) -> Tally:
    """Plays the game of the seed to its end and checks every law after every step.  Raises BrokenLawError."""
    name, count = tables()[seed % len(tables())]
    where = "the beginning"
    try:
        if name in game_ids():
            return play_cards_by_the_laws(name, count, seed)
        watched = WatchedGame(seed)
        while not watched.game.is_over:
            where = watched.where()
            watched.step()
        watched.check_end()
        watched.tally.longest = watched.game.state.ply
    except BrokenLawError:
        raise
    except Exception as error:  # any exception is a broken law, reported with the seed and the place
        raise BrokenLawError(f"{type(error).__name__}: {error}\n  in {where}") from error
    return watched.tally


class WatchedGame:
    """A game of which every step is checked."""

    def __init__(self, seed: int) -> None:
        self.game = game_of_seed(seed)
        self.tally = Tally()
        self._chance = random.Random(f"laws of {seed}")
        position = self.game.position
        self._deck = Counter(SHIPPED.variant(position.variant).deck)
        self._rows = [len(row) for row in position.placement.pawns]
        self.tally.games[f"{position.variant} {len(position.seats)}"] += 1

    def where(self) -> str:
        return format_position(self.game.position)

    def step(self) -> None:
        """One step of the game and everything that must hold after it."""
        before = self.game.state
        events = self.game.advance()
        self.tally.counts["steps"] += 1
        self._check_cards()
        self.check_position()
        for event in events:
            self._require(
                decode_event(SHIPPED, *encode_event(event)) == event, "an event is stored and read back", event
            )
        accepted = next((event for event in events if isinstance(event, ev.PlayAccepted)), None)
        if accepted is not None:
            self.tally.counts["plies"] += 1
            assert before.position is not None
            self._check_plays(before.position, accepted)
        if self._chance.random() < 1 / UNDONE_EVERY:
            self._check_undo(before, events)
        self._require(self.game.state.ply < MOST_PLIES, "the game ends", self.game.state.ply)

    def check_end(self) -> None:
        """Somebody has won, no play is left, and the record leads to the very same state."""
        state, position = self.game.state, self.game.position
        self._require(
            bool(state.result) and state.result == winners(rules_of(position), position),
            "the winners are named",
            state.result,
        )
        for card in SHIPPED.variant(position.variant).cards:
            self._require(not legal_plays(rules_of(position), position, card), "nothing is played after the end", card)
        events = tuple(self.game.events)
        self._require(replay(events) == state, "the record replays to the same state", state)
        read_back = parse_game(SHIPPED, format_game(events[:EVENTS_IN_TEXT], None))
        self._require(
            read_back.events == events[:EVENTS_IN_TEXT] and not read_back.illegal_plays,
            "the record is read back",
            read_back.illegal_plays,
        )

    def _require(self, holds: bool, law: str, found: object) -> None:
        if not holds:
            raise BrokenLawError(f"not kept: {law}\n  found {found}\n  in {self.where()}")

    def _check_cards(self) -> None:
        game, state = self.game, self.game.state
        self._require(game.cards == self._deck, "no card is made or lost", game.cards - self._deck)
        piles = (len(game.pack.draw_pile), game.pack.discarded)
        self._require(piles == (state.deck, state.discard), "the piles are counted as they lie", (piles, state.discard))
        held = tuple(len(hand) for hand in game.hands)
        pushed = tuple(card is not None for card in pushed_over(state))
        counted = tuple(count - given for count, given in zip(state.cards, pushed, strict=True))
        self._require(state.hands is None or held == counted, "the hands are counted as they are", (held, counted))

    def check_position(self) -> None:
        """Pawns conserved, one a field, and both forms of the position without loss."""
        position = self.game.position
        placement = position.placement
        self._require([len(row) for row in placement.pawns] == self._rows, "no pawn is made or lost", placement)
        figures = [Place(value) for name, value in placement.extras if name in SHIPPED.rules(position).figures]
        fields = [*figures, *(p for row in placement.pawns for p in row if p >= 0 or p == CENTRE)]
        self._require(len(set(fields)) == len(fields), "one pawn a field", fields)
        for row in placement.pawns:
            lane = [place for place in row if is_goal(place)]
            self._require(len(set(lane)) == len(lane), "one pawn a goal field", lane)
        if len(figures) == len(SHIPPED.rules(position).figures):
            self._require(
                position_from_json(SHIPPED, position_to_json(rules_of(position), position)) == position,
                "JSON and back",
                position,
            )
            read = checked_position(*with_rules(parse_position(format_position(position))))
            self._require(read == position, "text and back", format_position(read))

    def _check_plays(self, position: Position, accepted: ev.PlayAccepted) -> None:
        """Every generated play is judged legal; a board that no play leads to is not."""
        face = accepted.acting_as
        plays = legal_plays(rules_of(position), position, accepted.card, face)
        results = {play.result for play in plays}
        self._require(accepted.result in results, "what was accepted is legal", accepted.notation)
        some = plays if len(plays) <= JUDGED else self._chance.sample(plays, JUDGED)
        for play in some:
            verdict = judge(rules_of(position), position, accepted.card, play.result, face)
            self._require(verdict.kind is VerdictKind.LEGAL, "a generated play is judged legal", format_play(play))
        self.tally.counts["plays judged"] += len(some)
        for play in self._chance.sample(some, min(READ, len(some))):
            self._check_reading(position, play)
        if self._chance.random() < 1 / TRIED_EVERY:
            self._check_others(position, accepted.card, face, results)

    def _check_reading(self, position: Position, play: Play) -> None:
        """A play is read back from its text, a result from its JSON."""
        self._require(
            parse_play(rules_of(position), format_play(play), position).result == play.result,
            "play and text",
            format_play(play),
        )
        json = placement_to_json(SHIPPED.variant(position.variant), play.result)
        self._require(placement_from_json(rules_of(position), json) == play.result, "result and JSON", json)

    def _check_others(self, position: Position, card: str, face: str | None, results: set[Placement]) -> None:
        """Boards near to the results of plays: the referee takes none of them for a play, and gives the reason."""
        for base in (position.placement, self._chance.choice(sorted(results, key=repr))):
            seen = self._disturbed(position, base)
            if any(_look_alike(position, seen, result) for result in results):
                continue
            verdict = judge(rules_of(position), position, card, seen, face)
            self._require(verdict.kind is not VerdictKind.LEGAL, "what no play leads to is not legal", seen)
            illegal = verdict.kind is VerdictKind.ILLEGAL
            self._require(not illegal or bool(verdict.reasons), "who is refused hears why", seen)
            self.tally.counts["others illegal" if illegal else "others unfinished"] += 1
        between = [
            stage.placement
            for stage in stages(rules_of(position), position, card, face)
            if stage.placement not in results
        ]
        for seen in self._chance.sample(between, min(2, len(between))):
            verdict = judge(rules_of(position), position, card, seen, face)
            self._require(verdict.kind is VerdictKind.UNFINISHED, "half a play is unfinished", seen)
            self.tally.counts["others unfinished"] += 1

    def _disturbed(self, position: Position, placement: Placement) -> Placement:
        """The placement with one thing changed: a pawn one field off or far off, a figure elsewhere, a disc turned."""
        rules = SHIPPED.rules(position)
        shown = [name for name, value in placement.extras if rules.slots[name].visible]
        if shown and self._chance.random() < 0.2:
            name = self._chance.choice(shown)
            value = placement.extra(name) or 0
            figure = name in rules.figures
            other = self._chance.choice(self._free(position, placement)) if figure else (value + 1) % 4
            return placement.with_extra(name, other)
        seat = self._chance.randrange(len(rules.seats))
        row = list(placement.pawns[seat])
        pawn = self._chance.randrange(len(row))
        free = self._free(position, placement)
        lane = sorted(rules.board_tables.lane.difference(row), reverse=True)
        near = [field for field in free if (field - row[pawn]) % rules.field_count in (1, rules.field_count - 1)]
        row[pawn] = self._chance.choice(near if near and self._chance.random() < 0.5 else [*free, *lane, KENNEL])
        rows = list(placement.pawns)
        rows[seat] = tuple(row if rules.ranks else sorted(row))
        return placement.with_pawns(tuple(rows))

    def _free(self, position: Position, placement: Placement) -> list[Place]:
        taken = {place for row in placement.pawns for place in row} | {Place(value) for _, value in placement.extras}
        return [Place(field) for field in range(SHIPPED.rules(position).field_count) if field not in taken]

    def _check_undo(self, before: State, events: tuple[ev.Event, ...]) -> None:
        """Taking back what can be taken back gives the state before it."""
        if not isinstance(_first_act(events), _UNDOABLE):
            return
        state = self.game.state
        drawn = sum(isinstance(event, ev.CardsEntered) for event in events)
        for _ in range(1 + drawn):
            for event in decide(state, NO_SENSES, cmd.Undo()).events:
                state = evolve(state, event)
        same = replace(state, seq=before.seq) == undeclared(before)
        self._require(same, "undo restores what was before", events)
        self.tally.counts["undone"] += 1


_UNDOABLE = (ev.PlayAccepted, ev.HandForfeited, ev.CardDiscarded, ev.CardsDrawn, ev.FreeStartDecided)


def _first_act(events: tuple[ev.Event, ...]) -> ev.Event | None:
    """Returns the act without its declaration."""
    return next((event for event in events if not isinstance(event, ev.PlayDeclared)), None)


def _look_alike(position: Position, seen: Placement, result: Placement) -> bool:
    """Returns whether the two are the same by sight: a slot's memory does not count."""
    slots = SHIPPED.variant(position.variant).slots
    shown = [name for name, slot in slots.items() if slot.visible]
    return seen.pawns == result.pawns and all(seen.extra(name) == result.extra(name) for name in shown)
