"""The compiled lister, its refusals, and a difference between it and the engine."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec.structs import replace as changed
from playout_tables import Case, Ready, crowded, kernel_for_tests, ready

from companion.model.places import Place
from companion.model.play import Play
from companion.model.position import Position
from companion.playout import choice
from companion.playout.build import LIBRARY
from companion.playout.choice import choose_lister
from companion.playout.compile import NoTableError
from companion.playout.lister import LISTER, CompiledLister, CompiledRules
from companion.playout.names import compile_names
from companion.rules import legal
from companion.rules.legal import legal_plays, playable
from companion.rules.listing.lister import Lister, chosen_lister, find_lister
from companion.rules.listing.search import Search
from companion.rules.mechanics.advance import Advance
from companion.rules.mechanics.seven import Seven
from companion.system import threads


@pytest.fixture
def lister() -> CompiledLister:
    kernel_for_tests()
    return CompiledLister(LIBRARY, every=0)


@pytest.fixture
def dog() -> Ready:
    return ready(Case("dog", 4, ()))


@pytest.fixture(autouse=True)
def chosen() -> Iterator[None]:
    """The lister of the suite comes back."""
    before = chosen_lister()
    yield
    use(before)


def use(lister: Lister | None) -> None:
    find_lister(lambda: lister)
    legal._listed.cache_clear()


def listed(lister: CompiledLister, made: Ready, position: Position, card: str) -> tuple[Play, ...] | None:
    listing = lister.of(made.rules, position)
    return None if listing is None else listing.plays(card, None)


def moved(made: Ready, *places: int) -> Position:
    """The first position with the first seat's pawns elsewhere."""
    rows = made.first.placement.pawns
    return made.first.with_placement(made.first.placement.with_pawns((tuple(map(Place, places)), *rows[1:])))


def test_it_lists_the_plays_of_the_engine(lister: CompiledLister, dog: Ready) -> None:
    position = moved(dog, -2, -1, 3, 9)
    assert listed(lister, dog, position, "7") == Search(dog.rules, position).plays("7", None) != ()


@pytest.mark.parametrize(
    "places",
    [(3, 9, -2, -1), (-2, -2, 3, 9), (-1, -1, 3, 3), (-1, -1, -1, 64), (-9, -1, -1, 3), (-1, 3, 9)],
    ids=["out of order", "two in one goal", "two on one field", "no such field", "beside the board", "a pawn short"],
)
def test_a_disorderly_position_is_left_to_the_engine(
    lister: CompiledLister, dog: Ready, places: tuple[int, ...]
) -> None:
    assert listed(lister, dog, moved(dog, *places), "7") is None


def test_a_position_with_other_values_is_left_to_the_engine(lister: CompiledLister) -> None:
    black = ready(Case("black_dog", 4, ()))
    here = black.first.with_placement(black.first.placement.with_extra("dog", 9))
    assert listed(lister, black, here, "8") is not None
    for placement in (
        here.placement.with_extra("wheel", 4),
        here.placement.with_extra("weather", 1),
        here.placement.with_pawns(((Place(9), *here.placement.pawns[0][1:]), *here.placement.pawns[1:])),
        changed(here.placement, extras=(("dog", 9),)),
        changed(here.placement, extras=here.placement.extras[::-1]),
    ):
        assert listed(lister, black, here.with_placement(placement), "8") is None, placement
    assert listed(lister, black, changed(here, turn=4), "8") is None
    assert listed(lister, black, changed(here, copied="joker"), "8") is None


def test_rules_that_it_lists_in_another_order_are_left_to_the_engine(lister: CompiledLister, dog: Ready) -> None:
    position = moved(dog, -1, -1, -1, 3)
    for card in (Advance(values=(11, 1)), Seven(points=13)):
        rules = replace(dog.rules, uses={**dog.rules.uses, "8": (card,)})
        with pytest.raises(NoTableError):
            compile_names(rules)
        assert lister.of(rules, dog.first) is None
        use(lister)
        assert legal_plays(rules, position, "8") == Search(rules, position).plays("8", None)


def test_rules_beyond_the_structs_are_left_to_the_engine(lister: CompiledLister, dog: Ready) -> None:
    many = tuple(Advance(values=(value,)) for value in range(1, 20))
    long = changed(dog.rules.deal, hand_cycle="-".join("2" * 99))
    position = moved(dog, -1, -1, -1, 3)
    for rules in (replace(dog.rules, uses={**dog.rules.uses, "8": many}), replace(dog.rules, deal=long)):
        use(lister)
        assert lister.of(rules, position) is None
        assert legal_plays(rules, position, "8") == Search(rules, position).plays("8", None)


def test_a_difference_is_reported_and_the_engine_answers_from_then_on(dog: Ready) -> None:
    kernel_for_tests()
    lister, position = CompiledLister(LIBRARY, every=3), moved(dog, -1, -1, -1, 3)
    told: list[tuple[str, bool]] = []

    def hear(name: str, *, again: bool) -> None:
        told.append((name, again))

    wrong = CompiledRules(dog.rules)
    wrong._table.guard[5] = 0  # a blocker that is none
    wrong._table.next_guard[:5] = range(5, 0, -1)
    spoilt = moved(dog, -1, -1, 3, 5)
    lister._tables[id(dog.rules)] = dog.rules, wrong
    threads.listen(hear)
    try:
        listing = lister.of(dog.rules, spoilt)
        assert listing is not None
        right = Search(dog.rules, spoilt).plays("3", None)
        answers = [listing.plays("3", None) for _ in range(4)]
    finally:
        threads.stop_listening(hear)
    assert answers[0] == answers[1] != right, "two lists that nobody compared"
    assert answers[2:] == [right, None], "the third is compared, and the engine answers from then on"
    assert told == [(LISTER, True)]
    assert lister.distrust
    assert lister.of(dog.rules, position) is None


def test_what_can_be_played_is_compared_too(dog: Ready) -> None:
    kernel_for_tests()
    lister = CompiledLister(LIBRARY, every=1)
    listing = lister.of(dog.rules, moved(dog, -1, -1, -1, -1))
    assert listing is not None
    assert listing.playable(("8", "13"))[:] == (["13"], [])
    assert not lister.distrust


def test_without_a_kernel_the_engine_answers_alike(dog: Ready) -> None:
    chance, cards = random.Random(3), dog.rules.variant.cards
    positions = [crowded(dog, chance) for _ in range(6)]
    use(None)
    plain = [
        (playable(dog.rules, each, cards), [legal_plays(dog.rules, each, card) for card in cards]) for each in positions
    ]
    kernel_for_tests()
    use(CompiledLister(LIBRARY))
    assert plain == [
        (playable(dog.rules, each, cards), [legal_plays(dog.rules, each, card) for card in cards]) for each in positions
    ]


@pytest.mark.parametrize(("wish", "every"), [("python", None), ("checked", 1), ("compiled", 500), ("", 500)])
def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch, wish: str, every: int | None) -> None:
    kernel_for_tests()
    monkeypatch.setenv(choice.VARIABLE, wish)
    choose_lister()
    found = chosen_lister()
    assert (found._every if isinstance(found, CompiledLister) else None) == every
