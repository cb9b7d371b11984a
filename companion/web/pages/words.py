"""The page's words, made from the catalogues of all languages: there is no second copy that could go stale."""

from typing import Final

from babel import Locale, UnknownLocaleError

from companion.views.wording.messages import Messages
from companion.views.wording.sentences import Wording
from companion.web.pages.page_data import Language, PageWords, Phrase

#: The context of the page's own messages.
_PAGE: Final = "page"
#: The context of the games' names, and the prefix of their ids there; their descriptions stand elsewhere.
_GAMES: Final = "tablet"
_GAME: Final = "variant."
_DESCRIPTIONS: Final = "games.games"
#: Numbers that show every plural category of a language (CLDR's samples of the rules all lie below).
_SAMPLES: Final = range(201)


def page_words(wording: Wording) -> PageWords:
    """Returns the words of the pages in every language."""
    return PageWords(
        cards={each.language: {**each["open_row_cards"], **each["cards"]} for each in wording.languages},
        games={each.language: _games(each) for each in wording.languages},
        languages={each.language: Language(name=each.name, phrases=_phrases(each)) for each in wording.languages},
    )


def _games(messages: Messages) -> dict[str, str]:
    """Returns the name of each game; the beginning of its description if it has no name on the tablet."""
    described = {game: text.partition(":")[0].strip() for game, text in messages[_DESCRIPTIONS].items()}
    named = {key.removeprefix(_GAME): name for key, name in messages[_GAMES].items() if key.startswith(_GAME)}
    return described | named


def _phrases(messages: Messages) -> dict[str, Phrase]:
    return {
        message: forms[0] if len(forms) == 1 else _by_category(messages, message)
        for message, forms in messages.forms[_PAGE].items()
    }


def _by_category(messages: Messages, message: str) -> dict[str, str]:
    """Returns the form of each plural category: browsers know categories, catalogues know numbers."""
    try:
        category = Locale.parse(messages.language).plural_form
    except (UnknownLocaleError, ValueError):
        return {"one": messages.plural(_PAGE, message, 1), "other": messages.plural(_PAGE, message, 2)}
    forms: dict[str, str] = {}
    for number in _SAMPLES:
        forms.setdefault(category(number), messages.plural(_PAGE, message, number))
    return forms
