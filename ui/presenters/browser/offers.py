"""The acts that a browser's tablet offers now, by their names: nothing else can be done by it."""

from collections.abc import Callable, Sequence

from ui.presenters.browser.page import Act, CardFace, Part
from ui.presenters.play import cards

Do = Callable[[], None]


class Offers:
    """The acts of one page."""

    def __init__(self) -> None:
        self._acts: dict[str, Do] = {}

    def find(self, name: str) -> Do | None:
        """The act of this name; None if the page does not offer it."""
        return self._acts.get(name)

    def name(self, name: str, do: Do) -> str:
        """Offers an act under a name."""
        self._acts[name] = do
        return name

    def act(
        self, name: str, text: str, icon: str, do: Do, *, able: bool = True, strong: bool = False, on: bool = False
    ) -> Act:
        """A button; it cannot be pressed unless `able`."""
        return Act(act=self.name(name, do) if able else "", text=text, icon=icon, strong=strong, on=on)

    def cards(
        self,
        kind: str,
        faces: Sequence[cards.CardFace],
        names: Callable[[str], str],
        do: Callable[[str], None],
        text: str = "",
    ) -> Part:
        """Cards to choose from; `do` takes the chosen one."""
        shown = tuple(
            shown_card(face, names(face.card), self.name(f"{kind}.{face.card}", lambda card=face.card: do(card)))  # type: ignore[misc]
            for face in faces
        )
        return Part(kind="cards", text=text, cards=shown)


def shown_card(face: cards.CardFace, name: str, act: str = "", *, on: bool = False) -> CardFace:
    """A card, to be pressed if it has an `act`."""
    return CardFace(
        act=act, name=name, value=face.value, picture=face.picture, colour=face.colour, caption=face.caption, on=on
    )
