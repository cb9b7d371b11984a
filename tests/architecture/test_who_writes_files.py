"""Files of a family have one owner of how they are written (`companion/system/disk/whole_file.py`)."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Calls that write files themselves: files without a secret, or files of the system.
WRITES_OTHERS = {
    "companion/system/disk/whole_file.py": "the owner",
    "companion/system/power.py": "the light behind the screen",
    "companion/store/folder_lock.py": "a process id",
    "companion/store/health_log.py": "lines that name no device, added one by one",
    "companion/store/record_file.py": "a copy for itself, in a folder of its own",
    "companion/backup/exchange.py": "nothing: it only waits until files are on the disk",
    "companion/sensors/recorder.py": "a recording, in the folder that somebody named",
    "companion/preparation/table_test/kept.py": "a recording, in the folder that somebody named",
    "companion/board/outlines.py": "a shipped board, by its maker",
    "companion/publishers/clips/folder.py": "a film that was made",
    "companion/publishers/clips/clips.py": "a frame of a film that is being made",
    "companion/publishers/clips/encoder.py": "what the encoder says",
    "companion/web/pages/copy.py": "the page for a web server",
    "companion/programs/process.py": "what a child says",
    "companion/director/chapter_files.py": "chapters beside a film",
    "ui/card_aid.py": "a drawing of cards",
    "ui/sound.py": "tones",
}


#: A source without any of these writes nothing.
WORDS = re.compile("write_|copyfile|mkstemp|open\\(")


def writes(tree: ast.Module) -> bool:
    """Whether it writes a file, or puts one in place of another, by itself."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if name in ("write_bytes", "write_text", "copyfile", "mkstemp"):
            return True
        # path.open(mode), or open(path, mode)
        mode = node.args[isinstance(node.func, ast.Name) :][:1]
        if name == "open" and mode and isinstance(mode[0], ast.Constant) and set(str(mode[0].value)) & set("wax+"):
            return True
    return False


def test_no_other_module_writes_files_of_a_family() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for package in ("companion", "ui")
        for path in (ROOT / package).rglob("*.py")
        if WORDS.search(text := path.read_text(encoding="utf-8")) and writes(ast.parse(text))
    }
    assert found - set(WRITES_OTHERS) == set()
    assert set(WRITES_OTHERS) - found - {"companion/system/disk/whole_file.py"} == set()
