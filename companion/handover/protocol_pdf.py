"""A protocol on paper: A4 pages with a head, tables that go on over pages, and bars."""

import io
from collections.abc import Sequence
from html import escape
from typing import Any, Final

from reportlab.graphics.shapes import Drawing, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from companion.handover.analysis_pdf import AnalysisLooks, analysis_story
from companion.handover.paper_fonts import PaperFonts, paper_fonts
from companion.handover.protocol import Protocol, ProtocolLine
from companion.history.charts import Chart
from companion.looks.colours import INK, REPORT
from companion.writing.drawn import drawn

_INK = HexColor(INK)
_MUTED, _RULE, _GROUND, _BAR = (HexColor(REPORT[name]) for name in ("muted", "rule", "ground", "mark"))
_MARGIN: Final = 18 * mm
#: The padding of reportlab inside its frame.
_PADDING: Final = 6
_WIDTH: Final = A4[0] - 2 * _MARGIN - 2 * _PADDING
_TITLE: Final = 22
_HEADING: Final = 13
_BODY: Final = 9.5
_SMALL: Final = 8
_CHART_GAP, _CHART_ROW, _CHART_HEAD = 8 * mm, 5 * mm, 7 * mm


def protocol_pdf(protocol: Protocol) -> bytes:
    """The protocol as a PDF file."""
    styles = _Styles(paper_fonts())
    written = io.BytesIO()
    pages = SimpleDocTemplate(
        written,
        pagesize=A4,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=20 * mm,
        title=f"{protocol.title}: {protocol.subtitle}",
        invariant=1,
    )

    def foot(canvas: Canvas, document: Any) -> None:
        canvas.setFont(styles.fonts.plain, _SMALL)
        canvas.setFillColor(_MUTED)
        canvas.drawString(_MARGIN + _PADDING, 11 * mm, f"{protocol.title} · {protocol.subtitle} · {protocol.seal[:16]}")
        canvas.drawRightString(
            A4[0] - _MARGIN - _PADDING, 11 * mm, protocol.headings["page"].format(number=document.page)
        )

    pages.build(_story(protocol, styles), onFirstPage=foot, onLaterPages=foot)
    return written.getvalue()


class _Styles:
    """The styles of all kinds of text; names and sentences are text, never markup."""

    def looks(self) -> AnalysisLooks:
        return AnalysisLooks(self.fonts, self.heading, self.body, self.muted, self.number)

    def __init__(self, fonts: PaperFonts) -> None:
        self.fonts = fonts
        self.title = ParagraphStyle("title", fontName=fonts.bold, fontSize=_TITLE, leading=28, textColor=_INK)
        self.subtitle = ParagraphStyle("subtitle", fontName=fonts.plain, fontSize=14, leading=19, textColor=_MUTED)
        self.heading = ParagraphStyle(
            "heading", fontName=fonts.bold, fontSize=_HEADING, leading=17, spaceBefore=12, spaceAfter=5, textColor=_INK
        )
        self.body = ParagraphStyle("body", fontName=fonts.plain, fontSize=_BODY, leading=12.5, textColor=_INK)
        self.bold = ParagraphStyle("bold", parent=self.body, fontName=fonts.bold)
        self.muted = ParagraphStyle("muted", parent=self.body, textColor=_MUTED)
        self.number = ParagraphStyle("number", parent=self.muted, alignment=TA_RIGHT)
        self.seal = ParagraphStyle("seal", parent=self.body, fontName="Courier", fontSize=_SMALL, leading=11)


def _story(protocol: Protocol, styles: _Styles) -> list[Flowable]:
    headings = protocol.headings
    disputes: list[Flowable] = (
        [_lines_table(protocol.disputes, styles)]
        if protocol.disputes
        else [Paragraph(_markup(headings["no_disputes"]), styles.body)]
    )
    charts = [_chart_pair(protocol.charts[at : at + 2], styles.fonts) for at in range(0, len(protocol.charts), 2)]
    return [
        Paragraph(_markup(protocol.title), styles.title),
        Paragraph(_markup(protocol.subtitle), styles.subtitle),
        Spacer(0, 4 * mm),
        _facts_table(protocol, styles),
        Paragraph(_markup(headings["players"]), styles.heading),
        _players_table(protocol, styles),
        Paragraph(_markup(headings["disputes"]), styles.heading),
        *disputes,
        Paragraph(_markup(headings["statistics"]), styles.heading),
        Paragraph(_markup(protocol.summary), styles.muted),
        Spacer(0, 3 * mm),
        *charts,
        *(analysis_story(protocol.analysis, styles.looks(), _WIDTH) if protocol.analysis else ()),
        Paragraph(_markup(headings["lines"]), styles.heading),
        _lines_table(protocol.lines, styles),
        KeepTogether(
            [
                Paragraph(_markup(headings["seal"]), styles.heading),
                Paragraph(_markup(protocol.seal), styles.seal),
                Spacer(0, 1.5 * mm),
                Paragraph(_markup(protocol.check), styles.muted),
            ]
        ),
    ]


