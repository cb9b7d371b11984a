#!/bin/sh
# Runs all findings, or those named (`markers/small_marker`), and prints one line for each; fails if a fact changed.
cd "$(dirname "$0")" || exit 2
FINDINGS_VENVS=$(mktemp -d)
export FINDINGS_VENVS
trap 'rm -rf "$FINDINGS_VENVS"' EXIT
changed=0
for finding in ${*:-*/*.sh}; do
    name=${finding%.sh}
    said=$(sh "$name.sh" 2>&1)
    case $? in
        0) echo "holds    $name" ;;
        2) echo "not run  $name: $(echo "$said" | tail -n 1)" ;;
        *) echo "CHANGED  $name"; echo "$said" | sed 's/^/         /'; changed=1 ;;
    esac
done
exit $changed
