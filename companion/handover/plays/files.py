"""A file of plays, whose form is recognised by its first sign."""

from companion.handover.plays.bg_stats_file import bg_stats_plays
from companion.handover.plays.bgg_file import bgg_plays
from companion.handover.plays.csv_file import csv_plays
from companion.handover.plays.play import ForeignPlay
from companion.views.wording.sentences import Wording


def read_plays(content: bytes, wording: Wording) -> tuple[ForeignPlay, ...]:
    """Returns the plays of a file of BG Stats (JSON), of BoardGameGeek (XML) or of a spreadsheet (CSV).

    Raises PlayFileError.
    """
    begin = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if begin == b"{":
        return bg_stats_plays(content.removeprefix(b"\xef\xbb\xbf"))
    if begin == b"<":
        return bgg_plays(content.lstrip())
    return csv_plays(content, wording)
