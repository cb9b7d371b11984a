"""The words of the game maker: a card in the example, and why a game is not saved."""

from companion.catalogue.own_games import OwnGameError, name_of
from ui.i18n import Words
from ui.presenters.own_game.example import CardExample
from ui.presenters.play.cards import card_help
from ui.presenters.setup import SetupForm


def example_line(form: SetupForm, card: str, example: CardExample, words: Words) -> str:
    """The uses of the card, and in how many ways it can be played on the example board."""
    ways = words.text("own_game.ways", count=example.plays) if example.plays else words.text("own_game.no_way")
    return f"{card_help(card, words, form.game, tuple(form.settings.options.items()))} {ways}".strip()


def refusal_line(error: OwnGameError, title: str, words: Words) -> str:
    """Why the game is not saved."""
    return words.text(f"own_game.{error.code}", name=name_of(title))
