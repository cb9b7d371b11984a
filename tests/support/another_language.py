"""A language that does not come with the program: a made-up Dutch of a dozen words, as one more file in the folder."""

import shutil
from pathlib import Path

from companion.texts import LANGUAGES, SHIPPED, load_wording
from companion.views.wording.sentences import Wording

DUTCH = """
msgid ""
msgstr ""
"Language: nl\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgctxt "language"
msgid "name"
msgstr "Nederlands"

msgctxt "phrases"
msgid "count_fields"
msgid_plural "count_fields"
msgstr[0] "{count} veld"
msgstr[1] "{count} velden"

msgctxt "phrases"
msgid "pawn"
msgstr "de {pawn} pion"

msgctxt "colours"
msgid "red.pawn"
msgstr "rode"

msgctxt "messages"
msgid "exact_count"
msgstr "{pawn} ging {went_fields}, maar de kaart “{card}” vraagt {wanted_fields}."

msgctxt "messages"
msgid "play_legal"
msgstr "Dat klopt."

msgctxt "tablet"
msgid "home.new_game"
msgstr "Nieuw spel"

msgctxt "page"
msgid "won"
msgid_plural "won"
msgstr[0] "{names} wint!"
msgstr[1] "{names} winnen!"

msgctxt "page"
msgid "live"
msgstr "Nu"

#, fuzzy
msgctxt "page"
msgid "lost"
msgstr "nobody has read this yet"

msgctxt "page"
msgid "no_such_phrase"
msgstr "niemand vraagt dit"
"""


def with_dutch(folder: Path) -> Wording:
    """The languages of the program and one more, read from `folder`, where they are laid."""
    for language in LANGUAGES:
        shutil.copy(str(SHIPPED / f"{language}.po"), folder)
    (folder / "nl.po").write_text(DUTCH, encoding="utf-8")
    return load_wording(folder)
