"""The likeliest cause stands first, before its consequences; a check that hangs or fails is a finding itself."""

import json
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.doctor.examination import examine
from companion.doctor.report import as_json, in_words
from companion.doctor.results import Check, CheckContext, Finding, Level, fault, ok, warning
from companion.doctor.software import check_voice
from companion.settings.schema import Settings
from companion.texts import LANGUAGES, shipped_wording

CONTEXT = CheckContext(folder=Path("/nowhere"))
LEVELS = st.sampled_from(Level)


def check(name: str, level: Level, *after: str) -> Check:
    finding = Finding(level=level, code="playout_ok" if level is Level.OK else "playout_missing")
    return Check(name=name, run=lambda _: [finding], after=after)


def test_a_consequence_is_listed_after_an_independent_warning() -> None:
    checks = (
        check("folder", Level.FAULT),
        check("disk", Level.FAULT, "folder"),
        check("record", Level.FAULT, "disk"),
        check("ports", Level.WARNING),
    )
    found = [(each.check, each.follows_from) for each in examine(checks, CONTEXT)]
    assert found == [("folder", ""), ("ports", ""), ("disk", "folder"), ("record", "folder")]


@given(st.lists(st.tuples(LEVELS, st.sets(st.integers(0, 6))), max_size=7))
def test_no_consequence_is_ever_named_before_its_cause(drawn: list[tuple[Level, set[int]]]) -> None:
    checks = [
        check(str(number), level, *(str(cause) for cause in causes if cause < number))
        for number, (level, causes) in enumerate(drawn)
    ]
    results = examine(checks, CONTEXT)
    assert sorted(each.check for each in results) == sorted(each.name for each in checks)
    ill = [each for each in results if each.finding.level is not Level.OK]
    assert results[: len(ill)] == tuple(ill)
    places = {each.check: place for place, each in enumerate(results)}
    for each in ill:
        if each.follows_from:
            assert places[each.follows_from] < places[each.check]
            assert any(one.check == each.follows_from and one.finding.level is Level.FAULT for one in results)
    roots = [each.finding.level for each in ill if not each.follows_from]
    assert roots == sorted(roots, key=[Level.FAULT, Level.WARNING].index)


def test_a_check_that_hangs_is_a_finding_and_the_others_are_made() -> None:
    gate = threading.Event()

    def hang(_: CheckContext) -> list[Finding]:
        gate.wait(60)
        return []

    hangs = Check(name="disk", run=hang, limit_s=0.05, late="disk_slow")
    slow = Check(name="clock", run=hang, limit_s=0.05)
    results = examine((hangs, slow, check("ports", Level.OK)), CONTEXT)
    gate.set()
    assert [(each.check, each.finding.id) for each in results] == [
        ("disk", "PT-DSK-05"),
        ("clock", "PT-SYS-05"),
        ("ports", ""),
    ]


def test_findings_are_listed_before_checks_that_timed_out() -> None:
    def fail(_: CheckContext) -> list[Finding]:
        raise OSError

    def hang(_: CheckContext) -> list[Finding]:
        gate.wait(60)
        return []

    gate = threading.Event()
    hangs = Check(name="packages", run=hang, limit_s=0.05)
    fails = Check(name="settings", run=fail)
    results = examine((hangs, fails, check("clock", Level.WARNING)), CONTEXT)
    gate.set()
    assert [each.check for each in results] == ["clock", "packages", "settings"]


@pytest.mark.parametrize("error", [ImportError("libGL.so.1"), OSError(5, "Input/output error"), RecursionError()])
def test_a_check_that_fails_is_a_finding_without_a_traceback(error: Exception) -> None:
    def fail(_: CheckContext) -> list[Finding]:
        raise error

    (result,) = examine((Check(name="page", run=fail),), CONTEXT)
    assert result.finding.id == "PT-SYS-06"
    assert type(error).__name__ in str(dict(result.finding.params)["detail"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_and_json_say_the_same(language: str) -> None:
    checks = (
        Check(
            name="folder", run=lambda _: [fault("folder_read_only", folder="/media/x", detail="Read-only file system")]
        ),
        Check(name="record", run=lambda _: [fault("record_read_only")], after=("folder",)),
        Check(name="disk", run=lambda _: [warning("disk_low", free=200)]),
        Check(name="playout", run=lambda _: ok("playout_ok")),
    )
    results = examine(checks, CONTEXT)
    wording = shipped_wording()
    said, lines = as_json(results, wording, language), "\n".join(in_words(results, wording, language))
    assert said["first"] == "PT-DSK-02"
    assert json.loads(json.dumps(said)) == said
    for row in said["results"]:
        assert row["text"] in lines
        assert "{" not in row["text"] + row["cure"]
        assert bool(row["cure"]) == (row["level"] != "ok")
        assert (row["cure"] in lines) == (not row["follows_from"])
    assert lines.index("PT-DSK-02") < lines.index("PT-DSK-04") < lines.index("PT-REC-03")


@pytest.mark.parametrize(
    ("there", "voice", "said"), [(True, 0, "voice_ok"), (False, 0, "voice_off"), (False, 70, "voice_missing")]
)
def test_a_voice_is_missed_where_the_tablet_is_to_speak(tmp_path, monkeypatch, there, voice, said):
    program = tmp_path / "espeak-ng"
    if there:
        program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    context = CheckContext(folder=tmp_path, settings=Settings(voice=voice))
    assert [finding.code for finding in check_voice(context)] == [said]
