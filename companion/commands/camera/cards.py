"""The commands about the cards that the camera is to know: `cards enrol`, `list`, `check` and `forget`."""

from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.terminal import fail, family_settings, installed_games, say
from companion.system.signals import INTERRUPTED, interruptible

if TYPE_CHECKING:
    from companion.sensors.cards.deck_files import FamilyDeck

app = typer.Typer(
    name="cards", help="The cards that the camera proposes: show it your deck once.", no_args_is_help=True
)

_Variant = Annotated[str | None, typer.Option(help="Which game; `variants list` names them.")]
_BACK = "back"


@app.command()
def enrol(
    card: Annotated[
        list[str] | None, typer.Argument(help="Which cards, or back; else all that were not shown yet.")
    ] = None,
    variant: _Variant = None,
    camera: Annotated[str | None, typer.Option(help="phone, a device number, a path or a URL.")] = None,
    board: Annotated[str | None, typer.Option(help="Which printed board, else the usual one of the game.")] = None,
    side: Annotated[str, typer.Option(help="Where the pile lies: right, left, above or below of the board.")] = "right",
    size: Annotated[str, typer.Option(help="Width and height of a card in millimetres.")] = "59x91",
) -> None:
    """Show each face of your deck once: alone at the place of the pile, then once more, turned.

    The place is a square of 180 mm, 20 mm from the middle of the board's side; `pawtrack print pile` draws it.  A card
    that was shown already gets one more face: the same card of another suit.  Ctrl-C keeps what is done.
    """
    from companion.app.choices import Choices
    from companion.board.files import ProfileError
    from companion.commands.camera.card_showing import CardShowing, DeckError, ShowingError
    from companion.commands.camera.phone import invite_phone

    try:
        catalogue = installed_games()
        settings = Choices(variant=variant, board=board, camera=camera).over(catalogue, family_settings())
        showing = CardShowing.of(catalogue, settings, side, size)
        with interruptible():
            invite_phone(settings, say)
            showing.show([None if name == _BACK else name for name in card or ()], say)
    except (ValueError, ProfileError, DeckError, ShowingError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


@app.command("list")
def list_cards(variant: _Variant = None) -> None:
    """Every card of the game and how many of its faces were shown."""
    game, names, deck = _known(variant)
    for name in names:
        faces = deck.shown(name) if deck else 0
        typer.echo(f"{name:12} {faces or 'not shown yet'}")
    typer.echo(f"{_BACK:12} {(deck.shown(None) if deck else 0) or 'not shown yet'}")
    if deck is None:
        typer.echo(f"nothing of {game} was shown yet: `pawtrack cards enrol`")


@app.command()
def check(variant: _Variant = None) -> None:
    """Say which cards look alike to the camera, and which are missing; exit status 0 where all were shown, else 1."""
    game, names, deck = _known(variant)
    missing = [name for name in names if deck is None or not deck.shown(name)]
    if deck is not None and deck.faces:
        for group in deck.enrolled().groups:
            typer.echo(f"{' and '.join(group)} look alike to the camera: they are offered together")
    if missing:
        typer.echo(f"not shown yet: {', '.join(missing)}; a card that was not shown may be taken for another one")
        raise typer.Exit(1)
    typer.echo(f"all cards of {game} were shown; `see_cards = true` in the settings lets the camera propose them")


@app.command()
def forget(
    card: Annotated[list[str] | None, typer.Argument(help="Which cards, or back; else the whole deck.")] = None,
    variant: _Variant = None,
) -> None:
    """Delete the faces of some cards, or the whole deck."""
    from companion.sensors.cards.deck_files import DeckError, forget_deck, save_deck

    game = variant or family_settings().variant
    try:
        if card:
            game, _, deck = _known(variant)
            kept = deck
            for name in card:
                kept = kept.without(None if name == _BACK else name) if kept else None
            if deck is None or kept is None or kept.faces == deck.faces:
                fail(f"{', '.join(card)}: nothing of that was shown; `pawtrack cards list` says what was")
            save_deck(game, kept)
        elif not forget_deck(game):
            fail(f"nothing of {game} was shown")
    except DeckError as error:
        fail(str(error))
    typer.echo(f"{', '.join(card) if card else 'the whole deck'} of {game} is forgotten")


def _known(variant: str | None) -> "tuple[str, tuple[str, ...], FamilyDeck | None]":
    """The game, its cards, and their stored faces."""
    from companion.rules.catalogue import UnknownVariantError
    from companion.sensors.cards.deck_files import DeckError, load_deck

    game = variant or family_settings().variant
    try:
        return game, installed_games().variant(game).cards, load_deck(game)
    except (UnknownVariantError, DeckError) as error:
        fail(str(error))
