"""Variant files: found, extended, and refused with the file and the key."""

from pathlib import Path
from typing import Any

import pytest

from companion.catalogue import house_variants
from companion.catalogue.shipped import SHIPPED, SHIPPED_TABLES, ReadOnDemand
from companion.rules.catalogue import Catalogue, UnknownVariantError
from companion.rules.mechanic import Effect, Slot, Use
from companion.rules.variant_files.file import VariantFileError, build_variant, mechanics_of, merged_data

CARDS = (
    "1/11",
    "13",
    "2",
    "3",
    "8",
    "9",
    "10",
    "12",
    "partner4",
    "black5",
    "black6",
    "black1-7",
    "swap",
    "magnet",
    "copy",
)


def test_black_dog_has_its_cards_fields_and_pawns() -> None:
    """Fifteen faces, 110 cards, 64 fields, a wheel of 20 with eight paws, four or five pawns."""
    variant = SHIPPED.variant("black_dog")
    assert set(variant.cards) == set(CARDS)
    assert variant.deck_size == 110
    assert (variant.deck["1/11"], variant.deck["magnet"], variant.deck["8"]) == (10, 6, 7)
    assert variant.field_count(4) == 64
    assert [variant.start_field(sector) for sector in range(4)] == [0, 16, 32, 48]
    assert len(variant.wheel_fields(4)) == 20
    assert variant.fields_at(variant.paws, 4) == {8, 12, 24, 28, 40, 44, 56, 60}
    assert [variant.pawns_per_seat(seats) for seats in (2, 3, 4)] == [5, 5, 4]
    assert variant.figures == ("dog",)
    assert variant.has("dog")
    assert variant.has("wheel")
    assert not variant.has("touched")
    assert variant.default_teams(4) == (0, 1, 0, 1)
    assert variant.default_teams(3) == (0, 1, 2)


def test_family_files_are_no_games() -> None:
    assert "black_dog" in SHIPPED.ids
    assert not any(name.startswith("_") for name in SHIPPED.ids)
    with pytest.raises(UnknownVariantError, match="known: after_partners, black_dog"):
        SHIPPED.variant("_dog_family")


def test_an_entry_is_read_once_on_first_use() -> None:
    read: list[str] = []

    def reader(name: str) -> str:
        read.append(name)
        return name.upper()

    entries = ReadOnDemand(("one", "two"), reader)
    assert (list(entries), len(entries), "two" in entries, "three" in entries) == (["one", "two"], 2, True, False)
    assert read == []
    assert [entries["two"], entries["two"]] == ["TWO", "TWO"]
    assert read == ["two"]
    with pytest.raises(KeyError):
        entries["three"]


def test_the_list_of_games_reads_none_of_the_shipped_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every program that answers about one game would wait for all of them."""

    def unread(name: str) -> Any:
        raise AssertionError(f"{name} was read")

    monkeypatch.setattr(house_variants, "SHIPPED", Catalogue(ReadOnDemand(SHIPPED.variants, unread)))
    assert house_variants.read_catalogue(tmp_path).ids == SHIPPED.ids


def test_every_mechanic_is_found() -> None:
    """No register: a class in a module of `mechanics/` is enough."""
    assert {kind.__name__ for kind in mechanics_of(Use)} >= {"Advance", "Start", "Split", "Copy", "Magnet", "Swap"}
    assert {kind.__name__ for kind in mechanics_of(Effect)} >= {"WheelTurn", "SpecialField"}
    assert {kind.__name__ for kind in mechanics_of(Slot)} >= {"BitingFigure", "QuarterTurns", "Touched"}


def test_a_child_states_only_its_difference() -> None:
    """Tables are merged key by key, anything else replaces, `drop` takes away."""
    files: dict[str, dict[str, Any]] = {
        "child": {"extends": "parent", "drop": [["cards", "2"]], "seats": [2], "cards": {"3": {"count": 1}}},
        "parent": {"extends": "root", "seats": [3, 4], "cards": {"2": {"count": 7}, "3": {"count": 7, "uses": []}}},
        "root": {"sector_length": 16},
    }
    assert merged_data("child", files.__getitem__) == {
        "sector_length": 16,
        "seats": [2],
        "cards": {"3": {"count": 1, "uses": []}},
    }
    assert files["parent"]["cards"].keys() == {"2", "3"}


@pytest.mark.parametrize(
    ("more", "order"),
    [({}, ["3"]), ({"cards": {"2": {"count": 1}}}, ["2", "3"]), ({"card_order": ["3", "4"]}, ["3", "4"])],
)
def test_a_dropped_card_leaves_the_order_unless_the_child_has_it(more: dict[str, Any], order: list[str]) -> None:
    files: dict[str, dict[str, Any]] = {
        "child": {"extends": "parent", "drop": [["cards", "2"]], **more},
        "parent": {"card_order": ["2", "3"], "cards": {"2": {"count": 7}, "3": {"count": 7}}},
    }
    assert merged_data("child", files.__getitem__)["card_order"] == order


def test_wrong_inheritance_is_reported() -> None:
    files: dict[str, dict[str, Any]] = {
        "a": {"extends": "b"},
        "b": {"extends": "a"},
        "c": {"extends": "d", "drop": [["cards", "9"]]},
        "d": {"cards": {}},
    }
    with pytest.raises(VariantFileError, match=r"a\.toml extends itself"):
        merged_data("a", files.__getitem__)
    with pytest.raises(VariantFileError, match=r"c\.toml: drop .*9.* is not inherited"):
        merged_data("c", files.__getitem__)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sector_length": "long"}, r"house\.toml: Expected `int`"),
        ({"colour": "red"}, "unknown field `colour`"),
        ({"card_order": ["1/11"]}, "card_order must name every card once"),
        ({"cards": {"8": {"count": 7, "uses": [{"use": "fly"}]}}, "card_order": ["8"]}, "Invalid value 'fly'"),
        ({"cards": {"8": {"count": 7, "uses": [{"use": "advance", "steps": 8}]}}, "card_order": ["8"]}, "steps"),
    ],
)
def test_a_wrong_file_is_refused(change: dict[str, Any], reason: str) -> None:
    """A game of one's own with a mistake in it: file, key and reason in one line."""
    data = merged_data("black_dog", SHIPPED_TABLES.__getitem__)
    with pytest.raises(VariantFileError, match=reason):
        build_variant("house", data | change)


def test_a_variant_of_other_values_needs_no_code() -> None:
    """A variant that only changes values needs no code: a faster 8."""
    data = merged_data("black_dog", SHIPPED_TABLES.__getitem__)
    data["cards"]["8"]["uses"] = [{"use": "advance", "values": [18]}]
    variant = build_variant("house", data)
    assert variant.uses["8"] != SHIPPED.variant("black_dog").uses["8"]
    assert variant.uses["9"] == SHIPPED.variant("black_dog").uses["9"]
