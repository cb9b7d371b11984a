"""All modules of a page as one script, for a page that is saved as one file: a browser loads no module from a disk.

It reads the style of our own modules, and refuses anything else: imports stand at the beginning, one a line and by
name, and only functions, classes and constants are exported.
"""

import posixpath
import re
from collections.abc import Mapping
from typing import Final

_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "(\.{1,2}/[\w./-]+)";\n', re.M)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.M)
_UNKNOWN: Final = re.compile(r"^(import|export)\b.*", re.M)


def one_script(modules: Mapping[str, str], entry: str) -> str:
    """Returns the script of `entry` and of all that it imports; `modules` are texts by path.

    Raises ValueError for a module that is not there or written otherwise, and for modules that import each other.
    """
    order: list[str] = []
    _gather(modules, entry, order, ())
    numbers = {path: number for number, path in enumerate(order)}
    return "".join(_wrapped(modules[path], path, numbers) for path in order)


def _gather(modules: Mapping[str, str], path: str, order: list[str], above: tuple[str, ...]) -> None:
    """Adds the module to `order`, after its imports."""
    if path in above:
        raise ValueError(f"{path} imports itself by way of {above[-1]}")
    if path not in modules:
        raise ValueError(f"there is no module {path}")
    if path in order:
        return
    for found in _IMPORT.finditer(modules[path]):
        _gather(modules, _target(path, found[2]), order, (*above, path))
    order.append(path)


def _target(path: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))


def _wrapped(text: str, path: str, numbers: Mapping[str, int]) -> str:
    """Returns the module in a scope of its own, which returns its exports."""
    exported = ", ".join(found[2] for found in _EXPORT.finditer(text))
    body = _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = module{numbers[_target(path, found[2])]};\n", text)
    body = _EXPORT.sub(r"\1 \2", body)
    if strange := _UNKNOWN.search(body):
        raise ValueError(f"{path}: {strange[0]!r} is not written as one script needs it")
    return f"const module{numbers[path]} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"
