"""`python -m ui.card_aid FILE.html [GAME]`: the card aid of a game to print, a page a language; needs no window.

Every picture is inside the file, so that it can be sent or printed from anywhere.
"""

import html
import sys
from pathlib import Path

from companion.catalogue.house_variants import read_catalogue
from companion.looks.icons import ICON_SYMBOLS
from companion.open_row.catalogue import GameFile
from companion.rules.catalogue import UnknownVariantError
from companion.rules.variant import Variant
from companion.settings.file import data_folder
from companion.settings.schema import Settings
from companion.texts import LANGUAGES
from companion.views.wording.words import variant_name
from ui.i18n import Words, load_words
from ui.presenters.play.cards import CardFace, board_help, card_face, card_help
from ui.presenters.setup import game_data
from ui.theme import COLOURS

_STYLE = """
@page { margin: 14mm }
body { font: 12pt/1.35 sans-serif; color: INK; margin: 0 }
section { break-after: page } section:last-child { break-after: auto }
h1 { font-size: 22pt; margin: 0 0 5mm }
ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 4mm 8mm }
li { display: flex; gap: 4mm; align-items: center; break-inside: avoid }
.card { flex: none; width: 20mm; height: 24mm; border: .4mm solid INK; border-top-width: 1.6mm; border-radius: 2mm;
  text-align: center; font-weight: bold; display: flex; flex-direction: column; justify-content: center }
.card b { font-size: 18pt } .card small { font-size: 9pt } .card svg { width: 9mm; margin: 0 auto }
""".replace("INK", COLOURS["on_card"])


def main(arguments: list[str]) -> int:
    """Returns the exit status: 0 done, 2 for unusable arguments."""
    if len(arguments) not in (1, 2):
        print("usage: python -m ui.card_aid FILE.html [GAME]", file=sys.stderr)  # noqa: T201
        return 2
    try:
        name = arguments[1] if len(arguments) > 1 else Settings().variant
        text = card_aid(name, game_data(read_catalogue(data_folder()), name))
        Path(arguments[0]).write_text(text, encoding="utf-8")
    except UnknownVariantError as error:
        print(str(error), file=sys.stderr)  # noqa: T201
        return 2
    except OSError as error:
        print(f"{arguments[0]} cannot be written: {error.strerror}", file=sys.stderr)  # noqa: T201
        return 2
    return 0


def card_aid(name: str, game: Variant | GameFile) -> str:
    """The whole document: a section a language, a card a line."""
    sections = "\n".join(_section(name, game, load_words(language)) for language in LANGUAGES)
    title = html.escape(variant_name(name, load_words(LANGUAGES[0])))
    head = f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
    pictograms = f'<svg width="0" height="0" style="position:absolute">{ICON_SYMBOLS}</svg>'
    return f"<!doctype html>\n<html><head>{head}</head><body>{pictograms}\n{sections}\n</body></html>\n"


def _section(name: str, game: Variant | GameFile, words: Words) -> str:
    rows = "\n".join(_row(card_face(card, words, game), card_help(card, words, game)) for card in game.cards)
    title = html.escape(f"{variant_name(name, words)} · {words.text('aid.title')}")
    board = html.escape(" ".join(board_help(game, words)))
    return f'<section lang="{words.language}"><h1>{title}</h1><ul>\n{rows}\n</ul><p>{board}</p></section>'


def _row(face: CardFace, text: str) -> str:
    colour = COLOURS[face.colour]
    value = f"<b>{html.escape(face.value)}</b>" if face.value else ""
    caption = f"<small>{html.escape(face.caption)}</small>" if face.caption else ""
    picture = f'<svg viewBox="0 0 100 100"><use href="#{face.picture}"/></svg>'
    card = f'<span class="card" style="color:{colour};border-top-color:{colour}">{value}{picture}{caption}</span>'
    return f"<li>{card}<span>{html.escape(text)}</span></li>"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
