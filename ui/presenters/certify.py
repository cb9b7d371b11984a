"""The screen of the camera's test, made from the progress of the test."""

from dataclasses import dataclass
from typing import Final

from companion.certification.certificate import Certificate, Change
from companion.certification.comparison import Part, PlacementResult, SpotResult
from companion.certification.grade import Grade
from companion.certification.placements import TWELVE, AskedPlacement, start_placement
from companion.certification.progress import Phase, Progress
from companion.certification.table import TableUnderTest
from companion.certification.wording import CertificationWording
from companion.model.places import KENNEL
from companion.views.wording.sentences import Wording
from ui.i18n import Words
from ui.ports import TableTest
from ui.presenters.banner import Banner, stopped_banner
from ui.presenters.spots import Spot

_GRADES: Final = {
    Grade.GOLD: ("legal", "trophy"),
    Grade.SILVER: ("legal", "check"),
    Grade.BRONZE: ("unclear", "warning"),
    Grade.TAP: ("illegal", "cross"),
}


@dataclass(frozen=True, slots=True)
class PlacementLine:
    """The result of one placement; `icon` shows the same at a glance."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CertifyFace:
    """`page` is `lay` or `result`; `number` is that of the placement.

    `details` stand below the heading, a line each; `button` is empty while there is nothing to tap.  `asked` is drawn
    on the board, with a ring round each of `picks`; `lines` are those of the placements that were read.
    """

    page: str
    number: str
    heading: str
    details: tuple[str, ...]
    banner: Banner
    button: str = ""
    asked: AskedPlacement
    picks: tuple[Spot, ...] = ()
    lines: tuple[PlacementLine, ...] = ()
    cures: tuple[str, ...] = ()

    @property
    def explanation(self) -> str:
        """All details, one below the other."""
        return "\n".join(self.details)


def certify_face(test: TableTest, words: Words, wording: Wording) -> CertifyFace:
    """The placement to lay, or the result."""
    progress, said = test.progress, CertificationWording(wording, words.language)
    if progress.certificate is not None:
        return _result(test, progress, progress.certificate, words, said)
    if progress.change is not None:
        return _checked(test, progress.change, words, said)
    asked = progress.asked or start_placement(test.table)
    return CertifyFace(
        page="lay",
        number=words.text("certify.number", number=progress.number, count=len(TWELVE)),
        heading=said.name(asked.difficulty),
        details=tuple(said.besides(test.table, asked, test.rules, test.position)),
        banner=_banner(progress, words),
        button=_button(progress, words),
        asked=asked,
        picks=_picks(test, progress.doubted),
    )


def _result(
    test: TableTest, progress: Progress, certificate: Certificate, words: Words, said: CertificationWording
) -> CertifyFace:
    tone, icon = _GRADES[certificate.grade]
    kept = (words.text("certify.kept", folder=progress.folder),) if progress.folder else ()
    return CertifyFace(
        page="result",
        number="",
        heading=words.text("certify.result"),
        details=(*said.shares(certificate), *kept),
        banner=Banner(tone, icon, said.grade(certificate.grade), said.meaning(certificate.grade)),
        button=words.text("certify.again"),
        asked=start_placement(test.table),
        lines=tuple(PlacementLine(_icon(result), said.count(result)) for result in progress.results),
        cures=tuple(said.cures(certificate)),
    )


def _checked(test: TableTest, change: Change, words: Words, said: CertificationWording) -> CertifyFace:
    """The result of the check before a game: one word, and the reason."""
    word, _, reason = said.change(change).partition(":")
    why = reason.strip()
    tone, icon = ("legal", "check") if change is Change.NONE else ("unclear", "warning")
    return CertifyFace(
        page="result",
        number="",
        heading=words.text("certify.result"),
        details=(),
        banner=Banner(tone, icon, word.strip(), why[:1].upper() + why[1:]),
        button=words.text("certify.on"),
        asked=start_placement(test.table),
    )


def _banner(progress: Progress, words: Words) -> Banner:
    if progress.fault:
        return stopped_banner(words, "certify", progress.fault)
    if progress.phase is Phase.LOOK_AGAIN:
        return Banner("unclear", "eye", words.text("certify.look"), words.text("certify.look.help"))
    if progress.phase is Phase.READ:
        hindered = "" if progress.hindrance is None else words.text(f"certify.hindered.{progress.hindrance}")
        return Banner("calm", "wait", words.text("certify.read"), hindered or words.text("certify.read.help"))
    return Banner("calm", "amend", words.text("certify.lay"), words.text("certify.lay.help"))


def _button(progress: Progress, words: Words) -> str:
    if progress.fault:
        return words.text("certify.retry")
    return "" if progress.phase is Phase.READ else words.text("certify.laid")


def _picks(test: TableTest, doubted: PlacementResult | None) -> tuple[Spot, ...]:
    spots = () if doubted is None else doubted.doubted
    return tuple(_spot(test.table, spot) for spot in spots if spot.part is not Part.WHEEL)


def _spot(table: TableUnderTest, found: SpotResult) -> Spot:
    """The spot of the board for a spot of the test; a place of a kennel by its number in it."""
    if found.part is not Part.KENNEL or found.owner is None:
        return Spot(found.owner, found.place)
    return Spot(found.owner, KENNEL, table.profile.kennel[table.sectors[found.owner]].index(found.at))


def _icon(result: PlacementResult) -> str:
    if not result.was_read:
        return "cross"
    return "warning" if result.wrong else "question" if result.asked else "check"
