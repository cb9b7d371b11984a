"""Pictures of tables where nobody names a card: when a play is complete, and which cards it may have been."""

from random import Random

import pytest
from msgspec.structs import replace
from pictures_of_tables import picture
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.rules.apply import after_play
from companion.sensors.undeclared import CardFinder, Found

BLACK_DOG = Table("black_dog")


class Camera:
    """Shows a finder one picture after another and takes what it accepts into the record, as a replay does."""

    def __init__(self, table: Table, before: str) -> None:
        self.table = table
        self.position: Position = table.position(before)
        self.finder = CardFinder(rules_of(self.position))
        self.found: list[Found] = []
        self.t_ms = 0

    def show(self, text: str) -> None:
        seen = picture(self.position, self.table.seen(text, self.position))
        self.t_ms += 330
        seen = replace(seen, t_ms=self.t_ms)
        while found := self.finder.judge(self.position, seen):
            self.found.append(found)
            if found.verdict.play is None:
                return
            self.finder.accepted(found)
            self.position = after_play(rules_of(self.position), self.position, found.verdict.play)

    @property
    def cards(self) -> list[set[str]]:
        return [set(found.cards) for found in self.found]


def test_a_play_counts_once_the_game_has_gone_on() -> None:
    camera = Camera(BLACK_DOG, "red:13 yellow:20")
    camera.show("red:21 yellow:20")
    assert camera.found == []
    assert camera.finder.complete is not None
    camera.show("red:21 yellow:29")
    assert camera.cards == [{"8"}]
    assert camera.found[0].observation.t_ms == 330
    assert camera.position.turn == 1


def test_half_a_play_is_not_taken_for_another_card() -> None:
    """Three fields, then the dog three fields: a black 3, not a blue one."""
    camera = Camera(BLACK_DOG, "red:13 yellow:20 dog:30")
    camera.show("red:16 yellow:20 dog:30")
    camera.show("red:16 yellow:20 dog:34")
    camera.show("red:16 yellow:28 dog:34")
    assert camera.cards == [{"black1-7"}]


def test_what_is_put_right_counts_as_it_stands_in_the_end() -> None:
    camera = Camera(BLACK_DOG, "red:13 yellow:20")
    for text in ("red:21 yellow:20", "red:13 yellow:20", "red:22 yellow:20", "red:22 yellow:30"):
        camera.show(text)
    assert camera.cards == [{"9"}]


def test_a_copy_may_stand_for_every_card_that_the_last_play_may_have_been() -> None:
    camera = Camera(BLACK_DOG, "red:13 yellow:17,40")
    camera.show("red:16 yellow:17,40")
    camera.show("red:16 yellow:20,40")
    camera.show("red:16 yellow:20,40 green:32")
    assert camera.cards[0] == {"3", "magnet"}
    assert {"3", "copy"} <= camera.cards[1]


def test_a_card_laid_without_effect_is_inferred_from_the_next_play() -> None:
    camera = Camera(Table("dog"), "red:5 yellow:16,30")
    camera.position = replace(camera.position, turn=2)
    camera.show("red:5 yellow:16,30")
    camera.show("red:5 yellow:16,30 blue:48")
    camera.show("red:10 yellow:16,30 blue:48")
    assert camera.cards == [{"swap", "joker"}, {"1/11", "13", "joker"}]
    assert camera.found[0].observation.t_ms == 330


def test_a_lasting_board_that_no_play_explains_raises_one_question() -> None:
    camera = Camera(BLACK_DOG, "red:13 yellow:20")
    for _ in range(4):
        camera.show("red:13 yellow:27")
    assert [found.verdict.kind for found in camera.found] == [VerdictKind.UNCLEAR]
    assert camera.found[0].observation.t_ms == 660
    assert camera.found[0].cards == ()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(40))
def test_nobody_is_accused_by_any_board(seed: int) -> None:
    """Several legal plays may lie between two pictures: a board of any kind is a play or a question."""
    chance = Random(seed)
    camera = Camera(BLACK_DOG, "red:13 yellow:20 dog:50")
    for _ in range(4):
        red, yellow, green, dog = chance.sample(range(64), 4)
        for _ in range(3):
            camera.show(f"red:{red} yellow:{yellow} dog:{dog}" + (f" green:{green}" if chance.random() < 0.5 else ""))
    assert VerdictKind.ILLEGAL not in {found.verdict.kind for found in camera.found}


def test_two_plays_in_one_picture_are_a_question() -> None:
    camera = Camera(BLACK_DOG, "red:13 yellow:20")
    for _ in range(4):
        camera.show("red:21 yellow:29")
    assert [found.verdict.kind for found in camera.found] == [VerdictKind.UNCLEAR]


def test_a_play_that_is_not_finished_is_waited_for() -> None:
    camera = Camera(BLACK_DOG, "red:5 dog:50")
    assert not camera.finder.waits
    camera.show("red:5 dog:50")
    assert not camera.finder.waits
    camera.show("red:8 dog:50")
    assert camera.finder.waits
    camera.show("red:24 dog:50 wheel:1")
    assert not camera.finder.waits
    assert camera.finder.complete is not None
