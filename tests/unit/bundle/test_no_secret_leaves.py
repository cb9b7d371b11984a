"""Secrets planted in every input of a bundle, in random words of random letters: none is found in its bytes.

People send bundles to strangers, so this is the test that counts.
"""

import io
import json
import random
import zipfile
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from events_for_tests import card_game, every_kind

from companion.bundle.archive import read_bundle, write_bundle
from companion.bundle.contents import Contents, gather
from companion.bundle.public import public_settings
from companion.bundle.shown import bundle_lines
from companion.catalogue.shipped import SHIPPED
from companion.commands.doctor import table_context
from companion.doctor.checks import CHECKS
from companion.doctor.examination import examine
from companion.doctor.results import CheckContext, CheckResult, Finding, Level
from companion.model.verdict import Reason
from companion.session import events as ev
from companion.settings.file import save_settings
from companion.settings.public_broker import PublicBroker
from companion.settings.schema import Settings
from companion.store.event_log import EventLog
from companion.store.export import sealed_rows
from companion.store.health_log import HEALTH_FILE
from companion.texts import shipped_wording
from companion.views.troubles import TROUBLES

WORDING = shipped_wording()
#: The characters of a name or a password, spaces and quotes among them.
LETTERS = "abcdefghijkmnopqrstuvwxyzÄéß日0123456789"
#: Checks that only read; the others start programs, and their findings are drawn below.
READS = [check for check in CHECKS if check.name in ("folder", "settings", "record", "family_files", "running")]
#: Everything that a finding may be filled with.
PARAMS = "package version wanted detail part folder now recorded file count language letters font renderer group device"
PARAMS += " source seconds fps width height mode port setting ports broker since pid free ms python games boards"
NUMBERS = ("count", "seconds", "width", "height", "free", "ms", "pid", "games", "boards")
#: Those come from Pawtrack, its packages, the clock and drivers, never from the family.
OWN = ("package", "version", "wanted", "now", "recorded", "language", "letters", "font", "renderer", "fps", "mode")
OWN += ("setting", "ports", "python")


class Planted:
    """Gives out secrets, each another one, and remembers them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.all: list[str] = []

    def one(self) -> str:
        word = "".join(self._random.choices(LETTERS, k=self._random.randint(6, 14)))
        self.all.append(f"qx{len(self.all)}{word}")
        return self.all[-1]


def family_settings(planted: Planted) -> Settings:
    """A secret in every text that the settings have."""
    one = planted.one
    return Settings(
        variant=one(),
        board=f"/home/{one()}/{one()}.toml",
        names=(one(), one(), one(), one()),
        colours=(one(), one(), one(), one()),
        camera=f"rtsp://{one()}:{one()}@{one()}.example:554/{one()}?token={one()}",
        second_camera=f"http://{one()}:{one()}@{one()}.example:8080/{one()}",
        wheel=f"/dev/serial/by-id/{one()}",
        broker=f"mqtts://{one()}:{quote(one())}@{one()}.example",
        site=one(),
        table=one(),
        origins=(f"https://{one()}.example",),
        options={one(): one(), "core.home_optional": one()},
        public_broker=PublicBroker(hosts=(f"{one()}.example",), username=one(), password_file=one(), tls_ca=one()),
        director={"password": one(), "host": one(), one(): one()},
        publishers={one(): {one(): one()}},
        sensors={one(): {one(): {one(): [one()]}}},
    )


def played(planted: Planted, game: str) -> tuple[ev.Event, ...]:
    """A game of the shipped rules with a secret wherever a table keeps what people wrote."""
    one = planted.one
    begun, *rest = every_kind(game)
    assert isinstance(begun, ev.GameStarted)
    names = (one(), one(), one(), one())
    events: list[ev.Event] = [
        msgspec.structs.replace(begun, names=names, colours=(one(), one(), one(), one()), board=one())
    ]
    named = Reason(ruling="CORE-R31", code="not_your_turn", seat=0, params=(("name", one()), ("detail", one())))
    for event in rest:
        match event:
            case ev.PositionCorrected():
                events.append(msgspec.structs.replace(event, reason=one()))
            case ev.PlayRefused():
                events.append(msgspec.structs.replace(event, reasons=(*event.reasons, named)))
            case _:
                events.append(event)
    return tuple(events)


def fill(folder: Path, planted: Planted) -> None:
    """A data folder in which nothing is without a secret."""
    one = planted.one
    save_settings(folder / "settings.toml", family_settings(planted))
    for kind in ("variants", "boards"):
        (folder / kind).mkdir(exist_ok=True)
        text = f'# {one()}\n{one()} = "{one()}"\nextends = "{one()}"\n'
        # no file may have a name with other characters than the letters of a variant's name
        (folder / kind / f"{one().encode().hex()}.toml").write_text(text, encoding="utf-8")
        planted.all[-1] = planted.all[-1].encode().hex()
    (folder / "broker").mkdir(exist_ok=True)
    (folder / "broker" / "passwords.json").write_text(json.dumps({"table": one(), "operator": one()}))
    (folder / "pawtrack.lock").write_text(json.dumps({"pid": 7, "since": one()}))
    line = {"ts_wall": 1, "part": one(), "state": one(), "code": one(), "restarts": 1}
    lines = [json.dumps(line), json.dumps(line | {"code": f"camera_{one()}", "more": one()}), one()]
    lines.append(json.dumps({"ts_wall": 2, "part": "camera", "state": "lost", "code": f"camera_{one()}"}))
    (folder / HEALTH_FILE).write_text("\n".join(lines), encoding="utf-8")
    known = "7f0f2a50-6c3e-4a0b-8d55-2c8f6a4f9e01"
    begun, *rest = card_game("7f0f2a50-6c3e-4a0b-8d55-2c8f6a4f9e02")
    assert isinstance(begun, ev.CardGameStarted)
    cards = (
        msgspec.structs.replace(
            begun, names=tuple(one() for _ in begun.names), colours=tuple(one() for _ in begun.colours)
        ),
        *rest,
    )
    own, *others = played(planted, one())
    assert isinstance(own, ev.GameStarted)
    house = (msgspec.structs.replace(own, position=msgspec.structs.replace(own.position, variant=one())), *others)
    with closing(EventLog(SHIPPED, folder / "record.sqlite")) as log:
        for game, events in ((known, played(planted, known)), (own.game, house), (cards[0].game, cards)):
            log.adopt(sealed_rows(game, events, [(1, 5)] * len(events)))
        nameless = played(planted, one())
        log.adopt(sealed_rows(nameless[0].game, nameless, [(1, 6)] * len(nameless)))  # type: ignore[union-attr]


def ill(planted: Planted) -> list[CheckResult]:
    """Returns every finding of the doctor, filled with secrets in all places for the family's data."""
    results = []
    # the tablet shows its own in a bar only
    for code in (code for code in TROUBLES if code not in WORDING["en"]["tablet"]):
        params = tuple(
            (name, 17 if name in NUMBERS else "1" if name in OWN else planted.one()) for name in PARAMS.split()
        )
        finding = Finding(level=Level.FAULT, code=code, params=params)
        results.append(CheckResult(check="packages", finding=finding))
    return results


