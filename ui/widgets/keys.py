"""The places of letters on the keyboard of a screen without keys, as usual in each language.

Every letter of the names of Europe is there, small and large: those that a language writes often on its first page, the
others on the second one with digits and signs.
"""

from typing import Final

#: A key of Kivy: its label, its text, its action, its width.
Key = tuple[str, str | None, str | None, float]
Layout = dict[str, object]

_COLUMNS: Final = 15.0
_ROWS: Final = 5
#: The second page of a language is named after it.
MORE: Final = "+"
_ENGLISH: Final = "en"
#: Row by row: the letters above the others, then the three rows of letters.
_LETTERS: Final = {
    "de": ("éèêëàâçñîïôûœ", "qwertzuiopü", "asdfghjklöä", "yxcvbnmß"),
    "en": ("äöüéèêëàâçñîô", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "fr": ("éèêëàâçùûîïôœ", "azertyuiop", "qsdfghjklm", "wxcvbn"),
    "it": ("àèéìòùóçñäöüê", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
}
#: German, French, Italian, Spanish, Portuguese, the languages of the north, Polish, Czech, Hungarian, Turkish ...
ACCENTED: Final = "àáâãäåæąçćčďéèêëęěğíìîïłñńňóòôõöøœőřśšşťúùûüůűýžźżßþð"
_SIGNS: Final = (*"1234567890", *"@:/.-_+?=&%#'")


def layouts() -> dict[str, Layout]:
    """All pages by name: that of a language by its code, its second page with `MORE` behind it."""
    pages = {}
    for language, rows in _LETTERS.items():
        first = {*"".join(rows)}
        others = "".join(letter for letter in ACCENTED if letter not in first)
        half = (len(others) + 1) // 2
        pages[language] = _page([_row(rows[0], erase=True), _row(rows[1]), _row(rows[2]), _row(rows[3], shift=True)])
        pages[language + MORE] = _page(
            [
                _row(_SIGNS[:10], erase=True),
                _row(_SIGNS[10:]),
                _row(others[:half]),
                _row(others[half:], shift=True),
            ],
        )
    return pages


def page_of(language: str) -> str:
    """The first page of a language; one without keys of its own gets the English ones."""
    return language if language in _LETTERS else _ENGLISH


def _page(rows: list[list[Key]]) -> Layout:
    bottom: list[Key] = [
        ("…", None, "layout", 2.0),
        ("-", "-", "-", 1.0),
        ("'", "'", "'", 1.0),
        (" ", " ", "spacebar", 6.0),
        (".", ".", ".", 1.0),
        ("\u23ce", None, "enter", 2.0),
        ("\u2a2f", None, "escape", 2.0),
    ]
    page: Layout = {"title": "", "description": "", "cols": int(_COLUMNS), "rows": _ROWS}
    for number, row in enumerate([*rows, bottom], start=1):
        page[f"normal_{number}"] = row
        page[f"shift_{number}"] = [_large(key) for key in row]
    return page


def _row(letters: tuple[str, ...] | str, *, erase: bool = False, shift: bool = False) -> list[Key]:
    """Keys that fill the keyboard from left to right."""
    room = _COLUMNS - 2.0 * (erase + shift)
    keys: list[Key] = [(letter, letter, letter, room / len(letters)) for letter in letters]
    if shift:
        keys.insert(0, ("\u21e7", None, "capslock", 2.0))
    if erase:
        keys.append(("\u232b", None, "backspace", 2.0))
    return keys


def _large(key: Key) -> Key:
    shown, typed, does, width = key
    if typed is None or len(typed.upper()) != 1:
        return key
    return shown.upper(), typed.upper(), does, width
