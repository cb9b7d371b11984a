"""`python -m manual FOLDER`: builds all sites into the folder; without a network, but with the packages of `[docs]`."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.system import signals
from manual.check import faults_of
from manual.pages import MANUALS, TextError
from manual.sites import build_developers_site, build_family_site, write_entrance


def main(arguments: list[str]) -> int:
    """Returns the exit status: 0 done, 1 for a faulty text or link, 2 for unusable arguments."""
    if len(arguments) != 1:
        print("usage: python -m manual FOLDER", file=sys.stderr)
        return 2
    site = Path(arguments[0]).resolve()
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="pawtrack-manual-") as work:
        try:
            build(Path(work), site)
        except TextError as error:
            print(f"manual: {error}", file=sys.stderr)
            return 1
        except subprocess.CalledProcessError as error:
            return error.returncode
    faults = faults_of(site)
    print("\n".join(faults) or f"{sum(1 for _ in site.rglob('*.html'))} pages: open {site / 'index.html'}")
    return 1 if faults else 0


def build(work: Path, site: Path) -> None:
    """Builds the developers' pages while two processes draw the pictures, then the pages that show them."""
    pictures = work / "pictures"
    half = len(MANUALS) // 2
    drawing = [
        subprocess.Popen((sys.executable, "-m", "manual.pictures", str(pictures), *languages))
        for languages in (MANUALS[:half], MANUALS[half:])
    ]
    try:
        build_developers_site(work, site)
        for process in drawing:
            if process.wait():
                raise subprocess.CalledProcessError(process.returncode, "manual.pictures")
    finally:
        for process in drawing:
            process.kill()
    for language in MANUALS:
        build_family_site(language, pictures, work, site)
    write_entrance(site)


if __name__ == "__main__":
    signals.begin()
    sys.exit(main(sys.argv[1:]))
