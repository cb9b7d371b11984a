"""House-rule switches: every one is honoured or refused with a reason."""

import msgspec
import pytest
from board_text import HOME, at, boards, moves
from rules_for_tests import with_rules

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Switch
from companion.model.position_form import PositionError
from companion.rules.rules import OptionError, checked_options, ruleset
from companion.rules.schema import position_from_json, position_to_json
from companion.rules.setup import first_position

BLACK_DOG = SHIPPED.variant("black_dog")


@pytest.mark.parametrize("name", BLACK_DOG.options)
def test_every_supported_value_builds_rules(name: str) -> None:
    """The settings that a switch names exist and take its values."""
    rule = BLACK_DOG.options[name]
    assert rule.default in rule.values
    assert rule.rulings
    for value in rule.values:
        assert ruleset(BLACK_DOG, 4, (0, 1, 2, 3), (0, 1, 0, 1), ((name, value),)).variant.id == BLACK_DOG.id


@pytest.mark.parametrize("name", [name for name, rule in BLACK_DOG.options.items() if len(rule.values) == 1])
def test_unsupported_values_are_refused_with_the_reason(name: str) -> None:
    """A switch with one supported value gives the reason why there is no other."""
    assert BLACK_DOG.options[name].refused
    with pytest.raises(OptionError, match="must be"):
        checked_options(BLACK_DOG, {name: "something else"})


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("bd.nonsense", True, "not a switch of black_dog"),
        ("bd.paw_own_only", 1, "must be false or true"),
        ("bd.paw_own_only", "yes", "must be false or true"),
        ("core.home_from_start", True, "came round"),
    ],
)
def test_unknown_switches_and_values_are_refused(name: str, value: Switch, reason: str) -> None:
    """In a position too, naming the key."""
    data = position_to_json(*with_rules(at("5"))) | {"options": {name: value}}
    with pytest.raises(PositionError, match=reason) as refused:
        position_from_json(SHIPPED, data)
    assert str(refused.value).startswith("options: ")


def test_only_own_pawns_turn_the_wheel() -> None:
    """BD-R05 with bd.paw_own_only: the partner's pawn on a paw does not."""
    position = at("20", green="36", dog=1, options="bd.paw_own_only=true")
    assert moves(position, "partner4") >= {"2:36>40", "0:20>24 wheel+", "0:20>24 wheel-"}


def test_an_own_pawn_captured_on_its_paw_turns_nothing() -> None:
    """BD-R12 with bd.paw_own_only: red lands on 8, yellow captures it there by the same card; no own pawn is left."""
    position = at("7", "5", HOME, dog=1, options="bd.paw_own_only=true")
    reached = boards(position, "partner4")
    assert "1:8 2:g4,g3,g2,g1 dog=1 wheel=0" in reached
    assert "1:24 2:g4,g3,g2,g1 dog=1 wheel=1" not in reached


def test_a_helper_s_pawns_are_his_partner_s() -> None:
    """BD-R05 with bd.paw_own_only, CORE-R16: for a helper the partner's pawn is an own one."""
    assert moves(at(HOME, green="36", dog=1, options="bd.paw_own_only=true"), "partner4") == {
        "2:36>40 wheel+",
        "2:36>40 wheel-",
    }


def test_a_rest_on_a_paw_turns_the_wheel() -> None:
    """BD-R11 with bd.paw_intermediate: red stops on 8 before it goes on."""
    position = at("7", green="36", dog=1, options="bd.paw_intermediate=true")
    reached = boards(position, "partner4")
    assert {"0:25 2:38 dog=1 wheel=1", "0:57 2:38 dog=1 wheel=3", "0:9 2:38 dog=1 wheel=0"} <= reached


def test_a_house_rule_allows_the_dog_s_field_only_when_forced() -> None:
    """BD-R20 with bd.dog_suicide: onto the dog only where the card has no other play."""
    free = "bd.dog_suicide=only-forced"
    assert moves(at("5 20", dog=13, options=free), "8") == {"0:20>28 wheel+", "0:20>28 wheel-"}
    assert moves(at("5", dog=13, options=free), "8") == {"0:5>13x0@13"}
    assert moves(at("62", dog=1, options=free), "3") == {"0:62>g1"}


