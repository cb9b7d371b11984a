"""The test of a table in words: the placements to lay, the results, the remedies, in every language."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from babel.dates import format_date
from babel.numbers import format_percent

from companion.certification.certificate import Certificate, Change, Share
from companion.certification.comparison import PlacementResult, SpotResult
from companion.certification.grade import Grade
from companion.certification.kennels import KennelFill
from companion.certification.placements import AskedPlacement, Difficulty
from companion.certification.table import TableUnderTest
from companion.model.places import KENNEL, OFF, Place
from companion.model.position import Position
from companion.rules.rules import Rules
from companion.views.wording.sentences import Wording

_CONTEXT: Final = "certification"
#: The largest number of places in one sentence.
NAMED: Final = 6
#: The digits of a percentage.
_DIGITS: Final = "0.0\u00a0%"


class CertificationWording:
    """Sentences in one language about the test of one table."""

    def __init__(self, wording: Wording, language: str) -> None:
        self._wording = wording
        self._language = language
        self._words = wording[language]
        self._texts = self._words[_CONTEXT]

    def name(self, difficulty: Difficulty) -> str:
        """The name of a placement's difficulty."""
        return self._texts[f"difficulty.{difficulty}"]

    def count(self, result: PlacementResult) -> str:
        """The result of one placement, under its name."""
        read = self._texts["read"].format(wrong=result.wrong, asked=result.asked, spots=len(result.spots))
        text = read if result.was_read else self._texts["unread"]
        return self._line("named", name=self.name(result.difficulty), text=text)

    @property
    def press_enter(self) -> str:
        return self._texts["enter"]

    def lines(self, table: TableUnderTest, asked: AskedPlacement, rules: Rules, position: Position) -> Iterator[str]:
        """The placement to lay, a line for each colour; then the neutral figures and the disc."""
        if not _is_bare(asked):
            for seat in table.seats:
                yield self._line(
                    "seat", colour=self._colour(table, seat), places=self._places(table, asked, rules, position, seat)
                )
        yield from self.besides(table, asked, rules, position)

    def besides(self, table: TableUnderTest, asked: AskedPlacement, rules: Rules, position: Position) -> Iterator[str]:
        """The tasks beside laying the pawns: a bare board, the neutral figures, the disc."""
        if _is_bare(asked):
            yield self._texts["nobody"]
        for name in table.figures:
            field = asked.placement.extra(name)
            places = self._place(rules, position, table, OFF if field is None else Place(field), None)
            yield self._line(name, places=places)
        stop = asked.placement.extra("wheel")
        if stop is not None:
            yield self._texts[f"wheel.{stop}"]

    def look_again(self, table: TableUnderTest, result: PlacementResult, rules: Rules, position: Position) -> str:
        """The spots that were not read as expected, and for certain, so that people check them."""
        named = dict.fromkeys(self._spot(table, spot, rules, position) for spot in result.doubted)
        return self._line("look_again", places="; ".join(list(named)[:NAMED]))

    def tested(self, certificate: Certificate) -> str:
        """The date of the test, and its grade."""
        day = format_date(date.fromisoformat(certificate.made), format="long", locale=self._language)
        return self._line("tested", date=day, grade=self.grade(certificate.grade))

    def result(self, certificate: Certificate) -> Iterator[str]:
        """The grade and its meaning, the shares and their limits, and the cures."""
        yield self._line("named", name=self.grade(certificate.grade), text=self.meaning(certificate.grade))
        yield from self.shares(certificate)
        yield from self.cures(certificate)

    def meaning(self, grade: Grade) -> str:
        """The meaning of this grade for people."""
        return self._texts[f"meaning.{grade}"]

    def shares(self, certificate: Certificate) -> Iterator[str]:
        """The shares that were misread and uncertain, and their limits in a game."""
        yield self._share("wrong", certificate.wrong)
        yield self._share("asked", certificate.asked)

    def grade(self, grade: Grade) -> str:
        return self._texts[f"grade.{grade}"]

    def cures(self, certificate: Certificate) -> Iterator[str]:
        """The reasons why the grade is no better and their cures, the cheapest first; nothing for gold."""
        if certificate.grade is not Grade.GOLD:
            yield from (self._texts[f"cure.{cause}"] for cause in certificate.causes)

    def kept(self, file: str) -> str:
        """The path of the certificate."""
        return self._line("kept", file=file)

    def change(self, change: Change) -> str:
        """One word on whether the table is still the certified one, and why."""
        return self._texts[f"check.{change}"]

    def _places(self, table: TableUnderTest, asked: AskedPlacement, rules: Rules, position: Position, seat: int) -> str:
        row = [place for place in asked.placement.pawns[seat] if place != KENNEL]
        named = [self._place(rules, position, table, place, seat) for place in row]
        fill = asked.kennels[seat]
        return "; ".join([*named, *([self._kennel(fill, table, seat)] if fill.slots else [])])

    def _spot(self, table: TableUnderTest, spot: SpotResult, rules: Rules, position: Position) -> str:
        place = self._place(rules, position, table, spot.place, spot.owner)
        return (
            place
            if spot.owner is None
            else self._texts["seat"].format(colour=self._colour(table, spot.owner), places=place)
        )

    def _colour(self, table: TableUnderTest, seat: int) -> str:
        return self._words["colours"].get(f"{table.colours[seat]}.pawn", table.colours[seat])

    def _kennel(self, fill: KennelFill, table: TableUnderTest, seat: int) -> str:
        if len(fill.slots) == len(table.profile.kennel[table.sectors[seat]]):
            return self._texts["kennel.all"]
        return self._line(f"kennel.{fill.side}", count=len(fill.slots))

    def _place(self, rules: Rules, position: Position, table: TableUnderTest, place: Place, owner: int | None) -> str:
        at = self._wording.place_text(rules, place, position, table.colours, owner)
        return at[self._language]

    def _share(self, name: str, share: Share) -> str:
        ends = {key: self._percent(getattr(share, key)) for key in ("share", "high")}
        return self._line(name, **ends)

    def _percent(self, share: float) -> str:
        return str(format_percent(share, format=_DIGITS, locale=self._language))

    def _line(self, message: str, **values: object) -> str:
        line = self._texts[message].format(**values)
        return line[:1].upper() + line[1:]


def _is_bare(asked: AskedPlacement) -> bool:
    """Whether the board is to be free of pawns."""
    return all(place == OFF for row in asked.placement.pawns for place in row)
