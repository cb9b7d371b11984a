"""The example of docs/reference/formats/position.md, in both of its forms."""

import json
from pathlib import Path
from typing import Any, Final

_PAGE = (Path(__file__).parents[2] / "docs/reference/formats/position.md").read_text(encoding="utf-8")

EXAMPLE: Final[dict[str, Any]] = json.loads(_PAGE.partition("```json")[2].partition("```")[0])
LINE: Final = _PAGE.partition("## A position on one line")[2].split("```")[1].strip()
