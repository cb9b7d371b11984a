"""A short game as events: one of every kind."""

from companion.catalogue.shipped import SHIPPED
from companion.model.places import Place
from companion.model.play import Capture, Step, StepKind
from companion.model.verdict import Reason
from companion.open_row.catalogue import ruleset as card_ruleset
from companion.open_row.setup import first_position as first_card_position
from companion.open_row.text import format_card_position
from companion.players.level import Level
from companion.rules.setup import first_position
from companion.rules.variant_files.tables import tables_of
from companion.session import events as ev
from companion.session.card_game import tables_of as card_tables_of

GAME = "7f0f2a50-6c3e-4a0b-8d55-2c8f6a4f9e01"


def started(game: str = GAME) -> ev.GameStarted:
    return ev.GameStarted(
        game=game,
        names=("Änne", "日本", "<b>", "D'Artagnan"),
        colours=("red", "yellow", "green", "blue"),
        board="black_dog",
        position=first_position(SHIPPED.variant("black_dog")),
        first=0,
        dealer=3,
        counted=True,
        rules=tables_of(SHIPPED.variant("black_dog")),
    )


def every_kind(game: str = GAME) -> tuple[ev.Event, ...]:
    placement = first_position(SHIPPED.variant("black_dog")).placement.with_extra("dog", 26)
    step = Step(
        kind=StepKind.ADVANCE,
        seat=0,
        origin=Place(0),
        target=Place(8),
        value=8,
        captures=(Capture(seat=1, place=Place(8)),),
    )
    reason = Reason(
        ruling="CORE-R10", code="exact_count", seat=0, origin=0, target=7, params=(("went", 7), ("card", "8"))
    )
    return (
        started(game),
        ev.CardsDealt(round=1, dealer=3, first=0, cards=6, deck=86, reshuffled=False),
        ev.DogPlaced(field=Place(26), figure="dog"),
        ev.CardExchanged(seat=2),
        ev.FreeStartDecided(seat=1, pawn=2),
        ev.PlayDeclared(seat=0, card="8", acting_as=None),
        ev.PlayRefused(
            seat=0, card="8", reasons=(reason,), seen=placement.with_extra("wheel", -1), t_ms=900, confidence=0.75
        ),
        ev.DeclarationWithdrawn(seat=0, card="8"),
        ev.PlayAccepted(
            seat=0,
            card="copy",
            acting_as="8",
            notation="8 0:0>8x1@8",
            steps=(step, Step(kind=StepKind.WHEEL, value=-1)),
            result=placement,
            t_ms=1200,
            confidence=0.999,
        ),
        ev.TurnSkipped(seat=1),
        ev.HandForfeited(seat=2, hand=("13", "swap")),
        ev.CardDiscarded(seat=3, card="12", because="draw", shown=("12", "partner4")),
        ev.CardsDrawn(seat=3, count=1, deck=85, discard=1, cards=("magnet",)),
        ev.CardsEntered(seat=3, cards=("12", "copy"), anew=True),
        ev.SeatGiven(seat=3, level=Level.STRONG),
        ev.PositionCorrected(placement=placement, turn=3, reason="fell over", card=None),
        ev.EventsUndone(back_to=8),
        ev.EventsRedone(undo=17),
        ev.GamePaused(),
        ev.GameResumed(),
        ev.ShadowJudged(seat=0, card="8", agreed=False, play="8 0:0>8", reasons=(reason,)),
        ev.RoundEnded(dealer=0, first=1),
        ev.GameWon(seats=(0, 2)),
        ev.GameAbandoned(),
    )


def card_game(game: str = GAME) -> tuple[ev.Event, ...]:
    """Returns events that occur only in a game of cards alone, in an order that can be played."""
    rules = card_ruleset("dog_cards", 2, ())
    position = first_card_position(rules, None)
    return (
        ev.CardGameStarted(
            game=game,
            variant="dog_cards",
            names=("Anna", "Bén"),
            colours=("red", "yellow"),
            position=format_card_position(position),
            first=0,
            rules=card_tables_of(rules),
        ),
        ev.CardRevealed(place=3, card="joker"),
        ev.ActionTaken(seat=0, action="buy 3 3"),
        ev.ActionTaken(seat=1, action="look 7 2"),
    )
