"""The computer's decisions for its seat, from the knowledge of a person who sits there.

Law: of all hands it is given only its own; every decision is legal.
"""

from typing import Final

from companion.model.places import KENNEL, Place
from companion.players.player import Knowledge, Player, declared_face
from companion.session import commands as cmd
from companion.session.state import BoardGame, OwedKind, Phase
from companion.session.turns import missing_cards, missing_figure, next_to_start, when_stuck
from companion.views.laid import laid_cards

#: Draws, as a duty or as a choice.
_TO_DRAW: Final = (OwedKind.REPLACE, OwedKind.DRAW, OwedKind.MAY_DRAW)


def due_seat(state: BoardGame) -> int | None:
    """The seat of the computer that has to decide next; None if people have to act first."""
    if state.paused or state.demo or not any(state.levels):
        return None
    seat = _acting(state)
    if seat is None or state.level(seat) is None or missing_cards(state, seat):
        return None
    return seat


def _acting(state: BoardGame) -> int | None:
    """The seat that decides next; in an exchange the first seat of the computer that has not pushed a card over."""
    match state.phase:
        case Phase.FIGURE:
            return state.dealer
        case Phase.START:
            return next_to_start(state)
        case Phase.EXCHANGE:
            waiting = (seat for seat, done in enumerate(state.exchanged) if not done and state.level(seat) is not None)
            return next(waiting, None)
        case Phase.PLAY if state.owed is not None and state.owed.kind is not OwedKind.PLAY_OR_DISCARD:
            return state.owed.seat
        case Phase.PLAY:
            return None if state.declared is not None else state.position.turn
        case _:
            return None


def knowledge_of(state: BoardGame, seat: int) -> Knowledge:
    """The knowledge of a person on this seat."""
    return Knowledge(
        rules=state.rules,
        position=state.position,
        seat=seat,
        hand=state.hand(seat) or (),
        laid=laid_cards(state),
        counts=state.cards,
        round=state.round,
        dealer=state.dealer,
    )


def decided(player: Player, state: BoardGame, seat: int) -> cmd.DeclarePlay | cmd.Announce:
    """The computer's decision on its `seat`, which is the one of `due_seat`."""
    knowledge = knowledge_of(state, seat)
    match state.phase:
        case Phase.FIGURE:
            return cmd.Announce(seat=seat, decided=_placed_figure(player, state, knowledge))
        case Phase.START:
            return cmd.Announce(seat=seat, decided=_free_start(player, state, knowledge))
        case Phase.EXCHANGE:
            return cmd.Announce(seat=seat, decided=cmd.Exchange(seat=seat, card=player.gift(knowledge)))
        case _:
            return _turn(player, state, knowledge)


def _turn(player: Player, state: BoardGame, knowledge: Knowledge) -> cmd.DeclarePlay | cmd.Announce:
    seat, owed = knowledge.seat, state.owed
    if owed is not None and owed.kind in _TO_DRAW:
        draws = owed.kind is not OwedKind.MAY_DRAW or player.draws(knowledge)
        return cmd.Announce(seat=seat, decided=cmd.DrawCards(seat=seat, count=owed.count if draws else 0))
    if owed is not None and owed.kind is OwedKind.DISCARD:
        return cmd.Announce(seat=seat, decided=cmd.Discard(seat=seat, card=player.discard(knowledge)))
    play = player.play(knowledge)
    if play is None:
        return cmd.Announce(seat=seat, decided=_given_up(player, state, knowledge))
    face = declared_face(play, state.rules.variant)
    return cmd.DeclarePlay(seat=seat, card=play.card, acting_as=face, announced=play.result)


def _given_up(player: Player, state: BoardGame, knowledge: Knowledge) -> cmd.Decided:
    """No card can be played: the hand is laid open, and all of it or one card is lost, as the game demands."""
    seat, hand = knowledge.seat, knowledge.hand
    if when_stuck(state.rules, state.position) in ("forfeit", "lay_down") and state.owed is None:
        return cmd.Forfeit(seat=seat, hand=hand)
    return cmd.Discard(seat=seat, card=player.discard(knowledge), hand=hand)


def _placed_figure(player: Player, state: BoardGame, knowledge: Knowledge) -> cmd.PlaceDog | None:
    position = state.position
    if missing_figure(state.rules, position) is None:
        return None
    taken = {place for row in position.placement.pawns for place in row}
    fields = sorted(state.rules.variant.wheel_fields(position.sectors) - taken)
    return cmd.PlaceDog(field=player.figure_field(knowledge, tuple(Place(field) for field in fields)))


def _free_start(player: Player, state: BoardGame, knowledge: Knowledge) -> cmd.FreeStart:
    seat, rules = knowledge.seat, state.rules
    row = state.position.placement.pawns[seat]
    waiting = tuple(pawn for pawn, place in enumerate(row) if place == KENNEL)
    pawn = player.free_start(knowledge, waiting, must=rules.setup.duty == "must") if waiting else None
    rank = rules.ranks[pawn].name if rules.ranks and pawn is not None else None
    return cmd.FreeStart(seat=seat, rank=rank, use=pawn is not None)
