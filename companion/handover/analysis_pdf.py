"""The coach's review of a game on paper: the curve of chances with its turning points, luck and play."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple

from reportlab.graphics.shapes import Circle, Drawing, Line, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer, Table, TableStyle

from companion.coach.face import AnalysisFace, Curve, SheetRow
from companion.handover.paper_fonts import PaperFonts
from companion.looks.colours import INK, PAWNS, REPORT
from companion.writing.drawn import drawn

_INK = HexColor(INK)
_MUTED, _RULE, _GROUND, _MARK = (HexColor(REPORT[name]) for name in ("muted", "rule", "ground", "mark"))
_HIGH: Final = 42 * mm
_LEGEND: Final = 7 * mm
_AXIS: Final = 10 * mm
_SMALL: Final = 8
#: The least distance of the numbers over the curve, in parts of its width.
_APART: Final = 0.03


class AnalysisLooks(NamedTuple):
    """The text styles of the protocol."""

    fonts: PaperFonts
    heading: ParagraphStyle
    body: ParagraphStyle
    muted: ParagraphStyle
    number: ParagraphStyle


def analysis_story(face: AnalysisFace, looks: AnalysisLooks, width: float) -> list[Flowable]:
    """The section of the protocol."""
    points: Flowable = (
        _points_table(face, looks, width) if face.points else Paragraph(_markup(face.no_points), looks.body)
    )
    return [
        KeepTogether([Paragraph(_markup(face.title), looks.heading), _curves(face, looks.fonts, width)]),
        KeepTogether([Paragraph(_markup(face.points_title), looks.heading), points]),
        KeepTogether(
            [
                Paragraph(_markup(face.played_title), looks.heading),
                _sheet(face.team_heads, face.teams, looks, width),
                Spacer(0, 3 * mm),
                _sheet(face.player_heads, face.players, looks, width),
            ]
        ),
    ]


def _curves(face: AnalysisFace, fonts: PaperFonts, width: float) -> Drawing:
    """Each team in the colour of its first player; turning points are numbered by their plays."""
    drawing = Drawing(width, _HIGH + _LEGEND + 8 * mm)
    left, base, room = _AXIS, _LEGEND, width - _AXIS - 4 * mm
    drawing.add(Rect(left, base, room, _HIGH, fillColor=_GROUND, strokeColor=None))
    for share in (0.0, 0.5, 1.0):
        y = base + share * _HIGH
        drawing.add(Line(left, y, left + room, y, strokeColor=_RULE, strokeWidth=0.5))
        _write(drawing, f"{share:.0%}", (left - 1.5 * mm, y - 2.5), fonts, anchor="end")
    labelled = -1.0
    for point in face.points:
        x = left + point.at * room
        drawing.add(Line(x, base, x, base + _HIGH, strokeColor=_MARK, strokeWidth=0.7, strokeDashArray=[2, 2]))
        # numbers that would lie over each other stand in the table alone
        if point.at - labelled < _APART:
            continue
        labelled = point.at
        _write(drawing, point.number, (x, base + _HIGH + 1.5 * mm), fonts, anchor="middle")
    for index, curve in enumerate(face.curves):
        _draw_curve(drawing, curve, (left, base), room)
        at = left + index * room / max(1, len(face.curves))
        drawing.add(
            Circle(at + 1.5 * mm, 1.5 * mm, 1.4 * mm, fillColor=_colour(curve), strokeColor=_INK, strokeWidth=0.4)
        )
        _write(drawing, drawn(curve.name), (at + 4.5 * mm, 0.4 * mm), fonts)
    return drawing


def _draw_curve(drawing: Drawing, curve: Curve, corner: tuple[float, float], room: float) -> None:
    last = max(1, len(curve.chances) - 1)
    way = [(corner[0] + at / last * room, corner[1] + chance * _HIGH) for at, chance in enumerate(curve.chances)]
    # an edge, so that a light colour shows on paper
    for colour, wide in ((_INK, 1.9), (_colour(curve), 1.2)):
        for before, after in pairwise(way):
            drawing.add(Line(*before, *after, strokeColor=colour, strokeWidth=wide, strokeLineCap=1))


def _colour(curve: Curve) -> HexColor:
    return HexColor(PAWNS[curve.colour].fill) if curve.colour in PAWNS else _MUTED


def _write(drawing: Drawing, text: str, spot: tuple[float, float], fonts: PaperFonts, anchor: str = "start") -> None:
    said = String(*spot, text, fontName=fonts.plain, fontSize=_SMALL, fillColor=_INK)
    said.textAnchor = anchor
    drawing.add(said)


def _points_table(face: AnalysisFace, looks: AnalysisLooks, width: float) -> Table:
    rows = [
        [
            Paragraph(point.number, looks.number),
            Paragraph(_markup(point.title), looks.body),
            Paragraph(_markup(point.sentence), looks.muted),
        ]
        for point in face.points
    ]
    return Table(rows, colWidths=[11 * mm, 52 * mm, width - 63 * mm], style=_ruled(), hAlign="LEFT")


def _sheet(heads: Sequence[str], rows: Sequence[SheetRow], looks: AnalysisLooks, width: float) -> Table:
    """Numbers in columns; the first column names their owner."""
    first = 62 * mm
    each = (width - first) / max(1, len(heads))
    cells = [[Paragraph("", looks.muted), *(Paragraph(_markup(head), looks.number) for head in heads)]]
    cells += [
        [Paragraph(_markup(row.name), looks.body), *(Paragraph(number, looks.number) for number in row.numbers)]
        for row in rows
    ]
    return Table(cells, colWidths=[first, *(each,) * len(heads)], style=_ruled(), hAlign="LEFT")


def _ruled() -> TableStyle:
    return TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, _RULE),
        ]
    )


def _markup(text: str) -> str:
    return escape(drawn(text))
