"""A game with a camera that proposes only wrong cards goes exactly as without it, where people tap the true one."""

import random
from collections.abc import Iterator

import pytest
from perfect_eyes import NoCamera, PerfectEyes

from companion.app.table_setup import with_game
from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.session import events as ev
from companion.settings.schema import Settings
from companion.simulation.camera import virtual_camera

#: Enough for players to make a mistake.
PLAYS = 14


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_camera, "VirtualCamera", NoCamera)


class WrongProposals(PerfectEyes):
    """Before every command a card is proposed that nobody laid."""

    def __init__(self, settings: Settings, seed: int, plies: int) -> None:
        self._chance = random.Random(seed)
        self._cards = SHIPPED.variant(settings.variant).cards
        self.shown = 0
        super().__init__(settings, seed, plies)

    def say(self, command: cmd.Command) -> None:
        for cards in self._wrong(command):
            outcome = self.table.handle(cmd.ProposeCard(cards=cards))
            assert outcome.events == ()
            assert outcome.verdict is None
            assert outcome.refused is None
            self.shown += bool(self.table.view.proposed)
        super().say(command)

    def _wrong(self, command: cmd.Command) -> Iterator[tuple[str, ...]]:
        true = command.card if isinstance(command, cmd.DeclarePlay) else None
        others = [card for card in self._cards if card != true]
        yield tuple(self._chance.sample(others, self._chance.choice((1, 1, 2))))


def record_of(table: PerfectEyes) -> list[ev.Event]:
    return [event for event in table.events if not isinstance(event, ev.GameStarted)]


@pytest.mark.parametrize(("variant", "seed"), [("black_dog", 1), ("dog_royal", 3)])
def test_wrong_proposals_change_no_event(variant: str, seed: int) -> None:
    settings = with_game(SHIPPED, Settings(), variant, 4)
    plain, proposed = PerfectEyes(settings, seed, PLAYS), WrongProposals(settings, seed, PLAYS)
    plain.play()
    proposed.play()
    assert proposed.shown > PLAYS
    assert record_of(proposed) == record_of(plain)
    assert [act for act in proposed.simulation.acts if not act.right] == []
    assert any(isinstance(event, ev.PlayRefused) for event in record_of(plain))
