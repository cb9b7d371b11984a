"""The mains of every time zone, against the mains of every country."""

from pathlib import Path

import pytest

from vision.sources import mains
from vision.sources.mains import mains_hz, time_zone

ZONES = Path("/usr/share/zoneinfo")
#: Countries with 60 Hz; all others have 50.
SIXTY = (
    {"AG", "AI", "AS", "AW", "BL", "BM", "BR", "BS", "BZ", "CA", "CO", "CR", "CU", "DO", "EC", "FM", "GT", "GU", "GY"}
    | {"HN", "HT", "KN", "KR", "KY", "LR", "MF", "MH", "MP", "MS", "MX", "NI", "PA", "PE", "PF", "PH", "PR", "PW", "SA"}
    | {"SR", "SV", "SX", "TC", "TT", "TW", "UM", "US", "VE", "VG", "VI"}
)
#: Both are in use there, or nobody lives there.
NOT_KNOWN = {"AQ", "BQ", "JP"}
#: Old names of zones of Micronesia, which the database sends to zones of its neighbours with the same clock.
MICRONESIA = {"Pacific/Truk", "Pacific/Yap", "Pacific/Ponape"}


def zones_of_countries() -> dict[str, str]:
    rows = [line.split("\t") for line in (ZONES / "zone.tab").read_text().splitlines() if not line.startswith("#")]
    return {row[2]: row[0] for row in rows}


def other_names() -> dict[str, str]:
    """Names that are left of old or lead to another one."""
    rows = [line.split() for line in (ZONES / "tzdata.zi").read_text().splitlines()]
    return {row[2]: row[1] for row in rows if row[0] == "L"}


def test_every_zone_of_every_country_has_its_mains() -> None:
    zones = zones_of_countries()
    assert len(zones) > 400
    expected = {
        zone: None if country in NOT_KNOWN or zone.startswith("Antarctica/") else 60 if country in SIXTY else 50
        for zone, country in zones.items()
    }
    assert {(zone, mains_hz(zone)) for zone, hz in expected.items() if mains_hz(zone) != hz} == set()


def test_every_other_name_of_a_zone_has_the_mains_of_that_zone_or_none() -> None:
    """A name of one country may lead to a zone of another; those stand in the table of countries themselves."""
    own = zones_of_countries()
    names = {name: zone for name, zone in other_names().items() if zone in own and name not in {*own, *MICRONESIA}}
    assert {mains_hz(name) for name in MICRONESIA} == {60}
    assert len(names) > 100
    assert {(name, zone) for name, zone in names.items() if mains_hz(name) not in (mains_hz(zone), None)} == set()


@pytest.mark.parametrize("zone", ["UTC", "Etc/UTC", "Etc/GMT+5", "GMT", "Zulu", "Universal", "", "localtime", "XYZ-3"])
def test_a_machine_that_does_not_say_where_it_is_leaves_the_camera_alone(zone: str) -> None:
    assert mains_hz(zone) is None


def test_a_zone_that_leads_to_one_of_another_country_keeps_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "zoneinfo" / "Asia"
    folder.mkdir(parents=True)
    (folder / "Riyadh").touch()
    (folder / "Kuwait").symlink_to("Riyadh")
    (tmp_path / "localtime").symlink_to(folder / "Kuwait")
    monkeypatch.setattr(mains, "LOCAL_TIME", tmp_path / "localtime")
    monkeypatch.delenv("TZ", raising=False)
    assert (time_zone(), mains_hz(time_zone())) == ("Asia/Kuwait", 50)


def test_the_zone_of_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", ":America/Toronto")
    assert mains_hz(time_zone()) == 60
