#!/bin/sh
# Installs Pawtrack for the user who runs this, without a network: into ~/.local, with an entry in the menu.
# usage: ./install.sh            install, or bring what is installed up to date
#        ./install.sh --remove   take it away again; games, settings and boards stay
set -e
cd "$(dirname "$0")"
home=${PREFIX:-$HOME/.local}
own="$home/lib/pawtrack"
link="$home/bin/pawtrack"
icon="$home/share/icons/hicolor/128x128/apps/pawtrack.png"
entry="$home/share/applications/pawtrack.desktop"
case ${1:-} in
--remove)
    rm -rf "$own" "$link" "$icon" "$entry"
    echo "Pawtrack is removed; games, settings and boards of yours are left where they were"
    exit
    ;;
"") ;;
*)
    sed -n '2,4s/^# //p' "$0"
    exit 2
    ;;
esac
if [ "$(uname -m)" != "$(cat machine)" ]; then
    echo "pawtrack: this bundle is for $(cat machine), this machine is $(uname -m)" >&2
    exit 2
fi
echo "installing Pawtrack into $own (about a minute)"
mkdir -p "$own" "$(dirname "$link")" "$(dirname "$icon")" "$(dirname "$entry")"
./setup wheels.tar.xz "$own/venv"
ln -sf "$own/venv/bin/pawtrack" "$link"
cp pawtrack.png "$icon"
# in quotes, since a home may have spaces in its name
{ grep -v '^Exec=' pawtrack.desktop; printf 'Exec="%s"\n' "$link"; } > "$entry"
echo "done: start it from the menu, or with $link"
case :$PATH: in *":$home/bin:"*) ;; *) echo "($home/bin is not on your PATH yet; it will be after the next login on most systems)" ;; esac
