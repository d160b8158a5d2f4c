#!/usr/bin/env bash
# Tests the example: two workers of a Ray cluster on this machine play shards, and what they give
# merges to the single run.
#
# Usage: test.sh [ARAUDI], the program to use, else the one on the path. Ray is installed into the
# folder RAY_VENV, which is kept, else into one for this run. The exit code is 77 where it cannot be
# installed, as when there is no network.
set -euo pipefail

araudi="${1:-araudi}"
here="$(cd "$(dirname "$0")" && pwd)"
temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT
venv="${RAY_VENV:-$temporary/venv}"

[ -x "$venv/bin/pip" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt" || exit 77

# What the cluster runs has this in its environment.
export RAY_EXAMPLE="$temporary"

check() {
    timeout 150 "$venv/bin/python" "$here/run.py" --araudi "$araudi" --compare "$@" >"$temporary/report"
    grep -q '^won by first player' "$temporary/report"
}
left() {
    local environment
    for environment in /proc/[0-9]*/environ; do
        if [ "$environment" != "/proc/$$/environ" ] && grep -qsF "RAY_EXAMPLE=$temporary" "$environment"; then
            printf '%s ' "$(tr '\0' ' ' <"${environment%environ}cmdline")"
        fi
    done
}

check --shards 5 -- tab -n 200 --seed 7
sleep 1
rest="$(left)"
if [ -n "$rest" ]; then
    printf 'still running: %s\n' "$rest" >&2
    exit 1
fi
echo "the example of Ray: 1 passed, 0 failed"
