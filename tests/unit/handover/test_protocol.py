"""The protocol of a game: everything is in it, in every language, and its pages are whole."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby

import pypdfium2
import pytest
from gallery.history_views import finished_game, played_course
from words_for_tests import WORDING

from companion.handover.protocol import Protocol, make_protocol
from companion.handover.protocol_pdf import protocol_pdf
from companion.history.course import LineKind
from companion.session import events as ev
from companion.texts import LANGUAGES
from companion.writing.bidi import in_visual_order, isolated
from companion.writing.drawn import drawn
from companion.writing.fonts import unknown_letters

SEAL = "9c1185a5c5e9fc54612808977ee8f548b2258d31a8e5f4e8d1f1a5c0b2a7d3e4"


@cache
def protocol(language: str) -> Protocol:
    return make_protocol(finished_game(), played_course(), SEAL, WORDING, language)


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paper_says_what_the_protocol_says(language: str) -> None:
    made = protocol(language)
    written = re.sub(r"\s+", "", text_of(protocol_pdf(made)))
    said = [made.title, made.subtitle, made.summary, made.check, made.seal, *made.headings.values()]
    said = [text for text in said if "{" not in text and text != made.headings["no_disputes"]]
    said += [text for line in made.lines for text in (line.title, line.sentence)]
    said += [text for chart in made.charts for text in (chart.title, *(bar.text for bar in chart.bars))]
    missing = [text for text in said if re.sub(r"\s+", "", text) not in written]
    assert missing == []


def test_every_line_and_every_dispute_is_there_with_its_ruling() -> None:
    made, course = protocol("en"), played_course()
    assert len(made.lines) == len(course.lines)
    (refused,) = [event for event in course.events if isinstance(event, ev.PlayRefused)]
    (dispute,) = made.disputes
    assert refused.reasons[0].ruling in dispute.sentence
    void = [line for line in course.lines if not line.stands]
    assert void
    assert sum(not line.stands for line in made.lines) == len(void)
    plays = [said for line, said in zip(course.lines, made.lines, strict=True) if line.kind is LineKind.PLAY]
    assert all(said.sentence for said in plays)


def test_a_game_without_dispute_says_so() -> None:
    quiet = replace(protocol("en"), disputes=())
    assert quiet.headings["no_disputes"] in text_of(protocol_pdf(quiet)).replace("\r\n", " ")


@pytest.mark.parametrize("name", ["<b>Anna</b> & <i>", "Ἀθηνᾶ", "Дмитрий", "&#x41;<br/>", "x" * 40, "W " * 20])
def test_any_name_is_written_as_it_is(name: str) -> None:
    made = replace(protocol("en"), players=((name, "red", True),))
    assert re.sub(r"\s+", "", name) in re.sub(r"\s+", "", text_of(protocol_pdf(made)))


@pytest.mark.parametrize("name", ["小明", "अमित", "Anna 😀", "Léa-Zoë 日本"])
def test_a_name_that_the_font_lacks_never_prints_as_boxes(name: str) -> None:
    made = protocol("de")
    bars = replace(made.charts[0], bars=(replace(made.charts[0].bars[0], label=name),))
    line = replace(made.lines[0], title=name, sentence=name)
    named = replace(made, players=((name, "red", True),), facts=(("", name),), charts=(bars,), lines=(line,))
    written = text_of(protocol_pdf(named))
    assert unknown_letters(written) == ""
    assert re.sub(r"\s+", "", written).count(re.sub(r"\s+", "", drawn(name))) == 5


@pytest.mark.parametrize("name", ["דנה 2", "محمد (B)", "צלאח الدين"])
def test_a_name_from_right_to_left_is_written_so_wherever_it_stands(name: str) -> None:
    made = protocol("de")
    bars = replace(made.charts[0], bars=(replace(made.charts[0].bars[0], label=name),))
    line = replace(made.lines[0], title=f"{isolated(name)} · König")
    written = "".join(
        drawn_on(protocol_pdf(replace(made, players=((name, "red", True),), charts=(bars,), lines=(line,))))
    )
    seen = re.sub(r"\s", "", unicodedata.normalize("NFKC", in_visual_order(name)))
    assert written.count(seen) == 3
    assert f"{seen}·König" in written


def drawn_on(pdf: bytes) -> Iterator[str]:
    """Each line of the first page as its letters lie on the paper, from left to right."""
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    letters = [(*page.get_charbox(at, loose=True), page.get_text_range(at, 1)) for at in range(page.count_chars())]
    placed = sorted((round(bottom), left, letter) for left, bottom, _, _, letter in letters if letter.strip())
    for _, line in groupby(placed, key=lambda each: each[0]):
        yield unicodedata.normalize("NFKC", "".join(letter for _, _, letter in line))


def test_the_same_game_is_the_same_file() -> None:
    assert protocol_pdf(protocol("de")) == protocol_pdf(protocol("de"))
