"""Makes a game of cards alone from settings: no board, no sectors, and partners sit opposite each other."""

from companion.open_row.catalogue import CardRules, GameError, compile_rules, game_ids, load_game
from companion.open_row.setup import first_position
from companion.session.commands import StartCardGame
from companion.settings.schema import Settings


def has_board(variant: str) -> bool:
    """Returns whether the game is played on a board."""
    return variant not in game_ids()


def card_start_command(settings: Settings, game: str) -> StartCardGame:
    """Returns the command that begins the game of `settings`, with unknown cards.  Raises GameError."""
    rules = card_rules(settings)
    return StartCardGame(
        game=game,
        rules=rules,
        names=tuple(name.strip() for name in settings.names),
        colours=settings.colours,
        position=first_position(rules, None, first=settings.first),
        demo=settings.demo,
    )


def card_rematch_command(
    rules: CardRules, names: tuple[str, ...], colours: tuple[str, ...], game: str, first: int, *, demo: bool
) -> StartCardGame:
    """Returns the command for another game of the same people, with unknown cards; `first` begins."""
    position = first_position(rules, None, first=first)
    return StartCardGame(game=game, rules=rules, names=names, colours=colours, position=position, demo=demo)


def card_rules(settings: Settings) -> CardRules:
    """Returns the rules of the table of `settings`.  Raises GameError."""
    return compile_rules(settings.variant, load_game(settings.variant), len(settings.names), settings.options)


def seats_for(variant: str, players: int | None, seated: int) -> int:
    """Returns the number of players for a table with `seated` people.  Raises GameError."""
    counts = load_game(variant).seat_counts
    count = players or (seated if seated in counts else counts[0])
    if count not in counts:
        raise GameError(f"{variant} is played by {', '.join(map(str, counts))}, not by {count}")
    return count
