"""The preferences of the greedy player of the playouts: it considers one play only, and whose pawns are whose."""

from playout_tables import Case, Ready, drawn, kernel_for_tests, ready

from companion.model.places import Place
from companion.model.position import Position
from companion.playout.games import chance_of

KENNEL = -1


def board(made: Ready, *rows: tuple[int, ...]) -> Position:
    """The first position with the pawns of each seat put here."""
    full = [tuple(sorted(map(Place, row + (KENNEL,) * (4 - len(row))))) for row in rows]
    return made.first.with_placement(made.first.placement.with_pawns(tuple(full)))


def choice(position: Position, made: Ready, card: str) -> set[tuple[int, ...]]:
    """Returns the places of the mover's pawns after the card, for several sources of chance."""
    found = [drawn(kernel_for_tests(), made, position, card, chance_of(seed, greedy=True)) for seed in range(5)]
    return {tuple(sorted(place for place in one[0].pawns[0] if place != KENNEL)) for one in found if one is not None}


def test_it_captures_opponents_and_not_its_partner() -> None:
    made = ready(Case("dog", 4, ()))
    assert choice(board(made, (5, 25), (33,), (), ()), made, "8") == {(5, 33)}
    assert choice(board(made, (5, 25), (), (33,), ()), made, "8") == {(13, 25)}


def test_it_goes_home() -> None:
    made = ready(Case("dog", 4, ()))
    assert choice(board(made, (5, 60), (), (), ()), made, "8") == {(-5, 5)}


def test_it_turns_the_wheel_the_better_way() -> None:
    """The own pawn on the paw is carried on, not back."""
    made = ready(Case("black_dog", 4, ()))
    position = board(made, (14,), (), (), ())
    position = position.with_placement(position.placement.with_extra("dog", 58))
    assert choice(position, made, "10") == {(40,)}


def test_a_seven_burns_opponents() -> None:
    made = ready(Case("dog", 4, ()))
    after = drawn(kernel_for_tests(), made, board(made, (20,), (22, 24), (), ()), "7", chance_of(1, greedy=True))
    assert after is not None
    assert set(after[0].pawns[1]) == {KENNEL}
