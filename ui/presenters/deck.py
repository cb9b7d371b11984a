"""Whether the camera sees the cards, and the screen while a deck is shown to it."""

from dataclasses import dataclass
from typing import Final

from companion.rules.variant import Variant
from companion.settings.schema import NONE, SIMULATED, Settings
from companion.views.deck_progress import DeckProgress
from companion.views.wording.words import card_name
from ui.i18n import Words
from ui.presenters.banner import Banner, stopped_banner
from ui.presenters.play.cards import CardFace, card_face
from ui.presenters.setup import SEEN, TAPPED, Option

#: The look of each step of showing a card: tone and icon.
_STEPS: Final = {
    "waiting": ("calm", "wait"),
    "no_board": ("unfinished", "eye"),
    "not_in_view": ("illegal", "cross"),
    "no_card": ("unclear", "warning"),
    "turn": ("legal", "turn_clockwise"),
    "turn_more": ("unclear", "turn_clockwise"),
    "again": ("unclear", "warning"),
    "done": ("legal", "check"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckFace:
    """`asked` is the tile of the card to show, None for a back and at the end; `button` is the effect of the one
    button: skip, again or retry.
    """

    number: str
    heading: str
    banner: Banner
    lines: str
    asked: CardFace | None
    button: str


def deck_face(progress: DeckProgress, words: Words, game: Variant) -> DeckFace:
    """The card to lay and the camera's view of it, or the result."""
    number = words.text("deck.number", shown=progress.shown, count=progress.count)
    if progress.fault:
        banner = stopped_banner(words, "deck", progress.fault)
        return DeckFace(number=number, heading="", banner=banner, lines="", asked=None, button="retry")
    if progress.through:
        return _through(progress, words, number)
    tone, icon = _STEPS[progress.step]
    back = progress.asked is None
    name = words.text("deck.back") if progress.asked is None else card_name(progress.asked, words)
    return DeckFace(
        number=number,
        heading=words.text("deck.lay", card=name),
        banner=Banner(tone, icon, words.text(f"deck.word.{progress.step}"), words.text(f"deck.step.{progress.step}")),
        lines=words.text("deck.place"),
        asked=None if back else card_face(str(progress.asked), words, game),
        button="skip",
    )


def _through(progress: DeckProgress, words: Words, number: str) -> DeckFace:
    lines = []
    if progress.missing:
        lines.append(words.text("deck.missing", cards=", ".join(card_name(card, words) for card in progress.missing)))
    for group in progress.alike:
        lines.append(words.text("deck.alike", cards=", ".join(card_name(card, words) for card in group)))
    tone = ("unclear", "warning") if progress.missing else ("legal", "check")
    banner = Banner(*tone, words.text("deck.through"), words.text("cards.known"))
    return DeckFace(number=number, heading="", banner=banner, lines="\n".join(lines), asked=None, button="again")


def card_choices(words: Words) -> tuple[Option, ...]:
    """The ways of naming the card played: people tap it, or confirm the camera's proposal."""
    return tuple(Option(value, words.text(f"cards.{value}")) for value in (TAPPED, SEEN))


def cards_line(settings: Settings, words: Words, *, shown: bool) -> str:
    """The missing condition for reading cards by camera, or its effect; `shown`: the camera knows the deck."""
    if not settings.see_cards:
        return ""
    if not shows_deck(settings):
        return words.text("cards.needs_camera")
    return words.text("cards.known" if shown else "cards.no_deck")


def shows_deck(settings: Settings) -> bool:
    """Whether there is a camera that the deck can be shown to."""
    return settings.see_cards and settings.camera not in (NONE, SIMULATED, "")
