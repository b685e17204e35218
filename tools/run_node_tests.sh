#!/bin/bash
# Tests the npm package edge-chess: run_node_tests.sh [package|FILE ...]
#
# `package` installs the tarball in a fresh project and runs the lines of its pages there; FILEs are tests of
# bindings/node/test/, all of them when none is named. EDGE_BUILD is the build folder (build/release),
# EDGE_BIN the program that answers are compared with, NODE another Node than the one in the path.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath -m "${EDGE_BUILD:-build/release}")
node=${NODE:-node}
export EDGE_BIN=${EDGE_BIN:-$build/cli/edge}
export EDGE_NODE_PACKAGE=$build/node/package

tools/build_node.sh "$build" >&2 || {
    (($? == 2)) || exit 1
    echo "the tests of edge-chess are skipped: its headers cannot be fetched" >&2
    exit 0
}

if [[ ${1:-} == package ]]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # The lines of a page, in the order they stand there, are one program.
    for page in README.md bindings/node/README.md docs/node.md; do
        project=$work/${page//\//-}
        mkdir -p "$project/data"
        sed -n '/^```js$/,/^```$/{/^```/d;p}' "$page" >"$project/lines.mjs"
        cp data/classics.pgn "$project/data"
        cp data/classics.pgn "$project/games.pgn"
        (
            cd "$project"
            npm init --yes >/dev/null 2>&1
            npm install --silent --no-audit --no-fund --offline "$build"/node/edge-chess-*.tgz
            "$node" lines.mjs >lines.out
        )
        if [[ ! -s $project/lines.out ]] || grep undefined "$project/lines.out"; then
            echo "$page: its lines print nothing, or something undefined" >&2
            exit 1
        fi
        echo "the lines of $page work in a fresh project"
    done
    exit
fi

# The compiler that checks the types, of the Apache licence.
export EDGE_TYPESCRIPT=$build/npm/typescript-5.9.3
tools/fetch_npm.sh typescript 5.9.3 \
    8e5d6f6733c38a72ebf5e52ddc9feded5e8580d130f508ef04f772b33f4a7d00c3e357d0ac2d98e2f290762694a454f86d795bd511e12e9a7cc2d9ba3394e04b \
    "$EDGE_TYPESCRIPT"

(($#)) || set -- bindings/node/test/*.test.mjs
exec "$node" --test --test-reporter=spec "$@"
