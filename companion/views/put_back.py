"""The things that people have to put back on a board after an undo: pawns, figures, the disc, cards."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from companion.model.position import Placement
from companion.model.verdict import Reason
from companion.session.state import BoardGame
from companion.views.table_view import MovedPawn, PutBackView, Texts
from companion.views.wording.phrases import UnknownMessageError
from companion.views.wording.sentences import Wording

#: Quarter turns of a whole turn of the disc.
_QUARTERS = 4
_WHEEL = "wheel"


def put_back(state: BoardGame, wording: Wording) -> PutBackView | None:
    """Returns the things to put back; None if the newest event is no undo."""
    undone = state.undone
    if undone is None:
        return None
    pawns = tuple(moved_pawns(undone.position.placement, state.position.placement, ranked=bool(state.rules.ranks)))
    sentences = [
        *(_pawn_text(state, pawn, wording) for pawn in pawns),
        *_figure_texts(undone, state, wording),
        *_card_texts(undone, state, wording),
    ]
    said = joined(*sentences) if sentences else wording.say("put_back_nothing")
    return PutBackView(
        text=said, pawns=pawns, figures=tuple(_figure_fields(undone, state)), wheel=_quarters(undone, state) != 0
    )


def joined(*texts: Texts) -> Texts:
    """Returns sentences one after the other, in every language."""
    return {language: " ".join(text[language] for text in texts) for language in texts[0]}


def moved_pawns(now: Placement, wanted: Placement, *, ranked: bool) -> Iterator[MovedPawn]:
    """Yields the pawns that stand elsewhere than they should; of several that are alike it does not matter which."""
    for seat, (there, back) in enumerate(zip(now.pawns, wanted.pawns, strict=True)):
        if ranked:
            pairs = [(pawn, *places) for pawn, places in enumerate(zip(there, back, strict=True))]
        else:
            left = sorted((Counter(there) - Counter(back)).elements())
            taken = sorted((Counter(back) - Counter(there)).elements())
            pairs = [(0, *places) for places in zip(left, taken, strict=True)]
        for pawn, origin, target in pairs:
            if origin != target:
                yield MovedPawn(seat=seat, pawn=pawn, origin=origin, target=target)


def _pawn_text(state: BoardGame, moved: MovedPawn, wording: Wording) -> Texts:
    ranks = state.rules.variant.rank_names
    reason = Reason(
        ruling="",
        code="put_back_pawn",
        seat=moved.seat,
        origin=moved.origin,
        target=moved.target,
        params=(("rank", ranks[moved.pawn]),) if ranks else (),
    )
    return wording.reason_text(state.rules, reason, state.position, state.colours)


def _figure_texts(undone: BoardGame, state: BoardGame, wording: Wording) -> Iterator[Texts]:
    """Yields sentences on the neutral figures and the disc."""
    now, wanted = undone.position.placement, state.position.placement
    for figure in state.rules.variant.figures:
        place = wanted.extra(figure)
        # the figure of a house game may have no words
        with suppress(UnknownMessageError):
            if place is None and now.extra(figure) is not None:
                yield wording.say(f"put_back_{figure}_off")
            elif place is not None and place != now.extra(figure):
                reason = Reason(ruling="", code=f"put_back_{figure}", target=place)
                yield wording.reason_text(state.rules, reason, state.position, state.colours)
    quarters = _quarters(undone, state)
    if quarters:
        yield wording.say(f"put_back_wheel_{quarters}")


def _quarters(undone: BoardGame, state: BoardGame) -> int:
    """Returns the clockwise quarter turns by which the disc goes back."""
    now, wanted = undone.position.placement, state.position.placement
    return ((wanted.extra(_WHEEL) or 0) - (now.extra(_WHEEL) or 0)) % _QUARTERS


def _figure_fields(undone: BoardGame, state: BoardGame) -> Iterator[int]:
    """Yields where neutral figures stand that stand elsewhere than they should, and where they belong."""
    now, wanted = undone.position.placement, state.position.placement
    for figure in state.rules.variant.figures:
        places = (now.extra(figure), wanted.extra(figure))
        if places[0] != places[1]:
            yield from (place for place in places if place is not None)


def _card_texts(undone: BoardGame, state: BoardGame, wording: Wording) -> Iterator[Texts]:
    """Yields sentences on cards that go back to the pile or to a hand, as far as the record knows them."""
    if not state.counted:
        return
    if undone.round != state.round:
        yield wording.say("put_back_deal")
        return
    if undone.exchanged != state.exchanged:
        yield wording.say("put_back_exchange")
    for seat, (now, wanted) in enumerate(zip(undone.cards, state.cards, strict=True)):
        name = ("name", state.names[seat])
        if wanted < now:
            yield wording.say("put_back_drawn", (name,))
        elif wanted == now + 1 and undone.ply > state.ply and undone.discard_top is not None:
            yield wording.say("put_back_card", (name, ("card", undone.discard_top)))
        elif wanted > now:
            yield wording.say("put_back_hand", (name, ("count", wanted - now)))
