"""A protocol on paper: A4 pages with a head, tables that go on over pages, and bars."""

from collections.abc import Sequence

from reportlab.graphics.shapes import Drawing, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer, Table

from companion.handover.analysis_pdf import analysis_story
from companion.handover.paper import BODY, DARK, WIDTH, PaperStyles, markup, pages_of, plain, ruled
from companion.handover.paper_fonts import PaperFonts, paper_fonts
from companion.handover.protocol import Protocol, ProtocolLine
from companion.history.charts import Chart
from companion.looks.colours import REPORT
from companion.writing.drawn import drawn

_GROUND, _BAR = (HexColor(REPORT[name]) for name in ("ground", "mark"))
_CHART_GAP, _CHART_ROW, _CHART_HEAD = 8 * mm, 5 * mm, 7 * mm


def protocol_pdf(protocol: Protocol) -> bytes:
    """The protocol as a PDF file."""
    styles = PaperStyles(paper_fonts())
    return pages_of(
        _story(protocol, styles),
        styles,
        title=f"{protocol.title}: {protocol.subtitle}",
        foot=f"{protocol.title} · {protocol.subtitle} · {protocol.seal[:16]}",
        page=protocol.headings["page"],
    )


def _story(protocol: Protocol, styles: PaperStyles) -> list[Flowable]:
    headings = protocol.headings
    disputes: list[Flowable] = (
        [_lines_table(protocol.disputes, styles)]
        if protocol.disputes
        else [Paragraph(markup(headings["no_disputes"]), styles.body)]
    )
    charts = [_chart_pair(protocol.charts[at : at + 2], styles.fonts) for at in range(0, len(protocol.charts), 2)]
    return [
        Paragraph(markup(protocol.title), styles.title),
        Paragraph(markup(protocol.subtitle), styles.subtitle),
        Spacer(0, 4 * mm),
        _facts_table(protocol, styles),
        Paragraph(markup(headings["players"]), styles.heading),
        _players_table(protocol, styles),
        Paragraph(markup(headings["disputes"]), styles.heading),
        *disputes,
        Paragraph(markup(headings["statistics"]), styles.heading),
        Paragraph(markup(protocol.summary), styles.muted),
        Spacer(0, 3 * mm),
        *charts,
        *(analysis_story(protocol.analysis, styles.looks(), WIDTH) if protocol.analysis else ()),
        Paragraph(markup(headings["lines"]), styles.heading),
        _lines_table(protocol.lines, styles),
        KeepTogether(
            [
                Paragraph(markup(headings["seal"]), styles.heading),
                Paragraph(markup(protocol.seal), styles.seal),
                Spacer(0, 1.5 * mm),
                Paragraph(markup(protocol.check), styles.muted),
            ]
        ),
    ]


def _facts_table(protocol: Protocol, styles: PaperStyles) -> Table:
    rows = [
        [Paragraph(markup(name), styles.muted), Paragraph(markup(said), styles.body)] for name, said in protocol.facts
    ]
    return Table(rows, colWidths=[38 * mm, WIDTH - 38 * mm], style=plain(), hAlign="LEFT")


def _players_table(protocol: Protocol, styles: PaperStyles) -> Table:
    won = protocol.headings["won"]
    rows = [
        [
            Paragraph(markup(name), styles.bold if wins else styles.body),
            Paragraph(markup(colour), styles.muted),
            Paragraph(markup(won if wins else ""), styles.bold),
        ]
        for name, colour, wins in protocol.players
    ]
    return Table(rows, colWidths=[74 * mm, 40 * mm, WIDTH - 114 * mm], style=ruled(), hAlign="LEFT")


def _lines_table(lines: Sequence[ProtocolLine], styles: PaperStyles) -> Table:
    """Lines that were taken back are struck through."""
    rows = []
    for line in lines:
        title, sentence = markup(line.title), markup(line.sentence)
        rows.append(
            [
                Paragraph(line.number, styles.number),
                Paragraph(
                    title if line.stands else f"<strike>{title}</strike>", styles.body if line.stands else styles.muted
                ),
                Paragraph(sentence, styles.muted),
            ]
        )
    return Table(rows, colWidths=[11 * mm, 52 * mm, WIDTH - 63 * mm], style=ruled(), hAlign="LEFT")


def _chart_pair(charts: Sequence[Chart], fonts: PaperFonts) -> Drawing:
    """Two charts beside each other."""
    height = _CHART_HEAD + _CHART_ROW * max(len(chart.bars) for chart in charts) + 4 * mm
    drawing = Drawing(WIDTH, height)
    wide = (WIDTH - _CHART_GAP) / 2
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
        text = String(left + wide, y + 1.2 * mm, bar.text, fontName=fonts.plain, fontSize=BODY, fillColor=DARK)
        text.textAnchor = "end"
        drawing.add(text)


def _write(drawing: Drawing, text: str, spot: tuple[float, float], room: float, font: str) -> None:
    """The part of the text that fits, in letters that become a little smaller first."""
    size, seen = BODY, drawn(text)
    while size > 7 and stringWidth(seen, font, size) > room:
        size -= 0.5
    while len(text) > 1 and stringWidth(seen, font, size) > room:
        text = f"{text.rstrip('…')[:-1]}…"
        seen = drawn(text)
    drawing.add(String(*spot, seen, fontName=font, fontSize=size, fillColor=DARK))
