"""Plugins written into a folder as a package manager would install them: a package and its dist-info."""

from pathlib import Path


def install(folder: Path, group: str, name: str, source: str) -> None:
    """A package `plugin_NAME` with `source`, whose PLUGIN is the entry point `name` of `group`."""
    package = folder / f"plugin_{name}"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(source, encoding="utf-8")
    info = folder / f"plugin_{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: plugin-{name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = plugin_{name}:PLUGIN\n", encoding="utf-8")