def bytes_of(contents: Contents) -> bytes:
    """Everything that is in the file, unpacked, with its names."""
    packed = io.BytesIO()
    path = Path(contents.files["path"].decode())
    write_bundle(path, {name: content for name, content in contents.files.items() if name != "path"})
    packed.write(path.read_bytes())
    with zipfile.ZipFile(packed) as archive:
        inside = b"\n".join(
            entry.filename.encode() + entry.comment + archive.read(entry) for entry in archive.infolist()
        )
        return inside + archive.comment


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(8))
def test_no_planted_secret_is_in_the_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    planted = Planted(seed)
    folder = tmp_path / planted.one()
    folder.mkdir()
    with monkeypatch.context() as patched:
        for name in ("PAWTRACK_HOME", "MQTT_PASSWORD", "HOME", "USER", "LOGNAME", "HOSTNAME", "HTTPS_PROXY"):
            patched.setenv(name, str(folder) if name == "PAWTRACK_HOME" else f"/home/{planted.one()}")
        fill(folder, planted)
        context = table_context()
        results = [*examine(READS, context), *ill(planted)]
        contents = gather(context, results, WORDING)
    files = {**contents.files, "path": str(folder.parent / "bundle.zip").encode()}
    inside = bytes_of(Contents(files=files, lines=contents.lines)) + "\n".join(contents.lines).encode()
    assert len(planted.all) > 100
    assert inside.count(b"PT-") > 80
    assert b"Player 1" in inside
    found = {
        secret
        for secret in planted.all
        for form in (secret, json.dumps(secret)[1:-1], quote(secret), secret.encode().hex(), secret.upper())
        if form.encode() in inside
    }
    assert found == set()


def test_every_setting_is_shown_or_left_out_on_purpose() -> None:
    """A new one is a question to be answered in `public`."""
    shown = public_settings(Settings()).keys()
    assert set(Settings.__struct_fields__) - shown == {"names", "site", "table", "lan_address", "other_tables"}
    assert shown - set(Settings.__struct_fields__) == {"players"}


def test_a_secret_that_is_let_through_would_be_found(tmp_path: Path) -> None:
    """The search itself: it finds a secret that is in a bundle."""
    contents = gather(CheckContext(folder=tmp_path), [], WORDING)
    files = {**contents.files, "versions.txt": b"qxsecret", "path": str(tmp_path / "bundle.zip").encode()}
    assert b"qxsecret" in bytes_of(Contents(files=files, lines=()))
    assert any("qxsecret" in line for line in bundle_lines(read_bundle(tmp_path / "bundle.zip"), WORDING))
    assert msgspec.json.decode(contents.files["settings.json"])["players"] == 4
