"""The laws of whole games without a board, checked while one is played; `game_laws` does the same for board games."""

import random
from collections import Counter

from card_games import LONGEST_GAME, card_game
from laws import BrokenLawError, Tally

from companion.open_row.actions import Action, format_action, parse_action
from companion.open_row.apply import after_action
from companion.open_row.catalogue import Options, full_deck, load_game, ruleset
from companion.open_row.faults import explain
from companion.open_row.legal import legal_actions
from companion.open_row.players import random_player, sensible_player
from companion.open_row.position import CardPosition, all_cards, rules_of, seen_by, winners, wrong_places
from companion.open_row.schema import position_from_json, position_to_json
from companion.open_row.text import format_card_position, parse_card_position

#: Actions of earlier turns, tried again where most of them are not allowed.
TRIED = 4
REMEMBERED = 300


def options_of_seed(variant: str, seed: int) -> Options:
    """Some switches turned."""
    chance = random.Random(seed)
    rules = load_game(variant).options
    turned = ((name, chance.choice(rule.values)) for name, rule in sorted(rules.items()) if chance.random() < 0.3)
    return tuple((name, value) for name, value in turned if value != rules[name].default)


def play_cards_by_the_laws(variant: str, seats: int, seed: int) -> Tally:
    """Plays the game of the seed to its end and checks every law after every turn.  Raises BrokenLawError."""
    chance = random.Random(-seed)
    players = [chance.choice((random_player, sensible_player)) for _ in range(seats)]
    tally, earlier = Tally(), list[Action]()
    tally.games[f"{variant} {seats}"] += 1
    deck = Counter(full_deck(load_game(variant)))
    options = options_of_seed(variant, seed)
    rules = ruleset(variant, seats, options)
    after: CardPosition | None = None
    for before, action, after in card_game(seed, players, options):
        tally.counts.update(("steps", "plies"))
        _require(Counter(all_cards(rules, after)) == deck, "no card is made or lost", after)
        _require(not wrong_places(rules, after), "no open card lies on its own number", after)
        _check_forms(after, action, before)
        _check_actions(before, action, earlier, tally, chance)
        earlier = [*earlier[-REMEMBERED:], action]
        _require(tally.counts["plies"] < LONGEST_GAME, "the game ends", after)
    ended = after is not None and bool(winners(rules, after)) and not legal_actions(rules, after)
    _require(ended, "somebody wins", after)
    return tally


def _require(holds: bool, law: str, position: CardPosition | None) -> None:
    if not holds:
        raise BrokenLawError(f"not kept: {law}\n  in {format_card_position(position) if position else 'the beginning'}")


def _check_forms(position: CardPosition, action: Action, before: CardPosition) -> None:
    """JSON and text and back, with all cards known and with the public ones; an action and its text."""
    for seen in (position, seen_by(position, None)):
        _require(position_from_json(position_to_json(seen)) == seen, "JSON and back", seen)
        _require(parse_card_position(format_card_position(seen)) == seen, "text and back", seen)
    _require(parse_action(rules_of(before), format_action(action)) == action, "action and text", before)


def _check_actions(
    position: CardPosition, played: Action, earlier: list[Action], tally: Tally, chance: random.Random
) -> None:
    """Every offered action is judged legal; an earlier action is refused unless its result is one of an offer."""
    rules = rules_of(position)
    choices = legal_actions(rules, position)
    offered, results = {choice.action for choice in choices}, {choice.result for choice in choices}
    # With an empty draw pile the discard pile is shuffled first, and the choice made among cards not yet seen here.
    _require(played in offered or not position.draw, "what was played was offered", position)
    for action in offered:
        _require(
            not explain(rules, position, (action,)), f"what is offered is legal: {format_action(action)}", position
        )
    tally.counts["plays judged"] += len(offered)
    for action in chance.sample(earlier, min(TRIED, len(earlier))):
        if explain(rules, position, (action,)):
            tally.counts["others illegal"] += 1
        else:
            law = f"what is not offered is refused: {format_action(action)}"
            _require(after_action(rules, position, action) in results, law, position)
