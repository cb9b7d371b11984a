"""A game of one's own made on the tablet: another game with some switches set otherwise, as a variant file.

Law: only a sound file is written, and never over another one.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.catalogue.house_variants import FOLDER, check_tables
from companion.catalogue.shipped import SHIPPED_TABLES
from companion.model.position import Switch
from companion.open_row.catalogue import game_ids
from companion.rules.variant import Variant
from companion.rules.variant_files.file import VariantFileError, is_variant_name
from companion.system.disk.whole_file import write_whole
from companion.system.toml import parse_toml

_LONGEST: Final = 40
_OTHER: Final = re.compile(r"[^a-z0-9]+")


class OwnGameError(ValueError):
    """A game that cannot be saved; `code` is "name", "taken", "faulty" or "disk", the text one line with the reason."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def name_of(title: str) -> str:
    """Returns the file's name for a typed title; empty if it has no letter from a to z to begin with."""
    plain = unicodedata.normalize("NFKD", title.casefold().replace("ß", "ss")).encode("ascii", "ignore").decode()
    name = _OTHER.sub("_", plain).strip("_")[:_LONGEST].strip("_")
    return name if is_variant_name(name) else ""


def game_text(base: Variant, options: Mapping[str, Switch]) -> str:
    """Returns the text of a file that extends `base` and sets the switches that differ from its defaults."""
    lines = [f'extends = "{base.id}"']
    for name, value in sorted(options.items()):
        if name in base.options and value != base.options[name].default:
            lines += ["", f'[options."{name}"]', f"default = {json.dumps(value)}"]
    return "\n".join(lines) + "\n"


def save_own_game(data_folder: Path, title: str, text: str) -> str:
    """Writes the file into the folder of the house's games and returns its name.  Raises OwnGameError."""
    name = name_of(title)
    if not name:
        raise OwnGameError("name", f"{title!r} has no letter to begin a name with")
    file = data_folder / FOLDER / f"{name}.toml"
    if name in SHIPPED_TABLES or name in game_ids() or file.exists():
        raise OwnGameError("taken", f"there is a game {name} already")
    try:
        faults = check_tables(file, parse_toml(text)).faults
    except VariantFileError as error:
        faults = [str(error)]
    if faults:
        raise OwnGameError("faulty", faults[0])
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
    except OSError as error:
        raise OwnGameError("disk", str(error.strerror)) from error
    return name
