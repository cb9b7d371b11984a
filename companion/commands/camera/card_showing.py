"""A deck shown on the command line: names the card to lay, watches, and stores each face as soon as it is known."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.app.table_setup import seats_of
from companion.board.files import BoardProfile, load_board
from companion.preparation.deck_enrolment import DeckEnrolment, EnrolmentStep, SourceEnded, SourceError, show_faces
from companion.rules.catalogue import Catalogue
from companion.sensors.board_observer import BoardObserver, PieceRoster
from companion.sensors.board_print import print_of
from companion.sensors.cards.deck_files import DeckError, FamilyDeck, load_deck, save_deck
from companion.sensors.cards.pile_sensor import SIDES, pile_beside
from companion.sensors.plugged.camera import camera_named
from companion.settings.schema import NONE, SIMULATED, Settings

__all__ = ["CardShowing", "DeckError", "ShowingError"]

Say = Callable[[str], None]

_SAID: Final = {
    EnrolmentStep.NO_BOARD: "the board is looked for; keep it in view",
    EnrolmentStep.NOT_IN_VIEW: "the place of the pile is not in view: move the camera, or choose another --side",
    EnrolmentStep.NO_CARD: "no card is to be seen there: lay one, alone, flat and without glare",
    EnrolmentStep.TURN: "seen; now turn it by about a quarter and lay it there again",
    EnrolmentStep.TURN_MORE: "turn it more",
    EnrolmentStep.AGAIN: "the two pictures do not agree: once more from the beginning, without a finger or glare",
    EnrolmentStep.DONE: "known",
}


class ShowingError(Exception):
    """A deck that cannot be shown; one line with the remedy."""


@dataclass(frozen=True, slots=True)
class CardShowing:
    """The inputs of a showing: the game's cards, the camera, the board, and the faces already known."""

    game: str
    cards: tuple[str, ...]
    settings: Settings
    profile: BoardProfile
    roster: PieceRoster
    deck: FamilyDeck

    @classmethod
    def of(cls, catalogue: Catalogue, settings: Settings, side: str, size: str) -> "CardShowing":
        """Raises ProfileError, DeckError, ValueError, and ShowingError if there is no camera."""
        if settings.camera in (NONE, SIMULATED):
            raise ShowingError("cards are shown to a real camera: name one with --camera, such as 0")
        if side not in SIDES:
            raise ShowingError(f"{side!r} is no side of the board: use {', '.join(SIDES)}")
        given = re.fullmatch(r"(\d{2,3}(?:\.\d+)?)x(\d{2,3}(?:\.\d+)?)", size)
        if given is None:
            raise ShowingError(f"{size!r} is no size of a card: use WIDTHxHEIGHT in millimetres, such as 59x91")
        profile = load_board(settings.board)
        fresh = FamilyDeck((float(given[1]), float(given[2])), pile_beside(profile.size_mm, side))
        return cls(
            game=settings.variant,
            cards=catalogue.variant(settings.variant).cards,
            settings=settings,
            profile=profile,
            roster=PieceRoster(sectors=seats_of(catalogue, settings), colours=settings.colours, dog=False),
            deck=load_deck(settings.variant) or fresh,
        )

    def show(self, wanted: Sequence[str | None], say: Say) -> None:
        """Has the cards shown, all missing ones if none are named.  Raises ShowingError, DeckError."""
        unknown = [card for card in wanted if card is not None and card not in self.cards]
        if unknown:
            raise ShowingError(f"{self.game} has no card {unknown[0]}; it has {', '.join(self.cards)}")
        missing = [card for card in (*self.cards, None) if not self.deck.shown(card)]
        asked = list(wanted) or missing
        if not asked:
            raise ShowingError(f"all cards of {self.game} were shown: name one to add a face")
        source, _ = camera_named(self.settings, self.profile)
        enrolment, deck = DeckEnrolment(self.deck.place, self.deck.size_mm), self.deck
        observer = BoardObserver(self.profile, self.roster, print_of(self.settings.board))
        try:
            source.open()
            for card, step in show_faces(source, observer.find_board, enrolment, asked):
                say(_line(card, step))
                if step is EnrolmentStep.DONE and enrolment.face:
                    deck = deck.with_face(enrolment.face)
                    save_deck(self.game, deck)
        except (SourceError, SourceEnded) as error:
            raise ShowingError(str(error) or "the pictures ended before all cards were shown") from error
        finally:
            source.close()
        if enrolment.is_narrow:
            say(f"a card is only {enrolment.width_px:.0f} pixels wide: bring the camera nearer, or many stay unknown")
        for group in deck.enrolled().groups:
            say(f"{' and '.join(group)} look alike to the camera: they are offered together")
        say("`see_cards = true` in the settings lets the camera propose the card that was laid")


def _line(card: str | None, step: EnrolmentStep) -> str:
    name = "the back of a card" if card is None else card
    return f"lay {name} alone at the place of the pile" if step is EnrolmentStep.WAITING else f"  {_SAID[step]}"
