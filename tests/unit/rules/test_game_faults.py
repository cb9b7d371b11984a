"""A variant file that makes no game: every fault with its key, and the last value that still makes one."""

import json
import tomllib

import pytest
from msgspec.structs import replace

from companion.catalogue.shipped import SHIPPED, SHIPPED_TABLES
from companion.rules.variant_files.file import build_variant, merged_data
from companion.rules.variant_files.sense import game_faults, ready_position, trial_faults


def faults(text: str, base: str = "dog") -> list[str]:
    """Those of a file that extends a game."""
    data = tomllib.loads(f'extends = "{base}"\n{text}')
    merged = merged_data("mine", lambda name: data if name == "mine" else SHIPPED_TABLES[name])
    return [str(fault) for fault in game_faults(merged, "mine", data.get("options", {}))]


#: A switch with the one value 1.
ONE = '[options."h.a"]\ndefault = 1\nvalues = [1]\nrulings = []\n'
FAULTS = [
    ('[crads.7]\ncount = 1\n', "crads: unknown key; did you mean cards?"),
    ('[cards.7]\ncuont = 1\n', "cards.7.cuont: unknown key; did you mean count?"),
    ('[cards.7]\ncount = "x"\n', "cards.7.count: 'x' is not a whole number"),
    ('[cards]\n7 = 5\n', "cards.7: 5 is no table"),
    ('card_order = 5\n', "card_order: 5 is not a list"),
    ('card_order = [5]\n', "card_order[0]: 5 is not a text in quotation marks"),
    ('boards = 5\n', "boards: 5 is not a table"),
    ('walk = 5\n', "walk: 5 is no table"),
    ('[walk]\nblockers = 1\n', "walk.blockers: 1 is not true or false"),
    ('[seating]\npawns = 1\n', "seating.pawns: 1 is not clockwise or counter-clockwise"),
    ('[deal]\nhand_cycle = 5\n', "deal.hand_cycle: 5 is not a text in quotation marks or a table"),
    ('effects = 5\n', "effects: 5 is no list of tables"),
    ('effects = [{ fields = [1] }]\n', "effects[0]: it must say which effect it is (effect = ...)"),
    ('slots = 5\n', "slots: 5 is no list of tables"),
    ('[slots.dog]\nkind = "cat"\n', "slots.dog.kind: unknown kind 'cat'; known: "),
    ('[slots.dog]\n', "slots.dog: it must say which kind it is"),
    ('[cards.7]\nuses = 5\n', "cards.7.uses: 5 is no list of tables"),
    ('[cards.7]\nuses = { use = "seven" }\n', "cards.7.uses: {'use': 'seven'} is no list of tables"),
    ('[cards.7]\nuses = [{ use = "sevne" }]\n', "cards.7.uses[0].use: unknown use 'sevne'; did you mean seven?"),
    ('[cards.7]\nuses = [{ use = "seven", brns = true }]\n', "cards.7.uses[0].brns: unknown key; did you mean burns?"),
    ('[cards.7]\nuses = [{ use = "advance" }]\n', "cards.7.uses[0].values: missing"),
    ('[cards.7]\nuses = [{ use = "advance", values = [] }]\n', "cards.7.uses[0].values: a pawn walks 1 to 31 fields"),
    ('[cards.7]\nuses = [{ use = "swap", partners = "me" }]\n', "partners: 'me' is not foreign or opponents"),
    ('[cards.7]\nuses = [{ use = "centre" }]\n', "cards.7.uses[0]: the game has no centre"),
    ('[centre]\ndoor = 7\n', "centre: no card leads there; give one the use centre"),
    ('[cards.7]\nuses = [{ use = "pawn_then_figure", values = [2], figure = "cat" }]\n', "no slot 'cat' is a figure"),
    ('[cards.7]\nuses = [{ use = "seven", only_with = "x.y" }]\n', "cards.7.uses[0].only_with: there is no such"),
    ('[cards.7]\nuses = [{ use = "seven", only_with = "dog.teams6=x" }]\n', "only_with: dog.teams6 is never 'x'"),
    ('[cards.7]\nuses = [{ use = "joker", red = ["8", "88"] }]\n', "red: there is no card '88'; did you mean 8?"),
    ('[cards.7]\nuses = [5]\n', "cards.7.uses[0]: it must say which use it is"),
    ('[cards.7]\nuses = []\n', "cards.7.uses: the card can be played for nothing"),
    ('[cards.hop]\ncount = 2\nuses = [{ use = "magnet" }]\n', "card_order: it leaves out hop"),
    ('card_order = ["1/11", "swop"]\n', "card_order: there is no card 'swop'; did you mean swap?"),
    ('card_order = ["1/11", "1/11"]\n', "card_order: it names a card twice"),
    ('drop = [["cards", "1/11"], ["cards", "13"]]\n', "cards: no card brings a pawn onto the track"),
    ("drop = [[\"boards\", \"4\"], [\"boards\", \"6\"]]\n", "boards: the game needs a board"),
    ("[boards]\nx = [2]\n", "boards: 'x' is no number"),
    ("[boards]\n4 = []\n", "boards.4: 2 to 4 can play on a board of 4 sectors, not []"),
    ("[boards]\n7 = [7]\n", "pawns.7: missing: how many pawns has each of 7 players?"),
    ("[pawns]\nx = 4\n", "pawns: 'x' is no number"),
    ("[pawns]\n7 = 4\n", "pawns.7: 7 players are on no board"),
    ("[setup.free_start]\n7 = 1\n", "setup.free_start.7: 7 players are on no board"),
    ("[setup.free_start]\nx = 1\n", "setup.free_start.x: x players are on no board"),
    ("[walk]\nlane_ofset = 0\n", "walk.lane_ofset: unknown key; did you mean lane_offset?"),
    ('[[effects]]\neffect = "special_field"\nfields = [3]\n', "effects[0]: special fields need pawns with ranks"),
    ('[[effects]]\neffect = "wheel"\nfields = [8]\npaws = [9]\n', "effects[0].paws: a paw must be one of the fields"),
    ('[[effects]]\neffect = "wheel"\nfields = [8]\npaws = [8]\n', "a wheel turns by quarters"),
    ('[[effects]]\neffect = "wheel"\nfields = [8]\npaws = [8]\nslot = "disc"\n', "slot: there is no slot 'disc'"),
    ('[slots.turn]\nkind = "quarter_turns"\n', "slots.turn: a slot is named by small letters, and not like a key"),
    ('[slots.Disc]\nkind = "quarter_turns"\n', "slots.Disc: a slot is named by small letters, and not like a key"),
    ('[slots.dog]\nkind = "biting_figure"\nlanding = "x"\n', "slots.dog.landing: it is free or only-forced, not 'x'"),
    ('[deal.stuck]\n3 = "weep"\n', "deal.stuck.3: 'weep' is unknown"),
    ('drop = [["deal", "stuck", "3"]]\n', "deal.stuck.3: missing: what does a player do who cannot play?"),
    ('[deal.exchange]\n3 = "partner"\n', "deal.exchange.3: with 3 players nobody has a partner"),
    ('[deal]\nhand_cycle = "6-x"\n', "deal.hand_cycle: '6-x' is no row of hands such as 6-5-4-3-2"),
    ('[deal]\nhand_cycle = { 4 = "6-5" }\n', "deal.hand_cycle.2: missing: how many cards does each player get?"),
    ('[deal]\nreshuffle = "never"\n', "deal.reshuffle: 'never' is unknown"),
    ('[seating.teams]\n3 = "opposite"\n', "seating.teams.3: 3 players make no teams that are opposite"),
    ('[seating.teams]\n4 = "besides"\n', "seating.teams.4: 'besides' is unknown"),
    ('[seating]\npattern = "besides"\n', "seating.pattern: 'besides' is unknown"),
    ('[options."house.a"]\ndefault = 1\nvalues = [2]\nrulings = []\n', "default: 1 is none of its values [2]"),
    ('[options."house.a"]\ndefault = 1\nvalues = [true]\nrulings = []\n', "default: 1 is none of its values [True]"),
    ('[options."a"]\ndefault = 1\nvalues = [1]\nrulings = []\n', "options.a: a switch is named like house.my_rule"),
    (f'{ONE}sets = ["wlak.x"]\n', "nothing called 'wlak' to set; did you mean walk?"),
    (f'{ONE}sets = ["walk.blockers"]\n', "sets[0]: walk.blockers cannot be 1"),
    (f'{ONE}sets = ["centre.door"]\n', "nothing that it could set"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "fault"), FAULTS)
