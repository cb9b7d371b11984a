"""The files of a game for others, as bytes, and their names."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from companion.coach.analysis import GameAnalysis
from companion.coach.face import AnalysisFace, analysis_face
from companion.handover.bgg import plays_xml
from companion.handover.captions import captions_vtt, chapters_txt
from companion.handover.chapters import is_too_short
from companion.handover.protocol import make_protocol
from companion.handover.spreadsheet import games_csv
from companion.history.course import GameCourse
from companion.history.play_clock import Stored
from companion.history.replay import Replay, make_replay
from companion.texts.stored_times import iso_day
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words, variant_name


class ExportKind(StrEnum):
    """The kinds of exports, each by the ending of its files."""

    #: A protocol of one game to print and keep.
    PROTOCOL = "pdf"
    #: The end of the game as a picture to send.
    PICTURE = "png"
    #: A play for BoardGameGeek.
    BGG = "xml"
    #: Every game, a row for each.
    SHEET = "csv"
    #: The game to watch again in a browser, in one file.
    REPLAY = "html"
    #: The commentary to lay beside a video.
    CAPTIONS = "vtt"
    #: A list of times for a video's description.
    CHAPTERS = "chapters.txt"


#: The kinds that a result without plays makes, too.
WITHOUT_PLAYS: Final = frozenset({ExportKind.PICTURE, ExportKind.BGG, ExportKind.SHEET})
#: Makes the file of a game, its replay, which opens in a language, and the coach's review of it by language.
ReplayPage = Callable[[GameCourse, Replay, Wording, str, Mapping[str, AnalysisFace]], bytes]
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """The source of an export: the game and its course, the times when its rows were `stored`, the seal of the newest
    one, and all games for a sheet.

    A result without plays has no `course`.  `analysis` is there if the game was analysed.  `page` puts a replay into
    its page; `offset_ms` is the game's beginning in a video.
    """

    game: SavedGame
    course: GameCourse | None
    stored: Sequence[Stored]
    seal: str
    games: Sequence[SavedGame]
    page: ReplayPage
    analysis: GameAnalysis | None = None
    offset_ms: int = 0

    def faces(self, wording: Wording) -> dict[str, AnalysisFace]:
        """The coach's review of the game, by language; empty if it was not analysed."""
        if self.analysis is None or self.course is None:
            return {}
        words = [Words(messages) for messages in wording.languages]
        return {each.language: analysis_face(self.course, self.analysis, each) for each in words}


class Written(NamedTuple):
    """A file that was written, and the message to people about it; empty for none."""

    path: Path
    note: str = ""


def export_bytes(kind: ExportKind, source: Exported, wording: Wording, language: str) -> bytes:
    """The file.

    Raises KeyError for an unknown language, ValueError for a result without the plays that the kind shows, and every
    error of `source.page`.
    """
    words = Words(wording[language])
    match kind:
        case ExportKind.PICTURE:
            from companion.handover.result_picture import result_picture

            return result_picture(source.game, source.course, wording, language)
        case ExportKind.BGG:
            return plays_xml([source.game], lambda variant: variant_name(variant, words)).encode()
        case ExportKind.SHEET:
            return games_csv(source.games, words).encode()
        case _ if source.course is None:
            raise ValueError(f"a result without plays makes no .{kind}; it makes .{', .'.join(sorted(WITHOUT_PLAYS))}")
        case _:
            return _played_bytes(kind, source, source.course, wording, language)


def _played_bytes(kind: ExportKind, source: Exported, course: GameCourse, wording: Wording, language: str) -> bytes:
    """The file of a game with its plays."""
    match kind:
        case ExportKind.PROTOCOL:
            from companion.handover.protocol_pdf import protocol_pdf

            analysed = source.faces(wording).get(language)
            return protocol_pdf(make_protocol(source.game, course, source.seal, wording, language, analysed))
        case ExportKind.REPLAY:
            replay = make_replay(course, source.stored, wording)
            return source.page(course, replay, wording, language, source.faces(wording))
        case ExportKind.CAPTIONS:
            return captions_vtt(course, source.stored, wording, language, source.offset_ms).encode()
        case ExportKind.CHAPTERS:
            return chapters_txt(course, source.stored, wording, language, source.offset_ms).encode()
        case _:
            raise ValueError(f"{kind} shows no plays")


def export_note(kind: ExportKind, content: bytes) -> str:
    """The message about a file of that content that others will ignore; empty for any other file."""
    ignored = kind is ExportKind.CHAPTERS and is_too_short(content.decode())
    return "share.few_chapters" if ignored else ""


def export_name(kind: ExportKind, game: SavedGame) -> str:
    """The name of the file: the same game has the same name, so that a second export replaces the first."""
    if kind is ExportKind.SHEET:
        return f"games.{kind}"
    day = iso_day(game.started_ms, "game")
    return f"{day}-{_UNSAFE.sub('_', game.variant)[:30]}-{_UNSAFE.sub('_', game.game)[:8]}.{kind}"