def _facts_table(protocol: Protocol, styles: _Styles) -> Table:
    rows = [
        [Paragraph(_markup(name), styles.muted), Paragraph(_markup(said), styles.body)] for name, said in protocol.facts
    ]
    return Table(rows, colWidths=[38 * mm, _WIDTH - 38 * mm], style=_plain(), hAlign="LEFT")


def _players_table(protocol: Protocol, styles: _Styles) -> Table:
    won = protocol.headings["won"]
    rows = [
        [
            Paragraph(_markup(name), styles.bold if wins else styles.body),
            Paragraph(_markup(colour), styles.muted),
            Paragraph(_markup(won if wins else ""), styles.bold),
        ]
        for name, colour, wins in protocol.players
    ]
    return Table(rows, colWidths=[74 * mm, 40 * mm, _WIDTH - 114 * mm], style=_ruled(), hAlign="LEFT")


def _lines_table(lines: Sequence[ProtocolLine], styles: _Styles) -> Table:
    """Lines that were taken back are struck through."""
    rows = []
    for line in lines:
        title, sentence = _markup(line.title), _markup(line.sentence)
        rows.append(
            [
                Paragraph(line.number, styles.number),
                Paragraph(
                    title if line.stands else f"<strike>{title}</strike>", styles.body if line.stands else styles.muted
                ),
                Paragraph(sentence, styles.muted),
            ]
        )
    return Table(rows, colWidths=[11 * mm, 52 * mm, _WIDTH - 63 * mm], style=_ruled(), hAlign="LEFT")


def _markup(text: str) -> str:
    """The text in the order in which reportlab draws it, its signs free of meaning."""
    return escape(drawn(text))


def _plain() -> TableStyle:
    return TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ]
    )


def _ruled() -> TableStyle:
    return TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.4, _RULE)], parent=_plain())


def _chart_pair(charts: Sequence[Chart], fonts: PaperFonts) -> Drawing:
    """Two charts beside each other."""
    height = _CHART_HEAD + _CHART_ROW * max(len(chart.bars) for chart in charts) + 4 * mm
    drawing = Drawing(_WIDTH, height)
    wide = (_WIDTH - _CHART_GAP) / 2
    for index, chart in enumerate(charts):
        _draw_chart(drawing, chart, fonts, (index * (wide + _CHART_GAP), height - 4 * mm), wide)
    return drawing


def _draw_chart(drawing: Drawing, chart: Chart, fonts: PaperFonts, corner: tuple[float, float], wide: float) -> None:
    """From its upper left corner on."""
    left, y = corner
    _write(drawing, chart.title, (left, y), wide, fonts.bold)
    y -= 1.5 * mm
    start, room = left + 0.38 * wide, 0.44 * wide
    for bar in chart.bars:
        y -= _CHART_ROW
        _write(drawing, bar.label, (left, y + 1.2 * mm), 0.36 * wide, fonts.plain)
        drawing.add(Rect(start, y + 0.6 * mm, room, 3 * mm, fillColor=_GROUND, strokeColor=None))
        if bar.share:
            drawing.add(Rect(start, y + 0.6 * mm, room * bar.share, 3 * mm, fillColor=_BAR, strokeColor=None))
        text = String(left + wide, y + 1.2 * mm, bar.text, fontName=fonts.plain, fontSize=_BODY, fillColor=_INK)
        text.textAnchor = "end"
        drawing.add(text)


def _write(drawing: Drawing, text: str, spot: tuple[float, float], room: float, font: str) -> None:
    """The part of the text that fits, in letters that become a little smaller first."""
    size, seen = _BODY, drawn(text)
    while size > 7 and stringWidth(seen, font, size) > room:
        size -= 0.5
    while len(text) > 1 and stringWidth(seen, font, size) > room:
        text = f"{text.rstrip('…')[:-1]}…"
        seen = drawn(text)
    drawing.add(String(*spot, seen, fontName=font, fontSize=size, fillColor=_INK))