def test_a_fault_names_its_key_and_its_reason(text: str, fault: str) -> None:
    found = faults(text)
    assert any(fault in each for each in found), found


#: A text with a blank, values that make a game, values that make none, and the reason.
EDGES = [
    ("[cards.7]\ncount = {}\n", "dog", (1, 99), (0, 100), ("cards.7.count: 0 is too few", "99 of a card at most")),
    ("sector_length = {}\n", "dog", (5, 32), (4, 33), ("a sector has 5 to 32 fields",)),
    ("sector_length = {}\n[boards]\n8 = [2]\n", "dog", (24,), (25,), ("a track has 192 fields at most",)),
    ("goal_fields = {}\n", "dog", (3, 6), (2, 7), ("goal_fields: a lane has 3 to 6 fields, not",)),
    ("[pawns]\n4 = {}\n", "dog", (3, 6), (2, 7), ("pawns.4: a player has 3 to 6 pawns, not",)),
    ("[pawns]\n4 = {}\n", "dog_royal", (4,), (3, 5), ("pawns.4: there are 4 ranks",)),
    ("[boards]\n{} = [2]\n", "dog", (2, 8), (1, 9), ("a board has 2 to 8 sectors",)),
    ("[boards]\n4 = [{}]\n", "dog", (2, 4), (1, 5), ("boards.4: 2 to 4 can play on a board of 4 sectors",)),
    ('[cards.2]\nuses = [{{ use = "advance", values = [2, {}] }}]\n', "dog", (1, 31), (0, 32), ("walks 1 to 31",)),
    ('[cards.2]\nuses = [{{ use = "seven", points = {} }}]\n', "dog", (1, 12), (0, 13), ("a card has 1 to 12",)),
    ('[[effects]]\neffect = "special_field"\nfields = [{}]\n', "dog_royal", (1, 15), (0, 16), ("fields: a field",)),
    ('[[effects]]\neffect = "wheel"\nfields = [8]\npaws = [{}]\n', "black_dog", (8,), (0, 16), ("paws: a field",)),
    ("[centre]\ndoor = {}\n", "tock_6", (1, 17), (0, 18), ("centre.door: a door is field 1 to 17 of a sector",)),
    ("[walk]\nlane_offset = {}\n", "dog", (-15, 15), (-16, 16), ("walk.lane_offset: the lane begins at",)),
    ("[setup.free_start]\n3 = {}\n", "dog", (0, 1), (-1, 2), ("setup.free_start.3: a start field holds one pawn",)),
    ("[seating.teams]\n{} = 'opposite'\n", "dog", (4, 2), (3, "x"), ("players make no teams that are opposite",)),
    ("[deal]\nhand_cycle = '18'\n[cards.7]\ncount = {}\n", "dog", (6, 7), (5,), ("6 players need more than",)),
    ("[deal]\nhand_cycle = '{}'\n", "dog", ("1", "9-1", "10-9"), ("0", "6-0", "111", "", "6-"), ("no row of hands",)),
    ("[slots]\n{} = {{ kind = 'quarter_turns' }}\n", "dog", ("a_b",), ("seats", "v", "a1"), ("a slot is named by",)),
    ("sector_length = {}\n", "dog", (-999, 999), (-1000, 1000), ("beyond all numbers of a game",)),
    ("card_order = {}\n", "dog", (["a"] * 200,), (["a"] * 201,), ("card_order: 201 entries are too many",)),
    ("rulings = {{ {} = '' }}\n", "dog", ("a" * 60,), ("a" * 61,), ("a name has 60 letters at most",)),
    ("[rulings]\na = '{}'\n", "dog", ("a" * 1000,), ("a" * 1001,), ("rulings.a: a text has 1000 letters at most",)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "base", "sound", "faulty", "reasons"), EDGES)
