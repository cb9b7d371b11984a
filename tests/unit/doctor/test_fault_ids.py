"""Every fault has one id and words in every language."""

import re
from pathlib import Path

import pytest

from companion.app import thread_health
from companion.commands.command_table import MODULES, defined_in
from companion.doctor import broadcast, devices, family_files, software, storage
from companion.doctor.checks import CHECKS
from companion.sensors.cards import pile_sensor
from companion.sensors.unknowns import REMARKS, STATES
from companion.sensors.wheel import _REFUSED, _SENSOR_FAULTS, _STATES, _WARNINGS
from companion.settings.file import SettingsError, load_settings
from companion.store import faults
from companion.texts import LANGUAGES, shipped_wording
from companion.views.table_view import HealthState
from companion.views.troubles import FAULTS, TROUBLES, Harm, harm_of
from firmware_bridge.commands import doctor as wheel_doctor

ROOT = Path(__file__).parents[3]
WORDING = shipped_wording()
#: Those that go on by themselves after a fault.
PARTS = ("camera", "cards", "wheel", "mqtt", "home_assistant", "public_broker")
CHECKERS = (broadcast, devices, family_files, software, storage, wheel_doctor)


def words(language: str, code: str) -> str:
    known = WORDING[language]
    return known["doctor"].get(code) or known["messages"].get(code) or known["tablet"][code]


def test_ids_are_well_formed_and_no_two_faults_of_one_part_share_one() -> None:
    assert all(re.fullmatch(r"PT-[A-Z]{3}-\d\d", each) for each in TROUBLES.values())
    shared = {each for each in TROUBLES.values() if list(TROUBLES.values()).count(each) > 1}
    # the same fault, in the words of the table and of the doctor
    assert shared == {"PT-NET-01", "PT-NET-05"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_text_in_every_language(language: str) -> None:
    assert [code for code in TROUBLES if not words(language, code)] == []
    assert not {code for code in TROUBLES if ("doctor", code) in WORDING[language].missing}


def test_every_fault_of_the_doctor_says_what_to_do() -> None:
    lone = [
        (language, code)
        for language in LANGUAGES
        for code in TROUBLES.keys() & WORDING[language]["doctor"].keys()
        if len(WORDING.sentences(code, (), "doctor")[language]) < 2
    ]
    assert lone == []


def test_the_cure_for_broken_settings_is_given_once(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("language = [")
    with pytest.raises(SettingsError) as failed:
        load_settings(tmp_path / "settings.toml")
    said = words("en", "settings_corrupt").format(detail=failed.value)
    assert said.startswith("The settings cannot be read (settings.toml: it is no TOML")
    assert said.lower().count("delete") == said.count("defaults") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_names_only_commands_that_every_installed_program_has(language: str) -> None:
    said = "\n".join(words(language, code) for code in TROUBLES)
    assert "python" not in said.replace("Python", "")
    named = set(re.findall(r"pawtrack ([a-z]+)(?: ([a-z]+) )?", said))
    assert ("wheel", "zero") in named
    for command, below in named:
        found = defined_in(MODULES[command])[command]
        assert not below or command != "wheel" or below in found.commands  # type: ignore[attr-defined]


def test_every_health_that_is_amber_or_red_has_an_id() -> None:
    codes = {code for state, code in STATES.values() if state is not HealthState.OK} | set(REMARKS.values())
    codes |= {*_STATES, *_REFUSED.values(), *_SENSOR_FAULTS.values(), *_WARNINGS.values(), *faults._ADVICE}
    codes |= {code for state, code in pile_sensor._HEALTH.values() if state is not HealthState.OK}
    codes |= {f"{part}_stumbled" for part in PARTS}
    codes |= {*thread_health._CODES.values(), "program_stumbled", "program_thread_lost"}
    assert len(codes) > 30
    assert codes - TROUBLES.keys() == set()


def test_whatever_a_check_may_find_has_words_and_every_fault_an_id() -> None:
    """As the sources of the checks name it."""
    text = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in CHECKERS)
    codes = set(re.findall(r'(?:fault|warning|ok)\("([a-z_]+)"', text)) | set(re.findall(r'code="([a-z_]+)"', text))
    faulty = set(re.findall(r'(?:fault|warning)\("([a-z_]+)"', text)) | set(re.findall(r'code="([a-z_]+)"', text))
    assert len(codes) > 70
    assert [code for code in codes if not words("en", code)] == []
    assert faulty - TROUBLES.keys() == set()


def test_each_effect_on_a_game_has_words_and_one_id_has_one_effect() -> None:
    assert len(set(FAULTS.values())) == len(set(TROUBLES.values()))
    assert all(WORDING[language]["doctor"][f"harm.{harm}"] for language in LANGUAGES for harm in Harm)


def test_the_effect_on_a_game_agrees_with_the_words_of_the_fault() -> None:
    """A fault of the record that keeps plays from the disk says so, and no sentence tells to play on without a game."""
    record = {code: fault for code, fault in TROUBLES.items() if fault.startswith("PT-REC")}
    unsaved = {code for code in record if re.search(r"(?i)nothing is being saved|not saved yet", words("en", code))}
    assert {code for code, fault in record.items() if harm_of(fault) is Harm.UNSAVED} == unsaved
    playable = [code for code in TROUBLES if re.search(r"(?i)the game goes on|until then tap", words("en", code))]
    assert [code for code in playable if harm_of(TROUBLES[code]) in (Harm.NO_GAME, Harm.UNSAVED)] == []


def test_a_fault_of_the_doctor_costs_a_part_at_least() -> None:
    """`fault` marks what keeps the table or a part of it from working, `warning` everything less."""
    text = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in CHECKERS)
    faulty = set(re.findall(r'fault\("([a-z_]+)"', text))
    assert [code for code in faulty if harm_of(TROUBLES[code]) is Harm.NONE] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_has_a_title(language: str) -> None:
    names = [check.name for check in CHECKS]
    assert len(set(names)) == len(names) > 15
    assert {f"title.{name}" for name in names} <= WORDING[language]["doctor"].keys()
    assert all(cause in names[: names.index(check.name)] for check in CHECKS for cause in check.after)


def test_whatever_the_tablet_says_went_wrong_has_an_id() -> None:
    """No screen fills `fault` or a bar by itself: `fault_line` does, which knows no fault without an id."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "ui").rglob("*.py")}
    named = {code for text in sources.values() for code in re.findall(r'fault_line\([^"]*"([a-z_.]+)"', text)}
    assert len(named) >= 8
    assert named - TROUBLES.keys() == set()
    filled = [
        (path.name, said)
        for path, text in sources.items()
        for said in re.findall(
            r'(?:\.fault = |\._show_line\(|Banner\("illegal", "cross", words\.text\("\w+\.stopped"\), )(\S+)', text
        )
    ]
    assert len(filled) >= 8
    assert [each for each in filled if not re.match(r'fault_line\(|""|unread\[', each[1])] == []
