"""Small Black DOG tables for the referee's tests: seats in the order red, yellow, green, blue; kennels fill themselves."""

from collections.abc import Sequence

from companion.model.places import KENNEL, OFF, Place, goal
from companion.model.position import Placement, Position

Spot = int | str


def place(spot: Spot) -> Place:
    if isinstance(spot, int):
        return Place(spot)
    return {"k": KENNEL, "off": OFF}.get(spot) or goal(int(spot[1]))


def row(spots: Sequence[Spot]) -> tuple[Place, ...]:
    places = [place(spot) for spot in spots]
    return tuple(sorted(places + [KENNEL] * (4 - len(places))))


def board(
    red: Sequence[Spot] = (),
    yellow: Sequence[Spot] = (),
    green: Sequence[Spot] = (),
    blue: Sequence[Spot] = (),
    dog: Spot = 60,
    wheel: int = 0,
) -> Placement:
    pawns = (row(red), row(yellow), row(green), row(blue))
    return Placement(pawns, (("dog", int(place(dog))), ("wheel", wheel)))


def position(placement: Placement, turn: int = 0, copied: str | None = None) -> Position:
    return Position(
        variant="black_dog",
        sectors=4,
        seats=(0, 1, 2, 3),
        teams=(0, 1, 0, 1),
        turn=turn,
        placement=placement,
        copied=copied,
    )
