"""Games of the simulated table with a camera that watches the pile: how many cards need no search on the tablet.

    PYTHONPATH=tests/support python tests/bench/card_table.py [--plays N] [--games NAME...]

The deck is the printed one (`pawtrack print faces`), drawn from its PDF, shown once and laid on a pile in front of a
camera with troubles mixed at random; the player taps the true card, proposed or not.  For comparison, the same game is
played without the pile: every event must be the same.  Writes build/figures/card-table.md.
"""

import argparse
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from card_decks import HEIGHT, SIZE_MM, WIDTH, Printed, PrintedDeck
from card_scenes import PICTURE, PLACE_MM, Laid, SceneCamera, Trouble, picture_of, tables
from perfect_eyes import NoCamera, PerfectEyes
from tables import machine, write

from companion.app.table_setup import with_game
from companion.board.prints.paper import MARGIN_MM
from companion.board.prints.sheets import write_cards
from companion.catalogue.shipped import SHIPPED
from companion.sensors.cards.pile_sensor import PileCards, PileObserver
from companion.session import commands as cmd
from companion.session import events as ev
from companion.settings.schema import Settings
from companion.simulation.camera import virtual_camera
from vision.cards.enrolment import NotOneFaceError, learn_face, shown_card
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.pile import PilePlace, seen_from_above
from vision.find.lens import Lens
from vision.find.pose import Pose, fit_pose
from vision.frames import Frame, Image

PLACE = PilePlace(corner_mm=(0.0, 0.0), size_mm=(PLACE_MM, PLACE_MM))
ALONE, PAIR, SILENT, WRONG = "right, alone", "right, one of two", "silent", "wrong"
#: Cards deeper in the pile are not drawn.
HEAP = 5
FINE = 6


def printed_deck(variant: str) -> PrintedDeck:
    """The faces of a game as `pawtrack print faces` draws them."""
    game, faces = SHIPPED.variant(variant), []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "faces.pdf"
        write_cards("faces", variant, game, "en", file, "a4")
        document = pypdfium2.PdfDocument(file)
        for index, card in enumerate(game.cards):
            page, (row, column) = index // 8, divmod(index % 8, 2)
            picture = np.asarray(document[page].render(scale=FINE * 25.4 / 72).to_pil())[..., ::-1]
            x, y = round((MARGIN_MM + 91 * column) * FINE), round((MARGIN_MM + 59 * row) * FINE)
            lying = picture[y : y + WIDTH, x : x + HEIGHT]
            faces.append(Printed(card, np.ascontiguousarray(np.rot90(lying))))
        document.close()
    return PrintedDeck(variant, tuple(faces), np.full((HEIGHT, WIDTH, 3), 240, np.uint8))


