"""An evening on paper: its standings, the rounds of its tournament, and its results."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer, Table

from companion.handover.paper import WIDTH, PaperStyles, markup, pages_of, ruled
from companion.handover.paper_fonts import paper_fonts

#: The width of the first and of the last columns.
_NARROW, _MIDDLE = 14 * mm, 38 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetList:
    """A heading and the lines below it; each line has the same columns, the second of which is the wide one."""

    heading: str
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningSheet:
    """The words of the paper; `page` words the number of a page, with the blank {number}."""

    title: str
    subtitle: str
    lists: tuple[SheetList, ...]
    page: str


def evening_pdf(sheet: EveningSheet) -> bytes:
    """The evening as a PDF file."""
    styles = PaperStyles(paper_fonts())
    story: list[Flowable] = [
        Paragraph(markup(sheet.title), styles.title),
        Paragraph(markup(sheet.subtitle), styles.subtitle),
        Spacer(0, 4 * mm),
    ]
    for part in sheet.lists:
        heading = Paragraph(markup(part.heading), styles.heading)
        first, rest = part.lines[:4], part.lines[4:]
        story.append(KeepTogether([heading, _table(first, styles)]))
        if rest:
            story.append(_table(rest, styles))
    foot = f"{sheet.title} · {sheet.subtitle}"
    return pages_of(story, styles, title=f"{sheet.title}: {sheet.subtitle}", foot=foot, page=sheet.page)


def _table(lines: Sequence[Sequence[str]], styles: PaperStyles) -> Table:
    """The second column is bold and takes the room that the others leave."""
    rows = [
        [Paragraph(markup(text), styles.bold if column == 1 else styles.body) for column, text in enumerate(line)]
        for line in lines
    ]
    others = [_NARROW, *[_MIDDLE] * (len(rows[0]) - 2)]
    return Table(rows, colWidths=[others[0], WIDTH - sum(others), *others[1:]], style=ruled(), hAlign="LEFT")
