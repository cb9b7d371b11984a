"""Every file that goes to other programs is read in a test by a program that nobody here wrote."""

from pathlib import Path

from companion.handover.exports import ExportKind

TESTS = Path(__file__).resolve().parents[1]
#: The reader, and the tests in which it reads.
READERS = {
    ExportKind.PROTOCOL: ("pypdfium2", "unit/handover/test_protocol.py"),
    ExportKind.PICTURE: ("PIL", "unit/handover/test_result_picture.py"),
    ExportKind.BGG: ("boardgamegeek", "unit/handover/test_read_by_bgg_api.py"),
    ExportKind.SHEET: ("ssconvert", "unit/handover/test_read_by_gnumeric.py"),
    ExportKind.REPLAY: ("Spectator", "e2e/pages/test_replay_page.py"),
    ExportKind.CAPTIONS: ("ffprobe", "unit/handover/test_captions.py"),
    # a list in words for people, which no program reads; its form is what video sites ask for
    ExportKind.CHAPTERS: ("CHAPTER.fullmatch", "unit/handover/test_captions.py"),
    "code for BG Stats": ("read_code", "unit/handover/test_bg_stats.py"),
    "sheet of an evening": ("pypdfium2", "e2e/evening/test_tablet_tonight.py"),
    "analysis": ("pypdfium2", "unit/handover/test_analysis_handed_over.py"),
    "boards and markers to print": ("pypdfium2", "unit/board/test_prints.py"),
    "backup": ("zipfile", "integration/record/test_backup_program.py"),
    "films": ("ffprobe", "integration/pages/test_clips.py"),
}


def test_every_export_has_a_reader_that_nobody_here_wrote() -> None:
    assert set(ExportKind) <= set(READERS)
    for export, (reader, test) in READERS.items():
        assert reader in (TESTS / test).read_text(encoding="utf-8"), export
