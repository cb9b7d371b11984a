#!/bin/sh
# ffmpeg writes a WebVTT caption with braces or a backslash otherwise than it reads it, although both are plain there.
. "$(dirname "$0")/../common.sh"
debian ffmpeg ffmpeg
packages
python - <<'END'
import subprocess

from common import folder, report


def written(caption, form):
    """Returns the lines of the caption in a file of this form, as ffmpeg makes it."""
    (folder() / "caption.vtt").write_text(f"WEBVTT\n\n00:00.000 --> 00:02.000\n{caption}\n")
    order = ["ffmpeg", "-v", "error", "-i", "caption.vtt", "-f", form, "-"]
    done = subprocess.run(order, cwd=folder(), check=True, capture_output=True, text=True)
    return done.stdout.split("-->")[1].split("\n", 1)[1].split("\n\n")[0].splitlines()


version = subprocess.run(["ffmpeg", "-version"], check=True, capture_output=True, text=True).stdout.split()[2]
plain = [written("(Ben) wins", form) for form in ("webvtt", "srt")]
braces = [written("{Ben} wins", form) for form in ("webvtt", "srt")]
broken = written(r"C:\New", "webvtt")
report(
    versions=f"ffmpeg {version}",
    expected="the caption as it was, for WebVTT has no mark-up with braces or backslashes",
    seen=f"as WebVTT and as SubRip: (Ben) wins is written {plain}, {{Ben}} wins {braces}; C:\\New as WebVTT {broken}",
    matters="a name gets backslashes, or falls into two lines, when captions are put into the file of a film",
    holds=plain == [["(Ben) wins"]] * 2 and braces == [["\\{Ben\\} wins"]] * 2 and broken == ["C:", "ew"],
)
END