def test_the_dog_counts_start_fields_without_a_player() -> None:
    """BD-R24 with bd.dog_skips_unused_starts off: with two players it may walk over sectors 1 and 3."""
    position = position_from_json(
        SHIPPED,
        {
            "v": 1,
            "variant": "black_dog",
            "options": {"bd.dog_skips_unused_starts": False},
            "sectors": 4,
            "seats": [0, 2],
            "turn": 0,
            "copied": None,
            "pawns": [["kennel", "kennel", "kennel", "kennel", 40], ["kennel", "kennel", "kennel", "kennel", 16]],
            "dog": 14,
            "wheel": 0,
        },
    )
    assert moves(position, "black5") == {"0:40>45 dog:14>19x1@16"}


def test_with_the_printed_rule_partner_4_moves_others_pawns() -> None:
    """BD-R62 with bd.partner4_opponents printed: a player who is not done moves his partner's and the others' pawns."""
    position = at("5", "17", HOME, dog=62, options="bd.partner4_opponents=printed")
    assert moves(position, "partner4") == {"1:17>21"}
    helper = at(HOME, "17", "34", dog=62, options="bd.partner4_opponents=printed")
    assert {"1:17>21", "2:34>38"} <= moves(helper, "partner4")


def test_no_opponents_by_partner_4() -> None:
    """BD-R62 with bd.partner4_opponents off."""
    assert moves(at(HOME, "17", "34", dog=62, options="bd.partner4_opponents=off"), "partner4") == {"2:34>38"}


def test_opponents_blockers_stay() -> None:
    """BD-R63 with bd.partner4_move_blockers off."""
    position = at(HOME, "16 20", "34", dog=62, options="bd.partner4_move_blockers=false")
    assert not any("1:16>" in move for move in moves(position, "partner4"))
    assert any("1:20>" in move for move in moves(position, "partner4"))


def test_opponents_lanes_are_left_alone() -> None:
    """BD-R64 with bd.partner4_opponent_lane off: neither into the lane nor inside it; one's own side may."""
    position = at(HOME, "14", "31", "g1", dog=62, options="bd.partner4_opponent_lane=false")
    reached = {board.partition(" ")[2] for board in boards(position, "partner4")}
    assert "1:18 2:31 dog=62 wheel=0" not in reached
    assert "1:18 2:31 3:g1 dog=62 wheel=0" in reached
    assert "1:14 2:g3 3:g1 dog=62 wheel=0" in reached
    assert not any("1:g" in board or "3:g2" in board for board in reached)


def test_going_home_is_a_duty() -> None:
    """CORE-R04 with core.home_optional off: where the lane can be entered the track cannot be walked on."""
    assert moves(at("62", dog=20, options="core.home_optional=false"), "3") == {"0:62>g1"}
    assert moves(at("62 g1", dog=20, options="core.home_optional=false"), "3") == {"0:62>1", "0:g1>g4"}


def test_helping_begins_with_the_next_card() -> None:
    """CORE-R17 with core.help_same_card off: the rest of the card stays in the team (BD-R66)."""
    reached = boards(at("63 g2 g3 g4", "19", "34", dog=50, options="core.help_same_card=false"), "partner4")
    assert "0:g4,g3,g2,g1 1:19 2:36 dog=50 wheel=0" in reached
    assert not any("1:21" in board for board in reached)


def test_the_free_start_may_be_left_out() -> None:
    """BD-R01 with bd.free_start may: some seats only."""
    position = first_position(SHIPPED.variant("black_dog"), options=(("bd.free_start", "may"),), started=(1, 3))
    assert [max(row) for row in position.placement.pawns] == [-1, 16, -1, 48]
    with pytest.raises(OptionError, match="start field"):
        first_position(SHIPPED.variant("black_dog"), started=(1, 3))


def test_option_values_are_plain() -> None:
    """Every switch can be written as JSON and read back."""
    for rule in BLACK_DOG.options.values():
        assert msgspec.json.decode(msgspec.json.encode(rule.values)) == list(rule.values)
