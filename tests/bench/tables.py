"""Shared parts of the benchmark programs: machine, date, medians, and writing a page."""

import hashlib
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "build" / "figures"


def machine() -> str:
    """The processor and the software that a figure was measured with."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    name = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, {datetime.now(UTC).date()}"


def sources_digest() -> str:
    """Returns a digest of the sources of reader and table that a figure was measured with; any change gives another."""
    digest = hashlib.sha256()
    for package in ("vision", "companion"):
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in (".py", ".onnx", ".toml"):
                digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def spread(values: list[float]) -> str:
    """Median and 95th percentile, as a table cell pair."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.2f} | {ordered[int(len(ordered) * 0.95)]:.2f}"


def write(name: str, text: str) -> None:
    """Keeps a page of this machine's figures; those of a release go into docs/accuracy.md and
    docs/performance.md by hand."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    (FIGURES / name).write_text(text, encoding="utf-8")
    print(f"build/figures/{name} written")
