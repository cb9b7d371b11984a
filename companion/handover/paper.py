"""Pages of paper: A4 with a margin, a foot on each, our letters, tables with rules between their lines."""

import io
from html import escape
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, SimpleDocTemplate, TableStyle

from companion.handover.analysis_pdf import AnalysisLooks
from companion.handover.paper_fonts import PaperFonts
from companion.looks.colours import INK, REPORT
from companion.writing.drawn import drawn

DARK = HexColor(INK)
MUTED, RULE = (HexColor(REPORT[name]) for name in ("muted", "rule"))
_MARGIN: Final = 18 * mm
#: The padding of reportlab inside its frame.
_PADDING: Final = 6
#: The width of a page without its margins.
WIDTH: Final = A4[0] - 2 * _MARGIN - 2 * _PADDING
_TITLE: Final = 22
_HEADING: Final = 13
BODY: Final = 9.5
_SMALL: Final = 8


class PaperStyles:
    """The styles of all kinds of text; names and sentences are text, never markup."""

    def looks(self) -> AnalysisLooks:
        return AnalysisLooks(self.fonts, self.heading, self.body, self.muted, self.number)

    def __init__(self, fonts: PaperFonts) -> None:
        self.fonts = fonts
        self.title = ParagraphStyle("title", fontName=fonts.bold, fontSize=_TITLE, leading=28, textColor=DARK)
        self.subtitle = ParagraphStyle("subtitle", fontName=fonts.plain, fontSize=14, leading=19, textColor=MUTED)
        self.heading = ParagraphStyle(
            "heading", fontName=fonts.bold, fontSize=_HEADING, leading=17, spaceBefore=12, spaceAfter=5, textColor=DARK
        )
        self.body = ParagraphStyle("body", fontName=fonts.plain, fontSize=BODY, leading=12.5, textColor=DARK)
        self.bold = ParagraphStyle("bold", parent=self.body, fontName=fonts.bold)
        self.muted = ParagraphStyle("muted", parent=self.body, textColor=MUTED)
        self.number = ParagraphStyle("number", parent=self.muted, alignment=TA_RIGHT)
        self.seal = ParagraphStyle("seal", parent=self.body, fontName="Courier", fontSize=_SMALL, leading=11)


def pages_of(story: list[Flowable], styles: PaperStyles, *, title: str, foot: str, page: str) -> bytes:
    """The story as a PDF file; `page` words the number of a page, with the blank {number}."""
    written = io.BytesIO()
    pages = SimpleDocTemplate(
        written,
        pagesize=A4,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=20 * mm,
        title=title,
        invariant=1,
    )

    def draw_foot(canvas: Canvas, document: Any) -> None:
        canvas.setFont(styles.fonts.plain, _SMALL)
        canvas.setFillColor(MUTED)
        canvas.drawString(_MARGIN + _PADDING, 11 * mm, foot)
        canvas.drawRightString(A4[0] - _MARGIN - _PADDING, 11 * mm, page.format(number=document.page))

    pages.build(story, onFirstPage=draw_foot, onLaterPages=draw_foot)
    return written.getvalue()


def markup(text: str) -> str:
    """The text in the order in which reportlab draws it, its signs free of meaning."""
    return escape(drawn(text))


def plain() -> TableStyle:
    """A table without lines."""
    return TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ]
    )


def ruled() -> TableStyle:
    """A table with a line below each row."""
    return TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE)], parent=plain())
