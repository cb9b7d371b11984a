"""The enrolment of a deck with the camera of the settings, for a front end."""

from companion.app.table_setup import seats_of
from companion.board.files import load_board
from companion.looks.pieces import CARD_MM
from companion.preparation.deck_showing import DeckShowing
from companion.rules.catalogue import Catalogue
from companion.sensors.board_observer import BoardObserver, PieceRoster
from companion.sensors.board_print import print_of
from companion.sensors.cards.deck_files import FamilyDeck, load_deck
from companion.sensors.cards.pile_sensor import pile_beside
from companion.sensors.plugged.camera import camera_named
from companion.settings.schema import NONE, SIMULATED, Settings


def deck_showing(catalogue: Catalogue, settings: Settings) -> DeckShowing:
    """Returns the enrolment of the game's missing faces, shown right of the board, or at the previous place.

    Raises ProfileError, DeckError, and ValueError without a camera or if the settings make no table.
    """
    if settings.camera in (NONE, SIMULATED):
        raise ValueError("cards are shown to a real camera")
    profile = load_board(settings.board)
    roster = PieceRoster(sectors=seats_of(catalogue, settings), colours=settings.colours, dog=False)
    deck = load_deck(settings.variant) or FamilyDeck(CARD_MM, pile_beside(profile.size_mm, "right"))
    board = BoardObserver(profile, roster, print_of(settings.board))
    cards = tuple(catalogue.variant(settings.variant).cards)
    return DeckShowing(settings.variant, cards, deck, camera_named(settings, profile)[0], board.find_board)
