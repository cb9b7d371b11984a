"""The address of the viewer page: reported once, and never as missing while it only starts slowly."""

import itertools

import pytest

from companion.commands.headless import PageAddress

URL = "http://127.0.0.1:8080/"


@pytest.mark.parametrize("looks_in_vain", [0, 1, 2, 30])
def test_a_page_that_starts_slowly_is_announced_once_it_is_there(looks_in_vain: int) -> None:
    answers = itertools.chain([()] * looks_in_vain, itertools.repeat((URL,)))
    said: list[str] = []
    page = PageAddress(lambda: next(answers), said.append, lan=False)
    page.begin(own_broker=True)
    for _ in range(looks_in_vain + 5):
        page.look()
    assert said.count(f"viewer page: {URL}") == 1
    assert not any("none" in line for line in said)
    assert len(said) == (1 if looks_in_vain == 0 else 2)


def test_without_a_broker_of_our_own_there_is_none() -> None:
    said: list[str] = []
    PageAddress(tuple, said.append, lan=True).begin(own_broker=False)
    assert said == ["viewer page: none (no broker of our own)"]


def test_every_address_is_shown_and_a_machine_offline_gets_advice() -> None:
    said: list[str] = []
    PageAddress(lambda: ("http://10.0.0.5:1/", "http://192.168.4.1:1/"), said.append, lan=True).look()
    assert said == ["viewer page: http://10.0.0.5:1/", "viewer page: http://192.168.4.1:1/"]
    said.clear()
    PageAddress(lambda: (URL,), said.append, lan=True).look()
    assert len(said) == 2
    assert "lan_address" in said[1]
