#!/bin/sh
# Runs all findings, or those named (`markers/small_marker`), and prints one line for each; fails if a fact changed.
# With --negated first, each claim is turned round: it fails if one holds all the same.
cd "$(dirname "$0")" || exit 2
FINDINGS_VENVS=$(mktemp -d)
export FINDINGS_VENVS
trap 'rm -rf "$FINDINGS_VENVS"' EXIT
if [ "${1:-}" = --negated ]; then
    shift
    export FINDINGS_NEGATED=1
fi
changed=0
for finding in ${*:-*/*.sh}; do
    name=${finding%.sh}
    said=$(sh "$name.sh" 2>&1)
    case $?${FINDINGS_NEGATED:+negated} in
        0 | 1negated) echo "${FINDINGS_NEGATED:+fails as it should, }holds    $name" ;;
        2*) echo "not run  $name: $(echo "$said" | tail -n 1)" ;;
        *) echo "CHANGED  $name"; echo "$said" | sed 's/^/         /'; changed=1 ;;
    esac
done
exit $changed