def test_the_last_sound_value_and_the_first_faulty_one(
    text: str, base: str, sound: tuple[object, ...], faulty: tuple[object, ...], reasons: tuple[str, ...]
) -> None:
    for value in sound:
        assert not [each for each in faults(text.format(value), base) if any(reason in each for reason in reasons)]
    for value in faulty:
        found = faults(text.format(value), base)
        assert any(reason in each for reason in reasons for each in found), (value, found)


def cards(*names: str) -> str:
    """More faces."""
    order = json.dumps([*SHIPPED.variant("dog").cards, *names], ensure_ascii=False)
    written = [json.dumps(name, ensure_ascii=False) for name in names]
    faces = "".join(f'[cards.{name}]\ncount = 1\nuses = [{{ use = "magnet" }}]\n' for name in written)
    return f"card_order = {order}\n{faces}"


def test_a_card_has_a_name_that_a_line_of_text_can_hold() -> None:
    """A fault writes any other name as TOML does, on one line."""
    assert faults(cards("a-b", "x'")) == []
    for written in ('""', '"a b"', '"a=b"', r'"a\tb"', r'"a\nb"', r'"a\"b"', '"ä ö"'):
        found = f"cards.{written}: a card's name has no blanks, quotation marks or equals signs"
        assert faults(cards(json.loads(written))) == [found]
        assert faults(f"[cards.{written}]\ncount = 1\nuses = []\n") == [f"card_order: it leaves out {written}"]


