#!/bin/bash
# Opens the web page: serve.sh [ROOT]. `make serve` builds first.
#
# ROOT is a folder of corpora, or of games to be indexed from the page. Without one it is a folder
# with the bundled sample, which is kept afterwards: corpora indexed there are still there the next
# time.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH="$PWD/build/release/cli:$PATH"
root=${1:-build/serve}
port=${PORT:-8484}
if (($# == 0)); then
    mkdir -p "$root"
    cp data/classics.pgn "$root"
    [[ -d $root/classics.scoredb ]] || edge index data/classics.pgn --out "$root/classics.scoredb" >/dev/null
fi

show() {
    if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] && command -v xdg-open >/dev/null; then
        xdg-open "$1" >/dev/null 2>&1 &
    fi
    echo "The page is at $1 (Ctrl+C ends it)"
}

# The daemon prints one line, its address, when it listens.
edge serve --root "$root" --port "$port" --log none | while read -r line; do
    show "${line#listening on }"
done
