"""One owner of who is who: an id for ever, and the same name wherever a game is shown."""

import csv
import io
from xml.etree import ElementTree

from events_for_tests import every_kind, started
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from scored_evenings import PEOPLE, won_game
from words_for_tests import WORDING

from companion.handover.bg_stats import play
from companion.handover.bgg import plays_xml
from companion.handover.spreadsheet import games_csv
from companion.history.course import course_of
from companion.history.filters import GameFilter, players, wanted_games
from companion.history.totals import totals
from companion.scoring.games import scored_games
from companion.scoring.people import known_events, known_games
from companion.scoring.profiles import ProfileRefusedError, Profiles
from companion.scoring.ratings import RatingBook
from companion.scoring.tables import player_table
from companion.store.profile_file import load_profiles, save_profiles
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words

NAMES = ("Anna", "Ben", "Carla", "Ζωή", "Émile")
steps = st.one_of(
    st.tuples(st.just("renamed"), st.sampled_from(NAMES), st.sampled_from((*NAMES, "Annabel", "Benno", "X"))),
    st.tuples(st.just("merged"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("split"), st.sampled_from(NAMES)),
    st.tuples(st.just("with_look"), st.sampled_from(NAMES)),
)


def changed(profiles: Profiles, kind: str, names: list[str]) -> Profiles:
    """A change of a house in which everybody has played."""
    played = (NAMES,) if kind == "renamed" else ()
    result: Profiles = getattr(profiles, kind)(*names, *played)
    return result


def ids(profiles: Profiles) -> dict[str, str]:
    return {name: profiles.id_of(name) for name in NAMES}


@given(st.lists(steps, max_size=8))
def test_a_player_has_one_id_for_ever_and_nobody_elses(changes: list[tuple[str, ...]]) -> None:
    """Only who becomes another person gets another id: the one of two who is merged, and a name that is split off."""
    profiles = Profiles()
    for kind, *names in changes:
        before = profiles
        try:
            profiles = changed(profiles, kind, names)
        except ProfileRefusedError:
            continue
        moved = {name for name in NAMES if before.key_of(name) == before.key_of(names[0])}
        moved = {names[0]} if kind == "split" else moved if kind == "merged" else set()
        assert all(ids(profiles)[name] == ids(before)[name] for name in NAMES if name not in moved)
        keys = {profiles.key_of(name): profiles.id_of(name) for name in (*NAMES, *names)}
        assert len(set(keys.values())) == len(keys)


@given(changes=st.lists(steps, max_size=6))
def test_ids_are_the_same_after_a_restart(tmp_path_factory, changes: list[tuple[str, ...]]) -> None:
    profiles, folder = Profiles(), tmp_path_factory.getbasetemp() / "house"
    for kind, *names in changes:
        try:
            profiles = changed(profiles, kind, names)
        except ProfileRefusedError:
            continue
    save_profiles(folder, profiles)
    assert ids(load_profiles(folder)) == ids(profiles)


def test_a_name_split_off_its_first_owner_is_another_person() -> None:
    renamed = Profiles().renamed("Anna", "Annabel")
    apart = renamed.split("Anna")
    assert apart.id_of("Annabel") == renamed.id_of("Anna") == Profiles().id_of("Anna")
    assert apart.id_of("Anna") != apart.id_of("Annabel")


def test_one_name_stands_in_every_list_and_every_file() -> None:
    """Renamed, merged, and written in three ways."""
    games = [
        won_game(0, ("anna ", "Ben", "Carla", "David"), 0),
        won_game(1, ("ANNA", "Benni", "Carla", "David"), 1),
        won_game(2, ("Anna", "Ben", "Carla", "David"), 0),
    ]
    profiles = Profiles().merged("Benni", "Ben").renamed("Carla", "Charlotte")
    known = known_games(games, profiles)
    everybody = ("Anna", "Ben", "Charlotte", "David")
    assert [game.names for game in known] == [everybody] * 3
    assert sorted(players(known)) == sorted(totals(known, str).players) == sorted(everybody)
    words = Words(WORDING["en"])
    rows = list(csv.DictReader(io.StringIO(games_csv(known, words).removeprefix("\ufeff"))))
    assert {row["Players"] for row in rows} == {" · ".join(everybody)}
    xml = ElementTree.fromstring(plays_xml(known, str))
    assert [player.attrib["name"] for player in xml.iter("player")] == list(everybody) * 3
    for game in known:
        sent = [(each["name"], each["sourcePlayerId"]) for each in play(game, "x", profiles)["players"]]
        assert sent == [(name, profiles.id_of(name)) for name in everybody]
    scored = scored_games(known, profiles)
    assert [row.games for row in player_table(known, scored, profiles, RatingBook(scored))] == [3] * 4


def test_a_filter_knows_a_player_in_any_spelling() -> None:
    game = SavedGame(game="a", names=("Émile", "Ben"))
    for written in ("Émile", "e\u0301mile", " ÉMILE "):
        assert wanted_games([game], GameFilter(player=written), {}) == (game,)
    assert wanted_games([game], GameFilter(player="Emil"), {}) == ()


def test_demos_keep_their_names_and_a_record_its_rows() -> None:
    profiles = Profiles().renamed(started().names[0], "Annabel")
    demo = structs.replace(started(), demo=True)
    assert known_events([demo], profiles) == (demo,)
    events = every_kind()
    renamed = known_events(events, profiles)
    assert renamed[1:] == events[1:]
    course = course_of(renamed)
    assert course.states[-1].names == ("Annabel", *started().names[1:])
    saved = SavedGame(game="demo", names=PEOPLE[:2], demo=True)
    assert known_games([saved], Profiles().renamed("Anna", "X"))[0] is saved
