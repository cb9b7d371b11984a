"""The page of each game, made from the game's own data: the tablet's questions, the uses of cards, the house rules.

The words are the tablet's own, so the page agrees with the screen.
"""

from collections.abc import Iterator
from typing import Final

from companion.catalogue.shipped import SHIPPED
from companion.open_row.catalogue import GameFile
from companion.rules.variant import Variant
from companion.texts import shipped_wording
from companion.views.wording.card_looks import uses_by_tag
from companion.views.wording.game_words import facts, label, row_facts
from companion.views.wording.words import card_name, variant_name
from ui.i18n import Words
from ui.presenters.house_rules import rule_groups
from ui.presenters.play.cards import board_help, card_help
from ui.presenters.setup import game_data

#: The text that all games share; the parts in braces are filled in for each.
GAME_TEXT: Final = "games/game"
#: The player in the examples.
_NAME: Final = "Anna"


def game_page(template: str, name: str, words: Words) -> str:
    """The page of a game, from the text that all games share."""
    game = game_data(SHIPPED, name)
    filled = {
        "{{title}}": variant_name(name, words),
        "{{line}}": words.text(f"game.{name}"),
        "{{players}}": players_line(name, words),
        "{{picture}}": f"table_{name}",
        "{{facts}}": "\n".join(_facts(game, words.language)),
        "{{questions}}": "\n".join(f"- **{ended(title)}** {text}" for title, text in _questions(game, words)),
        "{{cards}}": "\n".join(_cards(game, words)),
        "{{board}}": "\n\n".join(board_help(game, words)),
        "{{rules}}": "\n".join(_rules(game, words)),
    }
    for blank, text in filled.items():
        template = template.replace(blank, text)
    return template


def ended(title: str) -> str:
    """The title with a full stop, unless it has an end already."""
    return title if title[-1] in "?!.…" else f"{title}."


def players_line(name: str, words: Words) -> str:
    """The numbers of players of a game, in the words of the set-up."""
    counts = game_data(SHIPPED, name).seat_counts
    span = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    return words.text("game.players", counts=span)


def _facts(game: Variant | GameFile, language: str) -> Iterator[str]:
    """Boards, teams, dealing and special features, for every number of players."""
    spoken = shipped_wording()[language]
    found = row_facts(spoken, game) if isinstance(game, GameFile) else facts(spoken, game)
    yield "| | |"
    yield "|---|---|"
    for name, group in found.items():
        if group:
            yield f"| **{label(spoken, name)}** | {'<br>'.join(group)} |"


def _questions(game: Variant | GameFile, words: Words) -> Iterator[tuple[str, str]]:
    """The tablet's questions in the course of a round, in order: heading and sentence."""
    if isinstance(game, GameFile):
        yield words.text("banner.choose"), words.text("banner.lay_card", name=_NAME)
        yield words.text("play.name_cards"), words.text("banner.name_card")
        return
    seats = game.usual_seats
    hand = game.deal.cards_in_round(1, seats)
    yield words.text("banner.deal"), words.text("prompt.deal", name=_NAME, count=hand)
    start = [(words.text("banner.start"), words.text("prompt.start", name=_NAME))]
    starts_last = game.setup.when == "after_exchange"
    if game.setup.free_starts(seats) and not starts_last:
        yield from start
    if game.figures:
        yield words.text("banner.figure"), words.text("prompt.figure", name=_NAME)
    receiver = game.deal.exchange.get(str(seats))
    if receiver:
        yield words.text("banner.exchange"), words.text(f"prompt.exchange_{receiver}")
    if game.setup.free_starts(seats) and starts_last:
        yield from start
    yield words.text("banner.choose"), words.text("banner.lay_card", name=_NAME)
    yield from _questions_of_cards(game, words)


def _questions_of_cards(game: Variant, words: Words) -> Iterator[tuple[str, str]]:
    declared = [card for card in game.cards if game.is_declared(card)]
    if declared:
        card = card_name(declared[0], words)
        yield words.text("banner.as"), words.text("prompt.as", name=_NAME, card=card)
    if game.draws:
        yield words.text("banner.may_draw"), words.text("prompt.may_draw", name=_NAME, count=1)
    if any(card for card in game.cards if "skip_neighbour" in uses_by_tag(game, card)):
        yield words.text("banner.discard"), words.text("prompt.discard", name=_NAME)
    lays_open = game.deal.when_stuck(game.usual_seats) == "forfeit"
    yield words.text("play.forfeit"), words.text(f"forfeit.prompt_{'open' if lays_open else 'throw'}", name=_NAME)


def _cards(game: Variant | GameFile, words: Words) -> Iterator[str]:
    yield "| | |"
    yield "|---|---|"
    for card in game.cards:
        yield f"| **{card_name(card, words)}** | {card_help(card, words, game)} |"


def _rules(game: Variant | GameFile, words: Words) -> Iterator[str]:
    groups = rule_groups(game, {}, words)
    if not groups:
        yield words.text("rules.none")
    for group in groups:
        yield f"### {group.title}\n"
        yield "| | | |"
        yield "|---|---|---|"
        for rule in group.rules:
            choices = " · ".join(value.label for value in rule.values)
            yield f"| **{rule.title}** | {rule.help} | {choices} ({rule.printed}) |"
        yield ""
