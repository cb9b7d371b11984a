"""`variants list | show | check` and games of the house: found, checked, played like the shipped ones."""

import json
import random
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from click.testing import Result
from session_driver import Session
from session_players import RandomPlayers
from typer.testing import CliRunner

from companion.catalogue.house_variants import check_file, read_catalogue
from companion.catalogue.shipped import SHIPPED, SHIPPED_TABLES
from companion.commands.cli import app
from companion.rules.catalogue import UnknownVariantError
from companion.rules.variant_files.file import VariantFileError, merged_data

SOUND = """extends = "dog"
[cards.7]
count = 10
[cards.hop]
count = 4
uses = [{ use = "advance", values = [1, 2] }, { use = "magnet" }]
[options."house.must_go_home"]
default = true
values = [true, false]
sets = ["walk.home_optional"]
rulings = []
"""
ORDER = 'card_order = ["1/11", "13", "2", "3", "+-4", "5", "6", "7", "8", "9", "10", "12", "swap", "joker", "hop"]\n'


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for games of one's own."""
    folder = tmp_path / "variants"
    folder.mkdir()
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return folder


def pawtrack(*arguments: object, **options: str) -> Result:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], **options)  # type: ignore[arg-type]
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def written(folder: Path, text: str, name: str = "my_dog") -> Path:
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_list_names_every_game_with_a_line(house: Path) -> None:
    written(house, ORDER + SOUND)
    written(house, "sectors = ", "broken")
    lines = pawtrack("variants", "list", "--language", "en").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted([*SHIPPED.ids, "my_dog", "dog_cards"])
    assert "my_dog               2-6    a game of your own (2–6 players, 116 cards)" in lines
    assert "broken" not in "".join(lines)
    german = pawtrack("variants", "list", "--language", "de").stdout
    assert "Black DOG: ein Hund, der beißt" in german


def test_a_game_is_shown_in_the_language_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "fr"\n', encoding="utf-8")
    shown = pawtrack("variants", "show", "black_dog").stdout
    assert "Joueurs" in shown
    assert "  bd.free_start = must (must ou may)  [BD-R01]" in shown
    (tmp_path / "settings.toml").write_text("language = ", encoding="utf-8")
    assert "Players" in pawtrack("variants", "show", "dog_cards").stdout
    assert pawtrack("variants", "show", "dog", "--language", "xx").exit_code == 2


@pytest.mark.parametrize("game", [*SHIPPED.ids, "dog_cards"])
def test_every_game_is_shown_as_json_too(game: str) -> None:
    shown = json.loads(pawtrack("variants", "show", game, "--json").stdout)
    assert shown["variant"] == game
    assert set(shown["text"]) == {"de", "en", "fr", "it"}
    assert sum(card["count"] for card in shown["cards"]) in (52, 56, 110, 120, 162)
    assert all(switch["default"] in switch["values"] for switch in shown["switches"])
    assert pawtrack("variants", "show", game).exit_code == 0


def test_an_unknown_game_is_one_line() -> None:
    done = pawtrack("variants", "show", "chess")
    assert done.exit_code == 2
    assert done.stderr.startswith("pawtrack: unknown variant 'chess'; known: after_partners, black_dog, ")
    assert len(done.stderr.splitlines()) == 1


def test_a_game_of_the_house_is_played_like_any_other(house: Path, tmp_path: Path) -> None:
    """In `plays`, as a line, with its own switch, and whole rounds through the session."""
    assert pawtrack("variants", "check", written(house, ORDER + SOUND)).stdout.startswith(
        "my_dog.toml: sound: 2–6 players"
    )
    line = "v1 my_dog 4 turn=0 teams=0,1,0,1 0:k,k,k,60 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k house.must_go_home=false"
    position = json.loads(pawtrack("position", input=f"{line}\n").stdout)
    assert position["variant"] == "my_dog"
    answer = pawtrack("plays", input=json.dumps({"position": position, "card": "6"}) + "\n")
    assert [play["play"] for play in json.loads(answer.stdout)["plays"]] == ["6 0:60>g2"]
    session = Session().start(variant="my_dog", seats=3, catalogue=read_catalogue(tmp_path))
    RandomPlayers(session, 5).play_rounds(2)
    assert session.state.round == 2


