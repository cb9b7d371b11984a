# The set-up of every finding, read by its first line.  Public packages go into a folder that is deleted at the end.
# Exit codes of a finding: 0 the fact holds, 1 it does not hold any more, 2 it cannot be tried here.
set -eu
FINDINGS=$(cd "$(dirname "$0")" && while [ ! -f common.sh ]; do cd ..; done && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export WORK PYTHONPATH="$FINDINGS" PYTHONDONTWRITEBYTECODE=1 OPENCV_LOG_LEVEL=OFF OPENCV_FFMPEG_LOGLEVEL=-8

# debian PROGRAM PACKAGE: the finding needs a program of Debian.
debian() {
    PATH=$PATH:/usr/sbin command -v "$1" >/dev/null || { echo "needs Debian's package $2"; exit 2; }
}

# packages [NAME==VERSION...]: installs them and puts their `python` first; one folder serves all findings of one run.
packages() {
    folder=${FINDINGS_VENVS:-$WORK}/$(echo "venv $*" | tr -c 'a-z0-9.\n' _)
    if [ ! -f "$folder/.complete" ]; then
        python3 -m venv "$folder" &&
            { [ $# = 0 ] || "$folder/bin/pip" install --quiet --disable-pip-version-check "$@" 2>"$WORK/pip.log"; } &&
            touch "$folder/.complete" || { echo "cannot install $*"; exit 2; }
    fi
    PATH=$folder/bin:$PATH
}

# The end of a finding without Python: what it claims is seen, or is not.
claimed() { exit 0; }
changed() { exit 1; }

# With FINDINGS_NEGATED=1 each claim is turned round, and the finding ends with 1 where it decides.
if [ "${FINDINGS_NEGATED:-}" ]; then
    python() { command python "$FINDINGS/negated.py"; }
    claimed() { exit 1; }
    changed() { exit 0; }
fi
