"""Every value of every switch of every shipped game changes something: a play, the deal, the seats or the set-up."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playout_tables import Case, kernel_for_tests, positions, ready, switched
from rules_for_tests import deal_of, rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.model.position_form import PositionError
from companion.rules.deal import deal_cards
from companion.rules.legal import legal_plays
from companion.rules.rules import OptionError, Rules, seating_of
from companion.rules.schema import position_from_json
from companion.rules.setup import first_position, spread_seats
from companion.rules.variant import Variant

#: Switches, or values of them, that the session honours: its tests show each (`tests/unit/session`).
IN_THE_SESSION = (
    "core.verify_forfeit",
    "roy.draw_optional",
    "jk.ten_costs_turn",
    ("dog.seven_overflow", "only-if-no-fit"),
)
#: Switches that matter only beside another one.
BESIDE = {"dog.seven_revisit": (("core.home_optional", False),)}
#: Rounds that are dealt in a row, and games that are searched for a position where the plays differ.
_ROUNDS, _GAMES = 7, 24


def _every_table(case: Case) -> Iterator[Case]:
    """The usual number of players first, then the others."""
    yield case
    for players in SHIPPED.variant(case.variant).seat_counts:
        if players != case.players:
            yield case._replace(players=players)


def _deals(variant: Variant, players: int, case: Case) -> tuple[object, ...]:
    """Returns how a table of so many is dealt to, and the acts of its players without a legal play."""
    rules = deal_of(variant, case.options)
    deck = variant.deck_size
    dealt = [deal_cards(rules, number, players, deck, 0) for number in range(1, _ROUNDS)]
    return (
        dealt,
        rules.reshuffle,
        rules.exchange_with(players),
        rules.when_stuck(players),
        rules.lays_down_without_pawns,
        rules.dealer_keeps_cycle,
        rules.playable_must_be_played,
        rules.may_keep,
    )


def _first(variant: Variant, players: int, case: Case, started: tuple[int, ...] | None) -> str:
    """The first position, or why there is none."""
    seats = spread_seats(players, variant.usual_sectors(players))
    if seating_of(variant, dict(case.options)).pawns == "counter-clockwise":
        seats = seats[::-1]
    try:
        position = first_position(variant, variant.usual_sectors(players), seats, case.options, started=started)
    except OptionError as error:
        return str(error)
    return f"{seats} {position.placement} {position.teams} {rules_of(position).turn_step}"


def _board_sides(variant: Variant, players: int, case: Case) -> list[bool]:
    """On which boards so many may play."""
    return [_fits(variant, players, sectors, case) for sectors in variant.sectors]


def _fits(variant: Variant, players: int, sectors: int, case: Case) -> bool:
    data = {
        "v": 1,
        "variant": variant.id,
        "options": dict(case.options),
        "sectors": sectors,
        "seats": list(range(players)),
        "turn": 0,
        "copied": None,
        "pawns": [["kennel"] * variant.pawns[players]] * players,
    }
    try:
        position_from_json(SHIPPED, data)
    except PositionError as error:
        return not str(error).startswith("sectors")
    return True


def _table_facts(case: Case) -> list[object]:
    """All that a switch may change before the first play, at every number of players."""
    variant = SHIPPED.variant(case.variant)
    return [
        fact
        for players in variant.seat_counts
        for fact in (
            _deals(variant, players, case),
            _first(variant, players, case, None),
            _first(variant, players, case, ()),
            _board_sides(variant, players, case),
        )
    ]


def _differs(rules: Rules, position: Position, usual: tuple[tuple[str, object], ...]) -> bool:
    """Whether any card has other plays here than by the usual rules."""
    printed = replace(position, options=usual)
    other = rules_of(printed)
    return any(_outcomes(rules, position, card) != _outcomes(other, printed, card) for card in rules.variant.cards)


def _outcomes(rules: Rules, position: Position, card: str) -> set[object]:
    return {(play.result, play.draws) for play in legal_plays(rules, position, card)}


def _changes_a_play(case: Case) -> bool:
    """Whether some position of whole games has other plays with the switch than without it."""
    kernel, beside = kernel_for_tests(), BESIDE.get(case.options[0][0], ())
    played = case._replace(options=tuple(sorted((*case.options, *beside))))
    for seated in _every_table(played):
        made = ready(seated)
        for seed in range(_GAMES):
            if any(_differs(made.rules, found, beside) for found in positions(kernel, made, seed, 7)):
                return True
    return False


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", switched(), ids=str)
def test_every_value_of_a_switch_changes_an_answer(case: Case) -> None:
    option = case.options[0]
    if option in IN_THE_SESSION or option[0] in IN_THE_SESSION:
        return
    usual = case._replace(options=())
    assert _table_facts(case) != _table_facts(usual) or _changes_a_play(case)