def test_check_names_the_board_of_a_game_or_makes_one(house: Path) -> None:
    longer = 'extends = "dog"\nsector_length = 19\ngoal_fields = 5\n'
    done = pawtrack("variants", "check", written(house, longer))
    made = "made for it; print it with `pawtrack print board`"
    assert done.stdout.splitlines()[1:] == [
        f"  board for 2, 3 or 4 players: made_4x19_g5_p5, {made}",
        f"  board for 5 or 6 players: made_6x19_g5_p5, {made}",
    ]
    sheet = house / "board.pdf"
    assert pawtrack("print", "board", str(sheet), "--variant", "my_dog", "--players", "4").exit_code == 0
    assert sheet.read_bytes().startswith(b"%PDF")
    disc = pawtrack("variants", "check", written(house, longer.replace("dog", "black_dog"), "my_disc"))
    no_board = "no board has 4 sectors of 19 fields, and none with a disc is made"
    assert (disc.exit_code, disc.stdout) == (1, f"my_disc.toml: sector_length: {no_board}\n")


def test_a_faulty_game_of_the_house_is_no_game_and_says_why(house: Path, tmp_path: Path) -> None:
    written(house, SOUND)
    written(house, 'extends = "dog"\n', "black_dog")
    games = read_catalogue(tmp_path)
    assert "my_dog" not in games.ids
    with pytest.raises(VariantFileError, match=r"variant file my_dog\.toml: card_order: it leaves out hop"):
        games.variant("my_dog")
    with pytest.raises(UnknownVariantError, match="unknown variant 'my_cat'"):
        games.variant("my_cat")
    assert games.variant("black_dog").figures == ("dog",), "a shipped game is never replaced"


def test_a_family_of_the_house_shares_common_ground(house: Path, tmp_path: Path) -> None:
    written(house, SOUND.replace('extends = "dog"', ORDER + 'extends = "dog"'), "_mine")
    written(house, 'extends = "_mine"\n[cards.hop]\ncount = 6\n', "mine_more")
    assert check_file(house / "_mine.toml").faults == []
    assert check_file(house / "mine_more.toml").faults == []
    games = read_catalogue(tmp_path)
    assert games.variant("mine_more").deck["hop"] == 6
    assert "_mine" not in games.ids
    written(house, (house / "_mine.toml").read_text(encoding="utf-8").replace("count = 4", "cuont = 4"), "_mine")
    assert (
        check_file(house / "mine_more.toml").faults[0]
        == "_mine.toml: cards.hop.cuont: unknown key; did you mean count?"
    )


#: Of each step of the check; tests/unit/rules/test_game_faults.py has all others.
FAULTS = [
    ("x = = 3\n", "it is no TOML: Invalid value (at line 2, column 5)"),
    ('drop = "cards"\n', 'drop: it is a list of paths such as ["cards", "7"]'),
    ('drop = [["cards", "77"]]\n', "drop ['cards', '77'] is not inherited"),
    ("[cards.7]\ncuont = 1\n", "line 3: cards.7.cuont: unknown key; did you mean count?"),
    (
        '[cards.7]\nuses = [{ use = "sevne" }]\n',
        "line 3: cards.7.uses[0].use: unknown use 'sevne'; did you mean seven?",
    ),
    ('card_order = ["1/11", "swop"]\n', "line 2: card_order: there is no card 'swop'; did you mean swap?"),
    ("[pawns]\n4 = 7\n", "line 3: pawns.4: a player has 3 to 6 pawns, not 7"),
    ('[deal]\nhand_cycle = "60"\n', "line 3: deal.hand_cycle: 2 players need more than the 110 cards"),
    ('[options."a"]\ndefault = 1\nvalues = [1]\nrulings = []\n', "line 2: options.a: a switch is named like house."),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS)
