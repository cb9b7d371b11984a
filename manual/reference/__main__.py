"""`python -m manual.reference`: rewrites the generated parts of the committed pages and names the changed pages."""

from manual.developers import ROOT
from manual.reference.parts import renewed, stale_pages


def renew() -> list[str]:
    """Rewrites every stale page and returns their paths relative to the repository."""
    changed = stale_pages(ROOT)
    for page in changed:
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
    return [page.relative_to(ROOT).as_posix() for page in changed]


if __name__ == "__main__":
    print("\n".join(f"renewed {name}" for name in renew()) or "every generated part is up to date")