def test_five_players_may_have_hands_of_their_own() -> None:
    """And need no others; 110 cards are 22 for each of five."""
    for cycle, found in (("22-3", []), ("23", ["5 players need more than the 110 cards of the deck"])):
        assert faults(f'[deal]\nfive_players = "{cycle}"\n') == [f"deal.five_players: {each}" for each in found]
    assert faults('[deal]\nfive_players = "0"\n') == ["deal.five_players: '0' is no row of hands such as 6-5-4-3-2"]
    hands = '[deal]\nfive_players = "{}"\nhand_cycle = {{ 2 = "6", 3 = "6", 4 = "6", 6 = "6" }}\n'
    assert faults(hands.format("7-3")) == []
    assert faults(hands.format("")) == ["deal.hand_cycle.5: missing: how many cards does each player get?"]
    deal = SHIPPED.variant("dog").deal
    for count, cycle in ((5, (7, 3)), (6, (6,))):
        assert replace(deal, five_players="7-3", hand_cycle={"6": "6"}).cycle(count) == cycle


def test_a_game_has_an_end() -> None:
    """A check tries every face under every value of every switch."""
    most = 60 - len(SHIPPED.variant("dog").cards)
    assert faults(cards(*map(str, range(100, 100 + most)))) == []
    assert faults(cards(*map(str, range(100, 101 + most)))) == ["cards: a game has 60 faces at most, not 61"]
    for uses, sound in ((12, []), (13, ["cards.7.uses: a card has 12 uses at most"])):
        assert faults("[cards.7]\nuses = [" + '{ use = "magnet" }, ' * uses + "]\n") == sound
    left = 120 - sum(len(rule.values) for rule in SHIPPED.variant("dog").options.values())
    for count, sound in ((left, []), (left + 1, ["options: all switches together have 120 values at most"])):
        values = list(range(count))
        assert faults(f'[options."h.a"]\ndefault = 1\nvalues = {values}\nrulings = []\n') == sound


@pytest.mark.parametrize(
    ("base", "address"),
    [
        *(("dog", address) for address in ("setup", "walk", "deal", "seating", "uses.seven", "uses.joker")),
        *(("black_dog", address) for address in ("effects.wheel", "slots.dog", "slots.wheel")),
        ("tock_6", "centre"),
    ],
)
def test_a_switch_sets_what_is_there(base: str, address: str) -> None:
    found = faults(f'{ONE}sets = ["{address}.x"]\n', base)
    assert len(found) == 1
    assert found[0].startswith(f"options.\"h.a\".sets[0]: {address} has no 'x'; ")