def test_a_fault_is_reported_with_file_and_key(text: str, fault: str, house: Path) -> None:
    done = pawtrack("variants", "check", written(house, f'extends = "dog"\n{text}'))
    lines = done.stdout.splitlines()
    assert done.exit_code == 1
    assert all(line.startswith("my_dog.toml: ") for line in lines)
    assert any(fault in line for line in lines), lines


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("my_dog", 'extends = "dgo"\n', "extends: there is no game 'dgo'; did you mean dog?"),
        ("my_dog", "extends = 5\n", "extends: 5 is no name of a game"),
        ("my_dog", 'extends = "my_dog"\n', "extends: a file cannot extend itself"),
        ("my_dog", "", "sector_length: missing"),
        ("MyDog", 'extends = "dog"\n', "a variant file is named by small letters, digits and underscores"),
        ("dog", 'extends = "dog"\n', "extends: a file cannot extend itself"),
    ],
)
def test_a_file_that_cannot_be_a_game(name: str, text: str, fault: str, house: Path) -> None:
    done = pawtrack("variants", "check", written(house, text, name))
    assert done.exit_code == 1
    assert fault in done.stdout.splitlines()[0]


def test_a_file_that_cannot_be_read(house: Path) -> None:
    done = pawtrack("variants", "check", house / "nothing.toml")
    assert done.exit_code == 2
    assert done.stderr == "pawtrack: nothing.toml cannot be read (No such file or directory)\n"
    (house / "binary.toml").write_bytes(b"\xff\xfe")
    assert pawtrack("variants", "check", house / "binary.toml").stdout == "binary.toml: byte 1 is no UTF-8\n"
    assert pawtrack("variants", "check", house).exit_code == 2


@pytest.mark.long
def test_every_shipped_game_is_sound(house: Path) -> None:
    """Under another name, and as the file that it is."""
    shipped = resources.files("companion.rules.variants")
    for name in SHIPPED.ids:
        assert check_file(written(house, f'extends = "{name}"\n', f"house_{name}")).faults == []
        text = shipped.joinpath(f"{name}.toml").read_text(encoding="utf-8")
        done = pawtrack("variants", "check", written(house, text, name))
        assert done.exit_code == 0
        assert "; as a game of your own it needs another name\n" in done.stdout
        spoilt = pawtrack("variants", "check", written(house, f"{text}\n[dael]\n", name))
        line = f"line {text.count(chr(10)) + 2}"
        assert spoilt.stdout == f"{name}.toml: {line}: dael: unknown key; did you mean deal?\n"


def test_the_example_of_the_manual_is_sound(house: Path) -> None:
    manual = (Path(__file__).resolve().parents[3] / "docs/reference/formats/game-file.md").read_text(encoding="utf-8")
    assert check_file(written(house, manual.split("```toml\n")[1].split("```")[0])).faults == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--variant", "chess"], "unknown variant 'chess'"),
        (["--variant", "tock_6", "--option", "tk.lane_offset=5"], "must be 0 or -2, not '5'"),
        (["--variant", "dog", "--option", "nonsense"], "write it as NAME=VALUE"),
        (["--variant", "dog", "--option", 'dog.direction="'], "is no value of a switch"),
        (["--variant", "braendi", "--players", "3"], "braendi is played by 4, 6, not by 3"),
        (["--variant", "dog", "--board", "nope"], "board 'nope' cannot be read"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_one_line(words: list[str], expected: str) -> None:
    done = pawtrack("run", "--headless", *words)
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert expected in done.stderr


def test_a_spoilt_file_is_checked_and_never_breaks_the_program(house: Path) -> None:
    """Any value of any table put in place of any other: faults in lines, or a game that can be played."""
    rng = random.Random(3)
    pool = [
        0,
        -1,
        99,
        "x",
        "",
        "5",
        True,
        [],
        {},
        [1],
        ["x"],
        {"x": 1},
        [[]],
        [{}],
        3.5,
        "deal.x",
        "uses.seven.points",
    ]
    for _ in range(60):
        base = rng.choice(SHIPPED.ids)
        table: dict[str, object] = merged_data(base, SHIPPED_TABLES.__getitem__)
        path: list[str] = []
        while True:
            key = rng.choice(sorted(table))
            path.append(key)
            below = table[key]
            if not isinstance(below, dict) or not below or rng.random() < 0.3:
                break
            table = below
        value = rng.choice(pool)
        text = f'extends = "{base}"\n' + ".".join(json.dumps(part) for part in path) + f" = {toml(value)}\n"
        tomllib.loads(text)
        faults = check_file(written(house, text)).faults
        assert all("\n" not in fault and fault.startswith("my_dog.toml: ") for fault in faults)


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value)
