"""The computer's decision for a seat that it plays, in words for the people who carry it out."""

from collections.abc import Sequence
from typing import assert_never

from companion.model.places import KENNEL, Place
from companion.model.position import Placement
from companion.model.verdict import Params, Reason
from companion.rules.deal import receiver
from companion.session import commands as cmd
from companion.session.state import BoardGame, OwedKind
from companion.session.turns import missing_cards
from companion.views.put_back import joined
from companion.views.table_view import AnnouncedView, CandidateView, CardsToEnter
from companion.views.view_context import ViewContext
from companion.views.wording.sentences import Wording


def cards_to_enter(state: BoardGame) -> CardsToEnter | None:
    """Returns the first seat of the computer whose cards people have still to enter."""
    for seat in range(len(state.names)):
        missing = missing_cards(state, seat)
        if missing and state.level(seat) is not None:
            return CardsToEnter(seat=seat, count=missing)
    return None


def announced_view(state: BoardGame, around: ViewContext, plays: Sequence[CandidateView]) -> AnnouncedView | None:
    """Returns the computer's decision; `plays` are those of the open card."""
    declared, wording = state.declared, around.wording
    if declared is not None and declared.announced is not None:
        play = next(play for play in plays if play.result == declared.announced)
        name, card = ("name", state.names[declared.seat]), ("card", declared.card)
        laid = (
            wording.say("announced_play", (name, card))
            if declared.acting_as is None
            else wording.say("announced_play_as", (name, card, ("cards", declared.acting_as)))
        )
        text = joined(laid, play.text)
        return AnnouncedView(seat=declared.seat, text=text, card=declared.card, play=play, board=play.result)
    announced = around.announced
    if announced is None:
        return None
    if announced.decided is None:
        text = wording.say("announced_nothing", (("name", state.names[announced.seat]),))
        return AnnouncedView(seat=announced.seat, text=text)
    return _decided(state, wording, announced.seat, announced.decided)


def _decided(state: BoardGame, wording: Wording, seat: int, decided: cmd.Decided) -> AnnouncedView:
    """Returns a decision beside the plays."""
    name: Params = (("name", state.names[seat]),)
    match decided:
        case cmd.Exchange():
            other = state.names[receiver(state.rules, seat)]
            text = wording.say("announced_exchange", (*name, ("other", other)))
            return AnnouncedView(seat=seat, text=text, card=decided.card, decided=decided)
        case cmd.FreeStart():
            return _free_start(state, wording, decided)
        case cmd.PlaceDog():
            return _figure(state, wording, seat, decided)
        case cmd.Discard():
            owed = state.owed is not None and state.owed.kind is OwedKind.DISCARD
            code = "announced_discard" if owed or decided.hand is None else "announced_stuck"
            text = wording.say(code, (*name, ("card", decided.card or "")))
            return AnnouncedView(seat=seat, text=text, card=decided.card, decided=decided)
        case cmd.DrawCards():
            code = "announced_draw" if decided.count else "announced_no_draw"
            text = wording.say(code, (*name, ("count", decided.count)))
            return AnnouncedView(seat=seat, text=text, decided=decided)
        case cmd.Forfeit():
            return AnnouncedView(seat=seat, text=wording.say("announced_forfeit", name), decided=decided)
        case _:
            assert_never(decided)


def _free_start(state: BoardGame, wording: Wording, decided: cmd.FreeStart) -> AnnouncedView:
    name: Params = (("name", state.names[decided.seat]),)
    if not decided.use:
        return AnnouncedView(seat=decided.seat, text=wording.say("announced_no_start", name), decided=decided)
    ranks = state.rules.variant.rank_names
    rank: Params = (("rank", decided.rank),) if decided.rank else ()
    reason = Reason(ruling="", code="announced_start", seat=decided.seat, params=(*name, *rank))
    text = wording.reason_text(state.rules, reason, state.position, state.colours)
    row = list(state.position.placement.pawns[decided.seat])
    row[ranks.index(decided.rank) if decided.rank else row.index(KENNEL)] = Place(state.rules.starts[decided.seat])
    return AnnouncedView(
        seat=decided.seat, text=text, decided=decided, board=_with_row(state.position.placement, decided.seat, row)
    )


def _with_row(placement: Placement, seat: int, row: Sequence[Place]) -> Placement:
    rows = list(placement.pawns)
    rows[seat] = tuple(row)
    return placement.with_pawns(tuple(rows))


def _figure(state: BoardGame, wording: Wording, seat: int, decided: cmd.PlaceDog) -> AnnouncedView:
    """Returns the placing of a figure; the board shows which one it is."""
    placement = state.position.placement
    figure = next(name for name in state.rules.variant.figures if placement.extra(name) is None)
    params: Params = (("name", state.names[seat]),)
    reason = Reason(ruling="", code="announced_figure", target=decided.field, params=params)
    text = wording.reason_text(state.rules, reason, state.position, state.colours)
    board = placement.with_extra(figure, decided.field)
    return AnnouncedView(seat=seat, text=text, decided=decided, board=board)
