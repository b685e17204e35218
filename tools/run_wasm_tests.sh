#!/bin/bash
# Builds and tests the npm package edge-chess-wasm: run_wasm_tests.sh [FILE ...]
#
# FILEs are tests of bindings/wasm/test/, all of them when none is named. EDGE_WASM_BUILD is the build folder
# (build/wasm), EDGE_BIN the program that answers are compared with (build/release/cli/edge), NODE another
# Node than the one in the path.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath -m "${EDGE_WASM_BUILD:-build/wasm}")
export EDGE_BIN=${EDGE_BIN:-$PWD/build/release/cli/edge}
export EDGE_WASM_PACKAGE=$build/package

tools/build_wasm.sh "$build" >/dev/null || {
    (($? == 2)) || exit 1
    echo "the tests of edge-chess-wasm are skipped" >&2
    exit 0
}

if strings "$EDGE_WASM_PACKAGE/edge.wasm" | grep -F -e "$PWD" -e "$HOME/" -e "$build"; then
    echo "edge.wasm names paths of this machine" >&2
    exit 1
fi

# The compiler that checks the types, of the Apache licence.
typescript=$build/npm/typescript-5.9.3
if tools/fetch_npm.sh typescript 5.9.3 \
    8e5d6f6733c38a72ebf5e52ddc9feded5e8580d130f508ef04f772b33f4a7d00c3e357d0ac2d98e2f290762694a454f86d795bd511e12e9a7cc2d9ba3394e04b \
    "$typescript"; then
    cp bindings/wasm/test/types.ts "$EDGE_WASM_PACKAGE"
    "${NODE:-node}" "$typescript/bin/tsc" --noEmit --strict --target es2022 --module nodenext \
        --moduleResolution nodenext --lib es2022,dom,esnext.disposable "$EDGE_WASM_PACKAGE/types.ts"
    rm "$EDGE_WASM_PACKAGE/types.ts"
else
    (($? == 2)) || exit 1
    echo "the types of edge-chess-wasm are not checked: there is no TypeScript" >&2
fi

(($#)) || set -- bindings/wasm/test/*.test.mjs
exec "${NODE:-node}" --test "$@"