@pytest.mark.parametrize(
    ("base", "setting", "values", "reason"),
    [
        ("dog", "walk.blockers", "[true, false]", ""),
        ("dog", "uses.seven.points", "[7, 8]", ""),
        ("dog", "deal.hand_cycle", '["6-5", "5"]', ""),
        ("dog", "seating.pattern", '["", "alone"]', ""),
        ("tock_6", "centre.exit", '["any", "next"]', ""),
        ("dog", "walk.blockers", "[true, 1]", "walk.blockers cannot be 1"),
        ("dog", "uses.seven.points", '[7, "x"]', "uses.seven.points cannot be 'x'"),
        ("dog", "deal.hand_cycle", '["6-5", "x"]', "'x' is no row of hands such as 6-5-4-3-2"),
        ("dog", "deal.hand_cycle", '["6-5", ""]', "'' is no row of hands such as 6-5-4-3-2"),
        ("dog", "seating.pattern", '["", "alon"]', "'alon' is unknown; did you mean alone?"),
        ("tock_6", "centre.exit", '["any", "none"]', "centre.exit cannot be 'none'"),
        ("tock_6", "centre.door", '[7, "x"]', "centre.door cannot be 'x'"),
        ("black_dog", "effects.wheel.own_only", "[true, 1]", "effects.wheel.own_only cannot be 1"),
        ("black_dog", "slots.dog.skips_unused_starts", "[true, 1]", "slots.dog.skips_unused_starts cannot be 1"),
    ],
)
def test_a_switch_sets_it_to_values_that_it_can_have(base: str, setting: str, values: str, reason: str) -> None:
    default = values[1:].partition(",")[0]
    text = f'[options."h.a"]\ndefault = {default}\nvalues = {values}\nrulings = []\nsets = ["{setting}"]\n'
    assert faults(text, base) == ([f'options."h.a".sets[0]: {reason}'] if reason else [])


def test_an_inherited_switch_may_have_nothing_to_set() -> None:
    """So may one that is refused with a reason."""
    nothing = f'{ONE}sets = ["centre.door"]\n'
    assert faults(f'{nothing}refused = "it has no centre"\n') == []
    merged = merged_data("mine", lambda name: {**SHIPPED_TABLES[name]} if name != "mine" else tomllib.loads(
        f'extends = "dog"\n{nothing}'
    ))  # fmt: skip
    assert list(game_faults(merged, "mine", ())) == []


@pytest.mark.parametrize("game", SHIPPED.ids)
def test_a_shipped_game_has_no_fault(game: str) -> None:
    variant = SHIPPED.variant(game)
    assert list(game_faults(dict(variant.tables), game, variant.options)) == []


def test_a_game_is_tried_with_every_figure_on_the_track() -> None:
    """And for every number of players, whichever way its pawns run."""
    variant = SHIPPED.variant("black_dog")
    assert list(trial_faults(variant)) == []
    for count in variant.seat_counts:
        position = ready_position(variant, count, ())
        assert position.seats == tuple(range(count))
        assert position.placement.extra("dog") == 1
    counter = ready_position(SHIPPED.variant("dog"), 3, (("dog.direction", "counter-clockwise"),))
    assert counter.seats == (2, 1, 0)


def test_a_game_that_the_rules_cannot_play_is_reported_with_its_table() -> None:
    """Each number of players, and each value of a switch."""
    tables = merged_data("dog", SHIPPED_TABLES.__getitem__)
    tables["options"] = {"h.a": {"default": 7, "values": [7, "x"], "sets": ["uses.seven.points"], "rulings": []}}
    found = [str(fault).partition(" (")[0] for fault in trial_faults(build_variant("mine", tables))]
    assert found == [f"with {count} players and h.a = 'x' it cannot be played" for count in range(2, 7)]
    hands = {"default": "6-5", "values": ["6-5", "6-19"], "sets": ["deal.hand_cycle"], "rulings": []}
    tables["options"] = {"h.a": hands}
    found = [str(fault) for fault in trial_faults(build_variant("mine", tables))]
    assert found == ["with 6 players and h.a = '6-19' there are too few cards to deal"]
