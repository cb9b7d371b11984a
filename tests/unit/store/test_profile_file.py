"""The data on players is kept whole: after a kill, a cut, a flipped bit, and beside a newer program's file."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.looks.colours import PAWNS
from companion.scoring.profiles import GLYPHS, Profile, Profiles
from companion.store.profile_file import (
    PROFILE_FILE,
    ProfileFileError,
    load_profiles,
    put_profiles_aside,
    save_profiles,
)
from companion.writing.names import name_key

KILLS = 6
#: Adds one player after the other, and reports when each is kept.
WRITER = """
import sys
from pathlib import Path
from companion.scoring.profiles import Profiles
from companion.store.profile_file import load_profiles, save_profiles
folder = Path(sys.argv[1])
profiles = load_profiles(folder)
while True:
    name = f"P{len(profiles.known)}"
    profiles = profiles.with_look(name, colour="red").renamed(name, name + "!")
    save_profiles(folder, profiles)
    print(len(profiles.known), flush=True)
"""

names = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=12).filter(name_key)
profiles = st.builds(
    Profile,
    name=names,
    others=st.lists(names, max_size=2).map(tuple),
    colour=st.sampled_from(["", *PAWNS]),
    glyph=st.sampled_from(["", *GLYPHS]),
    removed_ms=st.none() | st.integers(0, 2**53),
)
SOME = Profiles((Profile(name="Änne", others=("Anne",), colour="red", glyph="paw"), Profile(name="日本", removed_ms=5)))


@given(st.lists(profiles, max_size=6, unique_by=lambda each: each.key))
def test_what_is_saved_is_read_again(tmp_path_factory: pytest.TempPathFactory, known: list[Profile]) -> None:
    folder = tmp_path_factory.mktemp("house")
    try:
        kept = Profiles(tuple(known))
    except ValueError:
        return
    save_profiles(folder, kept)
    assert load_profiles(folder) == kept


def test_without_a_file_there_are_no_profiles(tmp_path: Path) -> None:
    assert load_profiles(tmp_path) == Profiles()


def test_a_kill_while_it_is_written_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    chance = random.Random(5)
    kept = 0
    for _ in range(KILLS):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline() for _ in range(chance.randrange(1, 12))]
            writer.kill()
            said += [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        known = load_profiles(tmp_path).known
        assert len(known) >= int(said[-1]) > kept
        assert [each.name for each in known] == [f"P{number}!" for number in range(len(known))]
        kept = len(known)


def test_a_file_cut_anywhere_is_refused_and_never_written_over(tmp_path: Path) -> None:
    save_profiles(tmp_path, SOME)
    path = tmp_path / PROFILE_FILE
    whole = path.read_bytes()
    for cut in range(len(whole) - 2):
        path.write_bytes(whole[:cut])
        with pytest.raises(ProfileFileError, match=PROFILE_FILE):
            load_profiles(tmp_path)
        assert path.read_bytes() == whole[:cut]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"form": 2, "players": []}',
        '{"players": [{"name": ""}]}',
        '{"players": [{"name": "A"}, {"name": "a"}]}',
        '{"players": [{"name": "A", "score": 3}]}',
        "[" * 100_000,
        "\xff",
    ],
)
def test_what_is_no_file_of_players_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / PROFILE_FILE).write_bytes(text.encode("latin-1"))
    with pytest.raises(ProfileFileError) as refused:
        load_profiles(tmp_path)
    assert "\n" not in str(refused.value)


def test_what_is_put_aside_keeps_what_was_put_aside_before(tmp_path: Path) -> None:
    aside = []
    for content in (b"one", b"two"):
        (tmp_path / PROFILE_FILE).write_bytes(content)
        aside.append(put_profiles_aside(tmp_path))
    assert [path.read_bytes() for path in aside] == [b"one", b"two"]
    assert load_profiles(tmp_path) == Profiles()


def test_a_look_that_this_program_does_not_know_is_nobody_s(tmp_path: Path) -> None:
    (tmp_path / PROFILE_FILE).write_text('{"players": [{"name": "A", "colour": "mauve", "glyph": "owl"}]}')
    assert load_profiles(tmp_path) == Profiles((Profile(name="A"),))