class WatchedPile:
    """The pile before its camera: cards are laid, and something is proposed or not."""

    def __init__(self, deck: PrintedDeck, width_px: float, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self._faces = {face.name: face.picture for face in deck.faces}
        self._camera = SceneCamera.placed(width_px, self._chance.uniform(15, 40), self._chance)
        self._table = tables(self._chance)[seed % 3]
        enrolled = EnrolledDeck.of(SIZE_MM, [self._shown(*one) for one in self._faces.items()])
        self.groups = enrolled.groups
        self._observer = PileObserver(PileCards(PLACE, enrolled))
        self._pose = self._believed()
        self._heap: list[Laid] = []
        self._t_ms = 0
        self._look(Trouble())

    def lay(self, card: str) -> cmd.ProposeCard | None:
        """Lays the card on the pile; returns the proposal when the hand is gone."""
        height = self._heap[-1].height_mm + 0.3 if self._heap else 0.3
        x, y = self._chance.normal(0, 5, 2)
        laid = Laid(self._faces[card], x, y, self._chance.normal(40, 8) + self._chance.choice((0, 180)), height)
        self._heap = [*self._heap[-HEAP + 1 :], laid]
        return self._look(replace(Trouble.any(self._chance), finger=0.0))

    def take_back(self) -> None:
        """The card on top goes back to a hand."""
        self._heap = self._heap[:-1]
        self._look(Trouble())

    def _look(self, trouble: Trouble) -> cmd.ProposeCard | None:
        said = None
        self._t_ms += 5000
        seed = int(self._chance.integers(2**31))
        for _ in range(5):
            self._t_ms += 120
            # lamp, shadow and glare stay where they are from one picture to the next
            taken = picture_of(self._camera, self._table, self._heap, trouble, np.random.default_rng(seed))
            grain = self._chance.normal(0, 2, taken.shape)
            image = np.clip(taken + grain, 0, 255).astype(np.uint8)
            said = self._observer.observe(Frame(image, self._t_ms), self._pose) or said
        return said

    def _shown(self, name: str, picture: Image) -> Face:
        while True:
            taken = []
            for turn in (10.0, 110.0):
                card = Laid(picture, *self._chance.uniform(-10, 10, 2), turn, 0.3)
                image = picture_of(self._camera, self._table, [card], Trouble(), self._chance)
                found = shown_card(seen_from_above(image, self._camera.shown, PLACE), SIZE_MM)
                taken += [found] if found else []
            try:
                if len(taken) == 2:
                    return learn_face(name, taken[0], taken[1])
            except NotOneFaceError:
                continue

    def _believed(self) -> Pose:
        x, y = np.meshgrid(np.linspace(0, PLACE_MM, 4), np.linspace(0, PLACE_MM, 4))
        places = np.column_stack([x.ravel(), y.ravel()])
        pose = fit_pose(places, self._camera.shown(places), PICTURE, Lens.usual(PICTURE))
        if pose is None:
            raise RuntimeError("the camera sees no plane")
        return pose


class WatchedGame(PerfectEyes):
    """People lay a card, the tablet proposes, people tap the true one."""

    def __init__(self, settings: Settings, seed: int, plies: int, pile: WatchedPile) -> None:
        self._pile = pile
        self.counts: Counter[str] = Counter()
        super().__init__(settings, seed, plies)

    def say(self, command: cmd.Command) -> None:
        if isinstance(command, cmd.DeclarePlay):
            proposal = self._pile.lay(command.card)
            if proposal:
                self.table.handle(proposal)
            self.counts[kind_of(self.table.view.proposed, command.card)] += 1
        elif isinstance(command, cmd.WithdrawDeclaration):
            self._pile.take_back()
            self.table.handle(cmd.ProposeCard(cards=()))
        super().say(command)


def kind_of(proposed: tuple[str, ...], card: str) -> str:
    if not proposed:
        return SILENT
    if card not in proposed:
        return WRONG
    return ALONE if len(proposed) == 1 else PAIR


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plays", type=int, default=30, help="in each game (30)")
    parser.add_argument("--games", nargs="*", default=["black_dog", "dog", "dog_royal", "super_tock"])
    options = parser.parse_args()
    cv2.setNumThreads(1)
    setattr(virtual_camera, "VirtualCamera", NoCamera)  # noqa: B010 - an exact observer needs no picture of the board
    kinds = (ALONE, PAIR, SILENT, WRONG)
    lines = [
        f"| game | card width | cards laid | {' | '.join(kinds)} | wrong verdicts | same events |",
        "|---|" + "---|" * 8,
    ]
    for seed, variant in enumerate(options.games):
        settings, deck = with_game(SHIPPED, Settings(), variant, 4), printed_deck(variant)
        for width_px in (60.0, 90.0):
            pile = WatchedPile(deck, width_px, seed)
            game, plain = WatchedGame(settings, seed, options.plays, pile), PerfectEyes(settings, seed, options.plays)
            game.play()
            plain.play()
            laid = sum(game.counts.values())
            wrong = sum(not act.right for act in game.simulation.acts)
            same = [record(game) == record(plain)]
            shares = " | ".join(f"{game.counts[kind]} ({game.counts[kind] / laid:.0%})" for kind in kinds)
            lines.append(
                f"| {variant} | {width_px:.0f} px | {laid} | {shares} | {wrong} | {'yes' if all(same) else 'NO'} |"
            )
            print(lines[-1], "look-alikes:", pile.groups, flush=True)
    write("card-table.md", "\n".join([*lines, "", machine(), ""]))


def record(game: PerfectEyes) -> list[ev.Event]:
    return [event for event in game.events if not isinstance(event, ev.GameStarted)]


if __name__ == "__main__":
    main()
